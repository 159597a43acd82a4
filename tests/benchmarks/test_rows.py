"""Whether a target is met, and how measurements are written."""

import pytest

from benchmarks.labelling.summary import percentile
from benchmarks.rows import Peer, Row, duration, peer_table, table


@pytest.mark.parametrize(
    ("row", "is_met"),
    [
        (Row("a", 1.0), None),
        (Row("a", 1.0, target_seconds=1.0), True),
        (Row("a", 1.1, target_seconds=1.0), False),
        (Row("a", 0.5, peak_mib=2000, target_seconds=1.0, target_mib=1024), False),
        (Row("a", 0.5, peak_mib=1000, target_seconds=1.0, target_mib=1024), True),
        (Row("a", 1.1, target_seconds=1.0, is_judged=False), None),
    ],
)
def test_a_target_is_met_when_all_its_limits_are_kept(row, is_met):
    assert row.is_met is is_met


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, ""), (0.0482, "48.2 ms"), (1.25, "1.25 s"), (720, "12 min"), (9360, "2.6 h")],
)
def test_durations_have_a_unit_that_fits(seconds, words):
    assert duration(seconds) == words


def test_tables_line_up():
    rows = [Row("short", 1.0), Row("a longer name", 0.01, peers=[Peer("slow", 10.0, 50)])]
    assert len({len(line) for line in table(rows).splitlines()}) == 1
    assert "| slow" in peer_table(rows)
    assert "1,000 times" in peer_table(rows)
    assert peer_table(rows[:1]) == ""


def test_the_percentile_is_one_of_the_values():
    # of 20 values, 95 % are 19: the nineteenth
    assert percentile(list(range(1, 21)), 0.95) == 19
    assert percentile([7], 0.95) == 7
