"""The table of docs/while-rating.md, visited by an admin who rates an open round and by one who does not."""

import re
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from annotation.access import WHILE_RATING, audit_entries_for
from annotation.base.record_audit import record_audit
from annotation.models import AuditEntry, Person, Role, Round
from calibration import urls as calibration_urls
from calibration.access import judges_for, panels_for, rankings_for, sets_for
from calibration.judges.register import change_judge, register_judge
from calibration.models import Judge
from calibration.panels.freeze import freeze_panel, preview_freeze
from calibration.rankings.run import rank_now, start_ranking
from calibration.sets.draw import draw_calibration
from scoring import urls as scoring_urls
from scoring.tables.export_file import export_file
from scoring.tables.import_jobs import start_import
from scoring.tables.options import IMPORTED_KINDS, ExportOptions, Wish
from tests.annotation.scene import make_open_round
from tests.calibration.conftest import closed, panel, ranking
from tests.html import html_of
from tests.tampering import erase

__all__ = ["closed", "panel", "ranking"]
pytestmark = pytest.mark.both_databases

PAGE = Path(__file__).parents[2] / "docs" / "while-rating.md"
TABLE = dict(re.findall(r"^\| `?([^|`]+?)`? \| (open|closed) \|", PAGE.read_text(), re.M))
ADDRESSES = {name: state for name, state in TABLE.items() if name.startswith("/")}


@pytest.fixture
def rater(cast) -> Person:
    make_open_round(cast, tasks=1, criteria=1)
    cast.clinicians[0].role_grants.create(role=Role.ADMIN)
    return Person.objects.get(pk=cast.clinicians[0].pk)


@pytest.fixture
def clients(cast, rater) -> tuple[Client, Client]:
    """The rater's and that of an admin who rates nothing."""
    pair = Client(), Client()
    for client, person in zip(pair, (rater, cast.admin), strict=True):
        client.force_login(person)
    return pair


def test_every_address_of_calibration_and_scoring_is_decided():
    addresses = {
        f"/{route}"
        for module in (calibration_urls, scoring_urls)
        for pattern in module.urlpatterns
        for route in _routes(pattern)
    }
    assert addresses == set(ADDRESSES)
    assert set(TABLE) - set(ADDRESSES) == set(IMPORTED_KINDS)


def _routes(pattern, before=""):
    own = f"{before}{pattern.pattern}"
    below = getattr(pattern, "url_patterns", None)
    return [own] if below is None else [route for part in below for route in _routes(part, own)]


@pytest.mark.parametrize("address", ADDRESSES)
def test_closed_addresses_refuse_a_rater_whatever_stands_in_them(clients, ranking, panel, address):
    rater, admin = clients
    known = _filled(address, ranking.pk if "ranking" in address else Judge.objects.first().pk, panel.name)
    unknown = _filled(address, 2**40, "nothing-of-that-name")
    if ADDRESSES[address] == "closed":
        answers = [rater.get(known), rater.get(unknown), rater.post(known), rater.post(unknown)]
        assert {answer.status_code for answer in answers} <= {403, 405}
        assert _main(answers[0]) == _main(answers[1])
        assert WHILE_RATING.split(".")[0] in html_of(answers[0])
        assert admin.get(known).status_code in (200, 404, 302, 422)
    else:
        assert rater.get(known).status_code == admin.get(known).status_code != 403


def _main(answer) -> str:
    """The page without what is around it, where forms have tokens."""
    return html_of(answer).partition("<main")[2].partition("</main>")[0]


def _filled(address: str, number: int, name: str) -> str:
    """For the pages of a round the same name is that of the closed round."""
    name = "calibration" if address.startswith("/calibration") and name == "panel-1" else name
    address = re.sub(r"<int:\w+>", str(number), address)
    return re.sub(r"<\w+:\w+>", name, address)


def test_lists_are_empty_for_a_rater_but_for_the_sets_names(cast, rater, panel):
    for rows in (judges_for, rankings_for, panels_for):
        assert rows(cast.admin).exists()
        assert not rows(rater).exists()
    assert sets_for(rater).count() == sets_for(cast.admin).count()


def test_the_actions_refuse_by_themselves(cast, rater, ranking, closed, tmp_path):
    judge = Judge.objects.first()
    acts = [
        lambda: register_judge(judge_id=judge.judge_id, actor=rater),
        lambda: change_judge(judge=judge, actor=rater, active=False),
        lambda: start_ranking(round=closed, actor=rater),
        lambda: rank_now(round=closed, draws=50, actor=rater),
        lambda: preview_freeze(ranking=ranking, actor=rater),
        lambda: freeze_panel(ranking=ranking, actor=rater),
        lambda: draw_calibration(name="probe", size=1, per_task=1, seed=1, actor=rater),
        lambda: start_import(kind="votes", name="v.parquet", chunks=[b"x"], wish=Wish(), actor=rater),
        lambda: export_file(kind="votes", path=tmp_path / "v.csv", choice=ExportOptions(), actor=rater),
    ]
    for act in acts:
        with pytest.raises(PermissionDenied, match="labelling in an open round"):
            act()
    assert not (tmp_path / "v.csv").exists()


def test_pages_that_stay_open_lead_to_nothing_closed(clients, ranking, panel):
    rater, admin = clients
    for address in ("/calibration/", "/calibration/calibration/", "/tables/"):
        own = html_of(rater.get(address)).partition("<main")[2]
        for closed_address in ("/rankings/", "/calibration/new/", "/tables/export/", "/panels/panel-1/"):
            assert f'"{closed_address}' not in own
        assert "open to you when" in own or "when your round is closed" in own
    assert f"/rankings/{ranking.pk}/" in html_of(admin.get("/calibration/"))
    assert f"/rankings/{ranking.pk}/" in html_of(admin.get("/calibration/calibration/"))


def test_once_the_round_is_closed_everything_opens(clients, rater, panel):
    assert clients[0].get("/panels/").status_code == 403
    Round.objects.filter(name="pilot").update(state="closed", closed_at=panel.frozen_at)
    assert clients[0].get("/panels/").status_code == 200


def test_the_log_is_silent_about_closed_things(cast, rater, panel):
    erase(AuditEntry.objects.all())
    kept = [
        record_audit(actor=cast.admin, verb="import_tasks", target="table:tasks"),
        record_audit(actor=cast.admin, verb="open_round", target=Round.objects.first()),
    ]
    for verb, target in (
        ("import_votes", "table:votes"),
        ("import_labels", Round.objects.first()),
        ("export_responses", "table:responses"),
        ("freeze_panel", panel),
        ("publish_majority", Round.objects.first()),
        ("recompute_cells", "scoring.cell:1"),
    ):
        record_audit(actor=rater, verb=verb, target=target)
    assert set(audit_entries_for(rater)) == set(kept)
    assert audit_entries_for(cast.admin).count() == 8
