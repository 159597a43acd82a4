"""Compute what the pages of a closed round show, before anybody opens them."""

from contextlib import suppress

from annotation.assignments.label_columns import label_columns, label_stamp
from annotation.base.errors import BadInputError
from annotation.base.rebuilding import rebuild
from annotation.base.stamps import give_first_stamps, round_scope
from annotation.models import Round, RoundKind, RoundState
from calibration.agreement.report import agreement_and_raters
from calibration.judges.judge import judge_page
from calibration.judges.judges import judge_rows, judges_together
from calibration.models import Judge
from calibration.ratings import SLICES
from calibration.ratings.ranking_inputs import judged_frames
from calibration.ratings.vote_columns import judge_scope


def rebuild_round_pages(round: Round) -> None:
    """Everything about a closed round of responses, until nothing of it is written any more."""
    judges = list(Judge.objects.all())
    scopes = [round_scope(round.pk), *(judge_scope(judge.pk) for judge in judges)]
    rebuild(scopes, f"round-{round.pk}", lambda: _compute(round, judges))


def closed_rounds() -> list[Round]:
    """The rounds that have such pages."""
    return list(Round.objects.filter(kind=RoundKind.RESPONSES, state=RoundState.CLOSED).order_by("pk"))


def give_missing_stamps() -> None:
    """First stamps for what came in before there were any."""
    give_first_stamps(round_scope(round.pk) for round in closed_rounds())
    give_first_stamps(judge_scope(pk) for pk in Judge.objects.values_list("pk", flat=True))


def _compute(round: Round, judges: list[Judge]) -> None:
    label_columns(round, label_stamp(round))
    with suppress(BadInputError):  # nothing to compare; the page says so
        agreement_and_raters(round, SLICES)
        frames = judged_frames(round)
        judge_rows(judges, frames)
        judges_together(frames)
        for judge in frames.votes.judges:
            judge_page(judge, round)
