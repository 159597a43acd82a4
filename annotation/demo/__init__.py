"""The synthetic demo corpus: everything in it was written for this project and describes nobody.

Texts, rubrics, the truth about each written reply and the raters' remarks are files beside this module;
labels, votes and judgments are generated from them, always the same. Pure: no database, no Django.
"""

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
from annotation.demo.judgments import panel_judgments
from annotation.demo.votes import candidate_votes

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
