"""Whole tables: imports of the same file and of crossing ones, the split, sets, judges, panels, cells."""

import json

from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.corpus.split import split_tasks
from annotation.corpus.transcripts.annex import import_annex, read_annex
from annotation.corpus.transcripts.transcript_table import import_transcript_labels, import_transcripts
from annotation.models import Person, Response, Round, Task, Transcript
from annotation.rounds.import_labels import import_labels
from annotation.rounds.open_and_close import close_round, create_round
from annotation.rounds.transcripts.make_and_publish import publish_majority
from annotation.tables.canonical import sha256_of
from calibration.judges.import_votes import import_votes
from calibration.judges.register import change_judge, register_judge
from calibration.models import CalibrationSet, FrozenPanel, Judge, JudgeVote, PanelRanking
from calibration.panels.freeze import freeze_once, freeze_panel
from calibration.panels.import_panels import register_manifest, register_panel
from calibration.rankings.run import plan_ranking, run_ranking, start_ranking
from calibration.sets.draw import draw_calibration, open_to
from scoring.cells.import_judgments import import_judgments
from scoring.cells.recompute import recompute_cells
from scoring.models import Cell, Judgment
from scoring.tables.import_file import import_file
from scoring.tables.options import Wish
from tests.at_once.registry import race
from tests.at_once.stage import Stage, fresh
from tests.made_tables import judgment_rows, label_row, response_row, vote_row, write_rows


@race(import_tasks, won=3)
def one_table_of_tasks_thrice(stage: Stage):
    sources = [stage.tasks() for _ in range(3)]
    stage.after = lambda: Task.objects.count() == 2
    return [lambda source=source: import_tasks(source=source, actor=None) for source in sources]


@race(import_tasks, split_tasks, won=2)
def tasks_are_corrected_while_they_are_split(stage: Stage):
    stage.bring_corpus()
    source = stage.tasks(AGE="U18")
    stage.after = lambda: not Task.objects.filter(split="unassigned").exists()
    return [
        lambda: import_tasks(source=source, actor=None),
        lambda: split_tasks(fraction=0.5, seed=1, actor=None),
    ]


@race(split_tasks, won=1, said="No task is waiting for a split")
def the_corpus_is_split_thrice(stage: Stage):
    stage.bring_corpus()
    return [lambda seed=seed: split_tasks(fraction=0.5, seed=seed, actor=None) for seed in (1, 2, 3)]


@race(import_responses, won=3)
def one_table_of_responses_thrice(stage: Stage):
    stage.bring_corpus()
    sources = [stage.table("responses", response_row("T1", model="new/model")) for _ in range(3)]
    stage.after = lambda: Response.objects.count() == 3
    return [lambda source=source: import_responses(source=source, actor=None) for source in sources]


@race(import_labels, won=3)
def one_table_of_labels_thrice(stage: Stage):
    stage.bring_corpus()
    sources = [stage.table("labels", label_row("T1", 1, "1", "1", "0")) for _ in range(3)]
    stage.after = lambda: (Round.objects.count(), Person.objects.filter(username="rater_1").count()) == (1, 1)
    return [
        lambda source=source: import_labels(source=source, round_name="first", actor=None)
        for source in sources
    ]


@race(import_labels, create_round, won=1, said="first is draft: its labels come from|named 'first' exists")
def labels_come_in_under_the_name_of_a_round_that_is_made(stage: Stage):
    stage.bring_corpus()
    source = stage.table("labels", label_row("T1", 1, "1", "1", "0"))
    responses = list(Response.objects.select_related("task"))
    raters = list(stage.cast.clinicians)
    return [
        lambda: import_labels(source=source, round_name="first", actor=None),
        lambda: create_round(actor=None, name="first", responses=responses, raters=raters),
    ]


def _turns(stage: Stage):
    rows = [
        {"transcript_id": name, "turn_index": 1, "user_turn": "Hello.", "violation_label": ""}
        for name in ("lh-01", "lh-02")
    ]
    return stage.table("lh_transcripts", *rows)


@race(import_transcripts, won=3)
def one_table_of_conversations_thrice(stage: Stage):
    sources = [_turns(stage) for _ in range(3)]
    stage.after = lambda: Transcript.objects.count() == 2
    return [lambda source=source: import_transcripts(source=source, actor=None) for source in sources]


@race(import_annex, won=2)
def one_annex_twice(stage: Stage):
    import_transcripts(source=_turns(stage), actor=None)
    row = {"transcript_id": "lh-01", "turn_index": 1, "user_turn": "Hello.", "assistant_turn": "Here."}
    path = write_rows(stage.folder / "annex.csv", [row | {"violation_label": ""}])
    return [
        lambda source=source: import_annex(source=source, actor=None)
        for source in (read_annex(path), read_annex(path))
    ]


@race(import_transcript_labels, publish_majority, won=None, said="differs from the label that is published")
def published_labels_come_in_while_the_majority_is_published(stage: Stage):
    closed = close_round(actor=None, round=stage.long_round)
    rows = [{"transcript_id": name, "violation_label": "no violation"} for name in ("long-2", "long-1")]
    source = stage.table("lh_labels", *rows)
    stage.after = lambda: Transcript.objects.values("violation_label").distinct().count() == 1
    return [
        lambda: import_transcript_labels(source=source, actor=None),
        lambda: publish_majority(actor=None, round=fresh(closed)),
    ]


def _votes(stage: Stage, *judges: str):
    return stage.table("votes", *(vote_row("T1", 1, judge, "1") for judge in judges))


@race(import_votes, register_panel, won=3)
def votes_and_a_panel_name_the_same_new_judges(stage: Stage):
    stage.bring_corpus()
    sources = [_votes(stage, "a/x", "b/y"), _votes(stage, "b/y", "a/x")]
    stage.after = lambda: (Judge.objects.count(), JudgeVote.objects.count()) == (2, 2)
    return [
        *(lambda source=source: import_votes(source=source, actor=None) for source in sources),
        lambda: register_panel(judges=["b/y", "a/x"], actor=None),
    ]


@race(register_judge, import_votes, won=None, said="A judge named a/x is registered already")
def a_judge_is_registered_while_its_votes_come_in(stage: Stage):
    stage.bring_corpus()
    source = _votes(stage, "a/x")
    return [
        lambda: register_judge(judge_id="a/x", actor=None),
        lambda: import_votes(source=source, actor=None),
    ]


@race(register_judge, won=1, said="A judge named a/x is registered already. Change that one instead")
def one_judge_is_registered_thrice(stage: Stage):
    return [lambda: register_judge(judge_id="a/x", actor=stage.admin)] * 3


@race(change_judge, won=2)
def one_judge_is_changed_in_two_windows(stage: Stage):
    judge = register_judge(judge_id="a/x", actor=None)
    stage.after = lambda: (fresh(judge).family, fresh(judge).provider) == ("f", "p")
    return [
        lambda: change_judge(judge=fresh(judge), actor=stage.admin, family="f"),
        lambda: change_judge(judge=fresh(judge), actor=stage.admin, provider="p"),
    ]


@race(register_panel, won=3)
def one_imported_panel_thrice(stage: Stage):
    stage.after = lambda: FrozenPanel.objects.count() == 1
    return [lambda: register_panel(judges=["a/x", "b/y"], actor=None)] * 3


@race(register_manifest, won=3)
def one_manifest_thrice(stage: Stage):
    body = {"judges": [{"id": "a/x"}, {"id": "b/y"}], "rule": "r"}
    path = stage.folder / "panel.json"
    path.write_text(json.dumps({**body, "sha256": sha256_of(body)}))
    return [lambda: register_manifest(path=path, actor=None)] * 3


@race(import_judgments, won=2)
def one_grading_twice(stage: Stage):
    stage.bring_corpus()
    panel = stage.panel
    sources = [stage.table("judgments", *judgment_rows("T1", *["111"] * 6)) for _ in range(2)]
    stage.after = lambda: (Judgment.objects.count(), Cell.objects.count()) == (6, 1)
    return [
        lambda source=source: import_judgments(source=source, panel=fresh(panel), actor=None)
        for source in sources
    ]


@race(recompute_cells, import_judgments, import_tasks, won=None, said="weight: differs from the rubric here")
def cells_are_computed_while_judgments_and_weights_come_in(stage: Stage):
    stage.bring_corpus()
    panel = stage.panel
    source = stage.table("judgments", *judgment_rows("T1", *["111"] * 6))
    import_judgments(source=source, panel=panel, actor=None)
    again = stage.table("judgments", *judgment_rows("T2", *["111"] * 6))
    weights = stage.tasks(RUBRIC_6_WEIGHT=1)
    stage.after = lambda: Cell.objects.count() == Judgment.objects.values("response").distinct().count()
    recompute = lambda: recompute_cells(panel=fresh(panel))  # noqa: E731
    return [
        recompute,
        recompute,
        lambda: import_judgments(source=again, panel=fresh(panel), actor=None),
        lambda: import_tasks(source=weights, actor=None),
    ]


@race(import_file, won=3)
def one_file_is_uploaded_thrice(stage: Stage):
    stage.bring_corpus()
    path = write_rows(stage.folder / "uploaded.csv", judgment_rows("T1", *["11"] * 6))
    wish = Wish(judges=["a/x", "b/y"])
    stage.after = lambda: (FrozenPanel.objects.count(), Judgment.objects.count()) == (1, 6)
    return [lambda: import_file(kind="judgments", path=path, wish=wish, actor=stage.admin)] * 3


def _drawn(stage: Stage):
    responses = {"name": "cal", "size": 2, "per_task": 1, "seed": 1, "actor": stage.admin}
    return lambda **more: draw_calibration(**responses, **more)


@race(draw_calibration, won=1, said="A calibration set named 'cal' exists already; choose another name")
def one_set_is_drawn_thrice(stage: Stage):
    assert stage.closed
    return [_drawn(stage)] * 3


@race(draw_calibration, create_round, won=1, said="A round named 'cal' exists already")
def a_set_is_drawn_while_a_round_takes_its_name(stage: Stage):
    assert stage.closed
    draw, raters = _drawn(stage), list(stage.cast.clinicians)
    responses = list(Response.objects.select_related("task"))
    return [
        lambda: draw(clinicians=raters),
        lambda: create_round(actor=None, name="cal", responses=responses, raters=raters),
    ]


@race(open_to, won=1, said="The set cal has its round already")
def the_round_of_one_set_is_made_thrice(stage: Stage):
    assert stage.closed
    drawn = _drawn(stage)()
    raters = list(stage.cast.clinicians)
    stage.after = lambda: CalibrationSet.objects.get().round.name == "cal"
    sets = [fresh(drawn) for _ in range(3)]
    return [lambda one=one: open_to(calibration_set=one, clinicians=raters, actor=None) for one in sets]


@race(plan_ranking, start_ranking, run_ranking, won=3)
def one_ranking_is_started_twice_and_run_by_two_workers(stage: Stage):
    planned = plan_ranking(round=stage.closed, draws=50, actor=None)
    stage.after = lambda: fresh(planned).state in (PanelRanking.State.DONE, PanelRanking.State.RUNNING)
    return [
        *[lambda: run_ranking(ranking=fresh(planned))] * 2,
        lambda: start_ranking(round=fresh(stage.closed), draws=50, actor=None),
    ]


@race(freeze_once, freeze_panel, won=3)
def one_panel_is_frozen_thrice(stage: Stage):
    ranking = stage.ranking
    stage.after = lambda: FrozenPanel.objects.count() == 1
    return [
        *[lambda: freeze_once(ranking=fresh(ranking), actor=stage.admin)] * 2,
        lambda: freeze_panel(ranking=fresh(ranking), actor=stage.admin),
    ]


@race(freeze_once, won=2)
def two_panels_are_frozen_at_once(stage: Stage):
    ranking = stage.ranking
    stage.after = lambda: set(FrozenPanel.objects.values_list("name", flat=True)) == {"panel-1", "panel-2"}
    other = {"judges": ["m/a", "m/b", "n/d"], "reason": "Cheaper."}
    return [
        lambda: freeze_once(ranking=fresh(ranking), actor=stage.admin),
        lambda: freeze_once(ranking=fresh(ranking), actor=stage.admin, **other),
    ]
