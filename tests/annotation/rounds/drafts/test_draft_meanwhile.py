"""Another admin changes, opens or withdraws a draft while somebody edits it: both versions can be read."""

import pytest
from django.urls import reverse

from annotation.corpus.text_diff import Piece, line_changes
from annotation.models import Round, RoundState
from annotation.rounds.drafts import page_draft
from annotation.rounds.drafts.edit_draft import draft_seen, edit_draft, withdraw_draft
from annotation.rounds.open_and_close import open_round
from tests.annotation.long_scene import make_long_round
from tests.annotation.scene import make_response, make_round, make_task
from tests.html import html_of

pytestmark = pytest.mark.both_databases

EDIT = "/rounds/pilot/edit/"


@pytest.fixture
def draft(cast) -> Round:
    return make_round(cast, tasks=2, seed=1, guidelines="Be kind.\nBe brief.")


@pytest.fixture
def admin(client, cast):
    client.force_login(cast.admin)
    return client


def change(cast, draft, **changed):
    """What another admin saves."""
    facts = {"title": draft.title, "seed": draft.seed, "raters": cast.clinicians, **changed}
    return edit_draft(actor=cast.admin, round=draft, seen=draft_seen(draft), **facts)


def sent(page, **changed):
    """What the form on the page sends, with some of it changed."""
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields} | changed
    return {name: value for name, value in values.items() if value is not None and value is not False}


def opened(cast, draft):
    open_round(actor=cast.admin, round=draft)


def withdrawn(cast, draft):
    withdraw_draft(actor=cast.admin, round=draft)


def meanwhile(monkeypatch, act, happens):
    """Let something happen between the page's look at the round and what it does to it."""
    real = getattr(page_draft, act)

    def first_the_other(**arguments):
        happens()
        return real(**arguments)

    monkeypatch.setattr(page_draft, act, first_the_other)


def test_a_conflict_shows_theirs_beside_mine(admin, cast, draft):
    page = admin.get(EDIT)
    change(cast, draft, title="Theirs", sitting_size=7, guidelines="Be kind.\nBe exact.")
    mine = {"title": "Mine", "guidelines": "Be kind.\r\nBe brief.", "retest_share": "0.00"}
    answer = admin.post(EDIT, sent(page, **mine))
    assert answer.status_code == 409
    found = {one.label: (one.theirs, one.mine) for one in answer.context["differences"]}
    assert found == {
        "Title": ("Theirs", "Mine"),
        "Guidelines": ("Be kind.\nBe exact.", "Be kind.\nBe brief."),
        "Items in a sitting": ("7", "20"),
    }
    text = html_of(answer)
    assert "<del>Be exact. </del><ins>Be brief. </ins>" in text
    assert 'value="Mine"' in text
    assert Round.objects.get().title == "Theirs"


def test_raters_and_conversations_are_named(admin, cast):
    draft = make_long_round(cast, items=2)
    url = reverse("round_edit", args=["long"])
    page = admin.get(url)
    asha, bela, carmen = cast.clinicians
    change(cast, draft, raters=[bela, asha, carmen], vocabulary=["calm", "drifted", "cannot judge"])
    (first, _) = page.context["form"]["transcripts"].value()
    answer = admin.post(url, sent(page, transcripts=[first]))
    found = {one.label: (one.theirs, one.mine) for one in answer.context["differences"]}
    assert found["Rater 1"] == (str(bela), str(asha))
    assert found["Conversations"][0].count(",") == 1
    assert found["Conversations"][1] in found["Conversations"][0]
    assert found["Labels"][0] == "calm\ndrifted"


def test_what_was_not_shown_is_not_overwritten(admin, cast, draft, monkeypatch):
    """A third admin saves after the conflict was found: their change is shown, or asked about again."""
    page = admin.get(EDIT)
    change(cast, draft, title="Second")
    real = page_draft.edit_draft

    def then_a_third(**arguments):
        try:
            return real(**arguments)
        finally:
            change(cast, draft, title="Third")

    monkeypatch.setattr(page_draft, "edit_draft", then_a_third)
    answer = admin.post(EDIT, sent(page, title="First"))
    monkeypatch.undo()
    (title,) = answer.context["differences"]
    assert (title.theirs, title.mine) == ("Third", "First")
    change(cast, draft, title="Fourth")
    assert admin.post(EDIT, sent(answer)).status_code == 409
    assert Round.objects.get().title == "Fourth"


def test_keeping_the_items_keeps_theirs_and_says_so(admin, cast, draft):
    page = admin.get(EDIT)
    change(cast, draft, items=[make_response(make_task("other"))])
    answer = admin.post(EDIT, sent(page))
    assert answer.status_code == 409
    assert answer.context["differences"] == []
    assert "The draft holds 1 item now." in html_of(answer)
    assert admin.post(EDIT, sent(answer)).status_code == 302
    assert draft.items.get().response.task.uid == "other"


@pytest.mark.parametrize(("happens", "state"), [(opened, "open"), (withdrawn, "withdrawn")])
@pytest.mark.parametrize("is_late", [False, True], ids=["before the request", "during the request"])
def test_what_was_typed_outlives_the_draft(admin, cast, draft, monkeypatch, happens, state, is_late):
    page = admin.get(EDIT)
    if is_late:
        meanwhile(monkeypatch, "edit_draft", lambda: happens(cast, draft))
    else:
        happens(cast, draft)
    answer = admin.post(EDIT, sent(page, title="Mine", guidelines="A long evening of work."))
    stored = Round.objects.get()
    text = html_of(answer)
    assert (answer.status_code, stored.state, stored.title) == (409, state, "")
    assert f"Round {stored.name} is {state} by now" in text
    assert "A long evening of work." in text
    assert reverse("round_detail", args=[stored.name]) in text
    assert "Save the draft" not in text


@pytest.mark.parametrize(("happens", "state"), [(opened, "open"), (withdrawn, "withdrawn")])
@pytest.mark.parametrize("is_late", [False, True], ids=["before the request", "during the request"])
def test_withdrawing_what_is_no_draft_any_more_leads_to_the_round(
    admin, cast, draft, monkeypatch, happens, state, is_late
):
    url = reverse("round_withdraw", args=["pilot"])
    assert f'name="draft" value="{draft.pk}"' in html_of(admin.get(url))
    if is_late:
        meanwhile(monkeypatch, "withdraw_draft", lambda: happens(cast, draft))
    else:
        happens(cast, draft)
    answer = admin.post(url, {"draft": draft.pk}, follow=True)
    assert answer.status_code == 200
    assert f"The round is {state}; only a draft can be withdrawn." in html_of(answer)


def test_a_new_round_of_the_same_name_is_not_taken_for_the_withdrawn_one(admin, cast, draft):
    page = admin.get(EDIT)
    withdrawn(cast, draft)
    again = make_long_round(cast, name="pilot")
    assert admin.post(EDIT, sent(page, title="Mine")).status_code == 409
    again.refresh_from_db()
    assert (again.title, again.state) == ("", RoundState.DRAFT)
    assert admin.post(reverse("round_withdraw", args=["pilot"]), {"draft": draft.pk}).status_code == 302
    again.refresh_from_db()
    assert again.state == RoundState.DRAFT


@pytest.mark.parametrize("nonsense", ["x", "-1", "9" * 30, "²"])
def test_an_id_that_is_none_counts_for_nothing(admin, draft, nonsense):
    assert admin.post(EDIT, {"draft": nonsense}).status_code == 422


def test_long_texts_are_compared_by_lines():
    same = "a\n" * 3
    assert line_changes(same + "old", same + "new\n\nmore") == [
        Piece("same", same),
        Piece("removed", "old"),
        Piece("added", "new\n\nmore"),
    ]
    assert line_changes("", "a") == [Piece("added", "a")]
