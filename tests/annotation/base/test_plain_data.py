"""Results go through JSON and come back the same."""

import json
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from annotation.base.plain_data import as_plain, from_plain


@dataclass(frozen=True)
class Inner:
    value: float | None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outer:
    name: str
    parts: dict[str, Inner]
    pairs: list[tuple[int, bool]]
    by_number: dict[int, list[str]] = field(default_factory=dict)


def through_json(value, kind):
    return from_plain(kind, json.loads(json.dumps(as_plain(kind, value))))


WORDS = st.text(max_size=8)
floats = st.none() | st.floats(allow_nan=False)
inners = st.builds(Inner, floats, st.lists(WORDS, max_size=3).map(tuple))
outers = st.builds(
    Outer,
    WORDS,
    st.dictionaries(WORDS, inners, max_size=3),
    st.lists(st.tuples(st.integers(), st.booleans()), max_size=3),
    st.dictionaries(st.integers(), st.lists(WORDS, max_size=3), max_size=3),
)


@given(outers)
def test_a_result_comes_back_the_same(value):
    assert through_json(value, Outer) == value


@given(st.dictionaries(WORDS, st.integers(), max_size=5))
def test_a_dict_keeps_its_order(value):
    assert list(through_json(value, dict[str, int]).items()) == list(value.items())


def test_nan_and_infinity_stay():
    value = through_json([math.nan, math.inf], list[float])
    assert math.isnan(value[0])
    assert value[1] == math.inf


@pytest.mark.parametrize("dtype", [np.float64, np.int8, np.bool_, np.int64])
def test_an_array_keeps_its_shape_and_kind(dtype):
    value = np.array([[1, 0], [0, 1], [1, 1]], dtype=dtype)
    again = through_json(value, NDArray[dtype])
    assert again.dtype == dtype
    np.testing.assert_array_equal(again, value)


def test_numbers_of_numpy_become_plain():
    numbers = {"a": np.int64(3), "b": np.float64(0.1)}
    assert as_plain(dict[str, float], numbers) == [["a", 3], ["b", 0.1]]


def test_what_json_holds_by_itself_stays():
    content = {"judges": [{"id": "a", "decoding": {"temperature": 0}}], "seed": None}
    assert through_json(content, Any) == content


def test_nothing_stays_nothing():
    assert through_json(None, Inner | None) is None
    assert through_json(Inner(1.0), Inner | None) == Inner(1.0)


@pytest.mark.parametrize("kind", [int | str, set[int], bytes])
def test_a_kind_that_json_cannot_tell_is_refused(kind):
    with pytest.raises(TypeError):
        from_plain(kind, [1])
    with pytest.raises(TypeError):
        as_plain(kind, 1)
