"""In which order one rater meets the items of a round: random, repeatable, and never heavy for long.

The layout of heavy positions is the cheapest of all layouts, by dynamic programming over the positions. So a
rule that the numbers do not allow is broken as seldom as possible, instead of making the draw fail.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

LONGEST_RUN = 2
# What a layout pays, worst first. Chance (0 to 1 a position) only decides between layouts of equal price.
LONG_RUN, EDGE, UNEVEN, PAIR = 1e10, 1e5, 8.0, 2.0


@dataclass(frozen=True)
class Placed:
    """An item's id with its position (from 1) in the rater's order and the sitting (from 1) it belongs to."""

    item: int
    order: int
    sitting: int


def rater_order(
    items: Sequence[tuple[int, bool]], *, seed: int, slot: int, sitting_size: int
) -> list[Placed]:
    """Return the (item id, is heavy) pairs in the order of the rater in `slot`.

    As far as the numbers allow, no heavy item is first or last in a sitting, and never more than two heavy
    items follow each other, also from one sitting to the next; heavy items are spread evenly over the
    sittings. The same items, seed and slot give the same order on every machine.
    """
    chance = np.random.RandomState([seed & 0xFFFFFFFF, seed >> 32, slot])
    sizes = sitting_sizes(len(items), sitting_size)
    heavy = _shuffled([item for item, is_heavy in items if is_heavy], chance)
    light = _shuffled([item for item, is_heavy in items if not is_heavy], chance)
    layout = heavy_places(sizes, len(heavy), chance)
    sittings = [number for number, size in enumerate(sizes, start=1) for _ in range(size)]
    return [
        Placed((heavy if is_heavy else light).pop(), order, sitting)
        for order, (is_heavy, sitting) in enumerate(zip(layout, sittings, strict=True), start=1)
    ]


def sitting_sizes(n_items: int, at_most: int) -> list[int]:
    """Cut `n_items` into the fewest sittings of at most `at_most` items, as equal as can be."""
    if at_most < 1:
        raise ValueError(f"A sitting holds at least 1 item; {at_most} was given.")
    if n_items == 0:
        return []
    n_sittings = ceil(n_items / at_most)
    base, longer = divmod(n_items, n_sittings)
    return [base + 1] * longer + [base] * (n_sittings - longer)


def heavy_places(sizes: Sequence[int], n_heavy: int, chance: np.random.RandomState) -> NDArray[np.bool_]:
    """Return, for each position of the joined sittings, whether a heavy item goes there.

    `cost[h, r]` is the lowest price so far with `h` heavy items placed and the last `r` positions (0, 1, 2 or
    more) heavy. `came_from` remembers the `r` of the position before, to walk back along the cheapest layout.
    """
    n = sum(sizes)
    price = chance.random_sample(n) + EDGE * _is_edge(sizes)
    sitting_ends = set(np.cumsum(sizes) - 1)
    cost = np.full((n_heavy + 1, LONGEST_RUN + 1), np.inf)
    cost[0, 0] = 0
    came_from = np.zeros((n, *cost.shape), dtype=np.int8)
    for position in range(n):
        step = np.full_like(cost, np.inf)
        came_from[position, :, 0] = cost.argmin(axis=1)
        step[:, 0] = cost.min(axis=1)
        step[1:, 1] = cost[:-1, 0] + price[position]
        longer = np.stack([cost[:-1, 1] + PAIR, cost[:-1, 2] + LONG_RUN]) + price[position]
        came_from[position, 1:, 2] = 1 + longer.argmin(axis=0)
        step[1:, 2] = longer.min(axis=0)
        if position in sitting_ends:
            fair_share = n_heavy * (position + 1) / n
            step += UNEVEN * np.abs(np.arange(n_heavy + 1) - fair_share)[:, None]
        cost = step
    return _walk_back(came_from, n_heavy, int(cost[n_heavy].argmin()))


def _walk_back(came_from: NDArray[np.int8], placed: int, run: int) -> NDArray[np.bool_]:
    is_heavy = np.zeros(len(came_from), dtype=bool)
    for position in reversed(range(len(came_from))):
        before = int(came_from[position, placed, run])
        is_heavy[position] = run > 0
        placed, run = placed - int(run > 0), before
    return is_heavy


def _is_edge(sizes: Sequence[int]) -> NDArray[np.bool_]:
    """Whether a position is the first or the last of its sitting."""
    edges = np.zeros(sum(sizes), dtype=bool)
    ends = np.cumsum(sizes, dtype=int)
    edges[ends - 1] = True
    edges[ends - np.asarray(sizes, dtype=int)] = True
    return edges


def _shuffled(items: list[int], chance: np.random.RandomState) -> list[int]:
    return [items[number] for number in chance.permutation(len(items))]
