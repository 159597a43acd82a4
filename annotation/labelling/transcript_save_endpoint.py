"""Where the page of a long conversation sends its changes, and where any item reports reading time."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from annotation.labelling.form_label import reading_in, whole_change_in
from annotation.labelling.json_endpoint import json_endpoint, own_assignment, sent_object
from annotation.labelling.reading_time import record_reading
from annotation.labelling.record_transcript_label import TranscriptSaved, record_transcript_label


@require_POST
@never_cache
@json_endpoint
def label_save_whole(request: HttpRequest, name: str, item: int) -> dict[str, Any]:
    """Record one change; the body is described in `annotation.forms.label.whole_change_in`."""
    saved = record_transcript_label(
        person=request.user,
        assignment=own_assignment(request, name, item),
        **whole_change_in(sent_object(request)),
    )
    return _outcome(saved)


@require_POST
@never_cache
@json_endpoint
def label_reading(request: HttpRequest, name: str, item: int) -> dict[str, Any]:
    """Note active reading time that came with no label; what is lost on the way is not missed."""
    record_reading(
        person=request.user,
        assignment=own_assignment(request, name, item),
        **reading_in(sent_object(request)),
    )
    return {"saved": True}


def _outcome(saved: TranscriptSaved) -> dict[str, Any]:
    return {
        "saved": True,
        "uuid": str(saved.event.uuid),
        "label": saved.answer.as_json(),
        "at": timezone.localtime(saved.event.at).strftime("%H:%M"),
        "is_done": saved.answer.value is not None,
    }
