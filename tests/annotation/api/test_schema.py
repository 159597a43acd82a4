"""The OpenAPI schema is sound, and no request that it allows breaks the API."""

from itertools import cycle

import pytest
import schemathesis
from django.conf import settings
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase
from hypothesis import settings as hypothesis_settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.checks import not_a_server_error

from annotation.models import AssignmentState
from config.wsgi import application
from tests.annotation.long_scene import make_open_long_round
from tests.annotation.scene import make_open_round

TOKEN = "t" * 32

schema = schemathesis.pytest.from_fixture("described")


def test_it_validates_without_a_warning(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))


@pytest.fixture
def own(cast):
    """asha's assignments in an open round of each kind."""
    asha = cast.clinicians[0]
    rounds = (make_open_round(cast), make_open_long_round(cast))
    return [one.assignments.filter(rater=asha).select_related("round").first() for one in rounds]


@pytest.fixture
def kept_connection():
    """A WSGI server closes old connections around each request; a test's one must live on."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def described(cast, own, monkeypatch, kept_connection):
    """The schema, with every call made as asha and with her token."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"user": None})
    client = Client()
    client.force_login(cast.clinicians[0])
    session = client.cookies[settings.SESSION_COOKIE_NAME].value

    def as_asha(environ, start_response):
        environ["HTTP_COOKIE"] = f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={TOKEN}"
        environ["HTTP_X_CSRFTOKEN"] = TOKEN
        return application(environ, start_response)

    return schemathesis.openapi.from_wsgi("/api/schema/?format=json", as_asha)


KINDS = cycle((0, 1, None))


@schema.parametrize()
@hypothesis_settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_a_clinician_s_program_never_meets_a_server_error(case, own):
    """Two of three calls name asha's own round and item, which chance alone would never find."""
    kind = next(KINDS)
    if kind is not None and "name" in case.path_parameters:
        assignment = own[kind]
        assignment.state = AssignmentState.ACTIVE  # an earlier call may have left it out
        assignment.save(update_fields=["state"])
        known = {"name": assignment.round.name, "item": assignment.item_id}
        case.path_parameters.update({name: known[name] for name in case.path_parameters})
        if kind == 0 and isinstance(case.body, dict) and "criterion" in case.body:
            pinned = assignment.item.rubric_revision.criterion_versions
            case.body["criterion"] = pinned.first().criterion.criterion_id
    response = case.call()
    assert response.status_code != 401
    case.validate_response(response, checks=[not_a_server_error])
