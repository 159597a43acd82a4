"""Logging to standard error, with secrets masked in messages and in tracebacks.

Who asks for support is written nowhere: no line that names its page is let through, access logs included.
"""

import logging
import os
import re

from annotation.visible import for_terminal

IN_AN_ADDRESS = re.compile(r"(?<=://)([^/\s:@]*):([^/\s@]+)@")
NAMES_A_SECRET = re.compile(r"(KEY|SECRET|PASSWORD|TOKEN)$")
SHORTEST_SECRET = 8
NAMES_A_TASK = re.compile(r"(/tasks/)[^\s\"]+")
SUPPORT_PAGE = "/support/"
MASK = "[masked]"


class MaskingFormatter(logging.Formatter):
    """Formats as usual, then masks passwords in addresses, secrets of the environment, and tasks' ids."""

    def format(self, record: logging.LogRecord) -> str:
        text = IN_AN_ADDRESS.sub(rf"\1:{MASK}@", super().format(record))
        text = NAMES_A_TASK.sub(rf"\1{MASK}", text)
        for secret in _secrets():
            text = text.replace(secret, MASK)
        return for_terminal(text)


class SupportIsPrivate(logging.Filter):
    """Drops every line that names the support page, in its message or as an argument."""

    def filter(self, record: logging.LogRecord) -> bool:
        return SUPPORT_PAGE not in record.getMessage()


def _secrets() -> list[str]:
    return [
        value
        for name, value in os.environ.items()
        if NAMES_A_SECRET.search(name) and len(value) >= SHORTEST_SECRET
    ]


def logging_settings(level: str) -> dict[str, object]:
    """Return Django's LOGGING: one handler to standard error for everything at `level` and above."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "masked": {
                "()": MaskingFormatter,
                "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
            }
        },
        "filters": {"support": {"()": SupportIsPrivate}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "masked", "filters": ["support"]}
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},  # runserver's access log
            "waitress.queue": {"level": "ERROR"},  # a request that waits its turn is no news
        },
    }
