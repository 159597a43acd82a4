"""Bring a file of any kind in: the one way for command and page, in one transaction."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import transaction

from annotation.access import OPEN_TABLES, rates_open_round, refuse_raters
from annotation.base.action import action
from annotation.base.errors import BadInputError
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.corpus.transcripts.transcript_table import import_transcript_labels, import_transcripts
from annotation.models import Person, Response, Split
from annotation.rounds.import_labels import import_labels
from calibration.judges.import_votes import import_votes
from calibration.models import FrozenPanel
from calibration.panels.import_panels import register_manifest, register_panel
from calibration.panels.lookup import find_panel
from calibration.ratings.closed_round import round_named
from scoring.cells.import_judgments import import_judgments
from scoring.cells.recompute import graded_panels, recompute_cells
from scoring.leaderboard.panel_cells import grading_panel
from scoring.tables.options import IMPORTED_KINDS, Wish

Finish = Callable[[dict[str, Any]], None]
NO_RANKINGS = (
    "Rankings are computed here from labels and votes, so they are not imported. "
    "Import labels and votes, then rank the panels."
)


def import_file(
    *,
    kind: str,
    path: Path,
    wish: Wish,
    actor: Person | None,
    finish: Finish = lambda result: None,
) -> dict[str, Any]:
    """Import the file and return counts and warnings, ready for JSON. A dry run does the same and undoes it.

    finish: called with what is returned, last in the transaction that writes, which it may undo by raising.
    Raises BadInputError with every problem, having written nothing; and PermissionDenied for a rater of an
    open round, before the file is read, unless the table is one of OPEN_TABLES.
    """
    if kind not in OPEN_TABLES:
        refuse_raters(actor)
    if kind not in IMPORTED_KINDS:
        raise BadInputError(NO_RANKINGS)
    released = kind == "tasks" and wish.split in (Split.PUBLIC, Split.PRIVATE)
    source = read_source(kind, path, wish.rename, wish.ignore_unknown, released)
    return _import_or_undo(source, wish, actor, path, finish)


@action
def _import_or_undo(
    source: ImportSource, wish: Wish, actor: Person | None, path: Path, finish: Finish
) -> dict[str, Any]:
    """What is undone after a check is the import alone, so that `finish` may write in both cases."""
    with transaction.atomic():
        outcome = _import(source, wish, actor)
        transaction.set_rollback(wish.dry_run)
    result = {
        "kind": source.kind,
        "file": str(path),
        "dry_run": wish.dry_run,
        **outcome.as_json(),
        "warnings": [str(warning) for warning in source.findings.warnings],
    }
    finish(result)
    return result


def _import(source: ImportSource, wish: Wish, actor: Person | None) -> ImportOutcome:
    match source.kind:
        case "tasks":
            return _import_tasks(source, wish, actor)
        case "responses":
            return _import_responses(source, actor)
        case "labels":
            return import_labels(source=source, round_name=wish.round or "", actor=actor)
        case "votes":
            round = round_named(wish.round) if wish.round else None
            return import_votes(source=source, round=round, actor=actor)
        case "judgments":
            return import_judgments(source=source, panel=_panel(wish, actor), actor=actor)
        case "lh_transcripts":
            return import_transcripts(source=source, actor=actor)
    return import_transcript_labels(source=source, actor=actor)


def _import_tasks(source: ImportSource, wish: Wish, actor: Person | None) -> ImportOutcome:
    """New weights, dimensions and order hold for judgments that exist: their cells are computed anew.

    How many of them changed tells what the judges said (swap the weights of two criteria and look), so a
    rater of an open round does not hear it.
    """
    outcome = import_tasks(source=source, split=wish.split, actor=actor)
    if outcome.details["rubrics"]:
        answers = Response.objects.filter(task__uid__in=source.frame["UNIQUE_ID"].tolist())
        counts = [recompute_cells(panel=panel, actor=actor, responses=answers) for panel in graded_panels()]
        if actor is None or not rates_open_round(actor):
            outcome.details["cells_changed"] = sum(count.changed for count in counts)
    return outcome


def _import_responses(source: ImportSource, actor: Person | None) -> ImportOutcome:
    """A reply in place of one that failed leaves the judgments of that one behind, and so its cells."""
    outcome = import_responses(source=source, actor=actor)
    if outcome.details["collected_again"]:
        again = Response.objects.filter(
            reply__gt=1, task__uid__in=source.frame["unique_id"].unique().tolist()
        )
        counts = [recompute_cells(panel=panel, actor=actor, responses=again) for panel in graded_panels()]
        if actor is None or not rates_open_round(actor):
            outcome.details["cells_to_judge_again"] = sum(count.removed for count in counts)
    return outcome


def _panel(wish: Wish, actor: Person | None) -> FrozenPanel:
    if wish.judges is not None:
        return register_panel(judges=wish.judges, actor=actor)
    name = wish.panel or ""
    known = find_panel(name)  # first: a file of that name in the folder at hand can be given as ./NAME
    if known is None and (name.endswith(".json") or Path(name).is_file()):
        return register_manifest(path=Path(name), actor=actor)
    return known or grading_panel(name)
