"""A page shows what its address asks for or says that it is not there; it shows nothing else instead."""

import re
from pathlib import Path

import pytest

from calibration.models import Judge
from tests.calibration.conftest import closed, ranking

__all__ = ["closed", "ranking"]

ROOT = Path(__file__).parents[2]

# Page, parameter, a choice that is known.
OF_CALIBRATION = (
    ("/tasks/", "state", "draft"),
    ("/tasks/", "split", "public"),
    ("/tasks/", "sub_category", ""),
    ("/tasks/", "progression_stage", ""),
    ("/tasks/", "age", ""),
    ("/tasks/", "turns", ""),
    ("/tasks/", "page", "1"),
    ("/audit/", "actor", ""),
    ("/audit/", "verb", ""),
    ("/audit/", "object_type", ""),
    ("/audit/", "page", "1"),
    ("/rounds/calibration/discussion/", "show", "unanimous"),
    ("/rounds/calibration/discussion/", "page", "1"),
    ("/rounds/calibration/reopen/", "after", "discussion"),
    ("/calibration/calibration/", "by", "model"),
    ("/judges/", "round", "calibration"),
    ("/judges/{judge}/", "round", "calibration"),
    ("/rankings/{ranking}/", "sort", "kappa"),
    ("/rankings/{ranking}/", "has", "m/a"),
    ("/rankings/{ranking}/", "also", "m/b"),
    ("/rankings/{ranking}/", "without", "n/d"),
    ("/rankings/{ranking}/", "families", "2"),
    ("/rankings/{ranking}/", "columns", "all"),
    ("/rankings/{ranking}/", "page", "1"),
    ("/rankings/{ranking}/panels.csv", "for", "spreadsheet"),
    ("/rankings/{ranking}/freeze/", "rank", "2"),
    ("/rankings/{ranking}/freeze/", "replaces", ""),
)
OF_SCORES = (
    ("/scores/", "panel", "{panel}"),
    ("/scores/", "split", "private"),
    ("/scores/maker/model/", "panel", "{panel}"),
    ("/scores/maker/model/", "split", "private"),
    ("/scores/maker/model/", "page", "1"),
)


def assert_known_and_unknown(client, url: str, name: str, known: str) -> None:
    statuses = {value: client.get(url, {name: value}).status_code for value in (known, "", "nowhere", "999")}
    assert statuses == {known: 200, "": 200, "nowhere": 404, "999": 404}


@pytest.mark.parametrize(("page", "name", "known"), OF_CALIBRATION)
def test_an_unknown_choice_is_not_found(client, cast, ranking, page, name, known):
    client.force_login(cast.admin)
    judge = Judge.objects.get(judge_id="m/a").pk
    assert_known_and_unknown(client, page.format(ranking=ranking.pk, judge=judge), name, known)


@pytest.mark.parametrize(("page", "name", "known"), OF_SCORES)
def test_an_unknown_choice_of_scores_is_not_found(client, cast, graded, page, name, known):
    client.force_login(cast.admin)
    assert_known_and_unknown(client, page, name, known.format(panel=graded.name))


def test_an_unknown_panel_is_not_found_before_anything_is_graded(client, cast):
    client.force_login(cast.admin)
    assert client.get("/scores/?panel=panel-1").status_code == 404
    assert client.get("/scores/").status_code == 200


def test_a_private_split_is_as_unknown_to_a_viewer_as_one_that_is_not_there(client, cast, graded):
    client.force_login(cast.viewer)
    answers = {split: client.get(f"/scores/?split={split}") for split in ("private", "nowhere")}
    assert [answer.status_code for answer in answers.values()] == [404, 404]


def test_what_is_typed_wrongly_is_told_beside_its_field(client, cast):
    """A date is no choice: the form stays, with what was typed and what is wrong with it."""
    client.force_login(cast.admin)
    assert client.get("/audit/?since=yesterday").status_code == 422
    assert client.get("/audit/?since=2026-01-31").status_code == 200


def test_pages_read_choices_through_the_one_helper():
    """A page added later that reads the address by hand is named here."""
    by_hand = re.compile(r"request\.GET\.get\(|\.get_page\(|request\.GET\[")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("annotation", "calibration", "scoring")
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "choices.py"
        for line in path.read_text().splitlines()
        if by_hand.search(line)
    ]
    allowed = ("any(request.GET.get(name) for name in form.fields)", 'request.GET.get("rank")')
    assert [line for line in found if not any(part in line for part in allowed)] == []
