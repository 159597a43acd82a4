"""Small parts of the labelling and round pages."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from annotation.corpus.text_diff import Piece, word_changes
from annotation.labelling.criterion_entries import CriterionEntry
from annotation.site.markdown import render_markdown

register = template.Library()

# value -> word and act of the keyboard
ANSWERS = (
    ("met", "Met", "check"),
    ("not_met", "Not met", "cross"),
    ("cannot_judge", "Cannot judge", "question"),
)


@register.filter
def markdown(text: str) -> SafeString:
    """People's Markdown as safe HTML."""
    return render_markdown(text)


@register.simple_tag
def changes_between(old: str, new: str) -> list[Piece]:
    """The pieces of a word-level comparison."""
    return word_changes(old, new)


@register.inclusion_tag("annotation/_answers.html")
def answers(entry: CriterionEntry, keys: dict[str, str]) -> dict[str, Any]:
    """The three native radios of a criterion, with their keys."""
    rows = [
        {
            "value": value,
            "word": word,
            "shape": shape,
            "key": keys[value],
            "is_chosen": entry.entered.value == value,
        }
        for value, word, shape in ANSWERS
    ]
    return {"entry": entry, "answers": rows}
