"""The ranking of panels written out slowly, unit by unit and draw by draw, as a second opinion."""

from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np

Votes = list[list[int]]


def verdict(votes: list[int]) -> int | None:
    cast = [vote for vote in votes if vote != -1]
    return None if not cast else int(2 * sum(cast) > len(cast))


class NaiveRanking:
    """All panels of `size`, judged by repeating units; slow and plain on purpose."""

    def __init__(self, votes: Votes, gold: list[int], tasks: list[int], names, costs, size, draws, seed):
        self.votes, self.gold, self.tasks = votes, gold, tasks
        self.names, self.costs, self.size = names, costs, size
        self.n_tasks = max(tasks) + 1
        self.all_tasks = list(range(self.n_tasks))
        self.drawn = np.random.RandomState(seed).randint(0, self.n_tasks, size=(draws, self.n_tasks)).tolist()
        self.order = self.ordered(self.all_tasks)

    def counts(self, panel, tasks) -> Counter:
        found = Counter()
        for task in tasks:
            found.update(self.counts_in_task(panel, task))
        return found

    @cache  # noqa: B019 (one short test)
    def counts_in_task(self, panel, task) -> Counter:
        found = Counter()
        for votes, gold, of_task in zip(self.votes, self.gold, self.tasks, strict=True):
            said = verdict([votes[judge] for judge in panel])
            if of_task == task and gold != -1 and said is not None:
                found[said, gold] += 1
        return found

    def kappa(self, panel, tasks) -> float | None:
        return kappa(self.counts(panel, tasks))

    def ordered(self, tasks):
        def key(panel):
            counts = self.counts(panel, tasks)
            value, f1 = kappa(counts), macro_f1(counts)
            return (
                float("inf") if value is None else -round(value, 12),
                float("inf") if f1 is None else -round(f1, 12),
                abs(counts[1, 0] - counts[0, 1]),
                self.not_full(panel),
                round(sum(self.costs[judge] for judge in panel), 12),
                sorted(self.names[judge] for judge in panel),
            )

        return sorted(combinations(range(len(self.names)), self.size), key=key)

    def not_full(self, panel) -> int:
        return sum(
            any(votes[judge] == -1 for judge in panel)
            for votes, gold in zip(self.votes, self.gold, strict=True)
            if gold != -1
        )

    def draw_kappas(self) -> np.ndarray:
        """P x D in rank order, NaN where undefined."""
        table = [[self.kappa(panel, tasks) for tasks in self.drawn] for panel in self.order]
        return np.array(table, dtype=float)

    def leave_tasks_out(self) -> float | None:
        pooled = Counter()
        for fold in range(10):
            held_out = [task for task in self.all_tasks if task % 10 == fold]
            if held_out:
                best = self.ordered([task for task in self.all_tasks if task % 10 != fold])[0]
                pooled += self.counts(best, held_out)
        return kappa(pooled)


def kappa(counts: Counter) -> float | None:
    n = sum(counts.values())
    if not n:
        return None
    pa = (counts[1, 1] + counts[0, 0]) / n
    said, gold = (counts[1, 1] + counts[1, 0]) / n, (counts[1, 1] + counts[0, 1]) / n
    pe = said * gold + (1 - said) * (1 - gold)
    return None if pe == 1 else (pa - pe) / (1 - pe)


def macro_f1(counts: Counter) -> float | None:
    wrong = counts[1, 0] + counts[0, 1]
    parts = [2 * right + wrong for right in (counts[1, 1], counts[0, 0])]
    if 0 in parts:
        return None
    return (2 * counts[1, 1] / parts[0] + 2 * counts[0, 0] / parts[1]) / 2


def shares_of_the_best(drawn: np.ndarray) -> list[float]:
    """Of the draws with a value, each counted for those that tie in it; rounding makes ties certain."""
    shares, n_draws = [0.0] * len(drawn), 0
    for column in np.round(drawn.T, 9):
        if np.isnan(column).all():
            continue
        n_draws += 1
        best = np.flatnonzero(column == np.nanmax(column))
        for panel in best:
            shares[panel] += 1 / len(best)
    return [share / n_draws for share in shares]


def optimism(drawn: np.ndarray, kappas: list[float]) -> float:
    gains = [
        column[np.nanargmax(np.round(column, 9))] - kappas[int(np.nanargmax(np.round(column, 9)))]
        for column in drawn.T
        if not np.isnan(column).all()
    ]
    return sum(gains) / len(gains)


def ranks(drawn: np.ndarray) -> np.ndarray:
    """P x D: 1 for the best; ties by position; undefined last."""
    table = np.empty(drawn.shape, dtype=int)
    for draw, column in enumerate(drawn.T):
        key = [
            (np.inf if np.isnan(value) else -round(value, 9), position)
            for position, value in enumerate(column)
        ]
        for rank, (_, position) in enumerate(sorted(key), start=1):
            table[position, draw] = rank
    return table


def indifference_set(drawn: np.ndarray, kappas: list[float]) -> list[bool]:
    """Single-step max-T against the first panel."""
    ts, largest = [], [-np.inf] * drawn.shape[1]
    for panel in range(len(drawn)):
        gap = kappas[0] - kappas[panel]
        differences = drawn[0] - drawn[panel]
        error = np.nanstd(differences, ddof=1)
        if error < 1e-12:
            ts.append(0.0 if gap == 0 else np.inf)
            continue
        ts.append(gap / error)
        for draw, difference in enumerate(differences):
            if not np.isnan(difference):
                largest[draw] = max(largest[draw], (difference - gap) / error)
    known = [value for value in largest if np.isfinite(value)]
    critical = np.percentile(known, 95) if known else 0
    return [t <= critical for t in ts]
