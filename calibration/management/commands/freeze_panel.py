"""Freeze a panel of a finished ranking."""

from pathlib import Path

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from calibration.management.words import names_in
from calibration.models import PanelRanking
from calibration.panels.freeze import freeze_once
from calibration.panels.lookup import panel_named
from calibration.panels.manifest_file import check_writable, write_manifest


class Command(ConcordCommand):
    help = "Freeze the panel a ranking recommends, or another one for a reason."

    def add_options(self, parser):
        parser.add_argument("ranking", help="the number of a finished ranking")
        parser.add_argument("--judges", help="another panel, separated by commas, in the order of the seats")
        parser.add_argument("--reason", default="", help="why another panel, or why it replaces one")
        parser.add_argument("--replaces", help="the frozen panel that this one follows")
        parser.add_argument("--out", type=Path, help="also write selected_judge_panel.json to this file")

    def run(self, *, ranking, judges, reason, replaces, out, **options):
        check_writable(out)
        panel, is_new = freeze_once(
            ranking=_ranking(ranking),
            judges=names_in(judges, "--judges", "judge"),
            reason=reason,
            replaces=panel_named(replaces) if replaces else None,
            actor=None,
        )
        if out is not None:
            write_manifest(panel, out)
        seats = panel.seats.select_related("judge")
        return {
            "panel": panel.name,
            "panel_id": panel.pk,
            "judges": [seat.judge.judge_id for seat in seats],
            "sha256": panel.sha256,
            "replaces": panel.predecessor.name if panel.predecessor else None,
            "already_frozen": not is_new,
            "sentinels": panel.sentinels.count(),
        }

    def lines(self, result):
        seats = ", ".join(result["judges"])
        if result["already_frozen"]:
            yield f"Panel {result['panel']} holds the same content already, so nothing was frozen: {seats}."
        else:
            yield f"Panel {result['panel']} is frozen: {seats}."
        yield f"SHA-256 {result['sha256']}"
        yield f"Check it at any time with: manage.py verify_panel {result['panel']}"


def _ranking(number: str) -> PanelRanking:
    ranking = PanelRanking.objects.filter(pk=int(number)).first() if number.isdecimal() else None
    if ranking is None:
        known = ", ".join(map(str, PanelRanking.objects.values_list("pk", flat=True)[:20])) or "none yet"
        raise BadInputError(f"There is no ranking {number!r}. Rankings: {known}.")
    return ranking
