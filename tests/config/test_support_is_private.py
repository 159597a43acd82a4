"""No log line names the support page: not Django's, not the access logs of the servers we name."""

import io
import logging
import logging.config

import pytest

from config.logs import SupportIsPrivate, logging_settings

ACCESS_LINE = '%(h)s "%(r)s" %(s)s'


@pytest.fixture
def written(monkeypatch):
    """What reaches standard error while the settings' logging is in force."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    names = ("", "django", "django.server", "django.request", "waitress.queue")
    before = [(name, logging.getLogger(name).handlers[:], logging.getLogger(name).level) for name in names]
    logging.config.dictConfig(logging_settings("INFO"))
    yield stream.getvalue
    for name, handlers, level in before:
        logger = logging.getLogger(name)
        logger.handlers[:] = handlers
        logger.setLevel(level)


def test_the_development_server_s_access_log_leaves_it_out(written):
    server = logging.getLogger("django.server")
    server.info('"%s" %s %s', "GET /support/ HTTP/1.1", "200", "5123")
    server.info('"%s" %s %s', "GET /account/ HTTP/1.1", "200", "5123")
    assert "support" not in written()
    assert written().count("/account/") == 1


def test_a_failure_there_is_not_written_either(written):
    logging.getLogger("django.request").error("Internal Server Error: %s", "/support/")
    assert written() == ""


def test_gunicorn_s_access_log_leaves_it_out():
    import config.wsgi  # noqa: F401  adds the filter as a production server does

    filters = [
        one for one in logging.getLogger("gunicorn.access").filters if isinstance(one, SupportIsPrivate)
    ]
    assert filters
    for path, passes in (("/support/", False), ("/label/", True)):
        atoms = {"h": "127.0.0.1", "r": f"GET {path} HTTP/1.1", "s": "200"}
        record = logging.LogRecord("gunicorn.access", logging.INFO, "f", 1, ACCESS_LINE, (atoms,), None)
        assert filters[0].filter(record) is passes
