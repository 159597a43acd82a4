"""Load the synthetic demo."""

from annotation.management.base import ConcordCommand


class Command(ConcordCommand):
    help = (
        "Load the synthetic demo: corpus, people, rounds, votes, a frozen panel, judgments. Safe to repeat."
    )

    def run(self, **options):
        from scoring.demonstration.load import load_demonstration

        return load_demonstration()

    def lines(self, result):
        yield (
            f"The demo is loaded: {result['tasks']} tasks, {result['responses']} responses, "
            f"{result['labels']:,} labels, panel {result['panel']} with {result['cells']} cells. "
            "All of it is synthetic."
        )
