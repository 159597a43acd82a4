"""The fixtures themselves: the cast's roles, the closed network, and one page in a real browser."""

import socket

import pytest

from annotation.models import Role
from tests.cast import PASSWORD


def test_cast_holds_the_roles_it_names(cast):
    assert [person.roles for person in cast.clinicians] == [{Role.CLINICIAN}] * 3
    assert cast.author.roles == {Role.AUTHOR}
    assert cast.admin.roles == {Role.ADMIN}
    assert cast.viewer.roles == {Role.VIEWER}
    assert cast.outsider.roles == set()
    assert cast.outsider.check_password(PASSWORD)


def test_the_network_ends_at_this_machine():
    with pytest.raises(ConnectionRefusedError, match=r"192\.0\.2\.1 is elsewhere"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)


@pytest.mark.browser
def test_the_browser_reaches_the_live_server_as_a_person(page, sign_in, cast):
    sign_in(cast.admin)
    answer = page.goto("/api/schema/?format=json")
    assert answer.status == 200
    assert "openapi" in page.content()


@pytest.mark.browser
def test_the_api_documentation_keeps_to_the_security_policy(page, sign_in, cast, console_errors):
    sign_in(cast.admin)
    page.goto("/api/docs/")
    page.get_by_role("heading", name="Concord").wait_for()
    assert console_errors == []
