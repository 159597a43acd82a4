"""A long conversation as a reader meets it: exchange by exchange, with what the rater marked."""

from collections.abc import Collection
from dataclasses import dataclass

from annotation.models import Transcript

FIRST_WORDS = 48


@dataclass(frozen=True)
class Exchange:
    """A turn of the user and the assistant's answer to it. `assistant` is None where the record lacks it."""

    number: int
    user: str
    assistant: str | None
    is_evidence: bool

    @property
    def first_words(self) -> str:
        """The beginning of the user's turn on one line, for the list of turns."""
        line = " ".join(self.user.split())
        if len(line) <= FIRST_WORDS:
            return line
        return line[:FIRST_WORDS].rsplit(" ", 1)[0] + "…"


@dataclass(frozen=True)
class LongConversation:
    """All exchanges in order."""

    exchanges: list[Exchange]

    @property
    def n_turns(self) -> int:
        return len(self.exchanges)

    @property
    def lacks_assistant_turns(self) -> bool:
        return any(exchange.assistant is None for exchange in self.exchanges)

    @property
    def lacks_all_assistant_turns(self) -> bool:
        return all(exchange.assistant is None for exchange in self.exchanges)


def long_conversation_of(transcript: Transcript, evidence: Collection[int] = ()) -> LongConversation:
    """The conversation with the turns in `evidence` marked."""
    turns = transcript.turns.order_by("turn_index")
    return LongConversation(
        [
            Exchange(turn.turn_index, turn.user_turn, turn.assistant_turn, turn.turn_index in evidence)
            for turn in turns
        ]
    )
