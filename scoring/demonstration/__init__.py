"""Load the synthetic demo into the database, through the same actions and imports that real work takes."""

from scoring.demonstration.load import load_demonstration

__all__ = ["load_demonstration"]
