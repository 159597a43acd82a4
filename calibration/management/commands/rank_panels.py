"""Rank every panel of candidate judges against the clinicians."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from calibration.management.words import coefficient, estimate_words, names_in
from calibration.models import PanelRanking
from calibration.panels.manifest_file import check_writable
from calibration.rankings.report import ranking_report
from calibration.rankings.run import rank_now
from calibration.ratings.closed_round import round_named
from calibration.stats.ranking.ranking_inputs import METRICS
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.words import CORRECTED_INTERVAL_HOLDS

SHOWN = 10


class Command(ConcordCommand):
    help = (
        "Rank all panels of candidate judges against the clinicians of a closed round, with honest intervals."
    )

    def add_options(self, parser):
        parser.add_argument("round")
        parser.add_argument("--size", type=int, default=3)
        parser.add_argument("--metric", choices=METRICS, default="kappa")
        parser.add_argument(
            "--judges",
            help="candidates, separated by commas; default: active judges with 95 %% of the votes or more",
        )
        parser.add_argument(
            "--prompt", metavar="VERSION", help="whose votes count; needed where several cover the round"
        )
        parser.add_argument("--draws", type=int, default=DEFAULT_DRAWS)
        parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
        parser.add_argument("--out", type=Path, help="also write the JSON to this file")

    def run(self, *, round, size, metric, judges, prompt, draws, seed, out, json, **options):
        check_writable(out)
        ranking = rank_now(
            round=round_named(round),
            size=size,
            metric=metric,
            judges=names_in(judges, "--judges", "judge"),
            prompt=prompt,
            draws=draws,
            seed=seed,
            actor=None,
        )
        in_full = json or out is not None
        report = ranking_report(_finished(ranking)).as_json(None if in_full else SHOWN)
        if out is not None:
            _write(out, report)
        return report

    def lines(self, result):
        yield f"Ranking {result['ranking_id']}: {result['n_panels']:,} panels on {result['n_units']:,} pairs."
        for row in result["ranking"][:SHOWN]:
            yield f"{row['rank']:>4}  {_kappa(row, result)}  {', '.join(row['judges'])}"
        best = result["single_judges"][0]
        yield f"Best single judge: {best['judges'][0]}, kappa {coefficient(best['kappa'])}."
        yield from _recommended(result)
        yield f"Freeze it with: manage.py freeze_panel {result['ranking_id']}"
        yield from (warning["sentence"] for warning in result["warnings"])


def _kappa(row: dict[str, Any], result: dict[str, Any]) -> str:
    """With its interval, unless the panel was chosen for its kappa: then that is printed below, corrected."""
    kappa = coefficient(row["kappa"])
    if row["rank"] in (1, result["recommended_rank"]) or row["kappa_low"] is None:
        return kappa
    return f"{kappa} ({coefficient(row['kappa_low'])} to {coefficient(row['kappa_high'])})"


def _recommended(result: dict[str, Any]) -> Iterator[str]:
    chosen = next(row for row in result["ranking"] if row["rank"] == result["recommended_rank"])
    yield f"Recommended: {', '.join(result['recommended'])}, kappa {coefficient(chosen['kappa'])}."
    corrected = result["chosen_by_rule"]
    if corrected is not None:
        yield (
            f"Corrected for having been chosen: kappa {estimate_words(corrected)}. Its kappa less what the "
            "rule gains by luck."
        )
    if corrected is not None and corrected["low"] is not None:
        yield f"The interval allows for the choice. {CORRECTED_INTERVAL_HOLDS}"
    if corrected is not None and result["recommended_rank"] != 1:
        first = estimate_words(result["chosen_by_rank"])
        yield f"The first by rank, corrected in the same way: kappa {first}."
    yield (
        f"On tasks the choice has not seen: kappa {estimate_words(result['leave_tasks_out'])}. "
        "The first panel by rank on nine tenths of the tasks, counted on the last tenth, ten times over; "
        "nearly unbiased."
    )


def _finished(ranking: PanelRanking) -> PanelRanking:
    if ranking.state != PanelRanking.State.DONE:
        raise BadInputError(
            f"A worker has taken ranking {ranking.pk}. Nothing is lost: its page shows how far it is, and "
            "export_table panel_rankings writes it once it is done."
        )
    return ranking


def _write(path: Path, report: dict[str, Any]) -> None:
    encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, indent=1)
    try:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(encoder.iterencode(report))  # piece by piece: there may be 142,506 panels
            file.write("\n")
    except OSError as problem:
        raise BadInputError(
            f"{path}: cannot be written ({problem.strerror}). Choose another file."
        ) from problem
