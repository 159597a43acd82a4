"""Dataclasses as JSON and back, by their type hints, so that a result can be kept in a file. Pure.

Known are dataclasses, lists, tuples, dicts, optional values, NumPy arrays, numbers, texts and truth values;
`Any` is what JSON holds by itself. JSON writes a float so that it is read back the same, NaN included.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

# Hashable stands for numbers, texts and truth values, as in the categories of a label.
PLAIN = (int, float, str, bool, Any, Hashable)


def as_plain(kind: Any, value: Any) -> Any:
    """A value of type `kind` as JSON has it. Raises TypeError for a kind that is not known."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if value is None else as_plain(_only(inner), value)
    if _is_array(kind):
        return {"dtype": value.dtype.str, "shape": list(value.shape), "values": value.ravel().tolist()}
    if origin in (list, Sequence):
        return [as_plain(inner[0], entry) for entry in value]
    if origin is tuple:
        return [as_plain(part, entry) for part, entry in zip(_parts(inner, value), value, strict=True)]
    if origin in (dict, Mapping):
        return [[as_plain(inner[0], key), as_plain(inner[1], entry)] for key, entry in value.items()]
    if is_dataclass(kind):
        return {name: as_plain(hint, getattr(value, name)) for name, hint in _hints(kind).items()}
    if kind in PLAIN:
        return value.item() if isinstance(value, np.generic) else value
    raise TypeError(f"{kind} cannot be written as JSON.")


def from_plain(kind: Any, plain: Any) -> Any:
    """The reverse of `as_plain`."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if plain is None else from_plain(_only(inner), plain)
    if _is_array(kind):
        return np.array(plain["values"], dtype=plain["dtype"]).reshape(plain["shape"])
    if origin in (list, Sequence):
        return [from_plain(inner[0], entry) for entry in plain]
    if origin is tuple:
        return tuple(from_plain(part, entry) for part, entry in zip(_parts(inner, plain), plain, strict=True))
    if origin in (dict, Mapping):
        return {from_plain(inner[0], key): from_plain(inner[1], entry) for key, entry in plain}
    if is_dataclass(kind):
        return kind(**{name: from_plain(hint, plain[name]) for name, hint in _hints(kind).items()})
    if kind in PLAIN:
        return plain
    raise TypeError(f"{kind} cannot be read from JSON.")


def _is_array(kind: Any) -> bool:
    return kind is np.ndarray or get_origin(kind) is np.ndarray


def _parts(kinds: tuple[Any, ...], values: Sequence[Any]) -> Sequence[Any]:
    """The kind of each value of a tuple."""
    return [kinds[0]] * len(values) if kinds[-1] is Ellipsis else kinds


def _only(kinds: tuple[Any, ...]) -> Any:
    present = [kind for kind in kinds if kind is not NoneType]
    if len(present) != 1:
        raise TypeError(f"One of {kinds} cannot be told from another in JSON.")
    return present[0]


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
