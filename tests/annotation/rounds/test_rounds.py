"""Creating, opening and closing a round."""

import pytest

from annotation.base.errors import BadInputError
from annotation.base.refusals import ConflictError, NotNowError
from annotation.models import Assignment, AuditEntry, Round, RoundState
from annotation.rounds.open_and_close import close_round, create_round, open_round
from tests.annotation.scene import (
    make_open_round,
    make_response,
    make_round,
    make_task,
    revise,
    say,
    say_all,
)

pytestmark = pytest.mark.both_databases


def test_a_round_pins_the_newest_revision_and_keeps_slot_order(cast):
    task = make_task("t")
    newest = revise(task, {"t-1": "Other words."})
    response = make_response(task)
    asha, bela, carmen = cast.clinicians
    made = create_round(actor=cast.admin, name="r", responses=[response], raters=[carmen, asha, bela])
    assert made.state == RoundState.DRAFT
    assert made.items.get().rubric_revision == newest
    assert [slot.rater for slot in made.slots.order_by("position")] == [carmen, asha, bela]
    assert AuditEntry.objects.get(verb="create_round").object_id == str(made.pk)


def test_item_numbers_do_not_follow_the_models(cast):
    """A rater sees item numbers; were they in input order, odd numbers would all be one model's."""
    tasks = [make_task(f"t{n}") for n in range(12)]
    responses = [make_response(task, model=model) for task in tasks for model in (0, 1)]
    made = create_round(actor=None, name="r", responses=responses, raters=cast.clinicians)
    models = list(made.items.order_by("pk").values_list("response__model__model_id", flat=True))
    assert models != [response.model.model_id for response in responses]
    assert len(set(models[::2])) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "  "}, "The round needs a name."),
        ({"name": "a/b"}, "cannot stand in an address"),
        ({"name": "new"}, "cannot stand in an address"),
        ({"name": "x" * 101}, "at most 100 fit"),
        ({"responses": []}, "No response was chosen."),
        ({"seed": -1}, "The seed must be a whole number"),
        ({"sitting_size": 0}, "A sitting holds at least one item."),
        ({"retest_share": 0.9}, "The share of repeats must lie between 0 and 0.5."),
    ],
)
def test_bad_input_is_refused_in_a_sentence_and_makes_nothing(cast, change, sentence):
    response = make_response(make_task("t"))
    asked = {"name": "r", "responses": [response], "raters": cast.clinicians, **change}
    with pytest.raises(BadInputError, match=sentence):
        create_round(actor=cast.admin, **asked)
    assert not Round.objects.exists()


def test_every_problem_is_told_at_once(cast):
    asha, bela, _ = cast.clinicians
    unknown = make_response(make_task("u"), text=None)
    with pytest.raises(BadInputError) as problem:
        create_round(actor=None, name="", responses=[unknown], raters=[asha, asha, cast.outsider])
    sentences = "\n".join(problem.value.problems)
    assert "needs a name" in sentences
    assert "three different people" in sentences
    assert "gus is not an active clinician" in sentences
    assert "known only by its judgments" in sentences
    with pytest.raises(BadInputError, match="three raters; 2 were named"):
        create_round(actor=None, name="r", responses=[make_response(make_task("v"))], raters=[asha, bela])


def test_opening_gives_every_item_to_each_rater_once_in_an_order_of_their_own(cast):
    opened = make_open_round(cast, tasks=8, sitting_size=4)
    orders = {}
    for rater in cast.clinicians:
        own = Assignment.objects.filter(round=opened, rater=rater).order_by("order")
        assert [one.order for one in own] == list(range(1, 9))
        assert [one.sitting for one in own] == [1] * 4 + [2] * 4
        orders[rater.username] = tuple(one.item_id for one in own)
        assert set(orders[rater.username]) == set(opened.items.values_list("pk", flat=True))
    assert len(set(orders.values())) == 3


def test_heavy_items_follow_the_rounds_own_definition(cast):
    heavy = {"progression_stage": "Action", "explicit_type": "Explicit"}
    implicit = {"progression_stage": "Action", "explicit_type": "Implicit"}
    tasks = [make_task(f"h{n}", **heavy) for n in range(3)]
    tasks += [make_task(f"i{n}", **implicit) for n in range(3)] + [make_task(f"l{n}") for n in range(6)]
    responses = [make_response(task) for task in tasks]
    for explicit_only, prefixes in ((True, "h"), (False, "hi")):
        made = create_round(
            actor=None,
            name=f"explicit only {explicit_only}",
            responses=responses,
            raters=cast.clinicians,
            high_severity_explicit_only=explicit_only,
        )
        open_round(actor=None, round=made)
        for rater in cast.clinicians:
            own = Assignment.objects.filter(round=made, rater=rater).order_by("order")
            uids = list(own.values_list("item__response__task__uid", flat=True))
            is_heavy = [uid[0] in prefixes for uid in uids]
            assert not is_heavy[0]
            assert not is_heavy[-1]
            assert not any(all(is_heavy[place : place + 3]) for place in range(len(uids) - 2))


def test_a_round_opens_once(cast):
    opened = make_open_round(cast)
    with pytest.raises(NotNowError, match="open already"):
        open_round(actor=cast.admin, round=opened)


def test_a_rater_who_is_no_clinician_any_more_stops_the_opening(cast):
    made = make_round(cast)
    cast.clinicians[1].role_grants.all().delete()
    with pytest.raises(BadInputError, match="bela is not an active clinician"):
        open_round(actor=cast.admin, round=made)
    made.refresh_from_db()
    assert made.state == RoundState.DRAFT
    assert not Assignment.objects.exists()


def test_closing_over_holes_needs_the_number_that_was_seen(cast):
    opened = make_open_round(cast, tasks=1, criteria=2)  # 2 criteria x 3 raters = 6 units
    say(cast.clinicians[0], opened, "pilot-1-1")
    with pytest.raises(ConflictError, match="has 5 holes") as problem:
        close_round(actor=cast.admin, round=opened)
    assert problem.value.current == 5
    with pytest.raises(ConflictError):
        close_round(actor=cast.admin, round=opened, confirmed_holes=6)
    closed = close_round(actor=cast.admin, round=opened, confirmed_holes=5)
    assert closed.state == RoundState.CLOSED
    assert closed.closed_at is not None
    assert AuditEntry.objects.get(verb="close_round").detail == {"holes": 5}


def test_a_complete_round_closes_without_confirmation_and_only_once(cast):
    opened = make_open_round(cast, tasks=1, criteria=2)
    for rater in cast.clinicians:
        say_all(rater, opened)
    closed = close_round(actor=cast.admin, round=opened)
    with pytest.raises(NotNowError, match="only an open round"):
        close_round(actor=cast.admin, round=closed)
