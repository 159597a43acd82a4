"""What waits for a person. Each part of the system adds its own source; the home page only asks.

A source is registered once, in the `ready` of its application:

    to_do.add_source(Role.ADMIN, rankings_to_read)
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from annotation.models import Person, Role


@dataclass(frozen=True)
class Waiting:
    """One thing to do: what it is, how it stands, and the link that does it."""

    title: str
    text: str
    url: str
    action: str


Source = Callable[[Person], Iterable[Waiting]]

_sources: list[tuple[Role, Source]] = []


def add_source(role: Role, source: Source) -> None:
    """Let `source` tell people who hold `role` what waits for them. Adding it twice changes nothing."""
    if (role, source) not in _sources:
        _sources.append((role, source))


def waiting_for(person: Person) -> list[tuple[Role, list[Waiting]]]:
    """Return the person's roles in the order of the work, each with what waits, which may be nothing."""
    return [(role, _of_role(role, person)) for role in Role if person.has_role(role)]


def _of_role(role: Role, person: Person) -> list[Waiting]:
    return [waiting for wanted, source in _sources if wanted == role for waiting in source(person)]
