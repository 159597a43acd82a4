"""Addresses of labelling and of rounds."""

from django.urls import URLPattern, path

from annotation.labelling import page_lists, save_endpoint
from annotation.labelling.page_confirm import label_confirm
from annotation.labelling.page_item import label_skip
from annotation.labelling.page_note import label_item
from annotation.labelling.page_shortcuts import account_keys
from annotation.rounds import page_rounds
from annotation.rounds.changes import page_changes
from annotation.rounds.discussion import page_discussion
from annotation.rounds.drafts import page_draft

urlpatterns: list[URLPattern] = [
    path("label/", page_lists.label_home, name="label_home"),
    path("label/<str:name>/", page_lists.label_round, name="label_round"),
    path("label/<str:name>/guidelines/", page_lists.label_guidelines, name="label_guidelines"),
    path("label/<str:name>/confirm/", label_confirm, name="label_confirm"),
    path("label/<str:name>/<int:item>/", label_item, name="label_item"),
    path("label/<str:name>/<int:item>/save/", save_endpoint.label_save, name="label_save"),
    path("label/<str:name>/<int:item>/skip/", label_skip, name="label_skip"),
    path("session/", save_endpoint.session_state, name="session_state"),
    path("session/again/", save_endpoint.signed_in_again, name="signed_in_again"),
    path("account/keys/", account_keys, name="account_keys"),
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
