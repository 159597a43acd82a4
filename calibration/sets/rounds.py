"""The rounds of calibration as a list: what is in each, and how far it has come."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from annotation.access import rounds_for
from annotation.models import Person, Round, RoundItem, RoundKind, RoundState
from annotation.models.rounds import is_first
from calibration.models import JudgeVote, PanelRanking


@dataclass(frozen=True)
class RoundRow:
    """A round with its counts; `ranking` is the newest finished one."""

    round: Round
    n_tasks: int
    n_responses: int
    n_rankings: int
    ranking: PanelRanking | None


def round_rows(person: Person) -> list[RoundRow]:
    """Rounds of responses that the person may open, newest first."""
    rounds = rounds_for(person).filter(kind=RoundKind.RESPONSES).exclude(state=RoundState.WITHDRAWN)
    firsts = is_first("items")
    counted = rounds.annotate(
        n_tasks=Count("items__response__task", filter=firsts, distinct=True),
        n_responses=Count("items", filter=firsts, distinct=True),
    )
    done: dict[int, list[PanelRanking]] = {}
    for ranking in PanelRanking.objects.filter(state=PanelRanking.State.DONE, round__in=rounds.order_by()):
        done.setdefault(ranking.round_id, []).append(ranking)
    return [
        RoundRow(round, round.n_tasks, round.n_responses, len(rankings), rankings[0] if rankings else None)
        for round in counted.order_by("-created_at", "name")
        for rankings in [done.get(round.pk, [])]
    ]


def rounds_with_votes() -> list[Round]:
    """Closed rounds on whose responses a judge has voted, newest first."""
    votes = JudgeVote.objects.filter(response=OuterRef("response"))
    voted = RoundItem.objects.filter(Exists(votes), round=OuterRef("pk"))
    rounds = Round.objects.filter(Exists(voted), kind=RoundKind.RESPONSES, state=RoundState.CLOSED)
    return list(rounds.order_by("-closed_at", "-pk"))
