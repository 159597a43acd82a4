"""Addresses of the labelling endpoints, under /api/."""

from django.urls import URLPattern, path

from annotation.api import items, labels, leaving_out, queue

ITEM = "rounds/<str:name>/items/<int:item>/"

urlpatterns: list[URLPattern] = [
    path("rounds/", queue.RoundsView.as_view(), name="api_rounds"),
    path("rounds/<str:name>/", queue.RoundView.as_view(), name="api_round"),
    path("rounds/<str:name>/resume/", queue.ResumeView.as_view(), name="api_resume"),
    path("rounds/<str:name>/guidelines/", queue.GuidelinesView.as_view(), name="api_guidelines"),
    path("rounds/<str:name>/to-confirm/", labels.ToConfirmView.as_view(), name="api_to_confirm"),
    path("rounds/<str:name>/items/", queue.ItemsView.as_view(), name="api_items"),
    path(ITEM, items.ItemView.as_view(), name="api_item"),
    path(f"{ITEM}content-note/", items.ContentNoteView.as_view(), name="api_content_note"),
    path(f"{ITEM}labels/", labels.LabelsView.as_view(), name="api_labels"),
    path(f"{ITEM}whole-label/", labels.WholeLabelView.as_view(), name="api_whole_label"),
    path(f"{ITEM}reveal/", items.RevealView.as_view(), name="api_reveal"),
    path(f"{ITEM}skip/", items.SkipView.as_view(), name="api_skip"),
    path(f"{ITEM}leave-out/", leaving_out.LeaveOutView.as_view(), name="api_leave_out"),
    path(f"{ITEM}take-back/", leaving_out.TakeBackView.as_view(), name="api_take_back"),
    path(f"{ITEM}reading/", items.ReadingView.as_view(), name="api_reading"),
    path("left-out/", leaving_out.LeftOutView.as_view(), name="api_left_out"),
    path("topics/", leaving_out.TopicsView.as_view(), name="api_topics"),
    path("exposure/", queue.ExposureView.as_view(), name="api_exposure"),
]
