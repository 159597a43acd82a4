"""The one task that belongs to no application: it shows that a worker takes and answers messages."""

from celery import shared_task


@shared_task(name="config.ping")
def ping(word: str) -> str:
    """Return `word`."""
    return word
