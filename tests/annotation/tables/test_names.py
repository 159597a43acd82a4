"""Which names an address can hold, and what a file is told that brings another."""

import pytest

from annotation.tables.cells import fits_address
from tests.annotation.tables.builders import read_rows, response, said, task


@pytest.mark.parametrize("name", ["T1", "set/one", "a.b", "...", "a/..b", "-", "  at both ends  ", "א/ב"])
def test_slashes_and_dots_inside_parts_are_fine(name):
    assert fits_address(name)


@pytest.mark.parametrize("name", ["", "/", "a//b", "/a", "a/", ".", "..", "a/../b", "./a", "a/ /b"])
def test_steps_along_the_path_are_no_names(name):
    assert not fits_address(name)


EXPECTED = "expected parts of visible signs between its slashes, none of them . or .."


@pytest.mark.parametrize(
    ("kind", "row", "column"),
    [
        ("tasks", task("../T1"), "UNIQUE_ID"),
        ("responses", response("../T1"), "unique_id"),
        ("responses", response(model="../T1"), "model_id"),
    ],
)
def test_a_file_with_such_a_name_is_refused(tmp_path, kind, row, column):
    line = f"table.csv:2:{column}: no address could hold the name, {EXPECTED}"
    assert said(read_rows(kind, tmp_path, [row])) == [line]
