"""Rows that many tests begin with, made once in a process and copied back into every later test.

Importing a small corpus or freezing a panel takes a third of a second; copying its rows takes milliseconds.
A recording is copied back only where the database holds, row for row, what it held when it was made, so no
test can tell the difference. Elsewhere the rows are made anew.
"""

import copy
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import models, transaction

from tests.rows import Row, columns, insert_rows, models_with_rows, rows_of
from tests.tampering import erase

T = TypeVar("T")
State = dict[type[models.Model], list[Row]]


@dataclass(frozen=True)
class Recording:
    """What was made, the rows that were written for it, and the keys of rows that went or changed."""

    made: Any
    added: State
    gone: dict[type[models.Model], list[Any]]


_recordings: dict[tuple[Hashable, Hashable], Recording] = {}
# States that come again: no rows, and what was made from there. A test's own rows do not; their times differ.
_recurring: set[Hashable] = {()}


def made_once(what: Hashable, make: Callable[[], T]) -> T:
    """Return what `make` returns, as a copy of one's own, with the rows that it writes in the database.

    what: names `make` and everything it depends on besides the database.
    """
    before = _state()
    recording = _recordings.get((what, _key(before)))
    if recording is not None:
        _copy_back(recording)
        return copy.deepcopy(recording.made)
    made = make()
    if _key(before) in _recurring:
        after = _state()
        _recordings[what, _key(before)] = _recording(copy.deepcopy(made), before, after)
        _recurring.add(_key(after))
    return made


def _key(state: State) -> Hashable:
    return tuple((model, tuple(rows)) for model, rows in state.items())


def _recording(made: Any, before: State, after: State) -> Recording:
    added, gone = {}, {}
    for model in before.keys() | after.keys():
        old, new = set(before.get(model, ())), set(after.get(model, ()))
        key = columns(model).index(model._meta.pk.column)
        added[model] = [row for row in after.get(model, ()) if row not in old]
        gone[model] = [row[key] for row in old - new]
    return Recording(made, added, gone)


def _copy_back(recording: Recording) -> None:
    with transaction.atomic():  # which row refers to which is looked at when all are there
        for model, keys in recording.gone.items():
            if keys:
                erase(model._base_manager.filter(pk__in=keys))
        for model, rows in recording.added.items():
            if rows:
                insert_rows(model, rows)


def _state() -> State:
    """Every row there is, by model. Who is signed in is left aside, since no scene depends on it."""
    models_here = sorted(models_with_rows(), key=lambda model: model._meta.label)
    return {model: rows_of(model) for model in models_here if model._meta.app_label != "sessions"}
