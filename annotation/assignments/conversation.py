"""A task and a response as one conversation, turn by turn."""

from dataclasses import dataclass

from annotation.models import Response


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
    prompts = list(response.task.prompts.order_by("position").values_list("text", flat=True))
    earlier: list[str | None] = [None] * (len(prompts) - 1)
    if response.assistant_turns is not None:
        earlier = list(response.assistant_turns[:-1])
    replies = [*earlier, response.final_turn]
    turns = []
    for number, (prompt, reply) in enumerate(zip(prompts, replies, strict=True), start=1):
        turns.append(Turn(USER, prompt))
        turns.append(Turn(ASSISTANT, reply, is_final=number == len(prompts)))
    return turns
