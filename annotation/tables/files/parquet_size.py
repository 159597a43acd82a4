"""How much a Parquet file unpacks to, found out without unpacking it.

A few hundred bytes can stand for gigabytes: one long text, written once, and twenty thousand references to
it. The file's own metadata tell rows, columns and values, but not how long the text behind a reference is; so
texts are gone through as references, and only lengths are added up.
"""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from annotation.tables.files.limits import BYTES_A_CELL, Limits
from annotation.tables.row_column_problems import Findings

ROWS_AT_ONCE = 65_536
TEXT = "BYTE_ARRAY"


def is_small_enough(path: Path, metadata: pq.FileMetaData, limits: Limits, findings: Findings) -> bool:
    """Whether the file may be read; else the finding says why. Raises as pyarrow does for a damaged file."""
    stated = _stated_bytes(metadata)
    return (
        limits.allow_table(metadata.num_rows, metadata.num_columns, findings)
        and limits.allow_unpacked(stated, findings)
        and limits.allow_unpacked(_text_bytes(path, metadata, limits.unpacked_bytes), findings)
    )


def _stated_bytes(metadata: pq.FileMetaData) -> int:
    """By the metadata alone: packing undone, or the fewest bytes that so many values take."""
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    chunks = [group.column(number) for group in groups for number in range(group.num_columns)]
    return sum(max(chunk.total_uncompressed_size, BYTES_A_CELL * chunk.num_values) for chunk in chunks)


def _text_bytes(path: Path, metadata: pq.FileMetaData, most: int) -> int:
    """What all texts take, each as often as it is referred to; counted until it is more than `most`."""
    columns = [metadata.schema.column(number) for number in range(metadata.num_columns)]
    texts = [column.path for column in columns if column.physical_type == TEXT]
    total = 0
    if not texts:
        return total
    with pq.ParquetFile(path, read_dictionary=texts) as source:
        for batch in source.iter_batches(batch_size=ROWS_AT_ONCE, columns=texts):
            total += sum(_decoded_bytes(column) for column in batch.columns)
            if total > most:
                break
    return total


def _decoded_bytes(array: pa.Array) -> int:
    """The bytes of a column's texts without references."""
    if pa.types.is_dictionary(array.type):
        lengths = pc.take(pc.binary_length(array.dictionary), array.indices)
        return int(pc.sum(lengths).as_py() or 0)
    if pa.types.is_map(array.type):
        return _decoded_bytes(array.keys) + _decoded_bytes(array.items)
    if pa.types.is_struct(array.type):
        return sum(map(_decoded_bytes, array.flatten()))
    if pa.types.is_nested(array.type):
        return _decoded_bytes(array.flatten())
    return int(array.nbytes)
