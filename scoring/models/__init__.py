"""Facts of scoring: judgments, cells, grading runs, holdout submissions and releases."""

from scoring.models.grading import Cell, GradingRun, Judgment
from scoring.models.publishing import Release, Submission

__all__ = ["Cell", "GradingRun", "Judgment", "Release", "Submission"]
