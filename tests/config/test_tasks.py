"""The worker knows every task, and what sends one sends it through the site's own Celery application."""

import re
from pathlib import Path

import pytest
from django.utils.module_loading import import_string

from annotation.base import rebuild
from config.celery import app
from tests.config.site import ROOT

DECLARED = re.compile(r'@shared_task\(name="([\w.]+)"')


def modules_of_tasks() -> list[Path]:
    applications = ("annotation", "calibration", "scoring", "config")
    files = [path for name in applications for path in (ROOT / name).rglob("*.py")]
    return [path for path in files if DECLARED.search(path.read_text())]


def test_the_worker_finds_every_task():
    app.loader.import_default_modules()
    declared = {name for path in modules_of_tasks() for name in DECLARED.findall(path.read_text())}
    assert {"calibration.rank", "calibration.rebuild_round", "scoring.rebuild_panel"} <= declared
    assert declared - set(app.tasks) == set()


def test_every_module_of_tasks_has_the_sites_application():
    """Celery's own shared_task would send to a broker on this machine that nobody named."""
    of_celery = [path for path in modules_of_tasks() if "from celery import shared_task" in path.read_text()]
    assert of_celery == []


@pytest.mark.parametrize("kind", ["round", "panel"])
def test_what_rebuilds_after_a_write_can_be_sent(kind):
    assert import_string(rebuild._tasks[kind]).app.main == app.main == "concord"
