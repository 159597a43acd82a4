"""Who signs in to the demo. Pure: the start command prints this, the loader makes the rows."""

from dataclasses import dataclass

DEMO_PASSWORD = "quiet-harbour-demo"  # public on purpose; accounts with it exist only in a demo


@dataclass(frozen=True)
class DemoPerson:
    """A made-up person with a role to try."""

    username: str
    name: str
    roles: tuple[str, ...]
    to_try: str

    @property
    def email(self) -> str:
        """An address of the reserved example domain, which receives nothing."""
        return f"{self.username}@example.org"


DEMO_PEOPLE = (
    DemoPerson("clinician-1", "Clinician One", ("clinician",), "has labelled everything in the open round"),
    DemoPerson("clinician-2", "Clinician Two", ("clinician",), "has labelled everything in the open round"),
    DemoPerson(
        "clinician-3", "Clinician Three", ("clinician",), "has two responses left to label: start here"
    ),
    DemoPerson("author", "Rubric Author", ("author",), "revises rubrics and references"),
    DemoPerson("admin", "Admin", ("admin",), "rounds, agreement, judges, panels, scores, people"),
    DemoPerson("viewer", "Viewer", ("viewer",), "reads the scores"),
)
