"""From CELERY_BROKER_URL to the options its transport needs."""

from pathlib import Path


def broker_options(url: str, folder: Path) -> dict[str, object]:
    """Return Celery's transport options for the broker at `url`.

    The embedded broker (`filesystem://`) keeps its messages in `folder`, which is created. Polling once a
    second, its default, would make every task wait; every 0.05 s costs nothing that can be seen.
    """
    if not url.startswith("filesystem://"):
        return {}
    messages, control = folder / "messages", folder / "control"
    for place in (messages, control):
        place.mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "store_processed": False,
        "polling_interval": 0.05,
    }


def clear_stale_replies(folder: Path) -> int:
    """Delete the remote-control messages a killed worker left in the embedded broker; return how many.

    A new worker would read them as if meant for it. Task messages are kept: they are work still to do.
    """
    stale = list(folder.glob("**/*.pidbox.msg"))
    for message in stale:
        message.unlink(missing_ok=True)
    return len(stale)
