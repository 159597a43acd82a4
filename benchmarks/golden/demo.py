"""The demo, and every command that reads it; then the same tables once more in another database."""

from collections.abc import Iterator

from benchmarks.golden.log import CommandLog, with_json
from benchmarks.golden.tables import exports, exports_by_split

BY = ("dimension", "subcategory", "stage", "age", "intent", "explicitness", "turns")
CLINICIANS = "clinician-1,clinician-2,clinician-3"
MANIFEST = "selected_judge_panel.json"


def write_demo(log: CommandLog) -> None:
    """Load the demo and write down what every command says about it."""
    for name in ("out", "after"):
        (log.files / name).mkdir()
    log.run_all(
        ["migrate --verbosity 0", "load_demo --json", "load_demo", *exports("demo-calibration", "out")]
    )
    log.run_all(exports_by_split("out"))
    log.run_all(_reports())
    log.run_all(_panels())
    log.run_all(_people_and_sets())
    log.run_all(exports("demo-calibration", "after"))
    log.beside("elsewhere").run_all(_elsewhere())


def _reports() -> Iterator[str]:
    yield from with_json("agreement demo-calibration", "leaderboard", "recompute_cells")
    yield from with_json(*(f"agreement demo-calibration --by {name}" for name in (*BY, "model")))
    yield from with_json(*(f"leaderboard --by {name}" for name in BY))
    yield from with_json("leaderboard --split private", "leaderboard --split unassigned")
    yield from with_json("leaderboard --panel panel-1 --draws 500 --seed 3", "leaderboard --panel nobody")
    yield from with_json("agreement demo-open", "agreement demo-long", "agreement nobody")
    yield "agreement demo-calibration --draws 500 --seed 3 --json"
    yield "agreement demo-calibration --draws 0 --json"
    yield "agreement demo-calibration --draws 1 --json"
    yield "recompute_cells --panel panel-1 --json"
    yield "recompute_cells --panel nobody --json"


def _panels() -> Iterator[str]:
    yield from with_json("verify_panel panel-1", "verify_panel 1", "verify_panel nobody", "verify_panel 9")
    yield "rank_panels demo-calibration --out ranking.json --json"
    yield "rank_panels demo-calibration --draws 500 --seed 3"
    yield "rank_panels demo-calibration --size 1 --draws 500 --json"
    yield "rank_panels demo-calibration --size 2 --metric macro_f1 --draws 500 --json"
    yield "rank_panels demo-calibration --size 99 --json"
    yield "rank_panels demo-calibration --judges nobody,none --json"
    yield "rank_panels demo-open --json"
    yield "rank_panels nobody --json"
    yield f"freeze_panel 1 --out {MANIFEST} --json"
    yield f"freeze_panel 2 --replaces panel-1 --reason 'Counted anew.' --out {MANIFEST} --json"
    yield f"freeze_panel 2 --replaces panel-1 --reason 'Counted anew.' --out {MANIFEST}"
    yield "freeze_panel 2 --replaces panel-1"
    yield "freeze_panel 99 --json"
    yield "freeze_panel 2 --judges nobody --reason 'No.' --json"
    yield f"freeze_panel 2 --out nowhere/{MANIFEST} --json"
    yield from with_json("verify_panel panel-2", f"verify_panel {MANIFEST}", "verify_panel ranking.json")
    yield "export_table panel_rankings out/of-demo.csv --round demo-calibration --json"
    yield "export_table panel_rankings out/of-open.csv --round demo-open --json"


def _people_and_sets() -> Iterator[str]:
    yield from with_json("invite first@example.org --roles admin,clinician")
    yield "invite second@example.org --roles viewer --site https://concord.example.org --json"
    yield "invite first@example.org --roles nobody --json"
    yield "invite nobody --roles viewer --json"
    yield f"draw_calibration set-1 --size 6 --per-task 3 --clinicians {CLINICIANS} --json"
    yield f"draw_calibration set-1 --size 6 --per-task 3 --clinicians {CLINICIANS}"
    yield f"draw_calibration set-2 --size 2 --per-task 2 --seed 3 --clinicians {CLINICIANS} --json"
    yield f"draw_calibration set-2 --size 2 --per-task 2 --seed 3 --clinicians {CLINICIANS} --json"
    yield "draw_calibration set-5 --size 1 --per-task 2 --seed 1"
    yield "draw_calibration set-3 --size 4000 --json"
    yield "draw_calibration set-4 --size 4 --clinicians nobody,clinician-1 --json"
    yield "split_tasks --json"
    yield "export_annex annex.csv --recipient 'A reader' --json"
    yield "export_annex annex.jsonl --recipient 'A reader'"
    yield "export_annex annex.parquet --recipient 'A reader' --json"
    yield "export_annex annex.csv --recipient '' --json"
    yield "export_table labels out/open.csv --round demo-open --json"
    yield "export_table labels out/nobody.csv --round nobody --json"
    yield "export_table tasks nowhere/tasks.csv --json"
    yield "export_table tasks tasks.docx --json"


def _elsewhere() -> Iterator[str]:
    """The exported tables in an empty database, twice, and out again."""
    tables = "../../files/out"
    imports = {
        "tasks": f"import_table tasks {tables}/tasks-public.csv --split public",
        "private tasks": f"import_table tasks {tables}/tasks-private.csv --split private",
        "responses": f"import_table responses {tables}/responses-all.csv",
        "labels": f"import_table labels {tables}/labels.csv --round demo-calibration",
        "votes": f"import_table votes {tables}/votes-all.csv --round demo-calibration",
        "judgments": f"import_table judgments {tables}/judgments-all.csv --panel ../../files/{MANIFEST}",
        "transcripts": f"import_table lh_transcripts {tables}/lh_transcripts.csv",
        "transcript labels": f"import_table lh_labels {tables}/lh_labels.csv",
    }
    yield "migrate --verbosity 0"
    for line in imports.values():
        yield f"{line} --dry-run"
        yield f"{line} --json"
        yield f"{line} --json"
    for suffix in ("csv", "jsonl", "parquet"):
        yield f"import_annex ../../files/annex.{suffix} --json"
    yield f"import_annex {tables}/tasks.csv --json"
    yield f"import_table responses {tables}/responses-spreadsheet.csv --json"
    yield f"import_table judgments {tables}/judgments-all.csv --judges a/x,b/y,c/z --json"
    yield f"import_table judgments {tables}/judgments-all.csv --judges a/x,b/y --json"
    yield f"import_table judgments {tables}/judgments-all.csv --judges a/x,b/y,a/x --json"
    yield from with_json("leaderboard", "agreement demo-calibration", f"verify_panel ../../files/{MANIFEST}")
    yield from exports("demo-calibration", ".")
    yield "export_annex annex.csv --recipient 'A reader' --json"
