"""Small faults in a module's source: where one can be planted, and the source's tree with that one fault."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Fault = tuple[str, ast.AST | None]  # what is changed in words, and the node instead; None: the statement goes
SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq, ast.Gt, ast.Lt),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
QUERIES = {"filter", "exclude", "get"}


@dataclass(frozen=True)
class Mutant:
    """One fault: the index counts the faults of the file in the order of `faults`."""

    file: str
    index: int
    line: int
    what: str


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Every fault that can be planted in the functions and constants of a source."""
    places = _places(ast.parse(source))
    return [Mutant(file, index, line, what) for index, (line, what, _) in enumerate(places)]


def planted(source: str, index: int) -> ast.Module:
    """The tree of the source with the fault of that index."""
    tree = ast.parse(source)
    *_, plant = _places(tree)[index]
    plant()
    return ast.fix_missing_locations(tree)


def _places(tree: ast.Module) -> list[tuple[int, str, Callable[[], None]]]:
    """(line, words, what plants it) of every fault, in the order of the source."""
    places: list[tuple[int, str, Callable[[], None]]] = []
    for root in _roots(tree):
        for parent, field, node in _below(root):
            for what, instead in _faults(node):
                places.append((node.lineno, what, _planter(parent, field, node, instead)))
    return places


def _roots(tree: ast.Module) -> Iterator[ast.AST]:
    """Outermost functions, also of classes, and constants; defaults, decorators and annotations stay."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (part for part in node.body if isinstance(part, ast.FunctionDef))
        elif isinstance(node, ast.FunctionDef) or _is_constant(node):
            yield node


def _is_constant(node: ast.stmt) -> bool:
    target = node.targets[0] if isinstance(node, ast.Assign) else None
    return isinstance(target, ast.Name) and not target.id.startswith("__")


def _below(node: ast.AST) -> Iterator[tuple[ast.AST, str, ast.AST]]:
    """(parent, field, node) of everything that runs in a function's body or a constant's value."""
    fields = ("body",) if isinstance(node, ast.FunctionDef) else node._fields
    for field in fields:
        value = getattr(node, field, None)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and not isinstance(part, ast.arguments) and field != "annotation":
                yield node, field, part
                yield from _below(part)


def _planter(parent: ast.AST, field: str, node: ast.AST, instead: ast.AST | None) -> Callable[[], None]:
    def plant() -> None:
        new = ast.copy_location(ast.Pass() if instead is None else instead, node)
        value = getattr(parent, field)
        if isinstance(value, list):
            value[next(place for place, part in enumerate(value) if part is node)] = new
        else:
            setattr(parent, field, new)

    return plant


def _faults(node: ast.AST) -> Iterator[Fault]:
    for kind, faults in FAULTS.items():
        if isinstance(node, kind):
            yield from faults(node)


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    """A copy whose children are the very nodes of the original, but for these fields."""
    made = copy.copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def _comparisons(node: ast.Compare) -> Iterator[Fault]:
    for place, operator in enumerate(node.ops):
        for other in SWAPPED.get(type(operator), ()):
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield f"{type(operator).__name__} is {other.__name__}", _changed(node, ops=ops)


def _arithmetic(node: ast.BinOp) -> Iterator[Fault]:
    for other in SWAPPED.get(type(node.op), ()):
        yield f"{type(node.op).__name__} is {other.__name__}", _changed(node, op=other())


def _conjunctions(node: ast.BoolOp) -> Iterator[Fault]:
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield f"{type(node.op).__name__} is {other.__name__}", _changed(node, op=other())
    for place in range(len(node.values)):
        rest = [value for number, value in enumerate(node.values) if number != place]
        yield f"operand {place + 1} is left out", rest[0] if len(rest) == 1 else _changed(node, values=rest)


def _negations(node: ast.UnaryOp) -> Iterator[Fault]:
    if isinstance(node.op, (ast.Not, ast.Invert)):
        yield f"{type(node.op).__name__} is left out", node.operand


def _constants(node: ast.Constant) -> Iterator[Fault]:
    if isinstance(node.value, bool):
        yield f"{node.value} is {not node.value}", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield f"{node.value} is {node.value + 1}", ast.Constant(node.value + 1)
        yield f"{node.value} is {node.value - 1}", ast.Constant(node.value - 1)


def _returns(node: ast.Return) -> Iterator[Fault]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "returns None", ast.Return(ast.Constant(None))


def _conditions(node: ast.If | ast.IfExp) -> Iterator[Fault]:
    if not isinstance(node.test, (ast.Compare, ast.UnaryOp)):
        yield "the condition is negated", _changed(node, test=ast.UnaryOp(ast.Not(), node.test))


def _comprehensions(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Iterator[Fault]:
    for place, loop in enumerate(node.generators):
        if loop.ifs:
            loops = [*node.generators]
            loops[place] = _changed(loop, ifs=[])
            yield "the filter is left out", _changed(node, generators=loops)


def _calls(node: ast.Call) -> Iterator[Fault]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in QUERIES:
        for place, keyword in enumerate(node.keywords):
            rest = [*node.keywords[:place], *node.keywords[place + 1 :]]
            yield f"{name}({keyword.arg}=) is left out", _changed(node, keywords=rest)
    if isinstance(node.func, ast.Name) and name in TWINS:
        yield f"{name} is {TWINS[name]}", _changed(node, func=ast.Name(TWINS[name], ast.Load()))


def _statements(node: ast.Expr) -> Iterator[Fault]:
    if isinstance(node.value, ast.Call):
        yield "the call is left out", None


def _raises(node: ast.Raise) -> Iterator[Fault]:
    yield "is not raised", None


def _entries(node: ast.Dict | ast.List) -> Iterator[Fault]:
    fields = ("keys", "values") if isinstance(node, ast.Dict) else ("elts",)
    size = len(getattr(node, fields[0]))
    for place in range(size if size > 1 else 0):
        rest = {name: [*getattr(node, name)[:place], *getattr(node, name)[place + 1 :]] for name in fields}
        yield f"entry {place + 1} is left out", _changed(node, **rest)


FAULTS: dict[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[Fault]]] = {
    ast.Compare: _comparisons,
    ast.BinOp: _arithmetic,
    ast.BoolOp: _conjunctions,
    ast.UnaryOp: _negations,
    ast.Constant: _constants,
    ast.Return: _returns,
    (ast.If, ast.IfExp): _conditions,
    (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp): _comprehensions,
    ast.Call: _calls,
    ast.Expr: _statements,
    ast.Raise: _raises,
    (ast.Dict, ast.List): _entries,
}
