"""Files that wait for a job: each in a folder of its own, under the name it was sent with.

The folder is below DATA_DIR, which the web server and the worker share.
"""

import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.models import Job

State = Job.State
# A folder is made before its job is written; one without a job for so long never gets one.
STRAY = timedelta(days=1)


def store_upload(chunks: Iterable[bytes], name: str) -> str:
    """Write the file to the disk and return the name of its folder. Raises BadInputError if that fails."""
    folder = uuid.uuid4().hex
    try:
        (settings.UPLOADS_DIR / folder).mkdir(parents=True)
        with (settings.UPLOADS_DIR / folder / name).open("wb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        remove_upload(folder)
        raise BadInputError(
            f"The file could not be stored ({problem.strerror}), so nothing was started. Try again when "
            "there is room."
        ) from problem
    return folder


def stored_file(job: Job, name: str) -> Path:
    """The job's file. Raises BadInputError when it is not there."""
    path = settings.UPLOADS_DIR / job.upload / name
    if not path.is_file():
        raise BadInputError(
            "The stored file is not there for the worker: it was removed, or the worker has another DATA_DIR "
            "than the web server. Choose the file again."
        )
    return path


def remove_upload(folder: str) -> None:
    """Remove a stored file; what is gone already is fine."""
    if folder:
        shutil.rmtree(settings.UPLOADS_DIR / folder, ignore_errors=True)


def remove_old_uploads() -> None:
    """Remove what no job needs: of ended jobs, of stopped ones that nobody tried again, and strays."""
    for folder in _folders():
        job = Job.objects.filter(upload=folder.name).first()
        if _is_stray(folder) if job is None else not _is_needed(job):
            remove_upload(folder.name)


def _folders() -> Iterator[Path]:
    return settings.UPLOADS_DIR.iterdir() if settings.UPLOADS_DIR.is_dir() else iter(())


def _is_stray(folder: Path) -> bool:
    try:
        changed = folder.stat().st_mtime
    except FileNotFoundError:  # another worker removed it just now
        return False
    return changed < (timezone.now() - STRAY).timestamp()


def _is_needed(job: Job) -> bool:
    return job.is_waiting or (job.state == State.FAILED and timezone.now() < kept_until(job))


def kept_until(job: Job) -> datetime:
    """Until when the file of a stopped job is kept."""
    return job.finished_at + timedelta(days=settings.UPLOADS_KEPT_DAYS)
