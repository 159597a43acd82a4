"""What is there for viewers to read: the scores, once there are any."""

from collections.abc import Iterator

from django.urls import reverse

from annotation.models import Person, Role
from annotation.site.to_do import Waiting, add_source
from scoring.access import cells_for


def add_sources() -> None:
    """Let the home page ask about scores."""
    add_source(Role.VIEWER, scores_to_read)


def scores_to_read(person: Person) -> Iterator[Waiting]:
    """The leaderboard, if it holds anything that this person may read now."""
    if cells_for(person).exists():
        text = "The leaderboard of the evaluated models, and each score down to single votes."
        yield Waiting("Scores", text, reverse("score_list"), "Read them")
