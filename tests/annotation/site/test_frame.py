"""The frame around every page: rail by role, display settings, demonstration banner, error pages."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation.site.page_context import here, rail_for
from tests.html import html_of


def labels(rail):
    return [place.label for group in rail for place in group]


def test_the_rail_holds_what_a_role_may_do_and_what_exists():
    rail = labels(rail_for({"admin"}, "/"))
    assert "People" in rail
    assert "Audit" in rail
    assert "My labelling" not in rail
    assert not {"People", "Audit"} & set(labels(rail_for({"clinician", "author", "viewer"}, "/")))
    assert rail_for(set(), "/") == []


def test_the_place_one_is_in_is_marked():
    rail = rail_for({"admin"}, "/people/7/")
    assert here(rail).label == "People"
    assert not here(rail).is_exact
    assert here(rail_for({"admin"}, reverse("person_list"))).is_exact
    assert here(rail_for({"admin"}, "/account/")) is None


def test_pages_carry_the_reader_s_display_settings(client, cast):
    person = cast.viewer
    person.display = {
        "theme": "dark",
        "text_size": "large",
        "plain_type": True,
        "shortcuts": False,
        "keys": {"a": "b"},
    }
    person.save()
    client.force_login(person)
    page = html_of(client.get("/"))
    for attribute in (
        'data-theme="dark"',
        'data-text-size="large"',
        'data-type="plain"',
        'data-shortcuts="off"',
    ):
        assert attribute in page
    assert "data-motion" not in page


def test_stored_nonsense_does_not_break_a_page(client, cast):
    cast.viewer.display = {"theme": "sepia", "text_size": 7, "shortcuts": "no"}
    cast.viewer.save()
    client.force_login(cast.viewer)
    page = html_of(client.get("/"))
    assert 'data-theme="auto"' in page
    assert 'data-text-size="normal"' in page
    assert "data-shortcuts" not in page


def test_the_installation_may_choose_other_defaults(client, cast, settings):
    settings.DISPLAY_DEFAULTS = {"hide_user_turns": True, "theme": "dark"}
    cast.viewer.display = {"theme": "light"}
    cast.viewer.save()
    client.force_login(cast.viewer)
    page = html_of(client.get("/"))
    assert 'data-theme="light"' in page
    assert 'data-hide-user-turns="true"' in page


@pytest.mark.parametrize("is_shown", [True, False])
def test_a_demonstration_says_so(client, db, settings, is_shown):
    settings.DEMONSTRATION = is_shown
    page = html_of(client.get("/account/login/"))
    assert ("Synthetic demo" in page) is is_shown


def test_unknown_addresses_get_a_calm_404(client, cast):
    client.force_login(cast.outsider)
    answer = client.get("/nothing/here/")
    assert answer.status_code == 404
    assert "There is nothing at this address" in html_of(answer)


def test_a_page_of_another_role_says_403(client, cast):
    client.force_login(cast.viewer)
    answer = client.get("/people/")
    assert answer.status_code == 403
    assert "your roles do not include this page" in html_of(answer)


def test_an_expired_form_says_403_in_words(cast):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.viewer)
    answer = strict.post("/account/", {"theme": "dark"})
    assert answer.status_code == 403
    assert "Please send that once more" in html_of(answer)


def test_a_fault_of_ours_has_a_page_that_needs_no_database(cast, settings):
    settings.ROOT_URLCONF = "tests.annotation.site.failing_urls"
    quiet = Client(raise_request_exception=False)
    answer = quiet.get("/fails/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in html_of(answer)
    assert quiet.get("/refuses/").status_code == 400


def test_no_page_holds_inline_styles_or_scripts(client, cast):
    client.force_login(cast.admin)
    for address in ("/", "/support/", "/account/", "/people/", "/people/invite/", "/audit/"):
        page = html_of(client.get(address))
        assert " style=" not in page
        assert " onclick=" not in page
        assert "<script>" not in page
