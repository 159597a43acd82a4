"""An item is left out, or its round closed, between a page's first look and its act: an answer in words."""

import importlib

import pytest

from annotation.assignments.progress import round_progress
from annotation.assignments.queue import queue_of
from annotation.base.refusals import NotNowError, NotThereError
from annotation.care.opt_out import leave_out_item, take_item_back
from annotation.labelling.reading import skip_item
from annotation.models import AssignmentState, Label, Role, TopicOptOut
from annotation.rounds.open_and_close import close_round
from annotation.rounds.reassign import reassign_item
from tests.annotation.scene import make_open_round, own_assignment
from tests.cast import make_person
from tests.html import html_of

pytestmark = pytest.mark.both_databases

GONE = "There is no such item among yours."
CLOSED = "This round is not open any more, so its items stay as they are."


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast)


@pytest.fixture
def own(asha, opened):
    return own_assignment(asha, opened, "pilot-1")


@pytest.fixture
def happens(cast, asha, opened, own):
    """What happens in the meantime, by name."""

    def close():
        close_round(actor=cast.admin, round=opened, confirmed_holes=round_progress(opened).n_holes)

    def give_away():
        noor = make_person("noor", Role.CLINICIAN)
        reassign_item(actor=cast.admin, round=opened, item=own.item, rater=noor)

    return {
        "left out": lambda: leave_out_item(person=asha, assignment=own),
        "closed": close,
        "taken over": give_away,
    }


@pytest.fixture
def ask(client, asha, own, happens, monkeypatch):
    """Ask for a page about the item; as soon as it has been found, something happens to it."""
    client.force_login(asha)

    def ask(happening, module, path, *, found_by="assignment_for", method="post", **sent):
        view = importlib.import_module(f"annotation.{module}")
        find = getattr(view, found_by)

        def find_and_then(*where):
            found = find(*where)
            happens[happening]()
            return found

        with monkeypatch.context() as patch:
            patch.setattr(view, found_by, find_and_then)
            answer = getattr(client, method)(f"/label/pilot/{own.item_id}/{path}", sent)
        return client.get(answer.url) if answer.status_code == 302 else answer

    return ask


@pytest.mark.parametrize(("happening", "sentence"), [("left out", GONE), ("closed", CLOSED)])
@pytest.mark.parametrize(
    ("module", "path"), [("labelling.page_item", "skip/"), ("labelling.page_item", "leave-out/")]
)
def test_skipping_and_leaving_out_say_why_not(ask, own, happening, sentence, module, path):
    answer = ask(happening, module, path, what="item")
    assert answer.status_code == 200
    assert sentence in html_of(answer)
    own.refresh_from_db()
    assert own.skipped_at is None


@pytest.mark.parametrize("happening", ["left out", "closed"])
def test_a_topic_is_left_out_all_the_same(ask, own, happening):
    answer = ask(happening, "labelling.page_item", "leave-out/", what="topic")
    text = html_of(answer)
    assert ("It is left out. Nobody is told" in text) is (happening == "left out")
    stays = "The topic is left out; this item stays because its round is closed. Nobody is told"
    assert (stays in text) is (happening == "closed")
    assert TopicOptOut.objects.get().sub_category == "Grief & Loss"
    own.refresh_from_db()
    assert (own.state == AssignmentState.ACTIVE) is (happening == "closed")


@pytest.mark.parametrize(("path", "method"), [("", "get"), ("", "post"), ("reveal/", "post")])
def test_an_item_left_out_is_not_there(ask, path, method):
    assert ask("left out", "labelling.page_item", path, method=method).status_code == 404


@pytest.mark.parametrize("path", ["", "reveal/"])
def test_an_item_of_a_closed_round_can_still_be_read(ask, path):
    answer = ask("closed", "labelling.page_item", path, method="post" if path else "get")
    assert answer.status_code == 200
    assert "What the user wrote" in html_of(answer)


@pytest.mark.parametrize(
    ("happening", "sentence"), [("closed", CLOSED), ("taken over", "Somebody else reads this item now")]
)
def test_taking_back_says_why_not(ask, asha, own, happening, sentence):
    leave_out_item(person=asha, assignment=own)
    answer = ask(happening, "care.page_care", "take-back/", found_by="one_left_out_for")
    assert answer.status_code == 200
    assert sentence in html_of(answer)


@pytest.mark.parametrize(("happening", "refusal"), [("left out", NotThereError), ("closed", NotNowError)])
def test_the_action_refuses_too(asha, own, happens, happening, refusal):
    happens[happening]()
    with pytest.raises(refusal):
        skip_item(person=asha, assignment=own)


def test_the_way_on_from_an_item_that_left_the_queue_begins_at_the_start(asha, opened, own):
    other = own_assignment(asha, opened, "pilot-2")
    leave_out_item(person=asha, assignment=own)
    queue = queue_of(asha, opened)
    assert own not in queue
    assert queue.next_unfinished(own) == other
    take_item_back(person=asha, assignment=own)
    assert own in queue_of(asha, opened)
    assert not Label.objects.exists()
