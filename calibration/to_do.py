"""What waits in calibration, for admins: sets without a round, rounds to rank, rankings to freeze from."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.urls import reverse

from annotation.access import rates_open_round
from annotation.models import Person, Role, RoundPurpose
from annotation.site.to_do import Waiting, add_source
from calibration.access import panels_for, rankings_for, sets_for
from calibration.models import FrozenPanel, PanelRanking
from calibration.panels.known_health import KnownHealth, known_healths
from calibration.sets.rounds import rounds_with_votes

LOOKED_AT_FOR = timedelta(minutes=5)


def add_sources() -> None:
    """Let the home page ask about calibration."""
    add_source(Role.ADMIN, calibration_to_move_on)


def calibration_to_move_on(person: Person) -> Iterator[Waiting]:
    """The next step of each thing. Nothing for an admin who labels in an open round: judges stay unseen."""
    if rates_open_round(person):
        return
    successors = FrozenPanel.objects.filter(predecessor=OuterRef("pk"))
    panels = list(panels_for(person).annotate(is_followed=Exists(successors)))
    rankings = list(rankings_for(person))
    yield from _sets_without_round(person)
    yield from _rounds_to_rank(rankings)
    yield from _rankings_to_freeze(rankings, panels)
    yield from _panels_to_look_at(panels)


def _sets_without_round(person: Person) -> Iterator[Waiting]:
    for drawn in sets_for(person):
        if drawn.has_round:
            continue
        text = "It is drawn and has no round yet: name its three clinicians."
        yield Waiting(
            f"Set {drawn.name}", text, reverse("calibration_set", args=[drawn.name]), "Make its round"
        )


def _rounds_to_rank(rankings: list[PanelRanking]) -> Iterator[Waiting]:
    ranked = {ranking.round_id for ranking in rankings}
    for round in rounds_with_votes():
        if round.purpose == RoundPurpose.CALIBRATION and round.pk not in ranked:
            text = "It is closed and judges have voted on it: every panel of them can be ranked."
            address = reverse("ranking_new", args=[round.name])
            yield Waiting(f"Round {round.name}", text, address, "Rank the judges")


def _rankings_to_freeze(rankings: list[PanelRanking], panels: list[FrozenPanel]) -> Iterator[Waiting]:
    frozen = {panel.ranking.round_id for panel in panels if panel.ranking is not None}
    seen: set[int] = set()
    for ranking in rankings:
        if ranking.state == PanelRanking.State.DONE and ranking.round_id not in frozen | seen:
            seen.add(ranking.round_id)
            text = f"It is finished and recommends {', '.join(ranking.result['recommended'])}."
            address = reverse("ranking_detail", args=[ranking.pk])
            yield Waiting(f"Ranking {ranking.pk} of round {ranking.round.name}", text, address, "Read it")


def _panels_to_look_at(panels: list[FrozenPanel]) -> Iterator[Waiting]:
    watched = [panel for panel in panels if not panel.imported and not panel.is_followed]
    seen = known_healths(watched)
    for panel in watched:
        reasons = _reasons(panel, seen.get(panel.pk))
        if reasons:
            address = reverse("panel_detail", args=[panel.name])
            yield Waiting(f"Panel {panel.name}", reasons[0], address, "Look at it")


def _reasons(panel: FrozenPanel, seen: KnownHealth | None) -> tuple[str, ...]:
    """Why it is stale or altered, nothing when it is sound; looked at anew when that was a while ago."""
    if seen is not None and seen.is_younger_than(LOOKED_AT_FOR):
        return seen.reasons
    from calibration.panels.health import look_at  # the statistics would delay every command by a second

    return look_at(panel).reasons
