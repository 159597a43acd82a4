"""Import candidate judges' votes. A vote is appended; one that is recorded never changes."""

from decimal import Decimal

import pandas as pd

from annotation.base.action import action, one_import_at_a_time
from annotation.base.bulk import insert_rows, plain_values, read_frame
from annotation.base.rebuild import rebuild_after_commit
from annotation.base.stamps import move_stamps
from annotation.corpus.imports.corpus_checks import check_corpus, pinned_criteria, revisions_for
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, record_import
from annotation.corpus.imports.primary_keys import with_primary_keys
from annotation.models import Person, Round
from calibration.judges.register import IMPORTED_PROMPT, register_judges, register_prompts
from calibration.models import JudgeVote
from calibration.ratings.vote_columns import judge_scope
from calibration.sets.rounds import rounds_with_votes

KEY = ["judge_pk", "prompt_pk", "response", "version"]
DETAILS = ("reason", "no_vote_reason", "cost_usd", "latency_ms")
CHANGED = (
    "differs from the vote recorded for this judge, and a vote never changes, expected the same; "
    "give votes from another asking their own prompt_version"
)


@action
def import_votes(*, source: ImportSource, actor: Person | None, round: Round | None = None) -> ImportOutcome:
    """Bring in a table of votes. Raises BadInputError with every problem, having written nothing.

    round: votes on its responses belong to the rubric revisions pinned there; otherwise, and on other
    responses, to the current ones. Judges named for the first time are registered. A vote without a
    prompt_version belongs to the prompt "imported". Blank details (reason, cost, ...) say nothing. Votes that
    came before a response's text was known stay its votes, so that the same file says nothing new later.
    """
    one_import_at_a_time()
    criteria = pinned_criteria(revisions_for(round))
    check_corpus(source, criteria)
    rows = with_primary_keys(source, criteria)
    source.refuse_problems()
    judges, new_judges = register_judges(rows["judge"].unique())
    versions = rows["prompt_version"].where(rows["prompt_version"] != "", IMPORTED_PROMPT)
    prompts = register_prompts(versions.unique())
    rows = _plain(rows).assign(judge_pk=rows["judge"].map(judges), prompt_pk=versions.map(prompts))
    present = rows[KEY].merge(_recorded(rows), how="left", on=KEY).set_index(rows.index)
    is_known = present["vote"].notna()
    _check_unchanged(source, rows[is_known], present[is_known])
    source.refuse_problems()
    created = _append(rows[~is_known])
    if created:
        for voted in rounds_with_votes():
            rebuild_after_commit("round", voted.pk)
    outcome = ImportOutcome(len(rows), created, details={"judges": new_judges})
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
    """What the judges of the rows have said with these prompts: on the texts as they are now, or, where
    nothing was said on these, before they were known.
    """
    votes = JudgeVote.objects.on_present_texts().filter(
        judge__in=rows["judge_pk"].unique().tolist(),
        prompt__in=rows["prompt_pk"].unique().tolist(),
        repetition=1,
    )
    recorded = read_frame(
        votes.order_by("-response_sha256"),  # "" is the hash of no text, and comes last
        judge_pk="judge_id",
        prompt_pk="prompt_id",
        response="response_id",
        version="criterion_version_id",
        vote="id",
        met="met",
        **{name: name for name in DETAILS},
    )
    return recorded.drop_duplicates(KEY)


def _check_unchanged(source: ImportSource, rows: pd.DataFrame, present: pd.DataFrame) -> None:
    for name in ("met", *DETAILS):
        stored = [None if pd.isna(value) else value for value in present[name]]
        for number, given, known in zip(rows.index, rows[name], stored, strict=True):
            says_nothing = given is None and name != "met"
            if given != known and not says_nothing:
                source.findings.problem(number, name, CHANGED)


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
