"""Plant a fault in modules that are imported already: the code of functions is exchanged, in place.

Whoever holds the function, by `from ... import`, a decorator or a class, runs the fault from then on. Meant
for a process forked for it, which ends afterwards.
"""

import ast
import gc
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import CodeType, FunctionType

from benchmarks.mutants.operators import planted

Key = tuple[str, int]  # qualified name and first line


class CannotBePlantedError(Exception):
    """No function that is there holds the code with the fault."""


Functions = Mapping[str, Sequence[FunctionType]]


def functions_of(files: Iterable[str]) -> Functions:
    """Every function that was made from each file; found once, since it reads all that is in memory."""
    found: dict[str, list[FunctionType]] = {os.path.abspath(file): [] for file in files}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in found:
            found[thing.__code__.co_filename].append(thing)
    return {os.path.relpath(file): functions for file, functions in found.items()}


def plant(file: str, index: int, functions: Functions) -> None:
    """Exchange what the fault changes. Raises CannotBePlantedError when nothing that runs is changed."""
    module = import_module(module_name(file))
    with open(file, encoding="utf-8") as opened:
        source = opened.read()
    before, tree = compile(ast.parse(source), file, "exec"), planted(source, index)
    old, new = codes_of(before), codes_of(compile(tree, file, "exec"))
    changed = {key for key in old if key in new and old[key] != new[key]}
    with_fault = [function for function in functions[file] if key_of(function.__code__) in changed]
    for function in with_fault:
        try:
            function.__code__ = new[key_of(function.__code__)]
        except ValueError as problem:
            raise CannotBePlantedError(str(problem)) from problem
    if not with_fault and not _exchange_constants(module, ast.parse(source), tree):
        raise CannotBePlantedError(f"Nothing that is loaded from {file} holds it.")


def module_name(file: str) -> str:
    """`a.b.c` for `a/b/c.py`."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def key_of(code: CodeType) -> Key:
    """What a function is known by in two compilations of one file."""
    return code.co_qualname, code.co_firstlineno


def codes_of(code: CodeType) -> dict[Key, CodeType]:
    """The code of every function in a module's code, nested ones too."""
    codes: dict[Key, CodeType] = {}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            codes |= {key_of(constant): constant} | codes_of(constant)
    return codes


def _exchange_constants(module: object, before: ast.Module, after: ast.Module) -> bool:
    """Give a changed constant its new value, in its module and wherever it was imported to."""
    for old, new in zip(before.body, after.body, strict=True):
        if isinstance(old, ast.Assign) and ast.dump(old) != ast.dump(new):
            name = old.targets[0].id
            value = eval(compile(ast.Expression(new.value), "constant", "eval"), vars(module))
            held = getattr(module, name)
            for other in list(sys.modules.values()):
                if getattr(other, "__dict__", {}).get(name) is held:
                    setattr(other, name, value)
            return True
    return False
