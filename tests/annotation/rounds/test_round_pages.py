"""The admin's pages of rounds: make, open, look, close, change."""

import pytest
from django.urls import reverse

from annotation.assignments.progress import round_progress
from annotation.models import Assignment, Role, Round, RoundPurpose, RoundState
from tests.annotation.scene import (
    MODEL_NAMES,
    make_open_round,
    make_response,
    make_round,
    make_task,
    revise,
    say,
    say_all,
)
from tests.html import html_of


@pytest.fixture
def admin(client, cast):
    client.force_login(cast.admin)
    return client


def asked(cast, **changed):
    """What the form of a new round sends when little is changed."""
    raters = {f"rater_{n}": rater.pk for n, rater in enumerate(cast.clinicians, start=1)}
    sent = {
        "name": "made",
        "purpose": "calibration",
        "attempts": 1,
        "approved_only": "on",
        "guidelines": "Take your time.",
        "seed": 7,
        "sitting_size": 4,
        "high_severity_stages": ["Action"],
        "high_severity_explicit_only": "on",
        "retest_share": "0.1",
        "retest_min_days": 3,
        "pause_after_minutes": 30,
        "pause_after_high_severity": 5,
        **raters,
        **changed,
    }
    return {name: value for name, value in sent.items() if value is not None}


@pytest.fixture
def corpus(db):
    """Three approved public tasks with two models' responses, two attempts each of the first; and a draft."""
    for n, stage in enumerate(("Ideation", "Planning", "Action")):
        task = make_task(f"t{n}", progression_stage=stage)
        for model in (0, 1):
            make_response(task, model=model)
        make_response(task, attempt=2)
    make_response(make_task("unapproved", state="draft"))


def test_a_round_is_made_from_a_filter(admin, cast, corpus):
    answer = admin.post(reverse("round_new"), asked(cast, progression_stage=["Planning", "Action"]))
    assert answer.url == reverse("round_detail", args=["made"])
    made = Round.objects.get(name="made")
    assert made.items.count() == 2 * 2  # two stages, two models, first attempts
    assert (made.purpose, made.seed, made.sitting_size) == ("calibration", 7, 4)
    assert (made.high_severity_stages, made.pause_after_minutes) == (["Action"], 30)
    assert made.guidelines.get().text == "Take your time."


def test_at_most_draws_by_the_seed(admin, cast, corpus):
    names = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2), ("d", 3)):
        admin.post(reverse("round_new"), asked(cast, name=name, seed=seed, at_most=3, attempts=2))
        names.append(set(Round.objects.get(name=name).items.values_list("response", flat=True)))
    assert [len(found) for found in names] == [3, 3, 3, 3]
    assert names[0] == names[1]
    assert len({frozenset(found) for found in names}) > 1


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "a/b"}, "cannot stand in an address"),
        ({"rater_2": None}, "This field is required."),
        ({"split": "private"}, "No response was chosen."),
        ({"seed": "x"}, "Enter a whole number."),
        ({"seed": 2**80, "at_most": 1}, "less than or equal to 9223372036854775807"),
        ({"retest_share": "0.7"}, "less than or equal to 0.5"),
    ],
)
def test_bad_input_brings_the_form_back(admin, cast, corpus, changed, sentence):
    answer = admin.post(reverse("round_new"), asked(cast, **changed))
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert "Take your time." in html_of(answer)
    assert not Round.objects.exists()


def test_one_person_twice_is_refused(admin, cast, corpus):
    answer = admin.post(reverse("round_new"), asked(cast, rater_2=cast.clinicians[0].pk))
    assert "three different people" in html_of(answer)


def test_opening_from_the_page(admin, cast):
    make_round(cast)
    detail = reverse("round_detail", args=["pilot"])
    assert "This round is a draft" in html_of(admin.get(detail))
    assert admin.get(reverse("round_open", args=["pilot"])).status_code == 405
    page = html_of(admin.post(reverse("round_open", args=["pilot"]), follow=True))
    assert "The round is open." in page
    assert "18 of 18 answers are missing" in page  # 2 items x 3 criteria x 3 raters
    page = html_of(admin.post(reverse("round_open", args=["pilot"]), follow=True))
    assert "only a draft can be opened" in page


def test_opening_without_a_clinician_says_why(admin, cast):
    make_round(cast)
    cast.clinicians[0].role_grants.all().delete()
    page = html_of(admin.post(reverse("round_open", args=["pilot"]), follow=True))
    assert "asha is not an active clinician" in page
    assert not Assignment.objects.exists()


def test_closing_shows_holes_and_asks_for_a_word_on_their_number(admin, cast):
    opened = make_open_round(cast, tasks=1, criteria=1)
    say(cast.clinicians[0], opened, "pilot-1-1")
    url = reverse("round_close", args=["pilot"])
    page = html_of(admin.get(url))
    assert "2 of 3 answers are missing" in page
    assert "Close it with 2 holes" in page
    assert admin.post(url, {"holes": "2"}).status_code == 409  # the box was not ticked
    assert admin.post(url, {"holes": "1", "accept_holes": "on"}).status_code == 409
    assert admin.post(url, {"holes": "x" * 20, "accept_holes": "on"}).status_code == 409
    opened.refresh_from_db()
    assert opened.is_open
    page = html_of(admin.post(url, {"holes": "2", "accept_holes": "on"}, follow=True))
    assert "The round is closed." in page
    opened.refresh_from_db()
    assert opened.state == RoundState.CLOSED
    assert admin.get(url).status_code == 302


def test_an_admin_who_rates_sees_no_others_progress_and_leaves_closing_to_another(client, cast):
    asha = cast.clinicians[0]
    asha.role_grants.create(role=Role.ADMIN)
    opened = make_open_round(cast)
    say_all(cast.clinicians[1], opened)
    client.force_login(asha)
    page = html_of(client.get(reverse("round_detail", args=["pilot"])))
    assert "Your own progress" in page
    assert "answers are missing" not in page
    assert "6 of" not in html_of(client.get(reverse("round_list")))
    page = html_of(client.get(reverse("round_close", args=["pilot"]), follow=True))
    assert "Another admin closes it" in page
    cast.admin.role_grants.all().delete()  # the only admin left may, or nobody could
    assert client.get(reverse("round_close", args=["pilot"])).status_code == 200


def test_guidelines_are_versioned(admin, cast):
    make_open_round(cast, guidelines="First.")
    url = reverse("round_guidelines", args=["pilot"])
    assert admin.post(url, {"text": ""}).status_code == 422
    admin.post(url, {"text": "Second."})
    admin.post(url, {"text": "Second."})  # the same words make no new version
    found = Round.objects.get(name="pilot").guidelines
    assert list(found.values_list("number", "text")) == [(1, "First."), (2, "Second.")]
    page = html_of(admin.get(url))
    assert "First." in page


def test_changed_rubrics_are_previewed_and_brought_in(admin, cast):
    opened = make_open_round(cast, tasks=1, criteria=2)
    say_all(cast.clinicians[0], opened)
    task = opened.items.get().response.task
    url = reverse("round_rubrics", args=["pilot"])
    assert "Every rubric is the newest" in html_of(admin.get(url))
    revise(task, {"pilot-1-1": "Other words.", "pilot-1-2": "The reply does the thing number 2."})
    page = html_of(admin.get(url))
    assert "1 → 2" in page
    move = reverse("round_move", args=["pilot", task.pk, 2])
    assert admin.get(move).status_code == 405
    page = html_of(admin.post(move, follow=True))
    assert "1 labels stand, 1 wait for confirmation, 0 are reopened" in page
    assert opened.items.get().rubric_revision.number == 2
    assert admin.post(reverse("round_move", args=["pilot", task.pk, 9])).status_code == 404


def test_repeats_are_mixed_in_from_the_page(admin, cast):
    opened = make_open_round(cast, tasks=4, criteria=1)
    url = reverse("round_repeats", args=["pilot"])
    assert "no rater has finished items" in html_of(
        admin.post(url, {"share": "0.25", "min_days": "0"}, follow=True)
    )
    say_all(cast.clinicians[0], opened)
    page = html_of(admin.post(url, {"share": "0.25", "min_days": "0"}, follow=True))
    assert "1 repeat was mixed" in page
    assert admin.post(url, {"share": "2", "min_days": "0"}).status_code == 422


def test_a_closed_round_leads_to_the_next(admin, cast):
    opened = make_open_round(cast, tasks=1, criteria=1)
    say(cast.clinicians[0], opened, "pilot-1-1")
    holes = round_progress(opened).n_holes
    admin.post(reverse("round_close", args=["pilot"]), {"holes": holes, "accept_holes": "on"})
    url = reverse("round_reopen", args=["pilot"])
    assert 'value="pilot again"' in html_of(admin.get(url))
    raters = {f"rater_{n}": rater.pk for n, rater in enumerate(cast.clinicians, start=1)}
    assert admin.post(url, {"name": "pilot", **raters}).status_code == 422
    admin.post(url, {"name": "again", **raters})
    assert Round.objects.get(name="again").predecessor == opened
    admin.post(url + "?after=discussion", {"name": "after", **raters})
    assert Round.objects.get(name="after").purpose == RoundPurpose.POST_DISCUSSION
    assert reverse("round_detail", args=["after"]) in html_of(
        admin.get(reverse("round_detail", args=["pilot"]))
    )


PAGES = ("round_detail", "round_close", "round_guidelines", "round_rubrics", "round_repeats", "round_reopen")


@pytest.mark.parametrize("name", ["round_list", "round_new", *PAGES])
def test_only_admins_reach_the_pages(client, cast, name):
    make_open_round(cast)
    url = reverse(name, args=["pilot"] if name in PAGES else [])
    for person in (*cast.clinicians, cast.author, cast.viewer, cast.outsider):
        client.force_login(person)
        assert client.get(url).status_code == 403
        assert client.post(url, {}).status_code in (403, 405)
    client.force_login(cast.admin)
    assert client.get(url).status_code == 200
    if name in PAGES:
        assert client.get(reverse(name, args=["no such round"])).status_code == 404
    client.logout()
    assert client.get(url).status_code == 302


@pytest.mark.parametrize("name", ["round_open", "round_move"])
def test_only_admins_act(client, cast, name):
    made = make_round(cast)
    args = ["pilot"] if name == "round_open" else ["pilot", made.items.first().response.task_id, 1]
    for person in (cast.clinicians[0], cast.author, cast.viewer, cast.outsider):
        client.force_login(person)
        assert client.post(reverse(name, args=args)).status_code == 403
    made.refresh_from_db()
    assert made.state == RoundState.DRAFT


def test_the_list_shows_rounds_and_no_model_names(admin, cast):
    assert "No rounds yet" in html_of(admin.get(reverse("round_list")))
    make_open_round(cast)
    page = html_of(admin.get(reverse("round_list")))
    assert "0 of 18" in page
    assert not [name for name in MODEL_NAMES if name in page]
