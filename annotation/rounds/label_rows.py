"""The rows of a labels table, taken apart into single labels."""

import pandas as pd

from annotation.models import LabelValue
from annotation.tables.labels import RATERS
from annotation.tables.responses import KEY

VALUE_OF = {True: LabelValue.MET, False: LabelValue.NOT_MET}


def long_form(rows: pd.DataFrame) -> pd.DataFrame:
    """One row a cell of the rater columns: number (the file's row), KEY, criterion_id, response, criterion,
    version, slot (from 1) and met (True, False or None for a blank cell).
    """
    keep = [*KEY, "criterion_id", "response", "criterion", "version"]
    parts = [
        rows[keep].assign(
            number=rows.index, slot=slot, met=rows[name].astype(object).where(rows[name].notna(), None)
        )
        for slot, name in enumerate(RATERS, start=1)
    ]
    return pd.concat(parts, ignore_index=True)
