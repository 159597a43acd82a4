"""Divide and sample tasks so that the halves resemble each other. Pure: rows in, places out, one seed.

A row is a dict of stratum variables, such as {"subcategory": "Grief & Loss", "age": "O18"}.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

Row = dict[str, str]


def iterative_stratification(
    rows: Sequence[Row], shares: Sequence[float], seed: int, fixed: Sequence[int | None] | None = None
) -> list[int]:
    """The subset of each row, balanced on every variable at once.

    shares: the share of each subset, summing to 1. fixed: rows that already have a subset keep it and count.
    The rarest value is dealt out first, each row to the subset that lacks this value most; ties go to the
    subset that lacks most rows, then by the seed. Source: Sechidis, Tsoumakas & Vlahavas 2011, algorithm 1.
    """
    chance = np.random.RandomState(seed)
    place: list[int | None] = list(fixed) if fixed is not None else [None] * len(rows)
    lacking = [share * len(rows) for share in shares]
    values: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, row in enumerate(rows):
        for value in row.items():
            values[value].add(number)
    wanted = {value: [share * len(members) for share in shares] for value, members in values.items()}

    def settle(number: int, subset: int) -> None:
        place[number] = subset
        lacking[subset] -= 1
        for value in rows[number].items():
            wanted[value][subset] -= 1
            values[value].discard(number)

    for number, subset in enumerate(place):
        if subset is not None:
            settle(number, subset)
    while open_values := [value for value, members in values.items() if members]:
        rarest = min(open_values, key=lambda value: (len(values[value]), value))
        for number in _shuffled(sorted(values[rarest]), chance):
            need = [(wanted[rarest][subset], lacking[subset]) for subset in range(len(shares))]
            best = max(need)
            settle(number, int(chance.choice([subset for subset, n in enumerate(need) if n == best])))
    return [int(subset) for subset in place if subset is not None]


def nested_quotas(
    rows: Sequence[Row], size: int, variables: Sequence[str], seed: int
) -> dict[tuple[str, ...], int]:
    """How many rows to take from each stratum so that `size` are taken in all.

    The size is divided over the values of the first variable by largest remainder, each part over the values
    of the second within it, and so on: early variables are matched best. Equal remainders are decided by the
    seed. Raises ValueError when fewer than `size` rows exist.
    """
    if size > len(rows):
        raise ValueError(f"{size} tasks were asked for, but only {len(rows)} can be drawn from.")
    chance = np.random.RandomState(seed)
    quotas: dict[tuple[str, ...], int] = {(): size}
    for depth in range(len(variables)):
        finer: dict[tuple[str, ...], int] = {}
        for stratum, quota in quotas.items():
            inside = [row for row in rows if tuple(row[name] for name in variables[:depth]) == stratum]
            sizes: dict[str, int] = defaultdict(int)
            for row in inside:
                sizes[row[variables[depth]]] += 1
            for value, part in largest_remainder(dict(sorted(sizes.items())), quota, chance).items():
                finer[(*stratum, value)] = part
        quotas = finer
    return quotas


def largest_remainder(sizes: dict[str, int], total: int, chance: np.random.RandomState) -> dict[str, int]:
    """`total` whole seats in proportion to `sizes`, never more than a stratum has (Hamilton's method)."""
    everything = sum(sizes.values())
    if not everything:
        return {}
    exact = {name: total * size / everything for name, size in sizes.items()}
    parts = {name: int(share) for name, share in exact.items()}
    ties = dict(zip(sizes, chance.permutation(len(sizes)), strict=True))
    by_remainder = sorted(sizes, key=lambda name: (-round(exact[name] - parts[name], 9), ties[name]))
    for name in by_remainder[: total - sum(parts.values())]:
        parts[name] += 1
    return parts


def _shuffled(numbers: list[int], chance: np.random.RandomState) -> list[int]:
    return [numbers[index] for index in chance.permutation(len(numbers))]
