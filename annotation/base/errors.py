"""Input that cannot be used, with everything that is wrong with it."""

from collections.abc import Iterable


class BadInputError(ValueError):
    """Raised before anything is written. `problems` are whole sentences, each with its place and a remedy.

    Commands print them on stderr and exit with 1; pages show them beside the form with status 422.
    """

    def __init__(self, problems: str | Iterable[object]) -> None:
        self.problems = [problems] if isinstance(problems, str) else [str(problem) for problem in problems]
        super().__init__("\n".join(self.problems))
