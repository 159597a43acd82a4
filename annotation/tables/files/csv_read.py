"""Read a CSV file into text columns: nothing is inferred, nothing repaired."""

import codecs
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as arrow_csv

from annotation.tables.files.csv_structure import NUL, Structure, lone_returns, scan, stray_quote
from annotation.tables.files.limits import Limits
from annotation.tables.files.raw import RawTable
from annotation.tables.row_column_problems import WHOLE_FILE, WHOLE_ROW, Findings

UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
SEPARATOR_LINE = (
    "the first line says which sign separates cells, as Excel does, expected the header row; remove that line"
)
SMALLEST_BLOCK = 8 * 1024 * 1024
UTF8_REMEDY = "expected UTF-8; save the file again with that encoding"


def read_csv(path: Path, findings: Findings, limits: Limits) -> RawTable | None:
    """The file's cells as text, or None when it is not sound CSV; what is wrong goes to `findings`."""
    data = memoryview(path.read_bytes())
    if not len(data):
        findings.problem(1, WHOLE_FILE, "the file is empty (0 bytes), expected a header row")
        return None
    if bytes(data[:2]) in UTF16_MARKS:
        findings.problem(1, WHOLE_FILE, f"the file is UTF-16, {UTF8_REMEDY}")
        return None
    if bytes(data[:3]) == codecs.BOM_UTF8:  # Excel writes it and offers no way without
        data = data[3:]
    return _read_body(data, findings, limits)


def _read_body(data: memoryview, findings: Findings, limits: Limits) -> RawTable | None:
    structure = scan(data)
    names = _header(data, structure)
    if names[0].lower().startswith("sep="):
        findings.problem(1, WHOLE_FILE, SEPARATOR_LINE)
        return None
    if not limits.allow_table(len(structure.starts) - 1, len(names), findings):
        return None
    before = findings.n_problems
    _check_bytes(data, structure, names, findings)
    if findings.n_problems == before:
        _check_shape(structure, names, findings)
    if findings.n_problems > before:
        return None
    return RawTable(names, _parse(data, structure, len(names)))


def _header(data: memoryview, structure: Structure) -> list[str]:
    end = int(structure.ends[0]) if len(structure.ends) else len(data)
    cuts = [-1, *structure.commas[structure.commas < end].tolist(), end]
    cells = [bytes(data[left + 1 : right]) for left, right in pairwise(cuts)]
    cells[-1] = cells[-1].removesuffix(b"\r")
    return [_unquoted(cell.decode("utf-8", errors="replace")) for cell in cells]


def _unquoted(cell: str) -> str:
    quoted = len(cell) > 1 and cell.startswith('"') and cell.endswith('"')
    return cell[1:-1].replace('""', '"') if quoted else cell


def _check_bytes(data: memoryview, structure: Structure, names: list[str], findings: Findings) -> None:
    """NUL bytes, other encodings, stray quotes and lone carriage returns: the first of each kind, with its
    place.
    """

    def report(offset: int, message: str) -> None:
        record, cell = structure.place(offset)
        findings.problem(record, names[cell] if cell < len(names) else WHOLE_ROW, message)

    nuls = np.flatnonzero(structure.data == NUL)
    if len(nuls):
        report(
            int(nuls[0]), f"the cell holds a NUL byte ({len(nuls)} in the file), expected text without NUL"
        )
    try:
        str(data, "utf-8")
    except UnicodeDecodeError as error:
        report(error.start, f"byte 0x{data[error.start]:02X} is not UTF-8, {UTF8_REMEDY}")
    quote = stray_quote(structure)
    if quote is not None:
        report(
            quote,
            'a double quote stands alone, expected a quoted cell to be closed and quotes in it doubled ("")',
        )
        return
    returns = lone_returns(structure)
    if len(returns):
        report(
            int(returns[0]),
            "a carriage return stands outside quotes, expected rows to end in a line feed (\\n or \\r\\n)",
        )


def _check_shape(structure: Structure, names: list[str], findings: Findings) -> None:
    """Every record needs as many cells as the header."""
    counts = structure.cell_counts()
    blank = structure.blank_records()
    if blank[0]:
        findings.problem(1, WHOLE_FILE, "the first line is blank, expected the header row there")
        return
    if len(names) == 1:
        blank = np.zeros_like(blank)
    for record in np.flatnonzero(blank):
        findings.problem(record + 1, WHOLE_ROW, "the row is blank, expected no empty lines; remove it")
    for record in np.flatnonzero((counts != len(names)) & ~blank):
        findings.problem(
            record + 1,
            WHOLE_ROW,
            f"the row has {_cells(int(counts[record]))}, expected {len(names)} as in the header",
        )


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _parse(data: memoryview, structure: Structure, n_columns: int) -> list[pa.ChunkedArray]:
    starts = np.append(structure.starts, len(data))
    names = [str(number) for number in range(n_columns)]
    if len(starts) <= 2:
        return [pa.chunked_array([], type=pa.large_string()) for _ in names]
    # The header is passed and skipped: Arrow drops a byte-order mark from whatever comes first, be it a cell.
    # One record may be longer than Arrow's default block, which it would refuse.
    block_size = max(SMALLEST_BLOCK, 2 * int(np.diff(starts).max()))
    table = arrow_csv.read_csv(
        pa.BufferReader(pa.py_buffer(data)),
        read_options=arrow_csv.ReadOptions(
            column_names=names, skip_rows_after_names=1, block_size=min(block_size, 2**31 - 1)
        ),
        parse_options=arrow_csv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False),
        convert_options=arrow_csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.large_string()), strings_can_be_null=False, check_utf8=False
        ),
    )
    return list(table.columns)
