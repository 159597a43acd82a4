"""Settings from the environment: nothing set runs, production is checked, what is wrong is said."""

import json

import pytest
from django.core.checks.registry import registry

from config.checks import check_cache_is_shared
from config.environment import Environment
from tests.config.site import manage

PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "xW9" * 20 + "-of-this-test-alone",
    "ALLOWED_HOSTS": "concord.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://concord.example.org",
    "MFA_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    "CACHE_URL": "redis://localhost:6379/1",
    "DATABASE_URL": "postgresql://concord@localhost/concord",
    "CELERY_BROKER_URL": "redis://localhost:6379/0",
    "EMAIL_URL": "submission://concord:word@mail.example.org:587",
}
SHOW = (
    "import json; from django.conf import settings as s; from django.db import connection as c;"
    "print(json.dumps([s.DEBUG, str(s.DATA_DIR), c.vendor, s.CELERY_BROKER_URL, s.EMAIL_BACKEND, "
    "s.SUPPORT_CONTACT]))"
)


def shown(folder, **settings: str) -> list:
    done = manage("shell", "-v0", "-c", SHOW, folder=folder, **settings)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_nothing_set_runs_on_sqlite_and_the_embedded_broker(tmp_path):
    debug, folder, vendor, broker, mail, contact = shown(tmp_path)
    assert (debug, folder, vendor, broker) == (True, str(tmp_path), "sqlite", "filesystem://localhost")
    assert mail.endswith("console.EmailBackend")
    assert contact == "the person who invited you"


def test_an_env_file_is_read_and_the_environment_wins(tmp_path):
    file = tmp_path / "settings.env"
    file.write_text("SUPPORT_CONTACT=Mira, room 4\nEMAIL_URL=memory:\n")
    *_, mail, contact = shown(tmp_path, ENV_FILE=str(file), EMAIL_URL="dummy:")
    assert contact == "Mira, room 4"
    assert mail.endswith("dummy.EmailBackend")


@pytest.mark.parametrize(
    ("variables", "roles"),
    [
        ({}, "[]"),
        (PRODUCTION, "['admin']"),
        (PRODUCTION | {"REQUIRE_MFA": "admin, author"}, "['admin', 'author']"),
        (PRODUCTION | {"REQUIRE_MFA": ""}, "[]"),
    ],
)
def test_admins_need_a_second_step_in_production_unless_told_otherwise(tmp_path, variables, roles):
    show = "from django.conf import settings; print(settings.REQUIRE_MFA)"
    done = manage("shell", "-v0", "-c", show, folder=tmp_path, **variables)
    assert done.stdout.strip() == roles, done.stderr


def test_production_settings_pass_the_deployment_check(tmp_path):
    done = manage("check", "--deploy", "--fail-level", "INFO", folder=tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


@pytest.mark.parametrize(
    ("url", "is_shared"), [("locmem://", False), ("dummy://", False), ("redis://localhost:6379/1", True)]
)
def test_a_cache_of_one_process_is_not_for_production(settings, url, is_shared):
    settings.CACHES = {"default": Environment({}).cache("NOT_SET", url)}
    warned = [message.id for message in check_cache_is_shared()]
    assert warned == ([] if is_shared else ["concord.W001"])
    assert check_cache_is_shared in registry.get_checks(include_deployment_checks=True)
    assert check_cache_is_shared not in registry.get_checks()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set."),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set."),
        ({"DEBUG": "perhaps"}, 'Environment variable "DEBUG" invalid: Not a valid boolean.'),
        ({"DATABASE_URL": "mysql://localhost/concord"}, "names the database “mysql”"),
        ({"TRUSTED_PROXY_COUNT": "two"}, "TRUSTED_PROXY_COUNT"),
        ({"CACHE_URL": "nonsense://"}, "CACHE_URL"),
        ({"EMAIL_URL": "nonsense://"}, "EMAIL_URL"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
        (
            {"REQUIRE_MFA": "admin,king"},
            "REQUIRE_MFA names king. Choose among clinician, author",
        ),
        ({"MFA_KEYS": "too-short"}, "MFA_KEYS holds something that is no key."),
    ],
)
def test_what_is_missing_or_wrong_gets_a_sentence(changed, says, tmp_path):
    done = manage("check", folder=tmp_path, **{**PRODUCTION, **changed})
    assert done.returncode == 1
    assert done.stderr.startswith("Concord cannot start: ")
    assert says in done.stderr
    assert "Traceback" not in done.stderr
