"""/account/: my name, place and display."""

import pytest

from annotation.models import AuditEntry
from tests.html import html_of

pytestmark = pytest.mark.both_databases

SOUND = {
    "first_name": "Farah",
    "last_name": "Idris",
    "time_zone": "Europe/Amsterdam",
    "country": "nl",
    "theme": "dark",
    "text_size": "larger",
    "plain_type": "on",
}


def test_it_saves_what_was_chosen(client, cast):
    client.force_login(cast.viewer)
    answer = client.post("/account/", SOUND)
    assert answer.status_code == 302
    cast.viewer.refresh_from_db()
    assert str(cast.viewer) == "Farah Idris"
    assert (cast.viewer.time_zone, cast.viewer.country) == ("Europe/Amsterdam", "NL")
    assert cast.viewer.display == {
        "theme": "dark",
        "text_size": "larger",
        "plain_type": True,
        "reduce_motion": False,
        "hide_user_turns": False,
        "note_first": False,
        "shortcuts": False,
    }


def test_display_keys_of_other_pages_stay(client, cast):
    cast.viewer.display = {"keys": {"met": "j"}}
    cast.viewer.save()
    client.force_login(cast.viewer)
    client.post("/account/", SOUND)
    cast.viewer.refresh_from_db()
    assert cast.viewer.display["keys"] == {"met": "j"}


def test_the_audit_row_does_not_say_how_someone_reads(client, cast):
    client.force_login(cast.viewer)
    client.post("/account/", SOUND)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.detail, entry.before_hash, entry.after_hash) == ("change_account", {}, "", "")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("country", "Netherlands", "Ensure this value has at most 2 characters"),
        ("country", "N1", "Please give two letters"),
        ("time_zone", "Mars/Base", "Select a valid choice"),
        ("theme", "sepia", "Select a valid choice"),
    ],
)
def test_bad_input_changes_nothing(client, cast, field, value, sentence):
    client.force_login(cast.viewer)
    answer = client.post("/account/", {**SOUND, field: value})
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert "Farah Idris" not in html_of(answer).split("<main", 1)[0]  # the frame shows what is stored
    cast.viewer.refresh_from_db()
    assert cast.viewer.first_name == ""
    assert cast.viewer.display == {}


def test_times_are_shown_in_the_reader_s_zone(client, cast, time_machine):
    time_machine.move_to("2026-07-14 22:30:00+00:00", tick=False)
    cast.admin.time_zone = "Asia/Tokyo"
    cast.admin.save()
    client.force_login(cast.admin)
    client.post("/people/invite/", {"email": "noor@example.org", "roles": ["clinician"]})
    assert "15 Jul 2026, 07:30" in html_of(client.get("/audit/"))  # 22:30 UTC is 7:30 in Tokyo


def test_an_unknown_stored_zone_falls_back(client, cast):
    cast.viewer.time_zone = "Nowhere/Land"
    cast.viewer.save()
    client.force_login(cast.viewer)
    assert client.get("/").status_code == 200


def test_a_visitor_is_sent_to_sign_in(client, db):
    assert client.get("/account/").status_code == 302
