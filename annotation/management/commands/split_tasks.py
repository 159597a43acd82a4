"""Divide the corpus into public and private."""

from annotation.corpus.split import split_tasks
from annotation.management.base import ConcordCommand


class Command(ConcordCommand):
    help = (
        "Assign every task without a split to the public half or the private holdout, and print the balance."
    )

    def add_options(self, parser):
        parser.add_argument(
            "--fraction", type=float, default=0.5, help="share that becomes public (default 0.5)"
        )
        parser.add_argument("--seed", type=int, default=20260714)

    def run(self, *, fraction, seed, **options):
        return split_tasks(fraction=fraction, seed=seed, actor=None)

    def lines(self, result):
        counts = f"{result['public']} public, {result['private']} private"
        yield f"{result['assigned']} tasks were assigned: now {counts}."
        for row in result["balance"]:
            counts = f"{row['public']:>5} public {row['private']:>5} private"
            yield f"{row['variable']:<12} {row['value']:<42} {counts}"
