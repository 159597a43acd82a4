"""Pages of rounds ask the database as often for many rounds, items and tasks as for few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.assignments.progress import own_tallies, own_tally, progress_of_each, round_progress
from annotation.models import AssignmentState, Label, LabelStanding, Round
from annotation.rounds.changes.move_to_revision import preview_moves
from annotation.rounds.changes.moved_rubrics import moved_rubrics
from annotation.rounds.changes.next_round import reopen_as_new_round
from annotation.rounds.drafts.edit_draft import withdraw_draft
from annotation.rounds.open_and_close import close_round
from annotation.rounds.reassign import unassigned_items
from tests.annotation.long_scene import make_open_long_round
from tests.annotation.scene import (
    make_open_round,
    make_response,
    make_round,
    make_task,
    own_assignment,
    revise,
    say,
    say_all,
)

pytestmark = pytest.mark.both_databases

MOST = 40


def asked(client, url: str, data: dict | None = None) -> list[str]:
    """The queries of a second visit: the first one fills what a process reads once."""
    send = client.get if data is None else client.post
    send(url, data)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answer = send(url, data)
    assert answer.status_code in (200, 422)
    queries = [query["sql"] for query in captured.captured_queries]
    assert len(queries) <= MOST
    return queries


@pytest.mark.parametrize("url", ["/", "/rounds/"])
def test_an_admins_lists_of_rounds(client, cast, url):
    client.force_login(cast.admin)
    make_open_round(cast, name="a", tasks=1)
    make_round(cast, name="draft a", tasks=1)
    few = asked(client, url)
    for name in "bcde":
        make_open_round(cast, name=name, tasks=4)
        make_round(cast, name=f"draft {name}", tasks=2)
    make_open_long_round(cast)
    assert len(asked(client, url)) == len(few)


@pytest.mark.parametrize("url", ["/", "/label/"])
def test_a_raters_lists_of_rounds(client, cast, url):
    client.force_login(cast.clinicians[0])
    rounds = [make_open_round(cast, name="a", tasks=1)]
    say(cast.clinicians[0], rounds[0], "a-1-1")
    few = asked(client, url)
    rounds += [make_open_round(cast, name=name, tasks=3) for name in "bcd"]
    say(cast.clinicians[0], rounds[1], "b-1-1")
    Label.objects.update(standing=LabelStanding.CONFIRM)
    assert len(asked(client, url)) == len(few)


def test_a_round_and_its_changed_rubrics(client, cast):
    client.force_login(cast.admin)
    counts = []
    for name, tasks in (("few", 1), ("many", 5)):
        opened = make_open_round(cast, name=name, tasks=tasks)
        say_all(cast.clinicians[0], opened)
        for item in opened.items.select_related("response__task"):
            uid = item.response.task.uid
            revise(item.response.task, {f"{uid}-1": "Other words.", f"{uid}-new": "One more."})
        pages = (f"/rounds/{name}/", f"/rounds/{name}/rubrics/")
        counts.append([len(asked(client, url)) for url in pages])
        for row in moved_rubrics(opened):
            assert row.counts == {"stands": 0, "confirm": 1, "reopened": 0, "removed": 2, "new": 1}
    assert counts[0] == counts[1]


def test_items_that_lack_a_rater(client, cast):
    client.force_login(cast.admin)
    counts = []
    for name, tasks in (("few", 1), ("many", 5)):
        opened = make_open_round(cast, name=name, tasks=tasks)
        opened.assignments.filter(rater=cast.clinicians[0]).update(state=AssignmentState.OPTED_OUT)
        counts.append(len(asked(client, f"/rounds/{name}/unassigned/")))
    assert counts[0] == counts[1]


def test_making_a_round_reads_no_text_of_a_response(client, cast):
    client.force_login(cast.admin)
    raters = {f"rater_{n}": rater.pk for n, rater in enumerate(cast.clinicians, start=1)}
    sent = {
        "name": "taken",
        "purpose": "labelling",
        "attempts": 1,
        "seed": 1,
        "sitting_size": 5,
        "retest_share": 0,
        "retest_min_days": 1,
        "pause_after_minutes": 5,
        "pause_after_high_severity": 5,
        **raters,
    }
    make_round(cast, name="taken", tasks=1)
    few = asked(client, "/rounds/new/", sent)
    for n in range(6):
        make_response(make_task(f"more-{n}"))
    many = asked(client, "/rounds/new/", sent)
    assert len(many) == len(few)
    selected = [sql.partition(" FROM ")[0] for sql in many if "annotation_response" in sql]
    assert selected
    assert not [columns for columns in selected if "assistant_turns" in columns]


def test_several_rounds_at_once_are_counted_as_each_by_itself(cast):
    """Also where somebody took over a hole, where an item is left out, and for long conversations."""
    rounds = [make_open_round(cast, name="a"), make_open_round(cast, name="b"), make_open_long_round(cast)]
    asha, bela, _ = cast.clinicians
    say_all(asha, rounds[0])
    say(bela, rounds[1], "b-1-2", "cannot_judge", note="Too short.")
    left_out = own_assignment(asha, rounds[1], "b-1")
    left_out.state = AssignmentState.OPTED_OUT
    left_out.save()
    together, own = progress_of_each(rounds), own_tallies(asha, rounds)
    assert [together[one.pk].n_answered for one in rounds] == [6, 1, 0]
    assert [together[one.pk].n_units for one in rounds] == [18, 18, 6]
    assert [own[one.pk].items_done for one in rounds] == [2, 0, 0]
    assert [own[one.pk].items for one in rounds] == [2, 1, 2]
    for one in rounds:
        assert round_progress(one) == together[one.pk]
        assert own_tally(asha, one) == own[one.pk]


def test_nothing_is_counted_of_no_rounds(cast):
    draft = make_round(cast)
    withdraw_draft(actor=cast.admin, round=draft)
    assert progress_of_each([]) == own_tallies(cast.admin, []) == {}
    assert progress_of_each([Round.objects.get()])[draft.pk].n_answered == 0


def test_what_lists_items_leaves_the_texts_of_responses_where_they_are(cast):
    opened = make_open_round(cast)
    say_all(cast.clinicians[0], opened)
    newest = revise(opened.items.first().response.task, {"pilot-1-1": "Other words."})
    with CaptureQueriesContext(connection) as captured:
        assert unassigned_items(opened) == []
        assert preview_moves(round=opened, revisions=[newest])
        close_round(actor=cast.admin, round=opened, confirmed_holes=round_progress(opened).n_holes)
        reopen_as_new_round(actor=cast.admin, round=opened, name="again")
    assert captured.captured_queries
    assert not [query for query in captured.captured_queries if "final_turn" in query["sql"]]
