"""The kinds that commands and pages name are those that have a layout."""

import pytest

from annotation.tables.kinds import LAYOUTS, layout_of
from annotation.vocabulary import TABLE_KINDS


def test_every_kind_has_its_layout_in_the_same_order():
    assert tuple(LAYOUTS) == TABLE_KINDS
    assert [layout_of(kind).kind for kind in TABLE_KINDS] == list(TABLE_KINDS)


def test_another_word_is_refused_with_those_that_exist():
    with pytest.raises(ValueError, match="the tables are tasks, responses, labels"):
        layout_of("cells")
