"""Jobs: taken once, followed when the worker died, ended in the transaction that does the work."""

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, transaction
from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.base.refusals import RefusedError
from annotation.jobs import claim, run, start, tasks
from annotation.jobs.claim import LEASE, Claim
from annotation.jobs.run import MOST_ATTEMPTS, run_free_jobs, run_job
from annotation.jobs.start import try_again
from annotation.models import AuditEntry, Job

pytestmark = pytest.mark.both_databases


def writes(job, finish):
    """Work that leaves a row behind."""
    with transaction.atomic():
        record_audit(actor=job.started_by, verb="trial", target="trial:1")
        finish({"n": 1})


def written() -> int:
    return AuditEntry.objects.filter(verb="trial").count()


def abandoned(job, **fields):
    """As a killed worker leaves the job."""
    past = timezone.now() - timedelta(seconds=1)
    Job.objects.filter(pk=job.pk).update(state="running", lease_until=past, **fields)
    return job


def test_a_job_is_done_after_the_commit_and_its_file_is_removed(
    trial, own_uploads, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        job = trial(writes)
        assert (own_uploads / job.upload / "table.csv").read_bytes() == b"a,b\n1,2\n"
    job.refresh_from_db()
    assert (job.state, job.outcome, job.attempts) == ("done", {"n": 1}, 1)
    assert job.lease_until is job.claim is None
    assert written() == 1
    assert not (own_uploads / job.upload).exists()


def test_a_job_that_is_done_is_not_done_again(trial):
    job = trial(writes)
    run_job(job)
    run_job(job)
    assert written() == 1


def test_a_job_that_another_worker_is_at_is_left_alone(trial):
    job = trial(writes)
    assert Claim.take(job)
    run_job(job)
    assert written() == 0


def test_a_job_whose_worker_died_is_done_by_the_next(trial):
    job = abandoned(trial(writes))
    tasks.work_on("trial")
    job.refresh_from_db()
    assert (job.state, written()) == ("done", 1)


def test_a_worker_that_lost_its_job_writes_nothing(trial, own_uploads):
    """It was away for longer than its lease, and a successor has the job."""

    def slowly(job, finish):
        Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - LEASE)
        assert Claim.take(job)
        writes(job, finish)

    job = trial(slowly)
    run_job(job)
    job.refresh_from_db()
    assert (job.state, written()) == ("running", 0)
    assert (own_uploads / job.upload).exists()  # the successor needs it


@pytest.mark.parametrize("problem", [BadInputError("row 2 is wrong"), PermissionDenied("Not any more.")])
def test_input_that_cannot_be_used_is_refused_with_its_problems(trial, own_uploads, problem):
    def refuses(job, finish):
        raise problem

    job = trial(refuses)
    run_job(job)
    job.refresh_from_db()
    assert (job.state, job.error) == ("refused", "")
    assert job.outcome == {"problems": [str(problem)], "problems_left": 0}
    assert not (own_uploads / job.upload).exists()


@pytest.mark.parametrize(
    ("problem", "error"),
    [
        (MemoryError(), run.TOO_LITTLE_MEMORY),
        (RuntimeError("a bug"), run.UNEXPECTED),
        (RefusedError("Somebody else was first."), "Somebody else was first."),
    ],
)
def test_what_stopped_can_be_tried_again_with_its_file(trial, own_uploads, problem, error):
    def stops(job, finish):
        raise problem

    job = trial(stops)
    run_job(job)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", error)
    assert (own_uploads / job.upload).exists()
    assert try_again(job)
    assert not try_again(job)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.error, job.finished_at) == ("queued", 0, "", None)


def test_a_fault_of_the_database_leaves_the_job_to_be_taken_again(trial):
    def fails(job, finish):
        raise OperationalError("the server closed the connection")

    job = trial(fails)
    with pytest.raises(OperationalError):
        run_job(job)
    job.refresh_from_db()
    assert job.state == "running"
    assert job.lease_until > timezone.now()


def test_workers_that_end_again_and_again_are_not_followed_for_ever(trial):
    job = abandoned(trial(writes), attempts=MOST_ATTEMPTS - 1)
    run_job(job)
    job.refresh_from_db()
    assert (job.state, written()) == ("done", 1)
    other = abandoned(trial(writes), attempts=MOST_ATTEMPTS)
    run_job(other)
    other.refresh_from_db()
    assert (other.state, other.error, written()) == ("failed", run.WORKERS_ENDED, 1)


def test_jobs_are_run_oldest_first_until_none_is_left(trial):
    order = []

    def notes(job, finish):
        order.append(job.pk)
        finish({})

    jobs = [trial(notes), trial(notes), trial(notes)]
    run_free_jobs("trial")
    assert order == [job.pk for job in jobs]


def test_a_second_thread_leaves_while_the_first_is_at_one_of_its_kind(trial, monkeypatch):
    trial(writes)
    busy = threading.Lock()
    busy.acquire()
    monkeypatch.setitem(run._at_work, "trial", busy)
    run_free_jobs("trial")
    assert written() == 0


def test_the_worker_finds_jobs_whose_message_was_lost(trial, monkeypatch):
    def broker_is_away(*args, **options):
        raise ConnectionError("no broker")

    job = trial(writes)
    monkeypatch.setattr(tasks.work_on, "apply_async", broker_is_away)
    start.wake_worker(job)  # raises nothing
    monkeypatch.undo()
    asked = []
    monkeypatch.setattr(tasks.work_on, "delay", asked.append)
    tasks.look_once()
    assert asked == ["trial"]
    Claim.take(job)
    tasks.look_once()
    assert asked == ["trial"]


def test_the_lease_is_prolonged_until_the_job_is_lost(trial, monkeypatch):
    """Without a thread: each look at the clock is one beat."""
    taken = Claim.take(trial())
    taken.held().update(lease_until=timezone.now())
    beats = []

    class Clock:
        def wait(self, seconds):
            beats.append(Job.objects.get(pk=taken.job_id).lease_until)
            if len(beats) == 2:
                Job.objects.filter(pk=taken.job_id).update(claim=None)
            assert len(beats) < 4
            return False

    monkeypatch.setattr(claim.connection, "close", lambda: None)
    taken._beat(Clock())
    assert len(beats) == 2
    assert beats[1] > timezone.now() + timedelta(seconds=50)


def test_a_beat_that_the_database_refuses_is_followed_by_another(trial, monkeypatch):
    taken = Claim.take(trial())
    answers = iter([OperationalError("database is locked"), None])

    def held():
        problem = next(answers)
        if problem:
            raise problem
        return Job.objects.none()

    class Clock:
        def wait(self, seconds):
            return False

    monkeypatch.setattr(claim.connection, "close", lambda: None)
    monkeypatch.setattr(taken, "held", held)
    taken._beat(Clock())
    assert next(answers, "all were asked") == "all were asked"
