"""/support/ and the panel of every page."""

from annotation.models import AuditEntry
from annotation.site.page_context import lines_for
from tests.html import html_of


def test_it_is_open_to_everybody(client, db):
    answer = client.get("/support/")
    assert answer.status_code == 200
    assert "Support for you" in html_of(answer)


def test_it_names_contact_and_lines_of_this_installation(client, cast, settings):
    settings.SUPPORT_CONTACT = "the study office"
    settings.CRISIS_LINES = ["For everybody", "NL=For the Netherlands"]
    cast.viewer.country = "NL"
    cast.viewer.save()
    client.force_login(cast.viewer)
    page = html_of(client.get("/support/"))
    assert "the study office" in page
    assert "For the Netherlands" in page
    client.force_login(cast.author)
    page = html_of(client.get("/support/"))
    assert "For everybody" in page
    assert "For the Netherlands" not in page


def test_every_page_carries_the_panel(client, cast):
    client.force_login(cast.viewer)
    page = html_of(client.get("/"))
    assert '<dialog class="dialog" id="support-panel"' in page
    assert 'data-key="h"' in page


def test_opening_it_leaves_no_trace(client, cast, caplog):
    client.force_login(cast.viewer)
    caplog.clear()
    client.get("/support/")
    assert not AuditEntry.objects.exists()
    assert caplog.records == []


def test_local_lines_come_first():
    lines = ["General", "NL=Local", "BE=Elsewhere"]
    assert lines_for("NL", lines) == ["Local", "General"]
    assert lines_for("", lines) == ["General"]
    assert lines_for("FR", lines) == ["General"]
