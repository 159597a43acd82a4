"""Import candidate judges' votes. A vote is appended and never changes; only a failure may be followed."""

from decimal import Decimal

import pandas as pd

from annotation.base.action import action, one_import_at_a_time
from annotation.base.bulk import insert_rows, plain_values, read_frame
from annotation.base.rebuild import rebuild_after_commit
from annotation.base.stamps import move_stamps
from annotation.corpus.imports.corpus_checks import check_corpus, pinned_criteria, revisions_for
from annotation.corpus.imports.import_source import (
    ImportOutcome,
    ImportSource,
    record_import,
    warn_of_look_alikes,
)
from annotation.corpus.imports.primary_keys import with_primary_keys
from annotation.models import Person, Round
from annotation.tables.row_column_problems import WHOLE_FILE
from annotation.vocabulary import PASSING_REASONS
from calibration.judges.register import (
    IMPORTED_PROMPT,
    known_judges,
    known_prompts,
    register_judges,
    register_prompts,
)
from calibration.models import JudgeVote
from calibration.ratings.vote_columns import judge_scope
from calibration.sets.rounds import rounds_with_votes

KEY = ["judge_pk", "prompt_pk", "response", "version"]
DETAILS = ("reason", "no_vote_reason", "cost_usd", "latency_ms")
SAID = ("met", *DETAILS)
CHANGED = (
    "differs from the vote recorded for this judge, and a vote never changes, expected the same; only after "
    f"{', '.join(PASSING_REASONS)} may another follow, and a whole other asking has its own prompt_version"
)


@action
def import_votes(*, source: ImportSource, actor: Person | None, round: Round | None = None) -> ImportOutcome:
    """Bring in a table of votes. Raises BadInputError with every problem, having written nothing.

    round: votes on its responses belong to the rubric revisions pinned there; otherwise, and on other
    responses, to the current ones. Judges named for the first time are registered. A vote without a
    prompt_version belongs to the prompt "imported". Blank details (reason, cost, ...) say nothing. Votes that
    came before a response's text was known stay its votes, so that the same file says nothing new later.
    What another asking brought after a failure of a passing kind is appended and counts from then on.
    """
    one_import_at_a_time()
    criteria = pinned_criteria(revisions_for(round))
    check_corpus(source, criteria)
    rows = with_primary_keys(source, criteria)
    source.refuse_problems()
    warn_of_look_alikes(source, "judge", known_judges())
    warn_of_look_alikes(source, "prompt_version", known_prompts())
    judges, new_judges = register_judges(rows["judge"].unique())
    versions = rows["prompt_version"].where(rows["prompt_version"] != "", IMPORTED_PROMPT)
    prompts = register_prompts(versions.unique())
    rows = _plain(rows).assign(judge_pk=rows["judge"].map(judges), prompt_pk=versions.map(prompts))
    recorded = _recorded(rows)
    present = rows[KEY].merge(recorded.drop_duplicates(KEY), how="left", on=KEY).set_index(rows.index)
    is_known = present["vote"].notna()
    follows = _following(source, rows[is_known], present[is_known], recorded)
    source.refuse_problems()
    if follows:
        message = f"{len(follows):,} of the rows come in place of replies that had failed, which are kept"
        source.findings.warning(1, WHOLE_FILE, message)
    created = _append(rows[~is_known | rows.index.isin(follows)])
    if created:
        for voted in rounds_with_votes():
            rebuild_after_commit("round", voted.pk)
    outcome = ImportOutcome(len(rows), created, details={"judges": new_judges, "asked_again": len(follows)})
    return record_import(source=source, outcome=outcome, actor=actor)


def _plain(rows: pd.DataFrame) -> pd.DataFrame:
    """`met` and the details as Python values, None where blank."""
    columns = {name: [text or None for text in rows[name]] for name in ("reason", "no_vote_reason")}
    columns["cost_usd"] = [Decimal(text) if text else None for text in rows["cost_usd"]]
    columns |= {name: plain_values(rows[name]) for name in ("met", "latency_ms")}
    return rows.assign(
        **{name: pd.Series(values, rows.index, dtype=object) for name, values in columns.items()}
    )


def _recorded(rows: pd.DataFrame) -> pd.DataFrame:
    """What the judges of the rows have said with these prompts, what counts first: on the texts as they are
    now before what was said before they were known, and of these the last.
    """
    votes = JudgeVote.objects.on_present_texts().filter(
        judge__in=rows["judge_pk"].unique().tolist(),
        prompt__in=rows["prompt_pk"].unique().tolist(),
        repetition=1,
    )
    return read_frame(
        votes.order_by("-response_sha256", "-pk"),  # "" is the hash of no text, and comes last
        judge_pk="judge_id",
        prompt_pk="prompt_id",
        response="response_id",
        version="criterion_version_id",
        vote="id",
        met="met",
        **{name: name for name in DETAILS},
    )


def _following(
    source: ImportSource, rows: pd.DataFrame, present: pd.DataFrame, recorded: pd.DataFrame
) -> list[int]:
    """Numbers of the rows that follow a failure; others that differ from what counts are problems, unless
    they say what an earlier asking brought.
    """
    differing = _differing(rows, present)
    numbers = sorted({number for number, _ in differing})
    known_before = _said_before(rows.loc[numbers], recorded)
    failed = set(present.index[present["no_vote_reason"].isin(PASSING_REASONS)])
    for number, name in differing:
        if number not in known_before and number not in failed:
            source.findings.problem(number, name, CHANGED)
    return [number for number in numbers if number in failed - known_before]


def _differing(rows: pd.DataFrame, present: pd.DataFrame) -> list[tuple[int, str]]:
    """The number of each row, and each column, in which it says something else than is present. Blank details
    say nothing.
    """
    differing = []
    for name in SAID:
        stored = [None if pd.isna(value) else value for value in present[name]]
        for number, given, known in zip(rows.index, rows[name], stored, strict=True):
            says_nothing = given is None and name != "met"
            if given != known and not says_nothing:
                differing.append((number, name))
    return differing


def _said_before(rows: pd.DataFrame, recorded: pd.DataFrame) -> set[int]:
    """Numbers of the rows that say nothing else than one of the recorded votes on the same."""
    if rows.empty:
        return set()
    pairs = rows[KEY].assign(number=rows.index).merge(recorded, on=KEY).reset_index(drop=True)
    given = rows.loc[pairs["number"]].reset_index(drop=True)
    other = {position for position, _ in _differing(given, pairs)}
    return set(pairs["number"][~pairs.index.isin(other)])


def _append(rows: pd.DataFrame) -> int:
    columns = {
        "judge_id": rows["judge_pk"],
        "prompt_id": rows["prompt_pk"],
        "response_id": rows["response"],
        "response_sha256": rows["sha256"],
        "criterion_version_id": rows["version"],
    }
    created = insert_rows(JudgeVote, columns | {name: rows[name] for name in ("met", *DETAILS)})
    move_stamps(judge_scope(judge) for judge in rows["judge_pk"].unique().tolist())
    return created
