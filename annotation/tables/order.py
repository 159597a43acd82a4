"""The canonical row order, so that the same content always gives the same bytes."""

import pandas as pd

from annotation.tables.columns import TableLayout
from annotation.tables.kinds import layout_of


def in_canonical_order(kind: str, frame: pd.DataFrame, criteria: pd.DataFrame | None = None) -> pd.DataFrame:
    """The frame's rows by task, model, attempt, rubric slot, judge, as far as the table has these; texts by
    code point. The index keeps each row's label.

    criteria: `rubric.criteria_of` or the same columns, needed by tables with a `criterion_id`, whose order is
    that of the slots; criteria it does not know come last. Raises ValueError where it is needed and not
    given.
    """
    layout = layout_of(kind)
    if "criterion_id" not in layout.key:
        return frame.sort_values(list(layout.key), kind="stable")
    if criteria is None:
        raise ValueError(f"The rows of {layout.name} follow the rubric's slots; the criteria are needed.")
    slots = pd.MultiIndex.from_frame(criteria[["unique_id", "criterion_id"]])
    rows = slots.get_indexer(pd.MultiIndex.from_frame(frame[["unique_id", "criterion_id"]]))
    positions = pd.Series(criteria["position"].to_numpy()).reindex(rows).to_numpy()
    return _sorted(frame.assign(_position=positions), layout).drop(columns="_position")


def _sorted(frame: pd.DataFrame, layout: TableLayout) -> pd.DataFrame:
    key: list[str] = []
    for name in layout.key:
        key += ["_position", name] if name == "criterion_id" else [name]
    return frame.sort_values(key, kind="stable", na_position="last")
