"""No page of the demo says a word that belongs to the command line, to a column or to Python."""

import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands

from annotation.models import RoundItem, Task
from annotation.vocabulary import NO_VOTE_REASONS
from calibration.models import FrozenPanel, Judge, PanelRanking
from calibration.stats.ranking.ranking_inputs import METRICS
from scoring.models import Cell
from tests.annotation.every_page import Things, visit

pytestmark = pytest.mark.django_db

OURS = ("annotation", "calibration", "scoring", "config")
COMMANDS = {name for name, app in get_commands().items() if app in OURS and "_" in name}
COLUMNS = {name for name in (*METRICS, *NO_VOTE_REASONS, "kappa_corrected", "p_best") if "_" in name}
WORDS = re.compile(
    rf"\b(?:{'|'.join(sorted(COMMANDS | COLUMNS))}|manage\.py|None(?! of | chosen)|NaN|nan)\b"
    r"|(?<![\w-])--[a-z]"
)
PASSES = {
    "Nobody chose this": r"<option value=\"[^\"]*\"[^>]*>\s*None\s*</option>",
    "scripts, styles and marks of the page": r"<(script|style|svg|template)\b.*?</\1>|<!--.*?-->",
    "tags": r"<[^>]*>",
}


def spoken(page: str) -> str:
    """The text of a page as its reader meets it."""
    for pattern in PASSES.values():
        page = re.sub(pattern, " ", page, flags=re.S)
    return page


def test_words_of_the_command_line_are_found():
    page = "<p>Run rank_panels --draws 5</p><p>macro_f1: None</p><a href='/x?sort=macro_f1'>Kappa</a>"
    assert WORDS.findall(spoken("<p>None of them. None chosen.</p>")) == []
    assert WORDS.findall(spoken(page)) == ["rank_panels", "--d", "macro_f1", "None"]


def test_pages_speak_plain_words(settings):
    settings.DEBUG = True  # the demo's log-ins are public
    assert json.loads(call_command("load_demo", json=True))["tasks"]
    item = RoundItem.objects.filter(round__name="demo-open", response__isnull=False).first()
    panel, ranking = FrozenPanel.objects.first(), PanelRanking.objects.first()
    cell = Cell.objects.first()
    things = Things(
        named={
            "name": ["demo-calibration", "demo-long", panel.name],
            "item": [item.pk],
            "uid": [Task.objects.first().uid],
            "model_id": [cell.response.model.model_id],
            "ranking_id": [ranking.pk],
            "judge_id": list(Judge.objects.values_list("pk", flat=True)[:3]),
            "cell_id": [cell.pk],
        },
        numbers=[1],
        words=["demo-calibration"],
    )
    read, said = 0, {}
    for person in get_user_model().objects.filter(is_active=True).order_by("pk")[:6]:
        for address, answer in visit(person, things).items():
            status, _, page = answer.partition(" ")
            if status != "200" or "<html" not in page or address.startswith("/api/"):
                continue
            read += 1
            if words := sorted(set(WORDS.findall(spoken(page)))):
                said[address] = words
    assert said == {}
    assert read > 100
