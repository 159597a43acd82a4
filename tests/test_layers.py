"""Inside a folder: nothing but addresses and other entry points imports a page."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
APPLICATIONS = ("annotation", "calibration", "scoring")


def _is_entry_point(path: Path) -> bool:
    name = path.name
    in_api = "api" in path.parts or "management" in path.parts
    return in_api or name.startswith("page_") or name.endswith(("_endpoint.py", "_middleware.py", "urls.py"))


def _imported_names(source: str) -> set[str]:
    """The last words of everything the module imports: of modules and of names in them."""
    words: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in APPLICATIONS:
            words |= {node.module.rpartition(".")[2], *(name.name for name in node.names)}
    return words


def _upward_imports(path: Path, source: str) -> list[str]:
    if _is_entry_point(path):
        return []
    return sorted(word for word in _imported_names(source) if word.startswith("page_"))


def test_nothing_but_entry_points_imports_a_page():
    upward = {
        str(path.relative_to(ROOT)): words
        for application in APPLICATIONS
        for path in (ROOT / application).rglob("*.py")
        if (words := _upward_imports(path.relative_to(ROOT), path.read_text()))
    }
    assert upward == {}


@pytest.mark.parametrize(
    ("path", "source", "upward"),
    [
        (
            "annotation/care/exposure.py",
            "from annotation.care.page_care import label_pause",
            ["page_care"],
        ),
        ("annotation/care/exposure.py", "from annotation.care import form_topic", []),
        ("annotation/care/form_topic.py", "from annotation.care import page_care", ["page_care"]),
        ("annotation/care/page_care.py", "from annotation.labelling import page_lists", []),
        ("annotation/api/items.py", "from annotation.care.page_care import label_pause", []),
        ("annotation/care/exposure.py", "from annotation.care.opt_out import leave_out_item", []),
    ],
)
def test_the_check_sees_an_upward_import_and_nothing_else(path, source, upward):
    assert _upward_imports(Path(path), source) == upward
