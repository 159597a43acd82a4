"""What an admin says to change a draft round, and where that differs from what somebody else stored
meanwhile.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms

from annotation.corpus.text_diff import Piece, line_changes
from annotation.models import Person, Round, RoundKind
from annotation.rounds.drafts.edit_draft import SETTINGS, draft_seen, items_are_free
from annotation.rounds.form_round import POSITIONS, RoundForm
from annotation.rounds.transcripts.form_transcripts import TranscriptRoundForm
from annotation.rounds.transcripts.make_and_publish import offered_words
from annotation.vocabulary import CANNOT_JUDGE

KEEP, CHOOSE = "keep", "choose"
IDLE_FILTERS = (
    "You asked for other items below ({}), but not to choose anew. Choose anew, or put back what you changed "
    "there."
)
FIXED = ("name", "purpose")
CHOICE_OF_RESPONSES = (
    "split",
    "sub_category",
    "progression_stage",
    "model",
    "attempts",
    "at_most",
    "approved_only",
)


def _initial(draft: Round) -> dict[str, Any]:
    """The draft as its form shows it. The filter that chose its items is not kept, so it begins blank.

    `seen` is read first: a change that comes between is shown without counting as seen, never the reverse.
    """
    seen = draft_seen(draft)
    draft.refresh_from_db()
    latest = draft.guidelines.order_by("number").last()
    raters = {slot.position: slot.rater_id for slot in draft.slots.all()}
    return {
        "title": draft.title,
        "seed": draft.seed,
        "guidelines": latest.text if latest else "",
        "seen": seen,
        "draft": draft.pk,
        **{f"rater_{position}": raters.get(position) for position in POSITIONS},
        **{name: getattr(draft, name) for name in SETTINGS[RoundKind(draft.kind)]},
    }


class _Seen(forms.Form):
    """Which draft the page showed, for one that is withdrawn has another name, and in which state."""

    draft = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seen = forms.CharField(widget=forms.HiddenInput)


class DraftForm(_Seen, RoundForm):
    """A draft of responses: as for a new round, but with its name, and its items unless others are chosen."""

    items = forms.ChoiceField(
        label="Its items",
        choices=((KEEP, "Keep the items it has"), (CHOOSE, "Choose anew by what stands below")),
        initial=KEEP,
        widget=forms.RadioSelect,
    )

    def __init__(self, person: Person, draft: Round, data: Any = None) -> None:
        super().__init__(person, data, initial=_initial(draft))
        gone = FIXED if items_are_free(draft) else (*FIXED, "items", *CHOICE_OF_RESPONSES)
        for name in gone:
            self.fields.pop(name, None)

    def clean(self) -> None:
        """Filters without a choice anew would do nothing, and be lost."""
        chosen = [self[name].label for name in CHOICE_OF_RESPONSES if name in self.changed_data]
        if self.cleaned_data.get("items") == KEEP and chosen:
            self.add_error("items", IDLE_FILTERS.format(", ".join(chosen)))

    def wanted(self) -> dict[str, Any]:
        """The arguments of `edit_draft`, but for the actor and the round."""
        asked = self.cleaned_data
        kept = {name: asked[name] for name in ("seen", "title", "seed", "guidelines")}
        chosen = self.responses() if asked.get("items") == CHOOSE else None
        return {**kept, "raters": self.raters(), "items": chosen, **self.settings()}


class TranscriptDraftForm(_Seen, TranscriptRoundForm):
    """The same for a draft of long conversations, which are ticked in a list."""

    def __init__(self, person: Person, draft: Round, data: Any = None) -> None:
        initial = _initial(draft)
        ticked = [item.transcript_id for item in draft.items.all()]
        words = "\n".join(word for word in draft.vocabulary if word != CANNOT_JUDGE)
        super().__init__(person, data, initial={**initial, "transcripts": ticked, "words": words})
        self.ticked = set(ticked)
        gone = ("name",) if items_are_free(draft) else ("name", "transcripts")
        for name in gone:
            self.fields.pop(name, None)

    def wanted(self) -> dict[str, Any]:
        """The arguments of `edit_draft`, but for the actor and the round."""
        asked = self.cleaned_data
        chosen = self.chosen() if "transcripts" in asked else None
        is_same = chosen is None or {transcript.pk for transcript in chosen} == self.ticked
        return {
            **{name: asked[name] for name in ("seen", "title", "seed", "guidelines")},
            "raters": self.raters(),
            "items": None if is_same else chosen,
            "vocabulary": offered_words(self.offered()),
            **self.settings(),
        }


# What says how to choose items is not kept in a draft, and the others are the page's own.
NOT_STORED = {"seen", "draft", "items", *CHOICE_OF_RESPONSES}


@dataclass(frozen=True)
class DraftDifference:
    """One field that differs. A long text has `pieces`: what goes of theirs, and what comes of mine."""

    label: str
    theirs: str
    mine: str
    pieces: list[Piece]


def differences(
    theirs: DraftForm | TranscriptDraftForm, mine: DraftForm | TranscriptDraftForm
) -> list[DraftDifference]:
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
