"""By what the leaderboard can be sliced."""

SLICE_FIELDS = {
    "subcategory": "response__task__sub_category",
    "stage": "response__task__progression_stage",
    "age": "response__task__age",
    "intent": "response__task__prompt_intent",
    "explicitness": "response__task__explicit_type",
    "turns": "response__task__turns",
}
DIMENSION = "dimension"
SLICES = (DIMENSION, *SLICE_FIELDS)
