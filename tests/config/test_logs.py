"""Logs carry no secrets."""

import logging

import pytest

from config.logs import MaskingFormatter


@pytest.fixture
def formatted(monkeypatch):
    monkeypatch.setenv("PROVIDER_API_KEY", "sk-not-a-real-key-123")
    formatter = MaskingFormatter("%(message)s")

    def of(message: str, *args: object, exc_info=None) -> str:
        return formatter.format(logging.LogRecord("a", logging.ERROR, "f", 1, message, args, exc_info))

    return of


def test_a_password_in_an_address_is_masked(formatted):
    assert formatted("broker %s", "redis://user:pa55word@host/0") == "broker redis://user:[masked]@host/0"
    assert formatted("broker redis://:pa55word@host/0") == "broker redis://:[masked]@host/0"


def test_the_value_of_a_secret_variable_is_masked(formatted):
    assert formatted("sent %s", "Bearer sk-not-a-real-key-123") == "sent Bearer [masked]"


def test_tracebacks_are_masked_too(formatted):
    try:
        raise ValueError("key sk-not-a-real-key-123 refused")
    except ValueError as problem:
        text = formatted("failed", exc_info=(ValueError, problem, problem.__traceback__))
    assert "ValueError: key [masked] refused" in text


def test_ordinary_addresses_stay(formatted):
    assert formatted("at http://127.0.0.1:8000/a@b") == "at http://127.0.0.1:8000/a@b"


def test_the_id_of_a_task_is_masked_since_it_may_be_private(formatted):
    assert formatted("Not Found: /tasks/SECRET-7/") == "Not Found: /tasks/[masked]"
    assert formatted('"GET /tasks/SECRET-7/ HTTP/1.1" 404') == '"GET /tasks/[masked] HTTP/1.1" 404'


def test_a_line_cannot_steer_the_terminal_that_shows_it(formatted):
    assert formatted("asked for %s", "\x1b[2J\u202e.csv") == "asked for <U+001B>[2J<U+202E>.csv"
    assert formatted("two\nlines") == "two\nlines"
