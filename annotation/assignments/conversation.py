"""A conversation as its rater reads it: a task with a response, turn by turn, or a long one by exchanges."""

from collections.abc import Collection
from dataclasses import dataclass

from annotation.models import Response, Transcript

FIRST_WORDS = 48


@dataclass(frozen=True)
class Turn:
    """One turn. text is None where it is unknown, "" where the reply was empty; the final reply is judged."""

    speaker: str
    text: str | None
    is_final: bool = False

    @property
    def is_user(self) -> bool:
        """Whether the person asking for help speaks."""
        return self.speaker == USER


USER, ASSISTANT = "Person", "Assistant"


def conversation_of(response: Response) -> list[Turn]:
    """User turns and assistant turns in order; the last is the final reply.

    Earlier assistant turns are unknown (None) when only the final turn was imported.
    """
    prompts = [prompt.text for prompt in response.task.prompts.all()]  # by position, as the model orders them
    earlier: list[str | None] = [None] * (len(prompts) - 1)
    if response.assistant_turns is not None:
        earlier = list(response.assistant_turns[:-1])
    replies = [*earlier, response.final_turn]
    turns = []
    for number, (prompt, reply) in enumerate(zip(prompts, replies, strict=True), start=1):
        turns.append(Turn(USER, prompt))
        turns.append(Turn(ASSISTANT, reply, is_final=number == len(prompts)))
    return turns


@dataclass(frozen=True)
class TranscriptExchange:
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

    exchanges: list[TranscriptExchange]

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
            TranscriptExchange(
                turn.turn_index, turn.user_turn, turn.assistant_turn, turn.turn_index in evidence
            )
            for turn in turns
        ]
    )
