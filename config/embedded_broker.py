"""The embedded broker's files, written whole or not at all.

The client's own transport makes a message's file and then fills it. Whoever reads in between, or after a
process was killed there, finds nothing in it, and the worker ends at that.
"""

import logging
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps

logger = logging.getLogger(__name__)

# No transport looks at names that do not end with .msg or .exchange.
UNFINISHED = ".unfinished"


class Channel(filesystem.Channel):
    """Messages and tables of queues appear under their names when they are complete."""

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:
        folder = Path(self.data_folder_out)
        with tempfile.NamedTemporaryFile("w", dir=folder, suffix=UNFINISHED, delete=False) as part:
            part.write(dumps(payload))
        name = f"{time.time_ns():020d}_{Path(part.name).stem}.{queue}.msg"
        os.replace(part.name, folder / name)

    def _get(self, queue: str) -> dict[str, Any]:
        while True:
            try:
                return super()._get(queue)
            except ValueError:  # of a version before, or of a disk that was full
                logger.warning("A message to the worker could not be read and was dropped.")

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        table = self._exchange_file(exchange)
        if not table.exists():
            self.control_folder.mkdir(exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", dir=self.control_folder, suffix=UNFINISHED, delete=False
            ) as part:
                part.write(dumps([[routing_key or "", pattern or "", queue or ""]]))
            os.replace(part.name, table)
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    """As named in config.celery for `filesystem://`."""

    Channel = Channel
