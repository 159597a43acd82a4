"""What waits in rounds: to label and to confirm for raters, to open and to close for admins."""

from collections.abc import Iterator

from django.urls import reverse

from annotation.access import rated_now, rounds_for, rounds_to_label
from annotation.assignments.labels_to_confirm import counts_to_confirm
from annotation.assignments.progress import Tally, own_tallies, progress_of_each
from annotation.models import Person, Role, Round, RoundState
from annotation.site.to_do import Waiting, add_source


def add_sources() -> None:
    """Let the home page ask about rounds."""
    add_source(Role.CLINICIAN, rounds_to_go_on_with)
    add_source(Role.ADMIN, rounds_to_move_on)


def rounds_to_go_on_with(person: Person) -> Iterator[Waiting]:
    """Open rounds in which the person has something left, and labels whose criterion was reworded."""
    rounds = list(rounds_to_label(person).filter(state=RoundState.OPEN))
    tallies, to_confirm = own_tallies(person, rounds), counts_to_confirm(person)
    for round in rounds:
        if round.pk in to_confirm:
            yield _to_confirm(round, to_confirm[round.pk])
        if not tallies[round.pk].is_done:
            yield _to_label(round, tallies[round.pk])


def rounds_to_move_on(person: Person) -> Iterator[Waiting]:
    """Drafts to open, and open rounds that everybody has finished; not those in which the person rates."""
    rounds = list(rounds_for(person).filter(state__in=(RoundState.DRAFT, RoundState.OPEN)))
    own = rated_now(person)
    progress = progress_of_each([round for round in rounds if round.is_open and round.pk not in own])
    for round in rounds:
        if round.state == RoundState.DRAFT:
            text = "It is a draft: nobody can label it before you open it."
            yield Waiting(_title(round), text, _address("round_detail", round), "Open the draft")
        elif round.pk in progress and progress[round.pk].n_holes == 0:
            text = "Every rater has finished. The labels can be compared once you close it."
            yield Waiting(_title(round), text, _address("round_detail", round), "Go to the round")


def _to_confirm(round: Round, n_changed: int) -> Waiting:
    labels = "One label waits" if n_changed == 1 else f"{n_changed:,} labels wait"
    text = f"{labels} for your word, because the criterion was reworded after you answered."
    return Waiting(_title(round), text, _address("label_confirm", round), "Confirm")


def _to_label(round: Round, done: Tally) -> Waiting:
    text = f"{done.items_done:,} of {done.items:,} items are done."
    action = "Go on" if done.units_answered else "Begin"
    return Waiting(_title(round), text, _address("label_round", round), action)


def _title(round: Round) -> str:
    return round.title or f"Round {round.name}"


def _address(name: str, round: Round) -> str:
    return reverse(name, args=[round.name])
