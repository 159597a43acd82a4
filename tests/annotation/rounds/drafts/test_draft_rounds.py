"""A draft can be changed in everything but its name and purpose, or withdrawn; what was opened cannot."""

import pytest
from django.urls import reverse

from annotation.base.errors import BadInputError
from annotation.base.refusals import ConflictError, NotNowError
from annotation.models import AuditEntry, Role, Round, RoundState
from annotation.rounds.changes.next_round import reopen_as_new_round
from annotation.rounds.drafts.edit_draft import draft_seen, edit_draft, withdraw_draft
from annotation.rounds.open_and_close import close_round, create_round, open_round
from tests.annotation.long_scene import make_long_round, make_transcript
from tests.annotation.scene import make_open_round, make_response, make_round, make_task, revise
from tests.cast import make_person
from tests.html import html_of

pytestmark = pytest.mark.both_databases

EDIT = "/rounds/pilot/edit/"


@pytest.fixture
def draft(cast) -> Round:
    return make_round(cast, tasks=3, seed=1)


def change(cast, draft, **changed):
    raters = changed.pop("raters", list(cast.clinicians))
    facts = {"seen": draft_seen(draft), "title": draft.title, "seed": draft.seed, **changed}
    return edit_draft(actor=cast.admin, round=draft, raters=raters, **facts)


def numbered(round: Round) -> list[str]:
    return [item.response.task.uid for item in round.items.select_related("response__task")]


def test_raters_settings_and_guidelines_change_and_the_items_stay(cast, draft):
    dana = make_person("dana", Role.CLINICIAN)
    items = list(draft.items.values_list("pk", "position"))
    change(cast, draft, raters=[dana, *cast.clinicians[:2]], sitting_size=3, guidelines="Be kind.")
    draft.refresh_from_db()
    assert [slot.rater.username for slot in draft.slots.all()] == ["dana", "asha", "bela"]
    assert (draft.sitting_size, draft.guidelines.get().text) == (3, "Be kind.")
    assert list(draft.items.values_list("pk", "position")) == items
    entry = AuditEntry.objects.get(verb="edit_draft")
    assert entry.detail == {"changed": ["sitting_size", "raters", "guidelines"]}
    assert entry.before_hash != entry.after_hash
    assert open_round(actor=cast.admin, round=draft).assignments.filter(rater=dana).count() == 3


def test_saving_it_unchanged_leaves_no_trace(cast, draft):
    change(cast, draft)
    assert not AuditEntry.objects.filter(verb="edit_draft").exists()


@pytest.mark.parametrize("make", [make_round, make_long_round])
def test_the_page_saved_unchanged_leaves_no_trace(admin, cast, make):
    """A browser sends the lines of a text with two signs at their ends, when it is made and afterwards."""
    draft = make(cast, guidelines="\r\nBe kind.\r\nBe brief.\r\n")
    url = reverse("round_edit", args=[draft.name])
    page = admin.get(url)
    assert admin.post(url, sent(page, guidelines="Be kind.\r\nBe brief.")).status_code == 302
    assert draft.guidelines.get().text == "Be kind.\nBe brief."
    assert not AuditEntry.objects.filter(verb__in=["edit_draft", "revise_guidelines"]).exists()


def test_guidelines_that_were_written_are_not_emptied_in_silence(admin, cast):
    draft = make_round(cast, guidelines="Be kind.")
    answer = admin.post(EDIT, sent(admin.get(EDIT), guidelines=" ", title="Mine"))
    assert answer.status_code == 422
    assert "Guidelines that were written cannot be emptied" in html_of(answer)
    assert (draft.guidelines.get().text, Round.objects.get().title) == ("Be kind.", "")
    other = make_round(cast, name="other", guidelines="  ")
    change(cast, other, guidelines="")
    assert not other.guidelines.exists()


def test_another_seed_numbers_the_items_as_a_new_round_of_that_seed_would(cast, draft):
    revise(draft.items.first().response.task, {"pilot-1-1": "Other words."})
    pins = set(draft.items.values_list("response", "rubric_revision"))
    change(cast, draft, seed=5)
    assert set(draft.items.values_list("response", "rubric_revision")) == pins
    draft.refresh_from_db()
    again = make_round(cast, name="again", tasks=3, seed=5)
    assert [uid[-1] for uid in numbered(draft)] == [uid[-1] for uid in numbered(again)]


def test_items_chosen_anew_are_pinned_to_their_newest_rubric(cast, draft):
    task = make_task("other")
    newest = revise(task, {"other-1": "Other words."})
    change(cast, draft, items=[make_response(task)])
    item = draft.items.get()
    assert (item.response.task, item.rubric_revision, item.position) == (task, newest, 1)


def test_the_items_of_a_round_that_follows_another_stay(cast):
    opened = make_open_round(cast)
    close_round(actor=cast.admin, round=opened, confirmed_holes=18)
    again = reopen_as_new_round(actor=cast.admin, round=opened, name="again")
    with pytest.raises(BadInputError, match="come from an earlier round, and stay"):
        change(cast, again, items=[opened.items.first().response])


def test_bad_input_changes_nothing(cast, draft):
    with pytest.raises(BadInputError) as refused:
        change(cast, draft, raters=[cast.admin] * 3, sitting_size=0, vocabulary=["a"], items=[])
    assert len(refused.value.problems) == 7
    assert Round.objects.get().sitting_size == 20


def test_a_draft_that_another_admin_changed_meanwhile_is_not_overwritten(cast, draft):
    seen = draft_seen(draft)
    change(cast, draft, title="Theirs")
    with pytest.raises(ConflictError, match="Somebody changed round pilot meanwhile"):
        change(cast, draft, title="Mine", seen=seen)
    assert Round.objects.get().title == "Theirs"


def test_what_was_opened_is_neither_changed_nor_withdrawn(cast, draft):
    opened = open_round(actor=cast.admin, round=draft)
    with pytest.raises(NotNowError, match="only a draft can be changed"):
        change(cast, opened)
    with pytest.raises(NotNowError, match="only a draft can be withdrawn"):
        withdraw_draft(actor=cast.admin, round=opened)


def test_a_withdrawn_draft_stays_as_a_row_and_frees_its_name(cast, draft):
    for ending in ("(withdrawn)", "(withdrawn 2)"):
        withdraw_draft(actor=cast.admin, round=draft)
        draft.refresh_from_db()
        assert (draft.state, draft.name, draft.items.count()) == ("withdrawn", f"pilot {ending}", 3)
        with pytest.raises(NotNowError, match="only a draft can be opened"):
            open_round(actor=cast.admin, round=draft)
        responses = [item.response for item in draft.items.all()]
        draft = create_round(actor=cast.admin, name="pilot", responses=responses, raters=cast.clinicians)
    entries = AuditEntry.objects.filter(verb="withdraw_draft")
    assert [entry.detail for entry in entries] == [{"name": "pilot"}] * 2


def test_conversations_and_words_of_a_long_draft_change(cast):
    draft = make_long_round(cast, items=2)
    more = make_transcript("more")
    change(cast, draft, items=[more], vocabulary=["yes", "no", "cannot judge"])
    draft.refresh_from_db()
    assert [item.transcript for item in draft.items.all()] == [more]
    assert draft.vocabulary == ["yes", "no", "cannot judge"]


@pytest.fixture
def admin(client, cast):
    client.force_login(cast.admin)
    return client


def sent(page, **changed):
    """What the form on the page sends, with some of it changed."""
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields} | changed
    return {name: value for name, value in values.items() if value is not None and value is not False}


def test_the_page_changes_raters_and_chooses_items_anew(admin, cast, draft):
    make_response(make_task("planned", progression_stage="Planning"))
    url = reverse("round_edit", args=["pilot"])
    page = admin.get(url)
    asha, bela, carmen = (rater.pk for rater in cast.clinicians)
    assert page.context["form"]["rater_1"].value() == asha
    answer = admin.post(url, sent(page, rater_1=carmen, rater_3=asha, title="Second thoughts"), follow=True)
    assert "The draft is saved." in html_of(answer)
    assert list(draft.slots.values_list("rater", flat=True)) == [carmen, bela, asha]
    assert draft.items.count() == 3
    admin.post(url, sent(admin.get(url), items="choose", progression_stage=["Planning"]))
    assert numbered(draft) == ["planned"]


@pytest.mark.parametrize(
    ("filters", "named"),
    [
        ({"split": "private"}, "(Split)"),
        ({"at_most": 1, "attempts": 2}, "(Attempts, At most)"),
        ({"approved_only": None}, "(Only tasks that are approved)"),
    ],
)
def test_filters_without_a_choice_anew_are_not_lost_in_silence(admin, cast, draft, filters, named):
    answer = admin.post(EDIT, sent(admin.get(EDIT), title="Mine", **filters))
    assert answer.status_code == 422
    assert f"You asked for other items below {named}" in html_of(answer)
    assert Round.objects.get().title == ""


def test_the_page_of_a_long_draft_ticks_what_is_in_it(admin, cast):
    draft = make_long_round(cast, items=2)
    more = make_transcript("more")
    url = reverse("round_edit", args=["long"])
    page = admin.get(url)
    ticked = page.context["form"]["transcripts"].value()
    assert set(ticked) == set(draft.items.values_list("transcript", flat=True))
    admin.post(url, sent(page, transcripts=[*ticked, more.pk], words="yes\nno"))
    draft.refresh_from_db()
    assert (draft.items.count(), draft.vocabulary) == (3, ["yes", "no", "cannot judge"])


def test_the_page_says_what_is_wrong_and_keeps_what_was_entered(admin, cast, draft):
    url = reverse("round_edit", args=["pilot"])
    page = admin.get(url)
    answer = admin.post(url, sent(page, rater_2=cast.clinicians[0].pk, title="Kept"))
    assert answer.status_code == 422
    assert "three different people" in html_of(answer)
    assert 'value="Kept"' in html_of(answer)
    change(cast, draft, title="Theirs")
    answer = admin.post(url, sent(page, title="Mine"))
    assert answer.status_code == 409
    assert "Somebody changed round pilot meanwhile" in html_of(answer)
    assert 'value="Mine"' in html_of(answer)
    assert admin.post(url, sent(answer)).status_code == 302  # said once, saved knowingly
    assert Round.objects.get().title == "Mine"


def test_withdrawing_asks_first_and_leaves_the_round_in_the_list(admin, draft):
    url = reverse("round_withdraw", args=["pilot"])
    assert "its name is free" in html_of(admin.get(url))
    assert Round.objects.get().state == RoundState.DRAFT
    page = html_of(admin.post(url, follow=True))
    assert "the name pilot is free again" in page
    assert "pilot (withdrawn)" in page
    detail = html_of(admin.get(reverse("round_detail", args=["pilot (withdrawn)"])))
    assert "This draft was withdrawn" in detail
    assert "Open the round" not in detail
    assert "/edit/" not in detail
    assert "pilot" not in html_of(admin.get("/"))


@pytest.mark.parametrize("page", ["round_edit", "round_withdraw"])
def test_only_admins_and_only_drafts(client, cast, draft, page):
    url = reverse(page, args=["pilot"])
    for person in (cast.author, cast.viewer, cast.clinicians[0]):
        client.force_login(person)
        assert client.get(url).status_code == 403
        assert client.post(url).status_code == 403
    client.force_login(cast.admin)
    assert client.put(url).status_code == 405
    open_round(actor=cast.admin, round=draft)
    assert "only a draft can be" in html_of(client.post(url, follow=True))
    assert "only a draft can be" in html_of(client.get(url, follow=True))
    assert Round.objects.get().state == RoundState.OPEN


def test_a_rater_never_sees_a_withdrawn_round(client, cast, draft):
    withdraw_draft(actor=cast.admin, round=draft)
    client.force_login(cast.clinicians[0])
    assert client.get("/label/pilot (withdrawn)/").status_code == 404
    assert "pilot" not in html_of(client.get("/label/"))
