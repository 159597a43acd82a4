"""Print the structure in numbers: rooms, arrows between them, circles, and modules that one other imports.

    python scripts/structure.py [CHECKOUT]

A room is a folder or a module right below an application, or a folder of calibration/stats.
An arrow is drawn where a module of one room imports a module of another room of the same application.
"""

import ast
import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median

APPLICATIONS = ("annotation", "calibration", "scoring")
OWN_ROOMS = ("calibration.stats",)  # packages whose folders count one by one
Edges = dict[str, set[str]]


def main(arguments: list[str]) -> None:
    """Print one line an application and one for all modules."""
    root = Path(arguments[0] if arguments else ".").resolve()
    files = {_dotted(path.relative_to(root)): path for path in _modules(root)}
    edges = {name: _imports(path, files) for name, path in files.items()}
    for application in APPLICATIONS:
        arrows = _arrows(edges, application)
        rooms = {_room(name) for name in files if name.startswith(f"{application}.")}
        print(f"{application}: {len(rooms)} rooms, {len(arrows)} arrows, {_circles(arrows)} rooms in circles")
    importers = Counter(target for targets in edges.values() for target in targets)
    modules = [name for name, path in files.items() if path.name != "__init__.py"]
    lines = [len(files[name].read_text().splitlines()) for name in modules]
    folder, most = Counter(path.parent for path in files.values()).most_common(1)[0]
    print(
        f"{len(modules)} modules, median {median(lines):.0f} lines, {max(lines)} at most; "
        f"{sum(importers[name] == 1 for name in modules)} with one importer; "
        f"most in a folder: {most} ({folder.relative_to(root)})"
    )


def _modules(root: Path) -> list[Path]:
    every = [path for application in (*APPLICATIONS, "config") for path in (root / application).rglob("*.py")]
    return [path for path in every if "migrations" not in path.parts]


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imports(path: Path, files: dict[str, Path]) -> set[str]:
    """The modules of the project that `path` imports, also inside functions."""
    targets = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = {f"{node.module}.{name.name}" for name in node.names}
            targets |= (parts & files.keys()) or ({node.module} & files.keys())
        elif isinstance(node, ast.Import):
            targets |= {name.name for name in node.names} & files.keys()
    return targets


def _room(name: str) -> str:
    parts = name.split(".")
    depth = 3 if ".".join(parts[:2]) in OWN_ROOMS and len(parts) > 3 else 2
    return ".".join(parts[:depth])


def _arrows(edges: Edges, application: str) -> set[tuple[str, str]]:
    within = f"{application}."
    return {
        (_room(source), _room(target))
        for source, targets in edges.items()
        for target in targets
        if source.startswith(within) and target.startswith(within) and _room(source) != _room(target)
    }


def _circles(arrows: set[tuple[str, str]]) -> int:
    """How many rooms can be reached from themselves."""
    onward: Edges = defaultdict(set)
    for source, target in arrows:
        onward[source].add(target)
    return sum(room in _reached(room, onward) for room in list(onward))


def _reached(start: str, onward: Edges) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = onward.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


if __name__ == "__main__":
    main(sys.argv[1:])
