"""My labels: what I answered, noted and flagged; each change once, whether it is sent once or often."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access import round_to_label
from annotation.api.base import LabellingView
from annotation.api.items import criteria_of
from annotation.api.schema import REFUSED_HERE, REFUSED_SAVE
from annotation.api.shapes import (
    CriterionShape,
    LabelChangeShape,
    LabelSavedShape,
    ToConfirmShape,
    WholeChangeShape,
    WholeLabelShape,
    WholeSavedShape,
)
from annotation.assignments.answers import answer_of, transcript_answer_of
from annotation.assignments.labels_to_confirm import ToConfirm, labels_to_confirm
from annotation.base.refusals import NotThereError
from annotation.labelling.form_label import change_in, checked_object, whole_change_in
from annotation.labelling.record import Saved, record_label, record_transcript_label
from annotation.models import EventSource, TranscriptLabel


class LabelsView(LabellingView):
    @extend_schema(operation_id="list_labels", responses={200: CriterionShape(many=True), **REFUSED_HERE})
    def get(self, request: Request, name: str, item: int) -> Response:
        """The item's criteria, each with my label; none for a long conversation."""
        assignment = self.own(request, name, item)
        if assignment.item.transcript is not None:
            return Response([])
        return Response(CriterionShape(criteria_of(assignment), many=True).data)

    @extend_schema(
        operation_id="put_label",
        request=LabelChangeShape,
        responses={200: LabelSavedShape, **REFUSED_SAVE},
    )
    def put(self, request: Request, name: str, item: int) -> Response:
        """Answer one criterion, write its note, or set its flag.

        `value` null takes the answer back. The same `value` again, with the `criterion_version` that was
        read, confirms a label whose criterion was reworded.
        """
        assignment = self.own(request, name, item)
        if assignment.item.transcript is not None:
            raise NotThereError("A long conversation has one label as a whole and no criteria.")
        change = change_in(checked_object(request.data))
        saved = record_label(person=request.user, assignment=assignment, source=EventSource.API, **change)
        return Response(LabelSavedShape(_outcome(saved)).data)


class ToConfirmView(LabellingView):
    @extend_schema(
        operation_id="list_labels_to_confirm", responses={200: ToConfirmShape(many=True), **REFUSED_HERE}
    )
    def get(self, request: Request, name: str) -> Response:
        """My labels whose criterion was reworded, with both wordings, in my own order."""
        entries = labels_to_confirm(request.user, round_to_label(request.user, name))
        return Response(ToConfirmShape([_to_confirm(entry) for entry in entries], many=True).data)


class WholeLabelView(LabellingView):
    @extend_schema(operation_id="get_whole_label", responses={200: WholeLabelShape, **REFUSED_HERE})
    def get(self, request: Request, name: str, item: int) -> Response:
        """My label of a long conversation."""
        assignment = self.own(request, name, item)
        if assignment.item.transcript is None:
            raise NotThereError("This item is no long conversation; its labels are about criteria.")
        label = TranscriptLabel.objects.filter(item=item, rater=request.user).first()
        return Response(WholeLabelShape(transcript_answer_of(label).as_json()).data)

    @extend_schema(
        operation_id="put_whole_label",
        request=WholeChangeShape,
        responses={200: WholeSavedShape, **REFUSED_SAVE},
    )
    def put(self, request: Request, name: str, item: int) -> Response:
        """Label a long conversation as a whole, mark its evidence, or write the note; null takes it back."""
        assignment = self.own(request, name, item)
        change = whole_change_in(checked_object(request.data))
        saved = record_transcript_label(
            person=request.user, assignment=assignment, source=EventSource.API, **change
        )
        return Response(WholeSavedShape(_outcome(saved)).data)


def _to_confirm(waiting: ToConfirm) -> dict[str, Any]:
    return {
        "item": waiting.label.item_id,
        "criterion": waiting.now.criterion.criterion_id,
        "criterion_version": waiting.now.pk,
        "text": waiting.now.text,
        "former_text": waiting.label.criterion_version.text,
        "label": answer_of(waiting.label).as_json(),
    }


def _outcome(saved: Saved) -> dict[str, Any]:
    return {
        "saved": True,
        "uuid": saved.event.uuid,
        "is_repeat": saved.is_repeat,
        "at": saved.event.at,
        "label": saved.answer.as_json(),
    }
