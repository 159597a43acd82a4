"""Bring tables in and take them out; the same actions as the commands import_table and export_table."""

import tempfile
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.access import (
    OPEN_TABLES,
    admin_required,
    closed_to_raters,
    jobs_for,
    rates_open_round,
    refuse_raters,
)
from annotation.base.errors import BadInputError
from annotation.jobs.outcome import first_lines
from annotation.jobs.upload_limit import was_too_large
from scoring.tables.form_tables import ExportForm, ImportForm
from scoring.tables.import_jobs import IMPORT, import_outcome, is_for_worker, start_import, without_folder

SHOWN_JOBS = 5
EXPORT_ID = "id_export_%s"  # two forms on one page


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def table_list(request: HttpRequest) -> HttpResponse:
    """The page of tables; a POST checks a file (`check`) or imports it, a large one in the background."""
    if request.POST.get("kind", OPEN_TABLES[0]) not in OPEN_TABLES:
        refuse_raters(request.user)  # before the form, which knows the names of panels
    form = ImportForm(request.POST or None, request.FILES or None)
    is_too_large = was_too_large(request)
    if is_too_large:
        form.say_too_large()
    if rates_open_round(request.user):
        form.leave_open_tables()
    if not form.is_bound:
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form, status=413 if is_too_large else 422)
    is_large = is_for_worker(form.file_name, form.cleaned_data["file"].size)
    return _in_background(request, form) if is_large else _at_once(request, form)


def _in_background(request: HttpRequest, form: ImportForm) -> HttpResponse:
    """Leave the file to the worker and show where it stands."""
    try:
        job = start_import(
            kind=form.cleaned_data["kind"],
            name=form.file_name,
            chunks=form.cleaned_data["file"].chunks(),
            wish=form.wish(dry_run="check" in request.POST),
            actor=request.user,
        )
    except BadInputError as problem:
        form.add_error("file", problem.problems)
        return _page(request, form, status=422)
    messages.success(request, "The file is stored and waits for the worker.")
    return redirect("job_detail", job.pk)


def _at_once(request: HttpRequest, form: ImportForm) -> HttpResponse:
    """Read the file now and show what came of it."""
    from scoring.tables.import_file import import_file  # here, because it loads pandas

    with tempfile.TemporaryDirectory() as folder:
        path = _stored(form.cleaned_data["file"], Path(folder) / form.file_name)
        try:
            result = import_file(
                kind=form.cleaned_data["kind"],
                path=path,
                wish=form.wish(dry_run="check" in request.POST),
                actor=request.user,
            )
        except BadInputError as problem:
            lines = without_folder(problem.problems, path)
            return _page(request, form, status=422, **first_lines("problems", lines))
    return _page(request, form, **import_outcome(result, path))


def _page(request: HttpRequest, form: ImportForm, status: int = 200, **outcome: Any) -> HttpResponse:
    context = {
        "form": form,
        "export_form": ExportForm(auto_id=EXPORT_ID),
        "is_rater": rates_open_round(request.user),
        "jobs": jobs_for(request.user).filter(kind=IMPORT)[:SHOWN_JOBS],
        **outcome,
    }
    return render(request, "scoring/table_list.html", context, status=status)


@require_safe
@admin_required
@closed_to_raters
def table_export(request: HttpRequest) -> HttpResponse:
    """The table as a file."""
    form = ExportForm(request.GET, auto_id=EXPORT_ID)
    context = {"form": ImportForm(), "export_form": form}
    if not form.is_valid():
        return render(request, "scoring/table_list.html", context, status=422)
    from scoring.tables.export_file import export_file

    name = f"{form.cleaned_data['kind']}{form.cleaned_data['suffix']}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        try:
            export_file(kind=form.cleaned_data["kind"], path=path, choice=form.choice(), actor=request.user)
        except BadInputError as problem:
            form.add_error(None, str(problem))
            return render(request, "scoring/table_list.html", context, status=422)
        # Opened before the folder goes: the open file stays readable until it has been sent.
        return FileResponse(path.open("rb"), as_attachment=True, filename=name)


def _stored(upload: UploadedFile, path: Path) -> Path:
    with path.open("wb") as file:
        for chunk in upload.chunks():
            file.write(chunk)
    return path
