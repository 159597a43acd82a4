"""/label/ROUND/ITEM/ as a plain page and form: what it shows, what it saves, and who may see it."""

import re

import pytest
from django.urls import reverse

from annotation.assignments.progress import round_progress
from annotation.models import Assignment, AssignmentState, Label, LabelEvent
from annotation.rounds.open_and_close import close_round, create_round, open_round
from tests.annotation.scene import (
    MODEL_NAMES,
    make_open_round,
    make_response,
    make_task,
    own_assignment,
    say,
)
from tests.html import html_of


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast, criteria=2)


@pytest.fixture
def own(asha, opened):
    return own_assignment(asha, opened, "pilot-1")


@pytest.fixture
def url(own):
    return reverse("label_item", args=["pilot", own.item_id])


@pytest.fixture
def page(client, asha, url):
    client.force_login(asha)
    return lambda: html_of(client.get(url))


def page_of(client, cast, task, guidelines: str = "", **response) -> str:
    """The page of a round's only item, a response to `task`, as asha finds it after its content note."""
    asha = cast.clinicians[0]
    made = create_round(
        actor=None,
        name="r",
        responses=[make_response(task, **response)],
        raters=cast.clinicians,
        guidelines=guidelines,
    )
    opened = open_round(actor=None, round=made)
    opened.assignments.update(revealed_at=opened.opened_at)
    client.force_login(asha)
    return html_of(client.get(reverse("label_item", args=["r", made.items.get().pk])))


def key_of(own: Assignment, n: int) -> int:
    return own.item.rubric_revision.criterion_versions.get(position=n).criterion_id


def form_of(page: str, **answers: object) -> dict[str, object]:
    """What a browser would send: every field as the page has it, then `answers` by name (None: leave out)."""
    sent: dict[str, object] = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', page))
    for name, value in re.findall(r'type="radio" name="([\w-]+)" value="(\w+)" checked', page):
        sent[name] = value
    for name, text in re.findall(r'<textarea[^>]* name="([\w-]+)"[^>]*>\n([^<]*)</textarea>', page):
        sent[name] = text
    for name in re.findall(r'type="checkbox" name="([\w-]+)" checked', page):
        sent[name] = "on"
    sent.update({name.replace("_", "-"): value for name, value in answers.items()})
    return {name: value for name, value in sent.items() if value is not None}


def test_the_page_shows_conversation_reply_and_criteria_once(client, cast):
    task = make_task("t", criteria=8, prompts=3)
    page = page_of(client, cast, task, "Read **slowly**.", text="The reply itself.")
    for n in (1, 2, 3):
        assert page.count(f"What the user wrote in turn {n} of t.") == 1
    assert page.count("What the assistant wrote in turn 2.") == 1
    assert page.count("The reply itself.") == 1
    assert page.index("Reply to judge") < page.index("The reply itself.") < page.index("thing number 1")
    # eight criteria over seven dimensions: the eighth is the first dimension's second
    headings = re.findall(r'<h2 id="dimension-\d">([^<]+)</h2>', page)
    assert len(headings) == 7
    assert page.index("thing number 8") < page.index("thing number 2")
    assert "<strong>slowly</strong>" in page
    assert "checked" not in page.split('id="label-form"')[1]  # no answer is suggested


def test_no_model_name_is_on_the_page(page):
    assert not [name for name in MODEL_NAMES if name in page()]


def test_text_of_models_and_people_is_never_markup(client, cast):
    reply = "<script>alert(1)</script> & <b>bold</b>"
    guidelines = "<script>alert(2)</script> [go](javascript:alert(3))"
    page = page_of(client, cast, make_task("t"), guidelines, text=reply)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;" in page
    assert "<script>alert" not in page
    assert 'href="javascript' not in page


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_reply_is_said_in_words(client, cast, text):
    page = page_of(client, cast, make_task("t"), text=text)
    assert "The reply is empty" in page


def test_one_form_saves_what_was_answered(client, own, url, page, asha):
    first, second = key_of(own, 1), key_of(own, 2)
    sent = form_of(
        page(), **{f"value-{first}": "met", f"flag-{first}": "on", f"note-{second}": "Hm.\r\nYes."}
    )
    assert client.post(url, sent).status_code == 302
    labels = {label.criterion_id: label for label in Label.objects.filter(rater=asha)}
    assert (labels[first].value, labels[first].flagged) == ("met", True)
    assert (labels[second].value, labels[second].note) == (None, "Hm.\nYes.")
    again = page()
    assert f'name="value-{first}" value="met" checked' in again
    assert "Saved " in again
    assert client.post(url, form_of(again)).status_code == 302  # nothing changed, nothing recorded
    assert LabelEvent.objects.count() == 2


def test_the_same_form_sent_twice_is_saved_once(client, own, url, page):
    sent = form_of(page(), **{f"value-{key_of(own, 1)}": "met"})
    client.post(url, sent)
    assert client.post(url, sent).status_code == 302
    assert LabelEvent.objects.count() == 1


def test_save_and_go_on_leads_to_the_next_unfinished_item(client, opened, own, url, page, asha):
    sent = form_of(page(), **{f"value-{key_of(own, n)}": "met" for n in (1, 2)}, go="next")
    other = own_assignment(asha, opened, "pilot-2")
    assert client.post(url, sent).url == reverse("label_item", args=["pilot", other.item_id])
    for n in (1, 2):
        say(asha, opened, f"pilot-2-{n}")
    assert client.post(url, form_of(page(), go="next")).url == reverse("label_round", args=["pilot"])


def test_an_answer_can_be_taken_back(client, own, url, page):
    key = key_of(own, 1)
    client.post(url, form_of(page(), **{f"value-{key}": "met"}))
    client.post(url, form_of(page(), clear=str(key)))
    assert Label.objects.get().value is None
    assert "checked" not in page().split('id="label-form"')[1]


def test_a_refused_answer_stays_in_the_form_and_the_rest_is_saved(client, own, url, page):
    first, second = key_of(own, 1), key_of(own, 2)
    sent = form_of(page(), **{f"value-{first}": "cannot_judge", f"value-{second}": "not_met"})
    answer = client.post(url, sent)
    assert answer.status_code == 422
    shown = html_of(answer)
    assert "why you cannot judge" in shown
    assert f'name="value-{first}" value="cannot_judge" checked' in shown
    assert Label.objects.get().value == "not_met"
    assert client.post(url, form_of(shown, **{f"note-{first}": "It breaks off."})).status_code == 302
    assert Label.objects.get(criterion_id=first).value == "cannot_judge"


def test_a_megabyte_of_note_is_refused_in_a_sentence(client, own, url, page):
    answer = client.post(url, form_of(page(), **{f"note-{key_of(own, 1)}": "x" * 1_000_000}))
    assert answer.status_code == 422
    assert "at most 20,000 can be kept" in html_of(answer)
    assert not Label.objects.exists()


def test_a_conflict_shows_both_and_keeps_what_was_typed(client, opened, own, url, page, asha):
    old = page()
    say(asha, opened, "pilot-1-1", "met", note="From the other window.")
    first, second = key_of(own, 1), key_of(own, 2)
    answer = client.post(url, form_of(old, **{f"value-{first}": "not_met", f"value-{second}": "met"}))
    assert answer.status_code == 409
    shown = html_of(answer)
    assert "From the other window." in shown
    assert f'name="value-{first}" value="not_met" checked' in shown
    assert Label.objects.get(criterion_id=first).value == "met"
    assert Label.objects.get(criterion_id=second).value == "met"
    assert client.post(url, form_of(shown)).status_code == 302  # saved again knowingly
    assert Label.objects.get(criterion_id=first).value == "not_met"


def test_a_field_left_alone_does_not_undo_what_another_window_saved(client, opened, own, url, page, asha):
    old = page()
    say(asha, opened, "pilot-1-1", "met")
    assert client.post(url, form_of(old, **{f"value-{key_of(own, 2)}": "met"})).status_code == 302
    assert Label.objects.get(criterion_id=key_of(own, 1)).value == "met"


@pytest.mark.parametrize(
    "nonsense", [{"version": "nine"}, {"version": "9" * 40}, {"uuid": "x"}, {"value": "maybe"}, {"value": ""}]
)
def test_nonsense_in_the_form_never_breaks_the_page(client, own, url, page, nonsense):
    key = key_of(own, 1)
    sent = form_of(page(), **{f"value-{key}": "met"})
    sent |= {f"{name}-{key}": value for name, value in nonsense.items()}
    assert client.post(url, sent).status_code in (302, 409, 422)


def test_a_closed_round_can_be_read_and_not_changed(client, cast, opened, own, url, page, asha):
    say(asha, opened, "pilot-1-1", "met")
    before = page()
    close_round(actor=cast.admin, round=opened, confirmed_holes=round_progress(opened).n_holes)
    after = page()
    assert "This round is closed" in after
    assert "Save and go on" not in after
    answer = client.post(url, form_of(before, **{f"value-{key_of(own, 1)}": "not_met"}))
    assert answer.status_code == 422
    assert "not open any more" in html_of(answer)
    assert Label.objects.get().value == "met"


def test_only_its_own_rater_finds_the_page(client, cast, opened, own, url):
    asha, bela, _ = cast.clinicians
    # bela has an assignment of the same item: the address is the same, the answers are not
    say(asha, opened, "pilot-1-1", "met", note="hers alone")
    client.force_login(bela)
    answer = client.get(url)
    assert answer.status_code == 200
    assert "hers alone" not in html_of(answer)
    for person, status in ((cast.admin, 403), (cast.author, 403), (cast.viewer, 403), (cast.outsider, 403)):
        client.force_login(person)
        assert client.get(url).status_code == status
        assert client.post(url, {}).status_code == status
    client.logout()
    assert client.get(url).status_code == 302


def test_an_item_opted_out_of_and_one_of_a_draft_are_not_there(client, own, url, page):
    page()
    Assignment.objects.filter(pk=own.pk).update(state=AssignmentState.OPTED_OUT)
    assert client.get(url).status_code == 404
    assert client.get(reverse("label_item", args=["pilot", 10**9])).status_code == 404
    assert client.get(reverse("label_item", args=["no such round", own.item_id])).status_code == 404


def test_skipping_puts_an_item_behind_the_others(client, cast, opened, own, asha):
    client.force_login(cast.outsider)
    assert client.post(reverse("label_skip", args=["pilot", own.item_id])).status_code == 403
    client.force_login(asha)
    other = own_assignment(asha, opened, "pilot-2")
    skip = reverse("label_skip", args=["pilot", own.item_id])
    assert client.get(skip).status_code == 405
    assert client.post(skip).url == reverse("label_item", args=["pilot", other.item_id])
    page = html_of(client.get(reverse("label_round", args=["pilot"])))
    assert "Skipped for now" in page
    for n in (1, 2):
        say(asha, opened, f"pilot-2-{n}")
    page = html_of(client.get(reverse("label_round", args=["pilot"])))
    assert reverse("label_item", args=["pilot", own.item_id]) in page.split('class="page-action"')[1]
