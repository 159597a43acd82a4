"""A closed round as arrays, its draws and its name: where every report of calibration begins."""

from annotation.base.errors import BadInputError
from annotation.models import Round
from calibration.ratings import RoundRatings, read_round_ratings, round_ratings
from calibration.stats.resampling.draws import Draws, task_draws

MOST_DRAWS = 1_000_000


def closed_ratings(round: Round) -> RoundRatings:
    """The ratings of a closed round of responses, cached by its stamp. Raises BadInputError, in a sentence,
    for any other.
    """
    _check_closed(round)
    return _with_units(round_ratings(round))


def read_closed_ratings(round: Round) -> RoundRatings:
    """The same from the rows themselves: for rankings, manifests and their checks."""
    _check_closed(round)
    return _with_units(read_round_ratings(round))


def _check_closed(round: Round) -> None:
    if not round.is_closed:
        raise BadInputError(
            f"Round {round.name} is {round.get_state_display().lower()}. Labels are compared once it is "
            "closed, because raters must not influence each other before that. Close the round first."
        )


def _with_units(ratings: RoundRatings) -> RoundRatings:
    if not ratings.units:
        raise BadInputError(
            f"Round {ratings.round.name} holds no response and criterion pairs, so nothing can be compared."
        )
    return ratings


def checked_draws(n_tasks: int, draws: int, seed: int) -> Draws:
    """The draws of a report; BadInputError with the sentence of `task_draws` when they cannot be made."""
    if isinstance(draws, int) and draws > MOST_DRAWS:
        raise BadInputError(
            f"At most {MOST_DRAWS:,} draws can be asked for; {draws:,} were. Ten thousand are usual."
        )
    if draws == 1:
        raise BadInputError(
            "One draw has no spread, so no interval can come from it. Ask for 0 draws to have values without "
            "intervals, or for many; ten thousand are usual."
        )
    try:
        return task_draws(n_tasks, draws, seed)
    except ValueError as problem:
        raise BadInputError(str(problem)) from problem


def round_named(name: str) -> Round:
    """The round of that name, with its calibration set. Raises BadInputError with the names there are."""
    round = Round.objects.select_related("calibration_set").filter(name=name).first()
    if round is None:
        names = ", ".join(Round.objects.order_by("name").values_list("name", flat=True)[:20]) or "none yet"
        raise BadInputError(f"There is no round named {name!r}. Rounds: {names}.")
    return round
