"""The definitions written out slowly, unit by unit, as a second opinion."""

from collections.abc import Sequence

from calibration.stats.resampling.estimate import Estimate

Unit = Sequence[int]  # the ratings of one unit, without the missing ones


def pa(units: Sequence[Unit]) -> float:
    shares = []
    for unit in units:
        r = len(unit)
        if r >= 2:
            same = sum(1 for a in range(r) for b in range(r) if a != b and unit[a] == unit[b])
            shares.append(same / (r * (r - 1)))
    return sum(shares) / len(shares)


def pi(units: Sequence[Unit], category: int) -> float:
    rated = [unit for unit in units if unit]
    return sum(unit.count(category) / len(unit) for unit in rated) / len(rated)


def fleiss(units: Sequence[Unit], categories: Sequence[int]) -> float:
    pe = sum(pi(units, k) ** 2 for k in categories)
    return (pa(units) - pe) / (1 - pe)


def ac1(units: Sequence[Unit], categories: Sequence[int]) -> float:
    pe = sum(pi(units, k) * (1 - pi(units, k)) for k in categories) / (len(categories) - 1)
    return (pa(units) - pe) / (1 - pe)


def pabak(units: Sequence[Unit], categories: Sequence[int]) -> float:
    pe = 1 / len(categories)
    return (pa(units) - pe) / (1 - pe)


def alpha(units: Sequence[Unit], categories: Sequence[int]) -> float:
    """Observed over expected disagreement, from the coincidence matrix."""
    pairable = [unit for unit in units if len(unit) >= 2]
    n_k = {k: sum(unit.count(k) for unit in pairable) for k in categories}
    n = sum(n_k.values())
    observed = sum(
        unit.count(j) * unit.count(k) / (len(unit) - 1)
        for unit in pairable
        for j in categories
        for k in categories
        if j != k
    )
    expected = sum(n_k[j] * n_k[k] for j in categories for k in categories if j != k) / (n - 1)
    return 1 - observed / expected


def specific(units: Sequence[Unit], category: int) -> float:
    chose = [(unit.count(category), len(unit)) for unit in units]
    return sum(x * (x - 1) for x, r in chose) / sum(x * (r - 1) for x, r in chose if r)


def cohen(pairs: Sequence[tuple[int, int]], categories: Sequence[int]) -> float:
    n = len(pairs)
    agreed = sum(a == b for a, b in pairs) / n
    chance = sum(sum(a == k for a, _ in pairs) / n * sum(b == k for _, b in pairs) / n for k in categories)
    return (agreed - chance) / (1 - chance)


def percentiles_of(estimate: Estimate) -> list[float | None]:
    """The published interval of an estimate."""
    return [estimate.percentile_low, estimate.percentile_high]
