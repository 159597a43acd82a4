"""/label/ROUND/confirm/: labels whose criterion was reworded, one key each."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.access import assignment_for, clinician_required, round_to_label
from annotation.assignments.labels_to_confirm import labels_to_confirm
from annotation.base.refusals import RefusedError
from annotation.corpus.text_diff import word_changes
from annotation.labelling.form_answers import number_in, uuid_in
from annotation.labelling.record import record_label
from annotation.models import Round
from annotation.site.shortcuts import keys_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@clinician_required
def label_confirm(request: HttpRequest, name: str) -> HttpResponse:
    round = round_to_label(request.user, name)
    if request.method == "POST":
        _confirm(request, round)
        return redirect("label_confirm", name=name)
    rows = [
        {
            "waiting": waiting,
            "pieces": word_changes(waiting.label.criterion_version.text, waiting.now.text),
            "uuid": uuid4(),
        }
        for waiting in labels_to_confirm(request.user, round)
    ]
    context = {"round": round, "rows": rows, "key": keys_of(request.user.display)["confirm"]}
    return render(request, "annotation/label_confirm.html", context)


def _confirm(request: HttpRequest, round: Round) -> None:
    """Say the same answer again, on the words as they are now."""
    sent = request.POST
    wanted = (sent.get("label"), sent.get("version"))
    for waiting in labels_to_confirm(request.user, round):
        if (str(waiting.label.pk), str(waiting.label.version)) != wanted:
            continue
        try:
            record_label(
                person=request.user,
                assignment=assignment_for(request.user, round.name, waiting.label.item_id),
                criterion=waiting.now.criterion.criterion_id,
                change={"value": waiting.label.value},
                version=waiting.label.version,
                uuid=uuid_in(sent.get("uuid")),
                criterion_version=number_in(sent.get("words")) or None,
            )
        except RefusedError as refusal:
            messages.warning(request, refusal.sentence)
        return
    messages.info(request, "That label does not wait for your word any more. Nothing was changed.")
