"""The candidate votes table."""

import pandas as pd

from annotation.base.bulk import read_frame
from annotation.corpus.export_corpus import amounts, texts
from annotation.corpus.imports.corpus_checks import pinned_criteria, revisions_for
from annotation.corpus.tasks_to_export import tasks_to_export
from annotation.models import Round
from annotation.tables.order import in_canonical_order
from calibration.judges.register import IMPORTED_PROMPT
from calibration.models import JudgePrompt, JudgeVote

UNIT = ["unique_id", "model_id", "attempt_index", "criterion_id", "judge"]


def votes_table(split: str | None = None, round: Round | None = None) -> tuple[pd.DataFrame, int]:
    """(the table in canonical order, how many votes on these tasks are left out of it).

    The table has one vote a judge, response and criterion: the first repetition, with the prompt that most of
    the judge's units have (of equals the newest), on the text as it is now (or from before it was known),
    after a failure what the last asking brought, on the current revision of the rubric - or, with a round, on
    its responses and the revisions pinned there. The version of the prompt "imported" is blank.
    """
    chosen = JudgeVote.objects.filter(response__task__in=tasks_to_export(split))
    if round is not None:
        items = round.items.firsts()
        chosen = chosen.filter(response__in=items.values("response"))
    revisions = revisions_for(round)
    votes = _votes(chosen.filter(criterion_version__revision__in=revisions.order_by().values("id")))
    left_out = chosen.count() - len(votes)
    ordered = in_canonical_order("votes", votes, pinned_criteria(revisions))
    return ordered, left_out


def _votes(chosen) -> pd.DataFrame:
    votes = read_frame(
        chosen.on_present_texts().filter(repetition=1).order_by(),
        unique_id="response__task__uid",
        model_id="response__model__model_id",
        attempt_index="response__attempt",
        criterion_id="criterion_version__criterion__criterion_id",
        judge="judge__judge_id",
        met="met",
        reason="reason",
        no_vote_reason="no_vote_reason",
        prompt_version="prompt__version",
        cost_usd="cost_usd",
        latency_ms="latency_ms",
        sha256="response_sha256",
        vote="pk",
    )
    votes = _on_the_text_itself(_with_widest_prompt(votes))
    return votes.assign(
        met=votes["met"].astype("boolean"),
        reason=texts(votes["reason"]),
        no_vote_reason=texts(votes["no_vote_reason"]),
        prompt_version=votes["prompt_version"].replace(IMPORTED_PROMPT, ""),
        cost_usd=amounts(votes["cost_usd"]),
        latency_ms=votes["latency_ms"].astype("Int64"),
    )


def _on_the_text_itself(votes: pd.DataFrame) -> pd.DataFrame:
    """One vote a unit: that on the very text, where there is also one from before it was known; the last."""
    ordered = votes.sort_values(["sha256", "vote"], ascending=False)  # "" is the hash of no text
    return ordered.drop_duplicates(UNIT).drop(columns=["sha256", "vote"]).reset_index(drop=True)


def _with_widest_prompt(votes: pd.DataFrame) -> pd.DataFrame:
    """Only those with one prompt a judge: a newer one with a few votes takes nothing over."""
    versions = JudgePrompt.objects.order_by("created_at", "id").values_list("version", flat=True)
    age = {version: position for position, version in enumerate(versions)}
    positions = votes["prompt_version"].map(age)
    units = votes[UNIT].assign(prompt=positions).drop_duplicates()
    sizes = units.groupby(["judge", "prompt"]).size().rename("units").reset_index()
    widest = sizes.sort_values(["units", "prompt"]).drop_duplicates("judge", keep="last")
    chosen = votes["judge"].map(widest.set_index("judge")["prompt"])
    return votes[positions == chosen].reset_index(drop=True)
