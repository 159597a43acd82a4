"""The rows of a labels table, found in the database and taken apart into single labels."""

import pandas as pd

from annotation.frames import response_frame
from annotation.imports.source import Source
from annotation.models import LabelValue
from annotation.tables.labels import RATERS
from annotation.tables.responses import KEY

VALUE_OF = {True: LabelValue.MET, False: LabelValue.NOT_MET}
UNKNOWN_RESPONSE = (
    "no such response here, expected a (task, model, attempt) that was imported before; "
    "import the responses first"
)


def located(source: Source, criteria: pd.DataFrame) -> pd.DataFrame:
    """The rows with the primary keys of what they are about: response, revision, criterion, version.

    criteria: a criterion_frame. Reports rows about unknown responses to the findings and leaves them out, as
    well as rows about unknown criteria, which `check_corpus` reports. Keeps the index, the row numbers.
    """
    frame = source.frame
    responses = response_frame()[[*KEY, "response"]]
    known = frame[list(KEY)].merge(responses, how="left", on=list(KEY))["response"].to_numpy()
    source.findings.at(frame.index[pd.isna(known)], "model_id", UNKNOWN_RESPONSE)
    pair = ["unique_id", "criterion_id"]
    keys = ["revision", "criterion", "version"]
    about = frame[pair].merge(criteria[[*pair, *keys]], how="left", on=pair)
    rows = frame.assign(response=known, **{name: about[name].to_numpy() for name in keys})
    rows = rows.dropna(subset=["response", *keys])
    return rows.astype(dict.fromkeys(["response", *keys], "int64"))


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
