"""Why an action was not done, in a sentence that pages, the API and the browser's outbox pass on alike."""

from typing import Any


class RefusedError(Exception):
    """Nothing was changed. `code` is for programs, `sentence` for people, `status` for HTTP."""

    status = 422
    code = "unusable"

    def __init__(self, sentence: str, *, code: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or self.code

    def as_json(self) -> dict[str, Any]:
        return {"saved": False, "code": self.code, "sentence": self.sentence}


class UnusableError(RefusedError):
    """The input itself cannot be used, whoever sends it."""


class NotThereError(RefusedError):
    """The object does not exist for this person; whether it exists for others is not told."""

    status = 404
    code = "not_there"


class NotNowError(RefusedError):
    """The person may see the object, but its state forbids the act."""

    status = 403
    code = "not_now"


class ConflictError(RefusedError):
    """Someone, or another window, was first. `current` is what stands now and `asked` what was sent."""

    status = 409
    code = "conflict"

    def __init__(self, sentence: str, *, current: Any, asked: Any, code: str | None = None) -> None:
        super().__init__(sentence, code=code)
        self.current = current
        self.asked = asked

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"current": self.current, "asked": self.asked}


class TakenError(RefusedError):
    """Somebody else changed the same things at this very moment, and again when it was tried once more."""

    status = 409
    code = "taken"

    def __init__(self) -> None:
        super().__init__(
            "Somebody else is changing the same things at this moment, so nothing of yours was saved. "
            "Please try again."
        )
