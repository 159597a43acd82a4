"""How consistent a rater is with themselves, from the items they met twice."""

from dataclasses import dataclass

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
    judged = Label.objects.answered().filter(rater=person, item__round=round, value__in=JUDGED)
    first = {
        (item, criterion): value
        for item, criterion, value in judged.values_list("item", "criterion", "value")
    }
    again = judged.filter(item__repeat_for=person).values_list("item__repeat_of", "criterion", "value")
    pairs = [
        (first[item, criterion], value) for item, criterion, value in again if (item, criterion) in first
    ]
    return Consistency(len(pairs), sum(before == after for before, after in pairs))
