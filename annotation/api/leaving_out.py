"""Leave out an item or a topic, and take it back. No reason is asked, and nobody is told.

What is already as it is asked to be is answered the same, so that a request sent twice is harmless.
"""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access import left_out_for, one_left_out_for
from annotation.api.base import LabellingView
from annotation.api.schema import DONE, REFUSED, REFUSED_BODY
from annotation.api.shapes import LeftOutItemShape, TopicChangedShape, TopicChangeShape, TopicShape
from annotation.base.refusals import UnusableError
from annotation.care.opt_out import leave_out_item, leave_out_topic, take_item_back, take_topic_back
from annotation.labelling.form_label import checked_object
from annotation.models import Person, TopicOptOut
from annotation.vocabulary import SUBCATEGORIES


class LeaveOutView(LabellingView):
    @extend_schema(operation_id="leave_out_item", request=None, responses=DONE)
    def post(self, request: Request, name: str, item: int) -> Response:
        """Leave the item out. Labels given before stay; somebody else may be asked to read it."""
        try:
            assignment = self.own(request, name, item)
        except Http404:
            one_left_out_for(request.user, name, item)  # 404 again, unless it is left out already
            return Response(status=204)
        leave_out_item(person=request.user, assignment=assignment)
        return Response(status=204)


class TakeBackView(LabellingView):
    @extend_schema(operation_id="take_item_back", request=None, responses=DONE)
    def post(self, request: Request, name: str, item: int) -> Response:
        """Put an item that I left out back among mine, unless somebody else reads it now."""
        try:
            assignment = one_left_out_for(request.user, name, item)
        except Http404:
            self.own(request, name, item)  # 404 again, unless it is among mine already
            return Response(status=204)
        take_item_back(person=request.user, assignment=assignment)
        return Response(status=204)


class LeftOutView(LabellingView):
    @extend_schema(
        operation_id="list_left_out_items", responses={200: LeftOutItemShape(many=True), **REFUSED}
    )
    def get(self, request: Request) -> Response:
        """What I left out of rounds that are open; nobody else ever sees this."""
        return Response(LeftOutItemShape(left_out_for(request.user), many=True).data)


class TopicsView(LabellingView):
    @extend_schema(operation_id="list_topics", responses={200: TopicShape(many=True), **REFUSED})
    def get(self, request: Request) -> Response:
        """All topics, each with whether I leave it out."""
        return Response(_topics(request.user))

    @extend_schema(
        operation_id="put_topic",
        request=TopicChangeShape,
        responses={200: TopicChangedShape, **REFUSED, **REFUSED_BODY},
    )
    def put(self, request: Request) -> Response:
        """Leave a topic out of every round, now and later, with its unfinished items; or let it come again.

        Items left out with a topic stay so until they are taken back one by one.
        """
        topic, is_left_out = _topic_in(checked_object(request.data))
        n_items = 0
        if is_left_out:
            n_items = leave_out_topic(person=request.user, sub_category=topic)
        else:
            take_topic_back(person=request.user, sub_category=topic)
        return Response({"topic": topic, "left_out": is_left_out, "items_left_out": n_items})


def _topic_in(sent: dict[str, Any]) -> tuple[str, bool]:
    """The topic and whether it is to be left out. Whether there is such a topic is asked by the action."""
    topic, is_left_out = sent.get("topic"), sent.get("left_out")
    if not isinstance(topic, str):
        raise UnusableError("Name the topic, by its words in the list of topics.")
    if not isinstance(is_left_out, bool):
        raise UnusableError("Say whether the topic is to be left out: true or false.")
    return topic, is_left_out


def _topics(person: Person) -> list[dict[str, Any]]:
    present = TopicOptOut.objects.present().filter(person=person)
    names = set(present.values_list("sub_category", flat=True))
    return [{"topic": topic, "left_out": topic in names} for topic in SUBCATEGORIES]
