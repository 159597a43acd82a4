"""Addresses. Rounds: drafts, opening and closing, changes, discussion."""

from django.urls import URLPattern, path

from annotation.rounds import page_rounds
from annotation.rounds.changes import page_changes
from annotation.rounds.discussion import page_discussion
from annotation.rounds.drafts import page_draft
from annotation.rounds.page_reassign import round_unassigned
from annotation.rounds.transcripts import page_transcripts

urlpatterns: list[URLPattern] = [
    path("rounds/new/conversations/", page_transcripts.round_new_long, name="round_new_long"),
    path("rounds/<str:name>/unassigned/", round_unassigned, name="round_unassigned"),
    path("rounds/<str:name>/majority/", page_transcripts.round_majority, name="round_majority"),
    path("rounds/", page_rounds.round_list, name="round_list"),
    path("rounds/new/", page_rounds.round_new, name="round_new"),
    path("rounds/<str:name>/", page_rounds.round_detail, name="round_detail"),
    path("rounds/<str:name>/edit/", page_draft.round_edit, name="round_edit"),
    path("rounds/<str:name>/withdraw/", page_draft.round_withdraw, name="round_withdraw"),
    path("rounds/<str:name>/open/", page_rounds.round_open, name="round_open"),
    path("rounds/<str:name>/close/", page_rounds.round_close, name="round_close"),
    path("rounds/<str:name>/guidelines/", page_changes.round_guidelines, name="round_guidelines"),
    path("rounds/<str:name>/rubrics/", page_changes.round_rubrics, name="round_rubrics"),
    path(
        "rounds/<str:name>/rubrics/<int:task_id>/<int:number>/",
        page_changes.round_move,
        name="round_move",
    ),
    path("rounds/<str:name>/repeats/", page_changes.round_repeats, name="round_repeats"),
    path("rounds/<str:name>/reopen/", page_changes.round_reopen, name="round_reopen"),
    path("rounds/<str:name>/discussion/", page_discussion.round_discussion, name="round_discussion"),
]
