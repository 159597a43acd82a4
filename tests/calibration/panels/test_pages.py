"""/panels/ and the freeze: choose, look at the manifest, type the name."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from annotation.base.history_guard import history_unguarded
from annotation.models import Label
from calibration.models import FrozenPanel, SeenHealth
from calibration.panels import health
from calibration.panels.import_panels import register_panel
from tests.calibration.builders import make_votes
from tests.calibration.conftest import GOLD
from tests.forms import form_with
from tests.html import html_of

pytestmark = pytest.mark.both_databases


def test_only_admins_see_panels(assert_answers, panel):
    for url in (
        "/panels/",
        "/panels/panel-1/",
        "/panels/panel-1/verify/",
        "/panels/panel-1/selected_judge_panel.json",
        f"/rankings/{panel.ranking.pk}/freeze/",
    ):
        assert_answers(url)


def test_without_panels_the_list_says_what_to_do(visit, cast, ranking):
    page = html_of(visit(cast.admin).get("/panels/"))
    assert "No panel is frozen yet." in page
    assert f'href="/rankings/{ranking.pk}/freeze/"' in page


def test_the_freeze_in_three_steps(visit, cast, ranking):
    admin = visit(cast.admin)
    url = f"/rankings/{ranking.pk}/freeze/"
    assert "The recommended panel" in html_of(admin.get(url))
    preview = html_of(admin.get(url, {"preview": "1"}))
    assert "Type <strong>panel-1</strong> to freeze it" in preview
    assert not FrozenPanel.objects.exists()
    answer = admin.post(url, {"confirm": "panel-1"})
    assert (answer.status_code, answer.url) == (302, "/panels/panel-1/")
    panel = FrozenPanel.objects.get()
    assert panel.frozen_by == cast.admin
    assert json.loads(panel.manifest)["frozen_by"] == cast.admin.pseudonym


def test_the_pages_lead_from_the_ranking_to_its_panel(visit, cast, ranking):
    admin, url = visit(cast.admin), f"/rankings/{ranking.pk}/"
    assert f'href="{url}freeze/">Freeze a panel</a>' in html_of(admin.get(url))
    choice = form_with(html_of(admin.get(f"{url}freeze/")), "Look at the manifest")
    preview = html_of(admin.get(choice.action, choice.data))
    freeze = form_with(preview, "Freeze panel-1")
    answer = admin.post(freeze.action, freeze.data | {"confirm": "panel-1"})
    assert answer.url == "/panels/panel-1/"
    assert FrozenPanel.objects.get().frozen_by == cast.admin


def test_the_same_form_sent_twice_freezes_once(visit, cast, ranking):
    admin, url = visit(cast.admin), f"/rankings/{ranking.pk}/freeze/"
    admin.post(url, {"confirm": "panel-1"})
    for typed in ("panel-1", "panel-2"):
        again = admin.post(url, {"confirm": typed}, follow=True)
        assert again.redirect_chain == [("/panels/panel-1/", 302)]
        assert "panel-1 holds the same content already" in html_of(again)
    assert FrozenPanel.objects.count() == 1


def test_what_is_frozen_already_is_not_offered_again(visit, cast, panel):
    answer = visit(cast.admin).get(f"/rankings/{panel.ranking.pk}/freeze/", {"preview": "1"})
    assert answer.status_code == 422
    assert "panel-1 holds the same content already" in html_of(answer)


@pytest.mark.parametrize("typed", ["", "panel-2", "Panel-1"])
def test_a_wrong_name_freezes_nothing(visit, cast, ranking, typed):
    answer = visit(cast.admin).post(f"/rankings/{ranking.pk}/freeze/", {"confirm": typed})
    assert answer.status_code == 422
    assert "type panel-1 exactly" in html_of(answer)
    assert not FrozenPanel.objects.exists()


def test_another_panel_needs_a_reason(visit, cast, ranking):
    admin, url = visit(cast.admin), f"/rankings/{ranking.pk}/freeze/?rank=2"
    refused = admin.get(url + "&preview=1")
    assert refused.status_code == 422
    assert "Say why it is chosen all the same." in html_of(refused)
    assert admin.post(url, {"confirm": "panel-1"}).status_code == 422
    assert not FrozenPanel.objects.exists()
    admin.post(url, {"confirm": "panel-1", "reason": "Its judges stay available."})
    rule = json.loads(FrozenPanel.objects.get().manifest)["rule"]
    assert (rule["chosen"], rule["reason"]) == ("by_hand", "Its judges stay available.")


def test_changed_labels_stop_the_freeze(visit, cast, ranking):
    Label.objects.filter(value="met").first().delete()
    answer = visit(cast.admin).get(f"/rankings/{ranking.pk}/freeze/", {"preview": "1"})
    assert answer.status_code == 422
    assert "this has changed: labels" in html_of(answer)


def test_a_successor_is_linked_both_ways(visit, cast, panel):
    url = f"/rankings/{panel.ranking.pk}/freeze/"
    choice = {"replaces": "panel-1", "reason": "Frozen again to test it.", "confirm": "panel-2"}
    visit(cast.admin).post(url, choice)
    assert FrozenPanel.objects.get(name="panel-2").predecessor == panel
    page = html_of(visit(cast.admin).get("/panels/panel-1/"))
    assert 'href="/panels/panel-2/"' in page
    assert "Frozen again to test it." in page
    assert "replaced by panel-2" in html_of(visit(cast.admin).get("/panels/"))


def test_a_successor_without_a_reason_is_refused(visit, cast, panel):
    url = f"/rankings/{panel.ranking.pk}/freeze/"
    answer = visit(cast.admin).get(url, {"preview": "1", "replaces": "panel-1"})
    assert answer.status_code == 422
    assert "Say why it replaces panel-1" in html_of(answer)


def test_a_rank_nobody_has_is_nowhere(visit, cast, ranking):
    for rank in ("99", "0", "x", "9" * 30):
        url = f"/rankings/{ranking.pk}/freeze/?rank={rank}"
        assert visit(cast.admin).get(url).status_code == 404


def test_the_panel_shows_manifest_health_and_sentinels(visit, cast, panel):
    page = html_of(visit(cast.admin).get("/panels/panel-1/"))
    for words in (
        "Sound",
        "Why this panel",
        "Agreement with the clinicians",
        panel.sha256,
        "16 pairs were kept",
    ):
        assert words in page, words
    assert "Sound" in html_of(visit(cast.admin).get("/panels/"))


def test_a_stale_panel_says_why(visit, cast, panel):
    Label.objects.filter(value="met").first().delete()
    page = html_of(visit(cast.admin).get("/panels/panel-1/"))
    assert "Clinicians&#x27; labels of round calibration have changed since the freeze." in page
    assert "Stale" in html_of(visit(cast.admin).get("/panels/"))


def test_the_list_asks_the_same_whatever_the_number_of_panels(visit, cast, panel, django_assert_num_queries):
    admin, choice = visit(cast.admin), {"reason": "Once more.", "confirm": "panel-2"}
    with CaptureQueriesContext(connection) as of_one:
        admin.get("/panels/")
        number = len(of_one)
    admin.post(f"/rankings/{panel.ranking.pk}/freeze/", choice | {"replaces": "panel-1"})
    register_panel(judges=["m/a", "m/b"], actor=None)
    assert FrozenPanel.objects.count() == 3
    with django_assert_num_queries(number):
        page = html_of(admin.get("/panels/"))
    assert 0 < number <= 9  # one of them: whether the admin rates an open round
    assert page.count("not looked at yet") == 2  # an imported one shows by itself what it is


def test_the_list_computes_no_health_and_shows_what_was_last_seen(visit, cast, panel, monkeypatch):
    admin = visit(cast.admin)
    assert "Look at it now" in html_of(admin.get("/panels/"))
    admin.get("/panels/panel-1/")
    monkeypatch.setattr(health, "health", None)  # calling it would fail
    Label.objects.filter(value="met").first().delete()
    cache.clear()  # as in another server process, which has a memory of its own
    page = html_of(admin.get("/panels/"))
    assert "Sound" in page
    assert "as seen on" in page


def test_the_newest_look_is_the_one_that_is_kept(visit, cast, panel):
    admin = visit(cast.admin)
    admin.get("/panels/panel-1/")
    first = panel.seen_health.seen_at
    Label.objects.filter(value="met").first().delete()
    admin.get("/panels/panel-1/")
    seen = SeenHealth.objects.get()
    assert (seen.state, seen.seen_at > first) == ("stale", True)
    assert seen.reasons == ["Clinicians' labels of round calibration have changed since the freeze."]


def test_the_list_shows_an_altered_panel_at_once(visit, cast, panel):
    visit(cast.admin).get("/panels/panel-1/")
    with history_unguarded(FrozenPanel):
        QuerySet(FrozenPanel).update(manifest=panel.manifest.replace("m/a", "m/x"))
    assert "Altered" in html_of(visit(cast.admin).get("/panels/"))


def test_drift_on_the_sentinel_pairs(visit, cast, panel):
    make_votes(panel.ranking.round, {"m/a": [1 - GOLD[0], *GOLD[1:]]}, repetition=2)
    page = html_of(visit(cast.admin).get("/panels/panel-1/"))
    assert "v1, repetition 2" in page
    assert "No retest to compare with" in page


def test_the_download_is_the_stored_bytes(visit, cast, panel):
    answer = visit(cast.admin).get("/panels/panel-1/selected_judge_panel.json")
    assert answer.content == panel.manifest.encode()
    assert "selected_judge_panel.json" in answer["Content-Disposition"]


def test_verifying_says_the_same_or_what_differs(visit, cast, panel):
    assert "The same" in html_of(visit(cast.admin).get("/panels/panel-1/verify/"))
    Label.objects.filter(value="met").first().delete()
    page = html_of(visit(cast.admin).get("/panels/panel-1/verify/"))
    assert "The hash of the clinicians&#x27; labels differs." in page


def test_an_altered_panel_is_marked(visit, cast, panel):
    with history_unguarded(FrozenPanel):
        QuerySet(FrozenPanel).update(sha256="0" * 64)
    page = html_of(visit(cast.admin).get("/panels/panel-1/"))
    assert "Altered: it cannot grade" in page


def test_an_imported_panel_has_a_page(visit, cast, db):
    made = register_panel(judges=["m/a", "m/b"], actor=None)
    page = html_of(visit(cast.admin).get(f"/panels/{made.name}/"))
    assert "It came with imported judgments." in page
    assert "not known here" in html_of(visit(cast.admin).get("/panels/"))
    assert "no manifest" in html_of(visit(cast.admin).get(f"/panels/{made.name}/verify/"))


def test_an_unknown_panel_and_another_method(visit, cast, panel):
    assert visit(cast.admin).get("/panels/none/").status_code == 404
    assert visit(cast.admin).post("/panels/panel-1/").status_code == 405
    assert visit(cast.admin).put(f"/rankings/{panel.ranking.pk}/freeze/").status_code == 405
