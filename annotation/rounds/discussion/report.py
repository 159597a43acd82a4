"""A closed round as its raters discuss it: each unit with three labels and notes, and how far they agree."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.assignments.slots import RaterSlots
from annotation.models import CriterionVersion, Label, LabelStanding, Person, Round, RoundItem
from annotation.rounds.discussion.overview import CONTESTED, EVERYTHING, FLAGGED
from annotation.verdicts.accord import Accord, accord_of

LETTERS = "ABC"


@dataclass(frozen=True)
class Voice:
    """What one rater said on a unit, by the rater's letter. `value` is None where nothing stands."""

    letter: str
    value: str | None
    note: str
    is_flagged: bool
    is_own: bool


@dataclass(frozen=True)
class DiscussedUnit:
    """One criterion of one item with the voices of A, B and C."""

    version: CriterionVersion
    voices: list[Voice]
    accord: Accord

    @property
    def is_flagged(self) -> bool:
        return any(voice.is_flagged for voice in self.voices)

    def belongs_to(self, selection: str) -> bool:
        """Whether the unit is among those a reader asked to see (one of SHOWN)."""
        if selection == EVERYTHING:
            return True
        if selection == CONTESTED:
            return self.accord != Accord.UNANIMOUS
        return self.is_flagged if selection == FLAGGED else self.accord == selection


@dataclass(frozen=True)
class ItemUnits:
    """An item with its units in rubric order."""

    item: RoundItem
    units: list[DiscussedUnit]


def discussed_items(
    round: Round, reader: Person, chosen: Sequence[int], rater_slots: RaterSlots
) -> list[ItemUnits]:
    """The chosen items of the round, by primary key. Ask access first whether `reader` may see them.

    A voice is that of whoever holds the slot: the slot's rater, or the one who took the item over.
    """
    labels: dict[tuple[int, int], dict[int, Label]] = defaultdict(dict)
    for label in Label.objects.of_firsts().filter(item__round=round, item__in=chosen):
        labels[label.item_id, label.criterion_id][label.rater_id] = label
    items = round.items.firsts().of_responses().filter(pk__in=chosen).select_related("response__task")
    items = items.prefetch_related("response__task__prompts")
    versions: dict[int, list[CriterionVersion]] = defaultdict(list)
    pinned = CriterionVersion.objects.filter(revision__in=items.values("rubric_revision"))
    for version in pinned.order_by("revision", "position"):
        versions[version.revision_id].append(version)
    return [
        ItemUnits(
            item,
            [
                _unit(version, rater_slots.holders(item.pk), labels[item.pk, version.criterion_id], reader)
                for version in versions[item.rubric_revision_id]
            ],
        )
        for item in items.order_by("position")
    ]


def _unit(
    version: CriterionVersion, raters: list[int], labels: dict[int, Label], reader: Person
) -> DiscussedUnit:
    voices = [
        _voice(letter, labels.get(rater), is_own=rater == reader.pk)
        for letter, rater in zip(LETTERS, raters, strict=False)
    ]
    return DiscussedUnit(version, voices, accord_of([voice.value for voice in voices]))


def _voice(letter: str, label: Label | None, *, is_own: bool) -> Voice:
    if label is None:
        return Voice(letter, None, "", False, is_own)
    value = label.value if label.standing == LabelStanding.STANDS else None
    return Voice(letter, value, label.note, label.flagged, is_own)


def only(items: list[ItemUnits], selection: str) -> list[ItemUnits]:
    """Keep the units that belong to `selection`, and the items that have any."""
    kept = [
        ItemUnits(discussed.item, [unit for unit in discussed.units if unit.belongs_to(selection)])
        for discussed in items
    ]
    return [discussed for discussed in kept if discussed.units]
