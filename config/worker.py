"""The worker that `serve` runs as a child: `python -m config.worker`."""

import warnings

from celery.platforms import SecurityWarning

from config.celery import app

# Threads, because the work waits for language models; no talk between workers, since there is only one.
ARGUMENTS = (
    "--quiet",
    "worker",
    "--pool=threads",
    "--concurrency=8",
    "--without-gossip",
    "--without-mingle",
    "--loglevel=WARNING",
)


def main() -> None:
    """Take tasks until SIGTERM, which lets running tasks finish."""
    # In a container everyone is root, and Celery's long warning about it would hide what matters.
    warnings.simplefilter("ignore", SecurityWarning)
    app.start(list(ARGUMENTS))


if __name__ == "__main__":
    main()
