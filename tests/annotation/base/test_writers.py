"""Every place in the code that writes labels, votes, judgments or cells moves a stamp in the same function.

It reads the code itself, so that a writer added later cannot forget it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
STAMPED = {"Label", "JudgeVote", "Judgment", "Cell"}
VARIABLES = {"label": "Label", "vote": "JudgeVote", "judgment": "Judgment", "cell": "Cell"}
WRITING = {
    "abulk_create",
    "acreate",
    "adelete",
    "asave",
    "aupdate",
    "bulk_create",
    "bulk_update",
    "create",
    "delete",
    "get_or_create",
    "save",
    "update",
    "update_or_create",
}
BULK = {"insert_rows", "update_rows"}
# Written by whoever called it, who moves the stamp: it sees one label or one batch of many.
MOVED_BY_CALLER = {
    ("annotation/labelling/record.py", "_store"): "_record",
    ("annotation/rounds/changes/move_to_revision.py", "_follow"): "move_round_to_revision",
    ("annotation/rounds/changes/carry.py", "_copy_criteria"): "_carry_criteria",
}


def functions(source: str) -> Iterator[ast.FunctionDef]:
    """Every function that stands in no other."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def writes(function: ast.AST) -> Iterator[str]:
    """The stamped models that the function writes."""
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id in BULK and isinstance(call.args[0], ast.Name):
            yield from {call.args[0].id} & STAMPED
        if isinstance(call.func, ast.Attribute) and call.func.attr in WRITING:
            root = call.func.value
            while isinstance(root, ast.Attribute | ast.Call | ast.Subscript):
                root = root.func if isinstance(root, ast.Call) else root.value
            if isinstance(root, ast.Name):
                yield from {root.id, VARIABLES.get(root.id)} & STAMPED


def moves(function: ast.AST) -> bool:
    """Whether the function moves a stamp."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "move_stamps"
        for node in ast.walk(function)
    )


def writers() -> dict[tuple[str, str], bool]:
    """(file, function) of every writer, and whether it moves a stamp."""
    found = {}
    for application in ("annotation", "calibration", "scoring", "config"):
        for path in sorted((ROOT / application).rglob("*.py")):
            if "migrations" not in path.parts:
                for function in functions(path.read_text()):
                    if set(writes(function)):
                        found[str(path.relative_to(ROOT)), function.name] = moves(function)
    return found


def test_every_writer_moves_a_stamp():
    unstamped = {writer for writer, is_stamped in writers().items() if not is_stamped}
    assert unstamped == MOVED_BY_CALLER.keys()


@pytest.mark.parametrize(("writer", "caller"), list(MOVED_BY_CALLER.items()))
def test_the_caller_moves_it(writer, caller):
    source = (ROOT / writer[0]).read_text()
    (function,) = [function for function in functions(source) if function.name == caller]
    assert moves(function)
    assert any(isinstance(node, ast.Name) and node.id == writer[1] for node in ast.walk(function))


@pytest.mark.parametrize(
    "line",
    [
        "Label.objects.create(value=1)",
        "Label.objects.filter(item=1).exclude(rater=2).update(value=1)",
        "JudgeVote.objects.bulk_create(votes)",
        "insert_rows(Judgment, columns)",
        "update_rows(Cell, ids, columns)",
        "Cell.objects.filter(panel=1)[:5].delete()",
        "label.save(update_fields=['value'])",
    ],
)
def test_each_way_of_writing_is_found(line):
    (function,) = functions(f"def write():\n    {line}\n")
    assert set(writes(function))
    assert not moves(function)


@pytest.mark.parametrize(
    "line", ["Label.objects.filter(item=1)", "Task.objects.create()", "insert_rows(Task, c)"]
)
def test_reading_and_other_tables_are_none(line):
    (function,) = functions(f"def read():\n    {line}\n")
    assert not set(writes(function))
