"""What is drawn unless somebody asks for something else, and where a 95 % interval is cut."""

DEFAULT_DRAWS = 10_000
DEFAULT_SEED = 20260714
LEVELS = (2.5, 97.5)
