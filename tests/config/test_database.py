"""DATABASE_URL in the ways people write it."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import SQLITE_OPTIONS, database_from_url


def test_sqlite_gets_the_options_that_let_many_write(tmp_path):
    settings = database_from_url(f"sqlite:///{tmp_path}/concord.sqlite3")
    assert settings["NAME"] == f"{tmp_path}/concord.sqlite3"
    assert settings["OPTIONS"] == SQLITE_OPTIONS


def test_postgresql_by_host_with_an_escaped_password():
    settings = database_from_url("postgresql://concord:p%40ss%2Fword@db.example.org:6432/corpus")
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db.example.org", 6432, "corpus")
    assert (settings["USER"], settings["PASSWORD"]) == ("concord", "p@ss/word")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://concord@%2Fvar%2Frun%2FPostgres/corpus",
        "postgresql://concord@/corpus?host=/var/run/Postgres",
        "postgres:///corpus?host=/var/run/Postgres",
    ],
)
def test_a_socket_folder_becomes_the_host_with_its_capitals(url):
    settings = database_from_url(url)
    assert settings["HOST"] == "/var/run/Postgres"
    assert "host" not in settings["OPTIONS"]
    assert settings["NAME"] == "corpus"


def test_the_pool_is_postgresqls_and_can_be_left_out():
    assert database_from_url("postgresql://localhost/corpus")["OPTIONS"]["pool"]["max_size"] == 16
    assert "pool" not in database_from_url("postgresql://localhost/corpus", pool=False)["OPTIONS"]


def test_options_in_the_address_are_kept():
    settings = database_from_url("postgresql://localhost/corpus?sslmode=require")
    assert settings["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://localhost/corpus", "names the database “mysql”"),
        ("postgresql://localhost/", "names no database"),
        ("postgresql://localhost:port/corpus", "cannot be read"),
        ("corpus.sqlite3", "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_said_with_the_ways_to_write_it(url, says):
    with pytest.raises(ImproperlyConfigured, match=says) as raised:
        database_from_url(url)
    assert "postgresql://user:password@host" in str(raised.value)
