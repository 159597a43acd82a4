"""What is drawn unless somebody asks for something else."""

DEFAULT_DRAWS = 10_000
DEFAULT_SEED = 20260714
