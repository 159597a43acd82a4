"""Why a statistic has no value or no interval: the code that travels in JSON, and its sentence."""

ONE_CATEGORY = "one_category"
NO_UNIT_WITH_TWO_RATINGS = "no_unit_with_two_ratings"
NO_DATA = "no_data"
ONE_TASK = "one_task"
NO_DRAWS = "no_draws"
ALL_DRAWS_UNDEFINED = "all_draws_undefined"
CONSTANT_SIDE = "constant_side"
NO_UNIT_MET = "no_unit_met"
NO_UNIT_NOT_MET = "no_unit_not_met"

SENTENCES = {
    ONE_CATEGORY: "Every rating is in the same category, so agreement beyond chance cannot be computed.",
    NO_UNIT_WITH_TWO_RATINGS: "No response and criterion pair has two ratings, so nothing can be compared.",
    NO_DATA: "There is no data here to compute this from.",
    ONE_TASK: "All data comes from one task, so the spread between tasks, and the interval, is unknown.",
    NO_DRAWS: "No bootstrap draws were asked for, so there is no interval.",
    ALL_DRAWS_UNDEFINED: "The statistic was undefined in every bootstrap draw, so there is no interval.",
    CONSTANT_SIDE: "One side gives the same answer everywhere, so a correlation cannot be computed.",
    NO_UNIT_MET: "The reference says met nowhere, so the rate among met pairs cannot be computed.",
    NO_UNIT_NOT_MET: "The reference says not met nowhere, so the rate among those pairs cannot be computed.",
}


def sentence(reason: str | None) -> str:
    """The sentence for a reason code; empty for None. An unknown code is a KeyError."""
    return "" if reason is None else SENTENCES[reason]
