"""A generated corpus through the whole main job, from the first table to the graded files."""

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.golden.damaged import damaged_imports, renamed_columns, reworded_tasks
from benchmarks.golden.log import CommandLog, with_json
from benchmarks.golden.tables import exports, exports_by_split
from benchmarks.main_job import SMALL

BY = ("dimension", "subcategory", "stage", "age", "intent", "explicitness", "turns")
MANIFEST = "selected_judge_panel.json"
KINDS = ("tasks", "responses", "labels", "votes", "judgments", "panel_rankings")


def write_corpus(log: CommandLog) -> None:
    """A small corpus, with every option and everything that can be wrong."""
    size = " ".join(map(str, SMALL))
    _start(log, f"make_corpus corpus {size}")
    log.run_all(_synthetic(size))
    log.run_all(["leaderboard --json", "recompute_cells", "verify_panel panel-1 --json", "split_tasks"])
    for line in _tables_in("csv"):
        log.run_all([f"{line} --dry-run --json", f"{line} --json", line])
    log.run_all(_reports(log.files))
    log.run_all([*exports("bench", "out", KINDS), *exports_by_split("out")])
    _write_changed_manifests(log.files)
    log.run_all(_verified())
    log.run_all(_graded())
    log.run_all([*damaged_imports(log.files), *renamed_columns(log.files), *reworded_tasks(log.files)])
    log.run_all(["leaderboard --json", "recompute_cells --json", "verify_panel panel-1 --json"])
    log.run_all(exports("bench", "after", KINDS))
    _write_from_parquet(log.beside("from-parquet"), ",".join(_panel(log.files)))


def write_full_corpus(log: CommandLog) -> None:
    """The published size, once through."""
    _start(log, "make_corpus corpus")
    log.run_all(f"{line} --json" for line in _tables_in("csv"))
    judges = _panel(log.files)
    log.run_all(with_json("agreement bench --by dimension"))
    log.run_all(["rank_panels bench --out ranking.json --json"])
    log.run_all([_freeze(judges), f"verify_panel {MANIFEST} --json", "verify_panel panel-1 --json"])
    judgments = f"import_table judgments corpus/judgments.csv --panel {MANIFEST} --json"
    log.run_all([judgments, judgments, *with_json("leaderboard"), "recompute_cells --json"])
    log.run_all(f"leaderboard --by {name} --json" for name in BY)
    log.run_all(exports("bench", "out", KINDS))
    log.run_all(_graded())


def _start(log: CommandLog, make: str) -> None:
    for name in ("out", "after", "again"):
        (log.files / name).mkdir()
    log.run_all([f"{make} --json", "migrate --verbosity 0"])


def _synthetic(size: str) -> Iterator[str]:
    yield f"make_corpus again/parquet --format parquet {size}"
    yield f"make_corpus again/seed {size} --seed 7 --json"
    yield "make_corpus again/bad --tasks 0 --json"
    yield "make_corpus again/bad --judges 1 --calibration-tasks 9999"
    yield f"make_corpus corpus/truth.json {size}"


def _tables_in(suffix: str) -> Iterator[str]:
    responses = "corpus/responses.jsonl"
    yield f"import_table tasks corpus/public_tasks.{suffix} --split public"
    yield f"import_table tasks corpus/private_tasks.{suffix} --split private"
    yield f"import_table responses {responses}"
    yield f"import_table labels corpus/labels.{suffix} --round bench"
    yield f"import_table votes corpus/votes.{suffix} --round bench"


def _reports(files: Path) -> Iterator[str]:
    judges = _panel(files)
    yield from with_json("agreement bench", *(f"agreement bench --by {name}" for name in (*BY, "model")))
    yield "rank_panels bench --out ranking.json --json"
    yield "rank_panels bench --metric gwet_ac1 --size 2 --seed 3"
    for metric in ("macro_f1", "mcc", "agreement"):
        yield f"rank_panels bench --metric {metric} --draws 300 --json"
    yield f"rank_panels bench --judges {','.join(judges)} --draws 300 --json"
    yield f"freeze_panel 1 --judges {','.join(judges)} --json"
    yield _freeze(judges)
    yield _freeze(judges)
    yield "freeze_panel 1 --out recommended.json --json"
    yield f"freeze_panel 1 --judges {','.join(reversed(judges))} --reason 'Other seats.' --json"
    yield from with_json("verify_panel panel-1", "verify_panel panel-2", f"verify_panel {MANIFEST}")
    judgments = "import_table judgments corpus/judgments.csv"
    yield f"{judgments} --panel nobody --json"
    yield f"{judgments} --panel {MANIFEST} --dry-run --json"
    yield f"{judgments} --panel {MANIFEST} --json"
    yield f"{judgments} --panel panel-1"
    yield f"{judgments} --panel panel-2 --json"
    yield from with_json("leaderboard", "leaderboard --panel panel-1", "recompute_cells")
    yield from with_json(*(f"leaderboard --panel panel-1 --by {name}" for name in BY))
    yield "draw_calibration drawn --size 10 --per-task 2 --json"


def _freeze(judges: list[str]) -> str:
    reason = "--reason 'The judgments are theirs.'"
    return f"freeze_panel 1 --judges {','.join(judges)} {reason} --out {MANIFEST} --json"


def _panel(files: Path) -> list[str]:
    return json.loads((files / "corpus/truth.json").read_text(encoding="utf-8"))["panel"]


def _write_changed_manifests(files: Path) -> None:
    text = (files / MANIFEST).read_text(encoding="utf-8")
    manifest = json.loads(text)
    shorter = {name: value for name, value in manifest.items() if name != "hashes"}
    judges = {"judges": [{"id": judge["id"]} for judge in manifest["judges"]]}
    changed = {
        "changed.json": json.dumps(manifest | {"frozen_by": "P-222222"}),
        "shorter.json": json.dumps(shorter),
        "judges.json": json.dumps(judges),
        "spread.json": json.dumps(manifest, indent=1),
        "broken.json": text[:-20],
    }
    for name, content in changed.items():
        (files / name).write_text(content, encoding="utf-8")


def _verified() -> Iterator[str]:
    for name in ("changed", "shorter", "judges", "spread", "broken"):
        yield from with_json(f"verify_panel {name}.json")
        yield f"import_table judgments corpus/judgments.csv --panel {name}.json --dry-run --json"


def _graded() -> Iterator[str]:
    grade = "grade_files --tasks corpus/public_tasks.csv --responses corpus/responses.jsonl"
    yield f"{grade} --panel {MANIFEST} --votes corpus/votes.csv --out graded --json"
    yield f"{grade} --panel {MANIFEST} --votes out/votes.csv --out graded-again --draws 0"
    yield f"{grade} --panel judges.json --votes corpus/votes.csv --out graded-by-judges --draws 200 --json"
    yield f"{grade} --panel changed.json --votes corpus/votes.csv --out graded-changed --json"
    yield f"{grade} --panel {MANIFEST} --votes corpus/votes.csv --out graded --draws 1 --json"
    yield f"{grade} --panel {MANIFEST} --votes corpus/labels.csv --out graded --json"
    yield f"{grade} --panel {MANIFEST} --votes corpus/votes.csv --out corpus/truth.json --json"


def _write_from_parquet(log: CommandLog, judges: str) -> None:
    """The same corpus from Parquet, without a split: divided here, and judged by a panel by name only."""
    tables = "../../files/again/parquet"
    log.run_all(
        [
            "migrate --verbosity 0",
            f"import_table tasks {tables}/public_tasks.parquet --json",
            f"import_table tasks {tables}/private_tasks.parquet --split unassigned --json",
            "split_tasks --fraction 2 --json",
            "split_tasks --seed -1 --json",
            *with_json("split_tasks --fraction 0.4 --seed 7"),
            f"import_table responses {tables}/responses.jsonl --json",
            f"import_table labels {tables}/labels.parquet --round bench --json",
            f"import_table votes {tables}/votes.parquet --json",
            f"import_table judgments {tables}/judgments.parquet --judges {judges} --json",
            *with_json("agreement bench --by dimension", "leaderboard", "leaderboard --split private"),
            "rank_panels bench --draws 300 --json",
            *exports("bench", ".", KINDS),
        ]
    )
