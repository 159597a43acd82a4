"""After a write a worker computes what is kept, and computes it again when more was written meanwhile."""

import fcntl

import pytest
from django.db import transaction

from annotation.base import rebuild as sending
from annotation.base.array_cache import cache_folder, cached_result
from annotation.base.rebuild import rebuild_after_commit
from annotation.base.rebuilding import MOST_ROUNDS, rebuild
from annotation.base.stamps import ROWS_FOLDED, move_stamps, stamps_of
from annotation.models import RevisionStamp

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SCOPE, OTHER = "round 1", "judge 1"


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    move_stamps([SCOPE, OTHER])


class Computation:
    """Counts how often it ran; `writes` happen while it runs, one each time."""

    def __init__(self, writes: int = 0, scope: str = SCOPE) -> None:
        self.times, self.writes, self.scope = 0, writes, scope

    def __call__(self) -> None:
        self.times += 1
        if self.times <= self.writes:
            move_stamps([self.scope])


def test_it_computes_once_while_nothing_is_written():
    compute = Computation()
    rebuild([SCOPE, OTHER], "round-1", compute)
    assert compute.times == 1


@pytest.mark.parametrize("scope", [SCOPE, OTHER])
def test_what_was_written_meanwhile_is_computed_too(scope):
    compute = Computation(writes=2, scope=scope)
    rebuild([SCOPE, OTHER], "round-1", compute)
    assert compute.times == 3


def test_a_write_to_another_scope_is_not_waited_for():
    compute = Computation(writes=1, scope="judge 2")
    rebuild([SCOPE, OTHER], "round-1", compute)
    assert compute.times == 1


def test_it_ends_however_much_is_written():
    compute = Computation(writes=100)
    rebuild([SCOPE], "round-1", compute)
    assert compute.times == MOST_ROUNDS


def test_whoever_finds_another_at_it_goes_home():
    inner = Computation()
    rebuild([SCOPE], "round-1", lambda: rebuild([SCOPE], "round-1", inner))
    assert inner.times == 0
    rebuild([SCOPE], "round-1", inner)
    assert inner.times == 1


def test_another_scope_is_rebuilt_beside_it():
    inner = Computation()
    rebuild([SCOPE], "round-1", lambda: rebuild([OTHER], "round-2", inner))
    assert inner.times == 1


def test_a_lock_of_another_process_counts_and_ends_with_it():
    cache_folder().mkdir(parents=True)
    compute = Computation()
    with (cache_folder() / "round-1.rebuild").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        rebuild([SCOPE], "round-1", compute)
        assert compute.times == 0
    rebuild([SCOPE], "round-1", compute)
    assert compute.times == 1


def test_a_computation_that_fails_lets_the_next_one_at_it():
    def fail() -> None:
        raise ValueError("no labels")

    with pytest.raises(ValueError, match="no labels"):
        rebuild([SCOPE], "round-1", fail)
    compute = Computation()
    rebuild([SCOPE], "round-1", compute)
    assert compute.times == 1


def test_what_was_computed_before_a_write_is_not_served_after_it():
    """The write comes while the worker computes: whoever asks then finds nothing under the new stamp."""
    values = ["before", "after"]

    def read() -> str:
        return cached_result("round-1/value", stamps_of([SCOPE])[SCOPE], str, lambda: values[0])

    def compute() -> None:
        read()
        if len(values) == 2:
            values.pop(0)
            move_stamps([SCOPE])
            assert read() == "after"

    rebuild([SCOPE], "round-1", compute)
    assert read() == "after"


@pytest.mark.parametrize(("moves", "rows"), [(ROWS_FOLDED - 2, ROWS_FOLDED - 1), (ROWS_FOLDED - 1, 1)])
def test_many_rows_of_a_stamp_become_one_and_the_stamp_stays(moves, rows):
    for _ in range(moves):
        move_stamps([SCOPE])
    before = stamps_of([SCOPE])
    rebuild([SCOPE], "round-1", Computation())
    assert stamps_of([SCOPE]) == before
    assert RevisionStamp.objects.filter(scope=SCOPE).count() == rows


@pytest.fixture
def sent(monkeypatch):
    """The keys that tasks were sent for."""
    keys: list[int] = []

    class Task:
        @staticmethod
        def apply_async(arguments, retry):
            keys.append(arguments[0])

    monkeypatch.setattr(sending, "import_string", lambda name: Task)
    return keys


def test_a_worker_is_told_once_the_write_is_committed(sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        rebuild_after_commit("round", 7)
        assert sent == []
    assert sent == [7]


def test_nobody_is_told_of_a_write_that_was_rolled_back(sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        rebuild_after_commit("round", 7)
        transaction.set_rollback(True)
    assert sent == []


def test_a_kind_without_a_task_is_left_to_the_pages(sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        rebuild_after_commit("nothing", 7)
    assert sent == []


def test_a_broker_that_cannot_be_reached_undoes_no_write(
    monkeypatch, caplog, django_capture_on_commit_callbacks
):
    def fail(name):
        raise OSError("no broker")

    monkeypatch.setattr(sending, "import_string", fail)
    with django_capture_on_commit_callbacks(execute=True):
        rebuild_after_commit("round", 7)
    assert "No worker could be told" in caplog.text
