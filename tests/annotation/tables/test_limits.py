"""How large a table may be: judged before its cells are unpacked, and told apart from a damaged file."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from annotation.tables.files import reading
from annotation.tables.files.limits import TOO_MUCH_MEMORY, Limits
from annotation.tables.files.reading import read_table
from annotation.tables.row_column_problems import Findings
from tests.annotation.tables.builders import response, said, task, write_rows

LONG = "x" * 100_000
N_TIMES = 20_000  # times LONG: 2 GB


def parquet_of(path, **columns):
    """A file of response rows, with these columns in place of theirs."""
    n_rows = len(next(iter(columns.values())))
    rows = {name: [cell] * n_rows for name, cell in response().items()} | columns
    pq.write_table(pa.table(rows), path, compression="zstd")
    return path


def repeated(text: str, times: int) -> pa.Array:
    """One text, many times, without many copies of it here."""
    return pa.DictionaryArray.from_arrays(pa.array([0] * times, pa.int32()), pa.array([text]))


@pytest.fixture
def values_read(monkeypatch) -> list[bool]:
    """One entry for each file whose values were unpacked."""
    read: list[bool] = []
    whole = pq.ParquetFile.read

    def counted(file, *args, **options):
        read.append(True)
        return whole(file, *args, **options)

    monkeypatch.setattr(pq.ParquetFile, "read", counted)
    return read


def test_a_small_file_that_unpacks_to_gigabytes_is_judged_before_its_values(tmp_path, values_read):
    path = parquet_of(tmp_path / "table.parquet", response=repeated(LONG, N_TIMES))
    assert path.stat().st_size < 20_000
    (problem,) = said(read_table("responses", path, limits=Limits(unpacked_bytes=1_000_000_000)))
    assert "the file unpacks to 2,000," in problem
    assert "bytes or more, expected 1,000,000,000 at most" in problem
    assert "TABLE_MAX_UNPACKED_BYTES" in problem
    assert "cut off" not in problem
    assert values_read == []


def test_what_is_within_the_limit_is_read(tmp_path, values_read):
    path = parquet_of(tmp_path / "table.parquet", response=["a", "b"], attempt_index=["1", "2"])
    assert said(read_table("responses", path, limits=Limits(unpacked_bytes=10_000))) == []
    assert values_read == [True]


def test_so_is_one_whose_long_texts_stand_in_lists(tmp_path, values_read):
    path = tmp_path / "table.parquet"
    turns = pa.array([[LONG] * 10] * 50)  # 50 MB, each text a reference to the same one
    parquet_of(path, assistant_turns=turns)
    (problem,) = said(read_table("responses", path, limits=Limits(unpacked_bytes=10_000_000)))
    assert "TABLE_MAX_UNPACKED_BYTES" in problem
    assert values_read == []


def test_so_are_texts_below_structures_and_maps_which_no_table_has(tmp_path, values_read):
    path = tmp_path / "table.parquet"
    structures = pa.array([{"a": LONG, "b": 1}] * 50)
    maps = pa.array([[(LONG, "x")]] * 50, pa.map_(pa.string(), pa.string()))
    for column in (structures, maps):
        parquet_of(path, response=column)
        (problem,) = said(read_table("responses", path, limits=Limits(unpacked_bytes=4_000_000)))
        assert "TABLE_MAX_UNPACKED_BYTES" in problem
    assert values_read == []


def test_many_values_count_however_few_bytes_they_take(tmp_path, values_read):
    path = parquet_of(tmp_path / "table.parquet", attempt_index=pa.array([1] * 100_000))
    (problem,) = said(read_table("responses", path, limits=Limits(unpacked_bytes=1_000_000)))
    assert "TABLE_MAX_UNPACKED_BYTES" in problem
    assert values_read == []


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize(
    ("limit", "count"),
    [("rows", 3), ("columns", len(response())), ("unpacked_bytes", 8 * 3 * len(response()))],
)
def test_as_much_as_is_allowed_is_read_and_one_more_is_not(tmp_path, suffix, limit, count):
    path = tmp_path / f"table.{suffix}"
    rows = [response(attempt=number) for number in (1, 2, 3)]
    if suffix == "csv":
        write_rows(path, rows)
    elif suffix == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        pq.write_table(pa.table({name: [row[name] for row in rows] for name in rows[0]}), path)
    too_large = f"at most; divide it into several files, or set TABLE_MAX_{limit.upper()} higher"
    (problem,) = said(read_table("responses", path, limits=Limits(**{limit: count - 1})))
    assert too_large in problem
    if suffix == "parquet" and limit == "unpacked_bytes":
        count *= 100  # its pages have headers too
    assert said(read_table("responses", path, limits=Limits(**{limit: count}))) == []


def test_a_file_of_too_many_bytes_is_not_opened(tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    write_rows(path, [response()])
    size = path.stat().st_size
    assert said(read_table("responses", path, limits=Limits(bytes=size))) == []
    monkeypatch.setattr(reading, "read_csv", None)
    assert said(read_table("responses", path, limits=Limits(bytes=size - 1))) == [
        f"table.csv:1:(file): the file has {size:,} bytes, expected {size - 1:,} at most; divide it into "
        "several files, or set TABLE_MAX_BYTES higher"
    ]


@pytest.mark.parametrize("error", [MemoryError(), pa.ArrowMemoryError("malloc failed")])
def test_too_little_memory_is_not_called_a_damaged_file(tmp_path, monkeypatch, error):
    def fails(*args, **options):
        raise error

    path = parquet_of(tmp_path / "table.parquet", response=["x"])
    monkeypatch.setattr(pq.ParquetFile, "read", fails)
    assert said(read_table("responses", path)) == [f"table.parquet:1:(file): {TOO_MUCH_MEMORY}"]


def test_too_little_memory_is_said_of_every_format_and_step(tmp_path, monkeypatch):
    def fails(*args, **options):
        raise MemoryError

    write_rows(tmp_path / "table.csv", [response()])
    monkeypatch.setattr(reading, "convert_column", fails)
    assert said(read_table("responses", tmp_path / "table.csv")) == [f"table.csv:1:(file): {TOO_MUCH_MEMORY}"]


def test_only_so_many_problems_are_kept_and_the_rest_is_mentioned(tmp_path):
    write_rows(tmp_path / "table.csv", [task(f"T{n}") | {"AGE": "?"} for n in range(5)])
    lines = said(read_table("tasks", tmp_path / "table.csv", limits=Limits(problems=3)))
    assert [line.split(":")[1] for line in lines] == ["2", "3", "4", "1"]
    assert "there are more problems than 3, and only so many are kept (TABLE_MAX_PROBLEMS)" in lines[-1]
    assert len(said(read_table("tasks", tmp_path / "table.csv", limits=Limits(problems=5)))) == 5


def test_only_so_many_warnings_are_kept_too():
    findings = Findings("f", most=2)
    findings.warn_at([2, 3], "c", "odd")
    assert len(findings.in_order([]).warnings) == 2
    findings.warn_at([4], "c", "odd")
    assert [warning.row for warning in findings.in_order([]).warnings] == [2, 3, 1]


def test_problems_found_elsewhere_count_as_well():
    findings, other = Findings("f", most=2), Findings("f")
    other.at([2, 3, 4], "c", "wrong")
    findings.extend(other.problems)
    assert len(findings.problems) == 2
    assert len(findings.in_order([]).problems) == 3
