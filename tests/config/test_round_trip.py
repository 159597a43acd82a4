"""A real worker takes work from each kind of broker, and what became of it stands in the database."""

import subprocess
import sys

import pytest

from config.supervisor import die_with_parent
from tests.config.site import PATIENCE_SECONDS, ROOT, environment

# The round is a draft, so the worker ends the ranking with a sentence in its row; nothing else keeps results.
ASK = """
import time
from annotation.models import Round
from calibration.models import PanelRanking
from calibration.rankings.tasks import rank

ranking = PanelRanking.objects.create(round=Round.objects.create(name="pilot"), parameters={"judges": None})
rank.delay(ranking.pk)
deadline = time.monotonic() + 250
while ranking.state != "failed" and time.monotonic() < deadline:
    time.sleep(0.1)
    ranking.refresh_from_db()
print(ranking.error)
"""


@pytest.fixture(params=["filesystem", "redis"])
def broker(request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment that names the broker: nothing for the embedded one."""
    if request.param == "filesystem":
        return {}
    return {"CELERY_BROKER_URL": request.getfixturevalue("redis_url")}


def test_a_worker_takes_a_task_and_records_its_end(broker, data_folder):
    where = environment(data_folder, **broker)
    worker = subprocess.Popen(
        [sys.executable, "-m", "config.worker"], env=where, cwd=ROOT, preexec_fn=die_with_parent()
    )
    try:
        asked = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", ASK],
            env=where,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )
    finally:
        worker.terminate()
        worker.wait(PATIENCE_SECONDS)
    assert "Close the round first" in asked.stdout, asked.stderr
