"""The demo corpus as frames, one function a table."""

from annotation.demo.clinicians import clinician_labels
from annotation.demo.corpus import (
    load_assistant_turns,
    load_responses,
    load_tasks,
    load_transcripts,
    truth,
)
from annotation.demo.evaluated import models
from annotation.demo.judges import judges
from annotation.demo.votes import candidate_votes, panel_judgments

__all__ = [
    "candidate_votes",
    "clinician_labels",
    "judges",
    "load_assistant_turns",
    "load_responses",
    "load_tasks",
    "load_transcripts",
    "models",
    "panel_judgments",
    "truth",
]
