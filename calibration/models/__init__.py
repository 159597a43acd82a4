"""Facts of calibration: the set, the judges and their votes, rankings and frozen panels."""

from calibration.models.judges import TEXT_UNKNOWN, Judge, JudgePrompt, JudgeRun, JudgeVote
from calibration.models.panels import (
    FrozenPanel,
    FrozenPanelJudge,
    PanelRanking,
    PanelScore,
    SeenHealth,
    SentinelPair,
)
from calibration.models.sets import CalibrationResponse, CalibrationSet, CalibrationTask

__all__ = [
    "TEXT_UNKNOWN",
    "CalibrationResponse",
    "CalibrationSet",
    "CalibrationTask",
    "FrozenPanel",
    "FrozenPanelJudge",
    "Judge",
    "JudgePrompt",
    "JudgeRun",
    "JudgeVote",
    "PanelRanking",
    "PanelScore",
    "SeenHealth",
    "SentinelPair",
]
