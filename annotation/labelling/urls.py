"""Addresses. Labelling, one person and one item at a time."""

from django.urls import URLPattern, path

from annotation.labelling import page_item, page_lists, save_endpoint
from annotation.labelling.page_confirm import label_confirm
from annotation.labelling.page_shortcuts import account_keys

urlpatterns: list[URLPattern] = [
    path("label/<str:name>/<int:item>/reveal/", page_item.label_reveal, name="label_reveal"),
    path("label/<str:name>/<int:item>/leave-out/", page_item.label_leave_out, name="label_leave_out"),
    path(
        "label/<str:name>/<int:item>/save-whole/",
        save_endpoint.label_save_whole,
        name="label_save_whole",
    ),
    path("label/<str:name>/<int:item>/reading/", save_endpoint.label_reading, name="label_reading"),
    path("label/", page_lists.label_home, name="label_home"),
    path("label/<str:name>/", page_lists.label_round, name="label_round"),
    path("label/<str:name>/guidelines/", page_lists.label_guidelines, name="label_guidelines"),
    path("label/<str:name>/confirm/", label_confirm, name="label_confirm"),
    path("label/<str:name>/<int:item>/", page_item.label_item, name="label_item"),
    path("label/<str:name>/<int:item>/save/", save_endpoint.label_save, name="label_save"),
    path("label/<str:name>/<int:item>/skip/", page_item.label_skip, name="label_skip"),
    path("session/", save_endpoint.session_state, name="session_state"),
    path("session/again/", save_endpoint.signed_in_again, name="signed_in_again"),
    path("account/keys/", account_keys, name="account_keys"),
]
