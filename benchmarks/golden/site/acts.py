"""A day's work on the demo: what each role does there, and some of what it must not do."""

from pathlib import Path

from benchmarks.golden.site.acts_calibration import calibration_acts
from benchmarks.golden.site.acts_labelling import labelling_acts
from benchmarks.golden.site.acts_people import people_acts
from benchmarks.golden.site.acts_rounds import round_acts
from benchmarks.golden.site.acts_tables import table_acts
from benchmarks.golden.site.stage import Stage

LISTS = (
    "/",
    "/rounds/",
    "/calibration/",
    "/judges/",
    "/panels/",
    "/scores/",
    "/tasks/",
    "/people/",
    "/label/",
)


def write_acts(folder: Path) -> None:
    """All acts in order; then the lists and the audit log as they left them."""
    stage = Stage(folder)
    for acts in (labelling_acts, round_acts, calibration_acts, table_acts, people_acts):
        acts(stage)
    for who in ("admin", "clinician-3", "viewer"):
        for address in LISTS:
            stage.get(who, address)
    for page in range(1, 9):
        stage.get("admin", f"/audit/?page={page}")
    stage.get("admin", "/audit/", {"verb": "open_round"})
