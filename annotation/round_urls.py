"""Addresses of labelling and of rounds."""

from django.urls import URLPattern, path

from annotation.views import discussion, draft_rounds, label_saving, labelling, round_changes, rounds
from annotation.views.keys import account_keys
from annotation.views.label_confirm import label_confirm
from annotation.views.label_door import label_item
from annotation.views.label_item import label_skip

urlpatterns: list[URLPattern] = [
    path("label/", labelling.label_home, name="label_home"),
    path("label/<str:name>/", labelling.label_round, name="label_round"),
    path("label/<str:name>/guidelines/", labelling.label_guidelines, name="label_guidelines"),
    path("label/<str:name>/confirm/", label_confirm, name="label_confirm"),
    path("label/<str:name>/<int:item>/", label_item, name="label_item"),
    path("label/<str:name>/<int:item>/save/", label_saving.label_save, name="label_save"),
    path("label/<str:name>/<int:item>/skip/", label_skip, name="label_skip"),
    path("session/", label_saving.session_state, name="session_state"),
    path("session/again/", label_saving.signed_in_again, name="signed_in_again"),
    path("account/keys/", account_keys, name="account_keys"),
    path("rounds/", rounds.round_list, name="round_list"),
    path("rounds/new/", rounds.round_new, name="round_new"),
    path("rounds/<str:name>/", rounds.round_detail, name="round_detail"),
    path("rounds/<str:name>/edit/", draft_rounds.round_edit, name="round_edit"),
    path("rounds/<str:name>/withdraw/", draft_rounds.round_withdraw, name="round_withdraw"),
    path("rounds/<str:name>/open/", rounds.round_open, name="round_open"),
    path("rounds/<str:name>/close/", rounds.round_close, name="round_close"),
    path("rounds/<str:name>/guidelines/", round_changes.round_guidelines, name="round_guidelines"),
    path("rounds/<str:name>/rubrics/", round_changes.round_rubrics, name="round_rubrics"),
    path(
        "rounds/<str:name>/rubrics/<int:task_id>/<int:number>/",
        round_changes.round_move,
        name="round_move",
    ),
    path("rounds/<str:name>/repeats/", round_changes.round_repeats, name="round_repeats"),
    path("rounds/<str:name>/reopen/", round_changes.round_reopen, name="round_reopen"),
    path("rounds/<str:name>/discussion/", discussion.round_discussion, name="round_discussion"),
]
