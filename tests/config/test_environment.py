"""Variables as the types settings need: what is read, what is refused, and which of two sources wins."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment

SMTP = "django.core.mail.backends.smtp.EmailBackend"


def test_what_is_not_set_is_the_default_as_it_stands():
    env = Environment({})
    assert env.text("A", "b") == "b"
    assert env.texts("A", ["b", "c"]) == ["b", "c"]
    assert env.boolean("A", True) is True
    assert env.boolean("A", False) is False
    assert env.integer("A", 3) == 3
    assert env.json("A", {}) == {}
    assert env.log_level("A", "WARNING") == "WARNING"


@pytest.mark.parametrize(
    ("reader", "value", "read"),
    [
        ("text", "", ""),
        ("text", " a b ", " a b "),
        ("texts", "", []),
        ("texts", "a", ["a"]),
        ("texts", "a,b", ["a", "b"]),
        ("boolean", "true", True),
        ("boolean", "Yes", True),
        ("boolean", "1", True),
        ("boolean", "ON", True),
        ("boolean", "false", False),
        ("boolean", "No", False),
        ("boolean", "0", False),
        ("boolean", "off", False),
        ("integer", " 12 ", 12),
        ("json", '{"note_first": true}', {"note_first": True}),
        ("log_level", "info", 20),
        ("log_level", "ERROR", 40),
        ("log_level", "15", 15),
    ],
)
def test_what_is_set_is_read(reader, value, read):
    assert getattr(Environment({"A": value}), reader)("A", None) == read


def test_a_separator_may_be_another_than_a_comma():
    env = Environment({"A": "one, two;three"})
    assert env.texts("A", [], separator=";") == ["one, two", "three"]


@pytest.mark.parametrize(
    ("reader", "value", "sentence"),
    [
        ("boolean", "perhaps", "Not a valid boolean."),
        ("boolean", "", "Not a valid boolean."),
        ("integer", "two", "Not a valid integer."),
        ("integer", "", "Not a valid integer."),
        ("integer", "1.0", "Not a valid integer."),
        ("json", "{", "Not valid JSON."),
        ("json", "", "Not valid JSON."),
        ("log_level", "LOUD", "Not a valid log level."),
        ("log_level", "", "Not a valid log level."),
        ("cache", "nonsense://", 'Unknown backend: "nonsense"'),
        ("cache", "", 'Unknown backend: ""'),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(reader, value, sentence):
    with pytest.raises(ImproperlyConfigured) as refused:
        getattr(Environment({"A": value}), reader)("A", None)
    assert str(refused.value) == f'Environment variable "A" invalid: {sentence}'


@pytest.mark.parametrize("url", ["nonsense://", "", "submission://host:port"])
def test_a_mail_server_that_cannot_be_read_is_refused_with_an_example(url):
    with pytest.raises(ImproperlyConfigured, match=r"^A cannot be read\. Write submission://"):
        Environment({"A": url}).email("A", "console:")


def test_a_mail_server_becomes_djangos_settings():
    settings = Environment({"A": "submission://me:word@mail.example.org:587"}).email("A", "console:")
    assert (settings["EMAIL_BACKEND"], settings["EMAIL_HOST"]) == (SMTP, "mail.example.org")
    assert (settings["EMAIL_PORT"], settings["EMAIL_USE_TLS"]) == (587, True)
    assert Environment({}).email("A", "console:")["EMAIL_BACKEND"].endswith("console.EmailBackend")


def test_a_file_says_what_the_process_does_not(tmp_path):
    file = tmp_path / ".env"
    file.write_text("# a comment\nA=from the file\nexport B='quoted # value'\nC=3  # why\nUNSET\n")
    env = Environment({"A": "from the process"}, file)
    assert env.text("A", "") == "from the process"
    assert env.text("B", "") == "quoted # value"
    assert env.integer("C", 0) == 3
    assert env.text("UNSET", "default") == "default"


def test_a_file_need_not_exist(tmp_path):
    assert Environment({}, tmp_path / ".env").text("A", "default") == "default"
