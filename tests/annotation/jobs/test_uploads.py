"""Stored files: there until their job needs them no more, and no longer."""

import os
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.jobs.uploads import STRAY, remove_old_uploads, store_upload, stored_file
from annotation.models import Job


def test_a_file_is_stored_under_its_own_name_and_found_again(trial):
    job = trial()
    assert stored_file(job, "table.csv").read_bytes() == b"a,b\n1,2\n"


def test_a_file_that_is_gone_is_said_to_be(trial):
    with pytest.raises(BadInputError, match="another DATA_DIR"):
        stored_file(trial(), "other.csv")


def test_a_full_disk_is_a_sentence_and_leaves_nothing_behind(own_uploads):
    def chunks():
        yield b"a"
        raise OSError(28, "No space left on device")

    with pytest.raises(BadInputError, match="No space left on device"):
        store_upload(chunks(), "table.csv")
    assert list(own_uploads.iterdir()) == []


@pytest.mark.parametrize(
    ("state", "days_ago", "is_kept"),
    [
        ("queued", 0, True),
        ("running", 100, True),
        ("done", 0, False),
        ("refused", 0, False),
        ("failed", 6, True),
        ("failed", 8, False),
    ],
)
def test_what_no_job_needs_is_removed(trial, own_uploads, settings, state, days_ago, is_kept):
    settings.UPLOADS_KEPT_DAYS = 7
    job = trial()
    Job.objects.filter(pk=job.pk).update(state=state, finished_at=timezone.now() - timedelta(days=days_ago))
    remove_old_uploads()
    assert (own_uploads / job.upload).exists() is is_kept


def test_a_folder_without_a_job_is_removed_when_none_can_come_any_more(db, own_uploads):
    old, new = store_upload([b"a"], "t.csv"), store_upload([b"a"], "t.csv")
    before = time.time() - STRAY.total_seconds() - 1
    os.utime(own_uploads / old, (before, before))
    remove_old_uploads()
    assert [folder.name for folder in own_uploads.iterdir()] == [new]


def test_without_any_upload_there_is_nothing_to_remove(db):
    remove_old_uploads()
