"""Which changes of words an import may call a typo."""

import pytest

from annotation.corpus.imports.edit_class import criterion_edit_classes, rubric_edit_class, text_edit_class
from annotation.models import EditClass

pytestmark = pytest.mark.both_databases

A = ("a", "Names the risk.", 5, "Identification")
B = ("b", "Asks about a plan.", 3, "De-escalation")
C = ("c", "Offers help.", 2, "Disclaimers")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Names the risk.", "names the  risk"),
        ("Names, the risk", "Names the risk,"),
        ("A well-being check", "A well being check"),
        ("Within 3 days.", "Within 3 days"),
        ("At most 3.", "At most 3"),
        ("“Quoted” words", '"Quoted" words'),
    ],
)
def test_case_blanks_and_punctuation_are_typos(old, new):
    assert text_edit_class(old, new) == EditClass.TYPO


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Names the risk.", "Does not name the risk."),
        ("Recieves care", "Receives care"),
        ("At most 3.5 lines", "At most 35 lines"),
        ("A score > 5", "A score < 5"),
        ("From -5 up", "From 5 up"),
        ("5-10 minutes", "510 minutes"),
        ("Mentions 50% odds", "Mentions 50 odds"),
        ("Mentions a friend/parent", "Mentions a friend parent"),
    ],
)
def test_everything_else_may_change_the_meaning(old, new):
    assert text_edit_class(old, new) == EditClass.MEANING


def test_a_criterion_put_first_does_not_move_the_others():
    new = [C, A, B]
    assert criterion_edit_classes([A, B], new) == {"c": EditClass.FIRST, "a": None, "b": None}
    assert rubric_edit_class([A, B], new) == EditClass.MEANING


def test_two_that_change_places_are_moved():
    assert criterion_edit_classes([A, B, C], [B, A, C]) == {"b": "order", "a": "order", "c": None}


@pytest.mark.parametrize(("weight", "change"), [(2, EditClass.WEIGHT), (3, None), (4, EditClass.WEIGHT)])
def test_a_lighter_criterion_has_changed_as_a_heavier_one_has(weight, change):
    assert criterion_edit_classes([A, B], [A, (*B[:2], weight, B[3])]) == {"a": None, "b": change}


def test_the_gravest_change_names_the_rubric():
    heavier, retold = (*B[:2], 4, B[3]), (C[0], "OFFERS help", *C[2:])
    assert rubric_edit_class([A, B, C], [A, heavier, retold]) == EditClass.WEIGHT
    assert rubric_edit_class([A, B, C], [A, B, retold]) == EditClass.TYPO
    assert rubric_edit_class([A, B, C], [A, B]) == EditClass.MEANING
