"""Large work in blocks: memory holds a few of them, two threads share them, results come in order.

Formulas over arrays run in pieces that stay in a core's cache; with larger ones most of the time goes into
fetching fresh memory for intermediate results.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import TypeVar

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

MOST_THREADS = 2
NUMBERS_IN_CACHE = 40_000

Block = TypeVar("Block")
Result = TypeVar("Result")


def blocks(n_rows: int, rows_per_block: int) -> list[slice]:
    """Slices that cover 0..n_rows."""
    return [slice(start, min(start + rows_per_block, n_rows)) for start in range(0, n_rows, rows_per_block)]


def pieces(n_rows: int, row_length: int) -> list[slice]:
    """Slices of rows that stay in cache, at least one row each."""
    return blocks(n_rows, max(1, NUMBERS_IN_CACHE // max(1, row_length)))


def in_order(work: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
    """`work` on each block, on two threads, with results in the order of the blocks.

    NumPy frees the lock, so threads are enough. Few blocks are in flight, so that results do not pile up.
    """
    threads = min(MOST_THREADS, os.cpu_count() or 1)
    if threads == 1:
        yield from map(work, blocks)
        return
    running: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(max_workers=threads) as pool:
        for block in blocks:
            running.append(pool.submit(work, block))
            if len(running) > 2 * threads:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


def one_blas_thread() -> AbstractContextManager[object]:
    """Keep the matrix product on the thread that asks for it.

    The blocks already use both cores; the product's own threads would wait in a busy loop and double the
    time.
    """
    limits: AbstractContextManager[object] = threadpool_limits(limits=1, user_api="blas")
    return limits
