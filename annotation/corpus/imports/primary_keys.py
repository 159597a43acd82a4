"""The rows of a table about responses and criteria, found in the database."""

import pandas as pd

from annotation.corpus.frames import response_frame
from annotation.corpus.imports.import_source import ImportSource
from annotation.tables.responses import KEY

UNKNOWN_RESPONSE = (
    "no such response here, expected a (task, model, attempt) that was imported before; "
    "import the responses first"
)


def with_primary_keys(source: ImportSource, criteria: pd.DataFrame) -> pd.DataFrame:
    """The rows with the primary keys of what they are about: response, revision, criterion, version; and the
    response's sha256.

    criteria: a criterion_frame. Reports rows about unknown responses to the findings and leaves them out, as
    well as rows about unknown criteria, which `check_corpus` reports. Keeps the index, the row numbers.
    """
    frame = source.frame
    responses = response_frame()[[*KEY, "response", "sha256"]]
    known = frame[list(KEY)].merge(responses, how="left", on=list(KEY))
    source.findings.at(frame.index[known["response"].isna()], "model_id", UNKNOWN_RESPONSE)
    pair = ["unique_id", "criterion_id"]
    keys = ["revision", "criterion", "version"]
    about = frame[pair].merge(criteria[[*pair, *keys]], how="left", on=pair)
    of_responses = {name: known[name].to_numpy() for name in ("response", "sha256")}
    rows = frame.assign(**of_responses, **{name: about[name].to_numpy() for name in keys})
    rows = rows.dropna(subset=["response", *keys])
    return rows.astype(dict.fromkeys(["response", *keys], "int64"))
