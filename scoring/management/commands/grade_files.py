"""Grade files with a panel; no database is needed."""

import json
from pathlib import Path
from typing import Any

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from scoring.grading.panel_file import read_panel


class Command(ConcordCommand):
    help = (
        "Grade responses from files: asks the panel's judges about every criterion (or takes --votes), and "
        "writes criterion_verdicts.csv, cell_scores.csv and model_means.json. Stopped, it goes on later."
    )

    def add_options(self, parser):
        parser.add_argument("--tasks", required=True, type=Path)
        parser.add_argument("--responses", required=True, type=Path)
        parser.add_argument(
            "--panel", required=True, type=Path, help="selected_judge_panel.json; its hash is checked"
        )
        parser.add_argument("--out", required=True, type=Path, help="folder for the results")
        parser.add_argument("--votes", type=Path, help="the panel's votes, when they exist already")
        parser.add_argument(
            "--allow-silent-judges",
            action="store_true",
            help="grade although a judge of the panel has no vote in --votes; the coverage is printed",
        )
        parser.add_argument(
            "--ignore-other-judges",
            action="store_true",
            help="leave aside votes of judges who are not on the panel, and say how many",
        )
        parser.add_argument("--at-once", type=int, default=8, help="calls under way at a time (default 8)")
        parser.add_argument("--draws", type=int, default=10_000)

    def run(self, *, tasks, responses, panel, out, votes, at_once, draws, **options):
        from annotation.tables.files.writing import write_layout, write_table
        from annotation.tables.judgments import CELL_SCORES
        from scoring.grading.ask import check_judges, collect_votes, questions
        from scoring.grading.grade import check_tables, grade

        tables = {"tasks": _table("tasks", tasks), "responses": _table("responses", responses)}
        manifest, sha256 = read_panel(panel)
        if sha256 is None:
            self.warn(f"{panel}: only names its judges; nothing shows that this panel was ever frozen.")
        if at_once < 1 or draws < 0 or draws == 1:
            raise BadInputError(
                "--at-once must be at least 1, and --draws 0 (for values without intervals) or at least 2."
            )
        if votes is not None:
            frame = _table("votes", votes)
            _folder(out)
        else:
            check_tables(**tables)
            check_judges(manifest.judges)
            _folder(out)
            asked = questions(tables["tasks"], tables["responses"], manifest.judges)
            frame = collect_votes(asked, out, at_once, self.tell)
        # Judges who were asked just now and answered nothing are told of below: the answers are paid for.
        result = grade(
            **tables,
            votes=frame,
            panel=manifest,
            draws=draws,
            allow_silent_judges=options["allow_silent_judges"] or votes is None,
            ignore_other_judges=options["ignore_other_judges"],
        )
        self.tell_what_is_missing(result, votes)
        write_table("judgments", result.judgments, out / "criterion_verdicts.csv")
        write_layout(CELL_SCORES, result.cells.frame, out / "cell_scores.csv")
        text = json.dumps(result.means, ensure_ascii=False, allow_nan=False, indent=1)
        (out / "model_means.json").write_text(text + "\n", encoding="utf-8")
        return {
            "out": str(out),
            "panel_sha256": sha256,
            "verdicts": len(result.judgments),
            "cells": len(result.cells.frame),
            "coverage": [row.as_json() for row in result.coverage],
            "votes_left_out": result.votes_left_out,
            "not_received": result.not_received,
            "other_judges": result.other_judges,
            **result.means,
        }

    def tell_what_is_missing(self, result, votes):
        """Warn of judges without votes, and of votes about replies that are not graded."""
        for row in result.coverage:
            if row.pairs and not row.votes:
                self.warn(f"{row.judge} has no vote at all; every score rests on the other judges.")
        for judge, n_rows in result.other_judges.items():
            self.warn(f"{votes}: {judge} is not on the panel; {n_rows:,} rows of it were left out.")
        if result.not_received:
            self.warn(
                f"Replies that were never received (status error, no text): {result.not_received:,}. "
                "They have no score, and votes on them count as none."
            )
        if result.votes_left_out:
            self.warn(
                f"{votes}: {result.votes_left_out:,} rows are about replies that are not in the responses; "
                "they were left out."
            )

    def tell(self, number: int) -> None:
        """Every hundredth answer, on stderr, so that a long grading shows that it is alive."""
        if number % 100 == 0:
            self.stderr.write(f"{number:,} answers so far.")

    def lines(self, result):
        yield f"{result['verdicts']:,} verdicts and {result['cells']:,} cells are in {result['out']}."
        if result["panel_sha256"] is not None:
            yield f"The panel's SHA-256 {result['panel_sha256']} fits its content."
        for row in result["coverage"]:
            yield _coverage_line(row)
        for row in result["models"]:
            mean = "–" if row["mean"] is None else f"{row['mean']:.1%}"
            yield f"{mean:>7}  {row['model_id']}"


def _coverage_line(row: dict[str, Any]) -> str:
    lacking = [
        f"{row[name]:,} {words}"
        for name, words in (("no_votes", "without a vote"), ("missing", "never asked"))
        if row[name]
    ]
    return ", ".join([f"{row['judge']}: {row['votes']:,} of {row['pairs']:,} votes", *lacking]) + "."


def _table(kind: str, path: Path) -> Any:
    from annotation.base.table_limits import table_limits
    from annotation.tables.files.reading import read_table

    result = read_table(kind, path, limits=table_limits())
    if result.problems:
        raise BadInputError(result.problems)
    return result.frame


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInputError(
            f"{path}: cannot be made ({problem.strerror}). Choose another folder."
        ) from problem
