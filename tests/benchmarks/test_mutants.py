"""The mutation tool: which faults it finds in a source, and the source with one of them."""

import ast

import pytest

from benchmarks.mutants.operators import mutants_of, planted
from benchmarks.mutants.plant import codes_of, module_name

SOURCE = '''"""Words 1."""
LIMIT = 2
__all__ = [1, 2]


def first(rows: dict[int, int] = {1: 1}) -> int:
    """Words 2."""
    return [row for row in rows if row > LIMIT]
'''


def whats(source):
    return [(mutant.line, mutant.what) for mutant in mutants_of("a/b.py", source)]


def test_faults_are_planted_in_bodies_and_constants_alone():
    assert whats(SOURCE) == [
        (2, "2 is 3"),
        (2, "2 is 1"),
        (8, "returns None"),
        (8, "the filter is left out"),
        (8, "Gt is GtE"),
        (8, "Gt is Lt"),
    ]


def test_one_fault_is_planted_at_a_time():
    changed = [ast.unparse(planted(SOURCE, index)) for index in range(6)]
    plain = ast.unparse(ast.parse(SOURCE))
    assert len({plain, *changed}) == 7
    assert changed[0] == plain.replace("LIMIT = 2", "LIMIT = 3")
    assert changed[3] == plain.replace(" if row > LIMIT", "")


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("a and b", ["a or b", "b", "a"]),
        ("not a", ["a"]),
        ("a if b else c", ["a if not b else c"]),
        ("a if b is c else d", ["a if b is not c else d"]),
        ("rows.filter(a=b, c=d)", ["rows.filter(c=d)", "rows.filter(a=b)"]),
        ("rows.values(a=b)", []),
        ("any(a)", ["all(a)"]),
        ("{a: b, c: d}", ["{c: d}", "{a: b}"]),
        ("{a: b}", []),
        ("True", ["False"]),
        ("'words'", []),
    ],
)
def test_each_kind_of_fault(line, faults):
    source = f"def f():\n    x = {line}\n"
    trees = [planted(source, index) for index in range(len(whats(source)))]
    assert [ast.unparse(tree.body[0].body[0]) for tree in trees] == [f"x = {fault}" for fault in faults]


def test_a_call_and_a_raise_are_left_out_as_statements():
    source = "def f():\n    check(a)\n    raise b\n"
    assert whats(source) == [(2, "the call is left out"), (3, "is not raised")]
    assert ast.unparse(planted(source, 0).body[0].body[0]) == "pass"


def test_nested_code_is_found_by_name_and_line():
    code = compile("def f():\n    def g():\n        return 1\n    return g\n", "f.py", "exec")
    assert {name for name, _ in codes_of(code)} == {"f", "f.<locals>.g"}
    assert module_name("a/b/c.py") == "a.b.c"
