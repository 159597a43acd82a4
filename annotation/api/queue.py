"""My rounds, my items in my own order, and what I have read."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access import round_to_label, rounds_to_label
from annotation.api.base import LabellingView
from annotation.api.schema import REFUSED, REFUSED_HERE
from annotation.api.shapes import GuidelinesShape, OwnExposureShape, QueueItemShape, ResumeShape, RoundShape
from annotation.assignments.progress import own_tally
from annotation.assignments.queue import queue_of
from annotation.care.exposure import exposure_this_week, exposure_today
from annotation.models import Person, Round


class RoundsView(LabellingView):
    @extend_schema(operation_id="list_rounds", responses={200: RoundShape(many=True), **REFUSED})
    def get(self, request: Request) -> Response:
        """The rounds in which I rate, newest first; drafts are not among them."""
        rounds = rounds_to_label(request.user).order_by("-opened_at", "name")
        return Response(RoundShape([_with_own(request.user, round) for round in rounds], many=True).data)


class RoundView(LabellingView):
    @extend_schema(operation_id="get_round", responses={200: RoundShape, **REFUSED_HERE})
    def get(self, request: Request, name: str) -> Response:
        """One of them."""
        return Response(RoundShape(_with_own(request.user, round_to_label(request.user, name))).data)


class ItemsView(LabellingView):
    @extend_schema(operation_id="list_items", responses={200: QueueItemShape(many=True), **REFUSED_HERE})
    def get(self, request: Request, name: str) -> Response:
        """My items of a round in my own order."""
        queue = queue_of(request.user, round_to_label(request.user, name))
        for position, assignment in enumerate(queue.assignments, start=1):
            assignment.place = position
            assignment.is_skipped = assignment.skipped_at is not None
            assignment.is_revealed = assignment.revealed_at is not None
        return Response(QueueItemShape(queue.assignments, many=True).data)


class ResumeView(LabellingView):
    @extend_schema(operation_id="get_resume", responses={200: ResumeShape, **REFUSED_HERE})
    def get(self, request: Request, name: str) -> Response:
        """Where I was: the item begun last and not finished, else the next to do; null when none is left."""
        round = round_to_label(request.user, name)
        resume = queue_of(request.user, round).resume if round.is_open else None
        return Response({"item": resume.item_id if resume else None})


class GuidelinesView(LabellingView):
    @extend_schema(operation_id="get_guidelines", responses={200: GuidelinesShape, **REFUSED_HERE})
    def get(self, request: Request, name: str) -> Response:
        """The round's newest guidelines in Markdown; number 0 and no text where it has none."""
        newest = round_to_label(request.user, name).guidelines.last()
        if newest is None:
            return Response({"number": 0, "text": ""})
        return Response({"number": newest.number, "text": newest.text})


class ExposureView(LabellingView):
    @extend_schema(operation_id="get_exposure", responses={200: OwnExposureShape, **REFUSED})
    def get(self, request: Request) -> Response:
        """What I have read today and this week, for me alone."""
        own = {"today": exposure_today(request.user), "this_week": exposure_this_week(request.user)}
        return Response(OwnExposureShape(own).data)


def _with_own(person: Person, round: Round) -> Round:
    round.own = own_tally(person, round)
    return round
