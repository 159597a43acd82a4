"""A kind of job that tests can steer, and stored files in a folder of the test's own."""

import pytest

from annotation.jobs import kinds
from annotation.jobs.start import start_job
from annotation.jobs.uploads import store_upload
from annotation.models import Job

STEPS = {}  # what a job of the kind "trial" does, by the name in its parameters


def run_trial(job, finish):
    """Do the step that the test put there."""
    STEPS["run"](job, finish)


@pytest.fixture(autouse=True)
def own_uploads(settings, tmp_path):
    settings.UPLOADS_DIR = tmp_path / "uploads"
    return settings.UPLOADS_DIR


@pytest.fixture
def trial(cast, monkeypatch):
    """Call it with a function of (job, finish): a queued job that does this, with a stored file."""
    kind = kinds.JobKind(f"{__name__}.run_trial", "scoring/_import_outcome.html", ("table_list", "Tables"))
    monkeypatch.setitem(kinds._kinds, "trial", kind)

    def make(run=lambda job, finish: finish({"n": 1}), **fields) -> Job:
        STEPS["run"] = run
        given = {"closed_to_raters": True, "parameters": {}, **fields}
        upload = store_upload([b"a,b\n", b"1,2\n"], "table.csv")
        return start_job(kind="trial", title="A trial", upload=upload, actor=cast.admin, **given)

    return make
