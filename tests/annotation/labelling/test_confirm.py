"""/label/ROUND/confirm/: one key for each label whose criterion was reworded."""

import re

import pytest
from django.urls import reverse

from annotation.assignments.progress import round_progress
from annotation.models import Label, LabelEvent, LabelStanding
from annotation.rounds.changes.move_to_revision import move_round_to_revision
from annotation.rounds.open_and_close import close_round
from tests.annotation.scene import make_open_round, revise, say_all
from tests.html import html_of

pytestmark = pytest.mark.both_databases

URL = "label_confirm"


@pytest.fixture
def reworded(cast):
    """A round of one item; asha answered two criteria, and both were reworded since."""
    opened = make_open_round(cast, tasks=1, criteria=2)
    say_all(cast.clinicians[0], opened)
    task = opened.items.get().response.task
    revision = revise(
        task, {"pilot-1-1": "The reply does the first thing.", "pilot-1-2": "It does the second."}
    )
    move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=revision)
    return opened


@pytest.fixture
def page(client, cast, reworded):
    client.force_login(cast.clinicians[0])
    return lambda: html_of(client.get(reverse(URL, args=["pilot"])))


def first_form(page: str) -> dict[str, str]:
    form = page.split('<form method="post" class="button-row">')[1].split("</form>")[0]
    return dict(re.findall(r'name="(label|version|uuid)" value="([^"]*)"', form))


def test_the_queue_shows_what_changed_and_confirms_with_one_press_each(client, page):
    shown = page()
    assert "2 to go" in shown
    assert "<del>" in shown
    assert "<ins>" in shown
    assert shown.count('data-key="y"') == 1  # the key belongs to the first in the queue
    client.post(reverse(URL, args=["pilot"]), first_form(shown))
    assert "1 to go" in page()
    client.post(reverse(URL, args=["pilot"]), first_form(page()))
    assert "Nothing waits for your word" in page()
    assert set(Label.objects.values_list("value", "standing")) == {("met", LabelStanding.STANDS)}
    assert Label.objects.first().criterion_version.revision.number == 2


def test_the_same_press_twice_confirms_once_and_says_so(client, page):
    sent = first_form(page())
    before = LabelEvent.objects.count()
    client.post(reverse(URL, args=["pilot"]), sent)
    answer = client.post(reverse(URL, args=["pilot"]), sent, follow=True)
    assert "does not wait for your word any more" in html_of(answer)
    assert LabelEvent.objects.count() == before + 1


@pytest.mark.parametrize("sent", [{}, {"label": "x"}, {"label": "1", "version": "99"}])
def test_nonsense_confirms_nothing(client, page, sent):
    page()
    assert client.post(reverse(URL, args=["pilot"]), sent).status_code == 302
    assert Label.objects.filter(standing=LabelStanding.CONFIRM).count() == 2


def test_another_raters_label_cannot_be_confirmed(client, cast, page):
    sent = first_form(page())
    client.force_login(cast.clinicians[1])
    client.post(reverse(URL, args=["pilot"]), sent)
    assert Label.objects.filter(standing=LabelStanding.CONFIRM).count() == 2


def test_a_closed_round_confirms_nothing(client, cast, reworded, page):
    sent = first_form(page())
    close_round(actor=cast.admin, round=reworded, confirmed_holes=round_progress(reworded).n_holes)
    answer = client.post(reverse(URL, args=["pilot"]), sent, follow=True)
    assert "not open any more" in html_of(answer)
    assert Label.objects.filter(standing=LabelStanding.CONFIRM).count() == 2


def test_the_item_page_asks_too_and_a_plain_save_does_not_confirm(client, cast, reworded, page):
    page()
    item = reworded.items.get()
    url = reverse("label_item", args=["pilot", item.pk])
    shown = html_of(client.get(url))
    assert shown.count("Does your answer still hold?") == 2
    hidden = dict(re.findall(r'type="hidden" name="((?:version|uuid)-\d+)" value="([^"]*)"', shown))
    key = Label.objects.order_by("criterion_id").first().criterion_id
    sent = hidden | {name.replace("version", "value"): "met" for name in hidden if "version" in name}
    client.post(url, sent)
    assert Label.objects.filter(standing=LabelStanding.CONFIRM).count() == 2
    client.post(url, sent | {"confirm": str(key)})
    assert Label.objects.filter(standing=LabelStanding.CONFIRM).count() == 1
