"""What a changed rubric means for labels that exist, decided without asking anyone, so never too lightly.

An import cannot ask what an edit meant. Only changes of case, of blank space and of punctuation between words
count as a typo; every other change of words may change the meaning, and is taken to. Signs before a digit or
between digits, signs of comparison, `/`, `%` and `*` never count as punctuation: 3.5 is not 35, > is not <.
"""

import re
from collections.abc import Sequence

from annotation.corpus.content_hash import CriterionContent
from annotation.models import EditClass

PUNCTUATION = re.compile(r"[.,;:!?…'\"‘’“”()\[\]](?!\d)|(?<!\d)[-–—](?!\d)|\s")
FROM_GRAVE_TO_SLIGHT = (
    EditClass.MEANING,
    EditClass.DIMENSION,
    EditClass.WEIGHT,
    EditClass.ORDER,
    EditClass.TYPO,
)


def text_edit_class(old: str, new: str) -> EditClass:
    """TYPO when the words are the same, MEANING otherwise, also for a word that was spelt wrongly."""
    return EditClass.TYPO if _words(old) == _words(new) else EditClass.MEANING


def criterion_edit_classes(
    old: Sequence[CriterionContent], new: Sequence[CriterionContent]
) -> dict[str, EditClass | None]:
    """The gravest change of each criterion of `new`, by criterion id; None when it did not change.

    A criterion without a predecessor is FIRST. Order counts among the criteria that both rubrics have, so
    that one inserted at the top does not move all the others.
    """
    before = {name: (text, weight, dimension) for name, text, weight, dimension in old}
    both = set(before) & {name for name, *_ in new}
    moved = _moved([name for name, *_ in old if name in both], [name for name, *_ in new if name in both])
    return {
        name: _change(before.get(name), (text, weight, dimension), name in moved)
        for name, text, weight, dimension in new
    }


def rubric_edit_class(old: Sequence[CriterionContent], new: Sequence[CriterionContent]) -> EditClass:
    """The gravest change between two different rubrics. A criterion more or less changes the meaning."""
    if {name for name, *_ in old} != {name for name, *_ in new}:
        return EditClass.MEANING
    changes = set(criterion_edit_classes(old, new).values())
    return next(edit_class for edit_class in FROM_GRAVE_TO_SLIGHT if edit_class in changes)


def _change(old: tuple[str, int, str] | None, new: tuple[str, int, str], is_moved: bool) -> EditClass | None:
    if old is None:
        return EditClass.FIRST
    (old_text, old_weight, old_dimension), (text, weight, dimension) = old, new
    if old_text != text and text_edit_class(old_text, text) == EditClass.MEANING:
        return EditClass.MEANING
    if old_dimension != dimension:
        return EditClass.DIMENSION
    if old_weight != weight:
        return EditClass.WEIGHT
    if is_moved:
        return EditClass.ORDER
    return EditClass.TYPO if old_text != text else None


def _moved(old: list[str], new: list[str]) -> set[str]:
    return {name for place, name in zip(old, new, strict=True) if place != name}


def _words(text: str) -> list[str]:
    return PUNCTUATION.sub(" ", text).casefold().split()
