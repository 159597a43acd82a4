"""The refusal of data that a statistic cannot be computed from."""


class StatisticsInputError(ValueError):
    """Bad input, told as one sentence that names the place and the remedy; safe to show to a person."""
