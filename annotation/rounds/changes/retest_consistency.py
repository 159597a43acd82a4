"""How consistent a rater is with themselves, from the items they met twice."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from annotation.models import Label, LabelValue, Person, Round

JUDGED = (LabelValue.MET, LabelValue.NOT_MET)


@dataclass(frozen=True)
class Consistency:
    """Units a rater judged both times, and on how many of them alike. `share` is None without any."""

    n_units: int
    n_alike: int

    @property
    def share(self) -> float | None:
        return self.n_alike / self.n_units if self.n_units else None


def consistency_of(person: Person, round: Round) -> Consistency:
    """Compare the person's labels on repeats with those on the items repeated; cannot judge is left out."""
    return consistencies_of([person], round)[0]


def consistencies_of(people: Sequence[Person], round: Round) -> list[Consistency]:
    """The same for several people, in as many queries as for one; one query where nobody met a repeat."""
    judged = Label.objects.answered().filter(rater__in=people, item__round=round, value__in=JUDGED)
    repeats = judged.filter(item__repeat_for=F("rater"))
    again = list(repeats.values_list("rater", "item__repeat_of", "criterion", "value"))
    firsts = judged.filter(item__in={item for _, item, _, _ in again}).values_list(
        "rater", "item", "criterion", "value"
    )
    first = {(rater, item, criterion): value for rater, item, criterion, value in firsts}
    alike: dict[int, list[bool]] = {person.pk: [] for person in people}
    for rater, *unit, value in again:
        if (rater, *unit) in first:
            alike[rater].append(first[rater, *unit] == value)
    return [Consistency(len(alike[person.pk]), sum(alike[person.pk])) for person in people]
