"""Why a statistic has no value or no interval: the code that travels in JSON, and its sentence."""

ONE_CATEGORY = "one_category"
NO_UNIT_WITH_TWO_RATINGS = "no_unit_with_two_ratings"
NO_DATA = "no_data"
ONE_TASK = "one_task"
NO_DRAWS = "no_draws"
NO_VARIATION = "no_variation"
ALL_DRAWS_UNDEFINED = "all_draws_undefined"
CONSTANT_SIDE = "constant_side"
NO_UNIT_MET = "no_unit_met"
NO_UNIT_NOT_MET = "no_unit_not_met"
ERRORS_CANCEL = "errors_cancel"
TOO_FEW_UNITS = "too_few_units"
NO_SHARED_CELLS = "no_shared_cells"
NO_LABELLED_CELLS = "no_labelled_cells"
NO_CELL_MEETS_CONDITION = "no_cell_meets_condition"
NO_SHARED_STRATUM = "no_shared_stratum"
NOTHING_TO_COMPARE_WITH = "nothing_to_compare_with"
ONE_TASK_PER_GROUP = "one_task_per_group"
MORE_THAN_TWO_LABELS = "more_than_two_labels"
NO_STANDARD_ERROR = "no_standard_error"
CHOSEN_FOR_IT = "chosen_for_it"
BY_FIRST_RULES = "by_first_rules"

SENTENCES = {
    ONE_CATEGORY: "Every rating is in the same category, so agreement beyond chance cannot be computed.",
    NO_UNIT_WITH_TWO_RATINGS: "No response and criterion pair has two ratings, so nothing can be compared.",
    NO_DATA: "There is no data here to compute this from.",
    ONE_TASK: "All data comes from one task, so the spread between tasks, and the interval, is unknown.",
    NO_DRAWS: "No bootstrap draws were asked for, so there is no interval.",
    NO_VARIATION: "Every task says the same here, so how far other tasks might differ is unknown.",
    ALL_DRAWS_UNDEFINED: "The statistic was undefined in every bootstrap draw, so there is no interval.",
    CONSTANT_SIDE: "One side gives the same answer everywhere, so a correlation cannot be computed.",
    NO_UNIT_MET: "The reference says met nowhere, so the rate among met pairs cannot be computed.",
    NO_UNIT_NOT_MET: "The reference says not met nowhere, so the rate among those pairs cannot be computed.",
    ERRORS_CANCEL: "The judges' errors cancel each other out: no number of independent judges equals them.",
    TOO_FEW_UNITS: "There are too few pairs here for this test.",
    NO_SHARED_CELLS: "The two models share no cell, so they cannot be compared directly.",
    NO_LABELLED_CELLS: "Clinicians labelled no response of this model, so nothing can correct its score.",
    NO_CELL_MEETS_CONDITION: "No cell meets the condition, so there is nothing to take a share of.",
    NO_SHARED_STRATUM: "No stratum has cells of this model in both halves, so the halves cannot be compared.",
    ONE_TASK_PER_GROUP: "Every stratum holds one task in each half, so the spread between tasks is unknown.",
    MORE_THAN_TWO_LABELS: "This is defined for two labels, and this round offers more.",
    BY_FIRST_RULES: "Corrected by the first rules, which gave no interval. Rank the judges again for one.",
    NO_STANDARD_ERROR: "Fewer than ten tasks, or tasks that do not differ, say too little for this interval.",
    CHOSEN_FOR_IT: "It was chosen for its kappa, so its interval belongs to the corrected one.",
    NOTHING_TO_COMPARE_WITH: "There is no other model with a value, so there is nothing to compare with.",
}


def sentence(reason: str | None) -> str:
    """The sentence for a reason code; empty for None. An unknown code is a KeyError."""
    return "" if reason is None else SENTENCES[reason]
