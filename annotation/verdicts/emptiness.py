"""Rule 3 of DESIGN.md section 5: what is empty, and what was never received."""

from annotation.visible import is_blank

ERROR = "error"  # of annotation.vocabulary.RESPONSE_STATUSES: the call failed


def is_empty_response(final_turn: str, status: str) -> bool:
    """Whether a reader of the final turn sees nothing, blank space and invisible characters alone.

    status: of the response. One that was never received is not empty: nothing is known of it.
    """
    return is_blank(final_turn) and status != ERROR


def was_received(final_turn: str, status: str) -> bool:
    """False for an error without text: it has no verdicts and no score, and is left out and counted."""
    return not is_blank(final_turn) or status != ERROR
