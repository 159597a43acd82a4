"""Large tables: stored by the page, checked and applied by the worker, told exactly as small ones are."""

import re

import pandas as pd
import pytest

from annotation.jobs import tasks
from annotation.models import AuditEntry, Job, Task
from scoring.tables import import_file, import_jobs
from tests.html import html_of
from tests.made_tables import task_row, write_tasks
from tests.scoring.tables.test_pages import send

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def own_uploads(settings, tmp_path):
    settings.UPLOADS_DIR = tmp_path / "uploads"
    settings.TABLE_IN_PAGE_BYTES = 0
    return settings.UPLOADS_DIR


@pytest.fixture
def tasks_file(tmp_path):
    return write_tasks(tmp_path / "tasks.csv", [task_row("NEW-1"), task_row("NEW-2")]).read_bytes()


def worked(client, answer) -> tuple[Job, str]:
    """The job that a page has started, after a worker was at it, and its page."""
    job = Job.objects.get(pk=answer.url.strip("/").rpartition("/")[2])
    tasks.work_on(job.kind)
    job.refresh_from_db()
    return job, html_of(client.get(answer.url))


def outcome_in(text: str) -> str:
    """The box of an outcome and its remarks, the same on both pages."""
    boxes = re.findall(r'<div class="message message-\w+" role.*?</div>|<details>.*?</details>', text, re.S)
    return "".join(" ".join(box.split()) for box in boxes if "of 2 rows" in box or "my tasks.csv:" in box)


def test_the_page_reads_nothing_and_the_worker_applies_it_once(
    client, cast, tasks_file, own_uploads, monkeypatch
):
    client.force_login(cast.admin)
    read = []
    whole = import_file.read_source
    monkeypatch.setattr(import_file, "read_source", lambda *args: read.append(args) or whole(*args))
    answer = send(client, tasks_file, split="public")
    assert (answer.status_code, read) == (302, [])
    assert not Task.objects.exists()
    job, text = worked(client, answer)
    assert (job.state, job.title) == ("done", "Import of tasks.csv (Tasks)")
    assert "tasks.csv: of 2 rows 2 were created" in " ".join(text.split())
    assert Task.objects.filter(split="public").count() == 2
    entry = AuditEntry.objects.get(verb="import_tasks")
    assert (entry.actor, entry.detail["file"]) == (cast.admin, "tasks.csv")
    tasks.work_on(job.kind)
    assert AuditEntry.objects.filter(verb="import_tasks").count() == 1
    assert list(own_uploads.iterdir()) == []


@pytest.mark.parametrize("damage", [(b",1,", b",21,"), (b"NEW-1", b"NEW-2"), (b"", b"")])
@pytest.mark.parametrize("button", ["import", "check"])
def test_a_person_is_told_the_same_as_of_a_small_file(client, cast, tasks_file, settings, damage, button):
    client.force_login(cast.admin)
    content = tasks_file.replace(*damage, 1)
    job, large = worked(client, send(client, content, name="my tasks.csv", **{button: ""}))
    settings.TABLE_IN_PAGE_BYTES = 10**6
    small = html_of(send(client, content, name="my tasks.csv", **{button: ""}))
    if job.state == "done" and button == "import":  # what the first brought in is known to the second
        large, small = (
            large.replace("2 were created", "0 were created"),
            small.replace("2 were known", "0 were known"),
        )
    assert outcome_in(large) == outcome_in(small) != ""


def test_a_check_by_the_worker_writes_nothing_but_its_outcome(client, cast, tasks_file):
    client.force_login(cast.admin)
    job, text = worked(client, send(client, tasks_file, check=""))
    assert (job.state, job.title) == ("done", "Check of tasks.csv (Tasks)")
    assert "The file is sound. Nothing was written." in text
    assert not Task.objects.exists()
    assert not AuditEntry.objects.filter(verb="import_tasks").exists()


def test_what_was_asked_for_reaches_the_worker_unchanged(client, cast, tasks_file):
    client.force_login(cast.admin)
    send(client, tasks_file, kind="judgments", judges="a/x, b/y,c/z", ignore_unknown="on")
    asked = Job.objects.get().parameters
    assert (asked["kind"], asked["file"]) == ("judgments", "tasks.csv")
    assert asked["wish"]["judges"] == ["a/x", "b/y", "c/z"]
    assert asked["wish"]["ignore_unknown"] is True
    assert asked["wish"]["dry_run"] is False


@pytest.mark.parametrize(
    ("name", "size", "is_for_worker"),
    [("t.csv", 500, False), ("t.csv", 501, True), ("t.jsonl", 501, True), ("t.PARQUET", 1, True)],
)
def test_small_text_is_read_at_once_and_parquet_never(settings, name, size, is_for_worker):
    settings.TABLE_IN_PAGE_BYTES = 500
    assert import_jobs.is_for_worker(name, size) is is_for_worker


@pytest.mark.parametrize("content", [b"\x00\x01\x02", b"PAR1"])
def test_parquet_that_is_none_is_refused_by_the_worker(client, cast, settings, content):
    settings.TABLE_IN_PAGE_BYTES = 10**6
    client.force_login(cast.admin)
    job, text = worked(client, send(client, content, name="tasks.parquet"))
    assert job.state == "refused"
    assert "tasks.parquet:1:(file): cannot be read as Parquet" in text


def test_parquet_is_imported(client, cast, tasks_file, tmp_path):
    client.force_login(cast.admin)
    (tmp_path / "t.csv").write_bytes(tasks_file)
    pd.read_csv(tmp_path / "t.csv", dtype="str", keep_default_na=False).to_parquet(tmp_path / "t.parquet")
    job, _ = worked(client, send(client, (tmp_path / "t.parquet").read_bytes(), name="t.parquet"))
    assert (job.state, Task.objects.count()) == ("done", 2)


def test_a_file_beyond_the_limit_is_413_with_a_sentence(client, cast, tasks_file, settings):
    settings.TABLE_LIMITS = settings.TABLE_LIMITS | {"bytes": len(tasks_file) - 1}
    client.force_login(cast.admin)
    answer = send(client, tasks_file)
    text = html_of(answer)
    assert answer.status_code == 413
    assert f"The file is larger than the {len(tasks_file) - 1:,} bytes that are taken." in text
    assert "TABLE_MAX_BYTES" in text
    assert "This field is required" not in text
    assert not Job.objects.exists()


def test_a_full_disk_starts_nothing(client, cast, tasks_file, monkeypatch):
    def is_full(*args):
        raise import_jobs.BadInputError("The file could not be stored (no room).")

    monkeypatch.setattr(import_jobs, "store_upload", is_full)
    client.force_login(cast.admin)
    answer = send(client, tasks_file)
    assert answer.status_code == 422
    assert "could not be stored" in html_of(answer)
    assert not Job.objects.exists()


def test_a_job_that_cannot_be_written_leaves_no_file(cast, own_uploads, monkeypatch):
    def fails(**fields):
        raise RuntimeError

    monkeypatch.setattr(import_jobs, "start_job", fails)
    with pytest.raises(RuntimeError):
        import_jobs.start_import(
            kind="tasks", name="t.csv", chunks=[b"a"], wish=import_jobs.Wish(), actor=cast.admin
        )
    assert list(own_uploads.iterdir()) == []


def test_the_page_of_tables_leads_back_to_the_job(client, cast, tasks_file):
    client.force_login(cast.admin)
    answer = send(client, tasks_file)
    text = html_of(client.get("/tables/"))
    assert f'href="{answer.url}"' in text
    assert "Queued" in text


@pytest.mark.parametrize(("kind", "is_closed"), [("tasks", False), ("votes", True), ("responses", True)])
def test_only_an_import_of_tasks_is_open_to_an_admin_who_rates(cast, kind, is_closed):
    job = import_jobs.start_import(
        kind=kind, name="t.csv", chunks=[b"a"], wish=import_jobs.Wish(), actor=cast.admin
    )
    assert job.closed_to_raters is is_closed
