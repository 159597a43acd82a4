"""The panel rankings: an undefined statistic is missing, a panel is there once, its judges differ."""

import pandas as pd

from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from annotation.tables.kinds import LAYOUTS
from tests.annotation.tables.builders import read_rows, said

STATISTICS = [column.name for column in LAYOUTS["panel_rankings"].columns if column.kind == "number"]


def panel(rank: str, *judges: str, **cells: str) -> dict[str, str]:
    row = {"rank": rank} | {f"judge_{n}": judge for n, judge in enumerate(judges, start=1)}
    row |= dict.fromkeys(STATISTICS, "0.25")
    row |= {"rank_low": "1", "rank_high": "9", "in_indifference_set": "True"}
    row |= dict.fromkeys(("units", "units_full", "units_reduced", "ties", "units_no_vote", "families"), "3")
    return row | cells


def test_statistics_are_numbers_or_missing(tmp_path):
    rows = [
        panel("1", "a", "b", "c", kappa="0.7043123456789", mcc="", net_bias="-0.01"),
        panel("2", "a", "b", "d"),
    ]
    result = read_rows("panel_rankings", tmp_path, rows)
    assert said(result) == []
    assert result.frame["kappa"].tolist() == [0.7043123456789, 0.25]
    assert result.frame["mcc"].isna().tolist() == [True, False]
    for suffix in ("csv", "parquet"):
        write_table("panel_rankings", result.frame, tmp_path / f"t.{suffix}")
        again = read_table("panel_rankings", tmp_path / f"t.{suffix}")
        pd.testing.assert_frame_equal(again.frame, result.frame)


def test_judges_and_panels_differ(tmp_path):
    rows = [
        panel("1", "a", "b"),
        panel("2", "c", "c"),
        panel("3", "a", "b"),
        panel("4", "a", "c", kappa="nan"),
    ]
    assert said(read_rows("panel_rankings", tmp_path, rows)) == [
        "table.csv:3:judge_2: the same judge twice in one panel, expected different judges",
        "table.csv:4:(row): the same judge_1 + judge_2 as in row 2, expected each to appear once",
        'table.csv:5:kappa: "nan" is not a number, expected a number such as 0.25',
    ]
