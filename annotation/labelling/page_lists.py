"""/label/: my rounds; /label/ROUND/: my items; and the round's guidelines."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.access import clinician_required, round_to_label, rounds_to_label
from annotation.assignments.labels_to_confirm import counts_to_confirm, n_to_confirm
from annotation.assignments.progress import own_tallies, own_tally
from annotation.assignments.queue import Queue, queue_of
from annotation.care.exposure import exposure_today
from annotation.care.reader_care import suggests_pause
from annotation.models import Assignment
from annotation.rounds.changes.retest_consistency import consistency_of


@require_safe
@never_cache
@clinician_required
def label_home(request: HttpRequest) -> HttpResponse:
    rounds = list(rounds_to_label(request.user).order_by("-opened_at"))
    tallies, to_confirm = own_tallies(request.user, rounds), counts_to_confirm(request.user)
    rows = [
        {"round": round, "tally": tallies[round.pk], "n_to_confirm": to_confirm.get(round.pk, 0)}
        for round in rounds
    ]
    context = {
        "open_rows": [row for row in rows if row["round"].is_open],
        "closed_rows": [row for row in rows if row["round"].is_closed],
        "today": exposure_today(request.user),
    }
    return render(request, "annotation/label_home.html", context)


@require_safe
@never_cache
@clinician_required
def label_round(request: HttpRequest, name: str) -> HttpResponse:
    round = round_to_label(request.user, name)
    queue = queue_of(request.user, round)
    context = {
        "round": round,
        "queue": queue,
        "tally": own_tally(request.user, round),
        "sittings": _sittings(queue),
        "resume": queue.resume if round.is_open else None,
        "n_to_confirm": n_to_confirm(request.user, round),
        "guidelines": round.guidelines.last(),
        "suggests_pause": suggests_pause(request, round),
        "consistency": consistency_of(request.user, round) if round.is_closed else None,
    }
    return render(request, "annotation/label_round.html", context)


@require_safe
@clinician_required
def label_guidelines(request: HttpRequest, name: str) -> HttpResponse:
    round = round_to_label(request.user, name)
    context = {"round": round, "guidelines": round.guidelines.last()}
    return render(request, "annotation/label_guidelines.html", context)


def _sittings(queue: Queue) -> list[dict[str, object]]:
    """The queue cut into its sittings; each item keeps its position in the whole queue."""
    sittings: dict[int, list[dict[str, object]]] = {}
    for position, assignment in enumerate(queue.assignments, start=1):
        row = {"position": position, "assignment": assignment, "state": _state(assignment)}
        sittings.setdefault(assignment.sitting, []).append(row)
    return [
        {"number": number, "rows": rows, "n_done": sum(row["state"] == "done" for row in rows)}
        for number, rows in sorted(sittings.items())
    ]


def _state(assignment: Assignment) -> str:
    if assignment.is_done:
        return "done"
    if assignment.skipped_at:
        return "skipped"
    return "begun" if assignment.touched_at else "new"
