"""Read what a program sends to leave a topic out, or to let it come again."""

from typing import Any

from annotation.base.refusals import UnusableError


def topic_in(sent: dict[str, Any]) -> tuple[str, bool]:
    """Return the topic and whether it is to be left out; the object is {"topic", "left_out"}.

    Whether there is such a topic is asked by the action. Raises UnusableError.
    """
    topic, is_left_out = sent.get("topic"), sent.get("left_out")
    if not isinstance(topic, str):
        raise UnusableError("Name the topic, by its words in the list of topics.")
    if not isinstance(is_left_out, bool):
        raise UnusableError("Say whether the topic is to be left out: true or false.")
    return topic, is_left_out
