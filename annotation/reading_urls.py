"""Addresses around reading: long conversations, care for the reader, and holes to give to others."""

from django.urls import URLPattern, path

from annotation.care import page_exposure, page_pause
from annotation.labelling import page_note, transcript_save_endpoint
from annotation.rounds.page_reassign import round_unassigned
from annotation.rounds.transcripts import page_transcripts

urlpatterns: list[URLPattern] = [
    path("label/<str:name>/<int:item>/reveal/", page_note.label_reveal, name="label_reveal"),
    path("label/<str:name>/<int:item>/leave-out/", page_note.label_leave_out, name="label_leave_out"),
    path("label/<str:name>/<int:item>/take-back/", page_exposure.label_take_back, name="label_take_back"),
    path(
        "label/<str:name>/<int:item>/save-whole/",
        transcript_save_endpoint.label_save_whole,
        name="label_save_whole",
    ),
    path(
        "label/<str:name>/<int:item>/reading/", transcript_save_endpoint.label_reading, name="label_reading"
    ),
    path("label/<str:name>/pause/", page_pause.label_pause, name="label_pause"),
    path("label/<str:name>/pause/aside/", page_pause.label_pause_aside, name="label_pause_aside"),
    path("account/exposure/", page_exposure.account_exposure, name="account_exposure"),
    path("account/topics/", page_exposure.account_topics, name="account_topics"),
    path("rounds/new/conversations/", page_transcripts.round_new_long, name="round_new_long"),
    path("rounds/<str:name>/unassigned/", round_unassigned, name="round_unassigned"),
    path("rounds/<str:name>/majority/", page_transcripts.round_majority, name="round_majority"),
]
