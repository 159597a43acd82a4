"""A task goes to a real worker and its answer comes back, through each kind of broker."""

import subprocess
import sys

import pytest

from config.children import die_with_parent
from tests.config.site import PATIENCE_SECONDS, ROOT, environment

ASK = "from config.tasks import ping; print(ping.delay('good morning').get(timeout=250))"


@pytest.fixture(params=["filesystem", "redis"])
def broker(request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment that names the broker: nothing for the embedded one."""
    if request.param == "filesystem":
        return {}
    return {"CELERY_BROKER_URL": request.getfixturevalue("redis_url")}


def test_a_task_comes_back_from_a_worker(broker, data_folder):
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
    assert asked.stdout.strip() == "good morning", asked.stderr
