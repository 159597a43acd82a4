"""By what the leaderboard can be sliced."""

SLICE_FIELDS = {
    "subcategory": "sub_category",
    "stage": "progression_stage",
    "age": "age",
    "intent": "prompt_intent",
    "explicitness": "explicit_type",
    "turns": "turns",
}
DIMENSION = "dimension"
SLICES = (DIMENSION, *SLICE_FIELDS)
