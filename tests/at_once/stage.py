"""What races need, made on demand by the actions and builders of other tests."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from annotation.corpus.imports.import_source import read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.models import Person, Role, Round
from annotation.people.invitations import invite_person
from calibration.models import FrozenPanel, PanelRanking
from calibration.panels.import_panels import register_panel
from calibration.rankings.run import plan_ranking, run_ranking
from tests.annotation.long_scene import judge, make_open_long_round
from tests.annotation.scene import make_open_round, make_round, say_all
from tests.calibration.builders import make_responses, make_tasks, make_votes
from tests.calibration.builders import make_round as make_closed_round
from tests.cast import Cast, make_person
from tests.made_once import made_once
from tests.made_tables import response_row, task_row, write_rows, write_tasks

GOLD = [1, 1, 0, 0, 1, 1, 0, 0]
VOTES = {"m/a": GOLD, "m/b": [*GOLD[:-1], 1], "n/c": [0, *GOLD[1:]], "n/d": [1 - met for met in GOLD]}


class Stage:
    """The cast with a second admin, and rounds, files, panels and rankings as they are asked for."""

    def __init__(self, cast: Cast, folder: Path) -> None:
        self.cast = cast
        self.folder = folder
        self.admin = cast.admin
        self.other_admin = made_once("odile", lambda: make_person("odile", Role.ADMIN))

        self.after: Callable[[], bool] = lambda: True  # what must hold once all are done

    def admins(self) -> list[Person]:
        return [self.admin, self.other_admin]

    @cached_property
    def draft(self) -> Round:
        return make_round(self.cast)

    @cached_property
    def open_round(self) -> Round:
        return make_open_round(self.cast)

    @cached_property
    def answered_round(self) -> Round:
        """Open, with every label of every rater."""
        opened = self.open_round
        made_once("every label", lambda: [say_all(rater, opened) for rater in self.cast.clinicians])
        return opened

    @cached_property
    def long_round(self) -> Round:
        """Long conversations, open, with every label of every rater."""
        made = make_open_long_round(self.cast)
        made_once("every word", lambda: self._judge_all(made))
        return made

    def _judge_all(self, round: Round) -> None:
        for rater in self.cast.clinicians:
            for name in ("long-1", "long-2"):
                judge(rater, round, name, "violation")

    @cached_property
    def closed(self) -> Round:
        """Four tasks of two criteria with the clinicians' labels and four judges' votes."""
        return made_once("four judged tasks", self._closed)

    def _closed(self) -> Round:
        ratings = [[met] * 3 for met in GOLD]
        made = make_closed_round(self.cast.clinicians, make_responses(make_tasks(4, 2)), ratings)
        make_votes(made, VOTES)
        return made

    @cached_property
    def ranking(self) -> PanelRanking:
        closed = self.closed
        return made_once("their ranking", lambda: self._ranked(closed))

    def _ranked(self, closed: Round) -> PanelRanking:
        planned = plan_ranking(round=closed, draws=100, actor=self.admin)
        return run_ranking(ranking=planned)

    @cached_property
    def panel(self) -> FrozenPanel:
        return made_once("three seats", lambda: register_panel(judges=["a/x", "b/y", "c/z"], actor=None))

    def invited(self, email: str):
        invitation, _ = invite_person(actor=self.admin, email=email, roles=["viewer"])
        return invitation

    @property
    def arrival(self) -> dict[str, str]:
        return {"username": "noor", "password": "rain on a tin roof"}

    def bring_corpus(self) -> None:
        """Tasks T1 and T2 with six criteria each, and a response of maker/model to both."""
        made_once("T1 and T2", self._bring)

    def _bring(self) -> None:
        import_tasks(source=self.tasks(), actor=None)
        import_responses(source=self.table("responses", response_row("T1"), response_row("T2")), actor=None)

    def tasks(self, **changes):
        rows = [task_row(uid, **changes) for uid in ("T1", "T2")]
        return read_source("tasks", write_tasks(self.folder / "tasks.csv", rows))

    def table(self, kind: str, *rows):
        return read_source(kind, write_rows(self.folder / f"{kind}.csv", list(rows)))


def fresh(row):
    """The row as another request has it: an object of its own."""
    return type(row).objects.get(pk=row.pk)
