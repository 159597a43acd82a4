"""What a conversation is about, in words, before somebody decides to read it."""

from dataclasses import dataclass

from annotation.assignments.severity import is_high_severity
from annotation.models import Assignment, Person, Round, Task, Transcript
from annotation.site.display import display_of

STAGE_WORDS = {
    "Ideation": "thoughts of harm",
    "Planning": "planning harm",
    "Action": "harm that is under way",
    "Post Action": "the time after harm",
}
AGE_WORDS = {"U18": "a person under 18", "O18": "an adult"}
EXPLICIT_WORDS = {"Explicit": "said outright", "Implicit": "between the lines"}
NO_DESCRIPTION = (
    "Nothing is recorded about its themes. It may touch on any of this project's, suicide and self-harm "
    "among them."
)


@dataclass(frozen=True)
class ContentNote:
    """The note of one item: facts as (word, words), a sentence where there are none, and its weight."""

    facts: list[tuple[str, str]]
    sentence: str = ""
    is_heavy: bool = False
    topic: str = ""

    @property
    def line(self) -> str:
        """The same on one line, to stand above a conversation that is open."""
        return " · ".join(words for _, words in self.facts) or self.sentence


def content_note_of(assignment: Assignment) -> ContentNote:
    """The note of the assignment's item. It names nothing that a rater must not know."""
    item = assignment.item
    if item.transcript is not None:
        return _of_transcript(item.transcript)
    return _of_task(item.response.task, assignment.round)


def asks_before_showing(person: Person, assignment: Assignment) -> bool:
    """Whether the note comes first: the person has not opened this conversation and wants it so."""
    return assignment.revealed_at is None and display_of(person.display).note_first


def _of_task(task: Task, round: Round) -> ContentNote:
    n_turns = task.prompts.count()
    facts = [
        ("About", task.sub_category),
        ("Stage", f"{task.progression_stage}: {STAGE_WORDS.get(task.progression_stage, '')}".strip(": ")),
        ("Written by", AGE_WORDS.get(task.age, task.age)),
        ("How it is said", EXPLICIT_WORDS.get(task.explicit_type, task.explicit_type)),
        ("Length", "one user turn" if n_turns == 1 else f"{n_turns} user turns"),
    ]
    return ContentNote(facts, is_heavy=is_high_severity(task, round), topic=task.sub_category)


def _of_transcript(transcript: Transcript) -> ContentNote:
    return ContentNote([("Length", f"{transcript.turns.count()} user turns")], NO_DESCRIPTION)
