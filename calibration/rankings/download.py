"""A file made on the spot and handed over."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from django.http import HttpResponse

TYPES = {".csv": "text/csv; charset=utf-8", ".json": "application/json"}


def as_download(name: str, write: Callable[[Path], object]) -> HttpResponse:
    """What `write` puts at the path it is given, as an attachment of that name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        answer = HttpResponse(path.read_bytes(), content_type=TYPES[path.suffix])
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
