"""Where a stored draft and what somebody entered for it differ, in the words of the form."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms

from annotation.corpus.text_diff import Piece, line_changes
from annotation.rounds.drafts.form_draft import CHOICE_OF_RESPONSES, DraftForm, LongDraftForm

# What says how to choose items is not kept in a draft, and the others are the page's own.
NOT_STORED = {"seen", "draft", "items", *CHOICE_OF_RESPONSES}


@dataclass(frozen=True)
class DraftDifference:
    """One field that differs. A long text has `pieces`: what goes of theirs, and what comes of mine."""

    label: str
    theirs: str
    mine: str
    pieces: list[Piece]


def differences(theirs: DraftForm | LongDraftForm, mine: DraftForm | LongDraftForm) -> list[DraftDifference]:
    """Compare the form of the draft as it is stored with a valid form that was sent, field by field."""
    differing = []
    for name, field in mine.fields.items():
        if name in NOT_STORED:
            continue
        stored = _words(_read(field, theirs[name].value()))
        entered = _words(mine.cleaned_data[name])
        if stored != entered:
            is_long = isinstance(field.widget, forms.Textarea)
            pieces = line_changes(stored + "\n", entered + "\n") if is_long else []
            differing.append(DraftDifference(str(theirs[name].label), stored, entered, pieces))
    return differing


def _read(field: forms.Field, value: Any) -> Any:
    """A stored value as the form would read it, or None for what cannot be chosen any more."""
    try:
        return field.clean(value)
    except forms.ValidationError:
        return None


def _words(value: Any) -> str:
    """A value in words; two that mean the same read alike."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    if isinstance(value, str):
        return value.replace("\r\n", "\n").strip()
    if isinstance(value, Iterable):
        return ", ".join(sorted(map(str, value)))
    return "" if value is None else str(value)
