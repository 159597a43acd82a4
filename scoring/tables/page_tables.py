"""Bring tables in and take them out; the same actions as the commands import_table and export_table."""

import tempfile
from pathlib import Path

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.access import OPEN_TABLES, admin_required, closed_to_raters, rates_open_round, refuse_raters
from annotation.base.errors import BadInputError
from scoring.tables.form_tables import KIND_NAMES, ExportForm, ImportForm

SHOWN_PROBLEMS = 200
EXPORT_ID = "id_export_%s"  # two forms on one page


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def table_list(request: HttpRequest) -> HttpResponse:
    """The page of tables; a POST checks a file (`check`) or imports it."""
    if request.POST.get("kind", OPEN_TABLES[0]) not in OPEN_TABLES:
        refuse_raters(request.user)  # before the form, which knows the names of panels
    form = ImportForm(request.POST or None, request.FILES or None)
    context = {"form": form, "export_form": ExportForm(auto_id=EXPORT_ID)}
    if rates_open_round(request.user):
        form.leave_open_tables()
        context["is_rater"] = True
    if not form.is_bound:
        return render(request, "scoring/table_list.html", context)
    if not form.is_valid():
        return render(request, "scoring/table_list.html", context, status=422)
    is_check = "check" in request.POST
    from scoring.tables.import_file import import_file  # here, because it loads pandas

    try:
        with tempfile.TemporaryDirectory() as folder:
            path = _stored(form.cleaned_data["file"], Path(folder) / form.file_name)
            result = import_file(
                kind=form.cleaned_data["kind"],
                path=path,
                wish=form.wish(dry_run=is_check),
                actor=request.user,
            )
    except BadInputError as problem:
        lines = [line.removeprefix(f"{folder}/") for line in problem.problems]
        return render(request, "scoring/table_list.html", context | _shown("problems", lines), status=422)
    result |= {"file": form.file_name, "kind_name": KIND_NAMES[result["kind"]]}
    warnings = [line.removeprefix(f"{folder}/") for line in result["warnings"]]
    return render(
        request, "scoring/table_list.html", context | {"result": result} | _shown("warnings", warnings)
    )


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


def _shown(name: str, lines: list[str]) -> dict[str, object]:
    return {name: lines[:SHOWN_PROBLEMS], f"{name}_left": max(0, len(lines) - SHOWN_PROBLEMS)}
