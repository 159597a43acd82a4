"""Imports of tables too large for a page: the file is stored, and the worker checks and applies it."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from django.conf import settings

from annotation.access import OPEN_TABLES, refuse_raters
from annotation.base.errors import BadInputError
from annotation.jobs.kinds import Finish
from annotation.jobs.outcome import first_lines
from annotation.jobs.start import start_job
from annotation.jobs.uploads import remove_upload, store_upload, stored_file
from annotation.models import Job, Person
from scoring.tables.form_tables import KIND_NAMES
from scoring.tables.options import Wish

IMPORT = "import_table"  # as scoring/apps.py names the kind


def is_for_worker(name: str, size: int) -> bool:
    """Whether a file is not to be read in a process that serves pages.

    The size of a Parquet file tells little about what it unpacks to, so that none of them is.
    """
    return size > settings.TABLE_IN_PAGE_BYTES or Path(name).suffix.lower() == ".parquet"


def start_import(*, kind: str, name: str, chunks: Iterable[bytes], wish: Wish, actor: Person) -> Job:
    """Store the file and queue its import. Raises BadInputError when it cannot be stored, and
    PermissionDenied for a rater of an open round unless the table is one of OPEN_TABLES.
    """
    if kind not in OPEN_TABLES:
        refuse_raters(actor)
    upload = store_upload(chunks, name)
    act = "Check" if wish.dry_run else "Import"
    try:
        return start_job(
            kind=IMPORT,
            title=f"{act} of {name} ({KIND_NAMES[kind]})",
            parameters={"kind": kind, "file": name, "wish": asdict(wish)},
            upload=upload,
            closed_to_raters=kind not in OPEN_TABLES,
            actor=actor,
        )
    except BaseException:
        remove_upload(upload)
        raise


def run_import(job: Job, finish: Finish) -> None:
    """Check the stored file and apply it. Raises BadInputError with every problem."""
    from scoring.tables.import_file import import_file  # here, because it loads pandas

    asked = job.parameters
    path = stored_file(job, asked["file"])
    try:
        import_file(
            kind=asked["kind"],
            path=path,
            wish=Wish(**asked["wish"]),
            actor=job.started_by,
            finish=lambda result: finish(import_outcome(result, path)),
        )
    except BadInputError as problem:
        raise BadInputError(without_folder(problem.problems, path)) from problem


def import_outcome(result: dict, path: Path) -> dict[str, object]:
    """What a page shows of an import's result."""
    shown = result | {"file": path.name, "kind_name": KIND_NAMES[result["kind"]]}
    return {"result": shown} | first_lines("warnings", without_folder(shown.pop("warnings"), path))


def without_folder(lines: Iterable[str], path: Path) -> list[str]:
    """The lines with the file's own name, as the person who sent it knows it."""
    return [line.removeprefix(f"{path.parent}/") for line in lines]
