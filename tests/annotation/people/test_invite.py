"""The first admin comes in by a link that a command prints."""

import json
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Invitation
from tests.html import html_of


def invite(email="first@example.org", roles="admin", **options) -> dict:
    return json.loads(call_command("invite", email, roles=roles, json=True, **options))


def test_the_link_opens_the_page_that_makes_the_account(client, db):
    made = invite(site="https://concord.example.org/")
    assert made["link"].startswith("https://concord.example.org/invitation/")
    answer = client.get(urlsplit(made["link"]).path, follow=True)
    assert answer.status_code == 200
    assert "first@example.org" in html_of(answer)


def test_the_token_itself_is_not_kept(db):
    token = invite()["link"].rstrip("/").rsplit("/", 1)[-1]
    assert token not in str(Invitation.objects.values().get())


@pytest.mark.parametrize(
    ("email", "roles", "sentence"),
    [
        ("not-an-address", "admin", "not an email address"),
        ("a@example.org", "boss", "boss"),
        ("a@example.org", ",", "role"),
    ],
)
def test_what_cannot_be_is_said(db, email, roles, sentence):
    with pytest.raises(CommandError, match=sentence):
        invite(email, roles)
    assert not Invitation.objects.exists()
