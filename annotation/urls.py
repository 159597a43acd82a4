"""Addresses of the annotation application."""

from django.urls import URLPattern, URLResolver, include, path

from annotation.care.page_support import support
from annotation.corpus import page_tasks
from annotation.people import page_invitations, page_people
from annotation.people.page_account import account_settings
from annotation.people.page_audit import audit_list
from annotation.site.page_home import home

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("support/", support, name="support"),
    path("account/", account_settings, name="account_settings"),
    path("people/", page_people.person_list, name="person_list"),
    path("people/invite/", page_invitations.invite, name="invite_person"),
    path(
        "people/invitations/<int:invitation_id>/withdraw/",
        page_invitations.withdraw,
        name="withdraw_invitation",
    ),
    path("people/<int:person_id>/", page_people.person_detail, name="person_detail"),
    path("people/<int:person_id>/deactivate/", page_people.deactivate, name="deactivate_person"),
    path("people/<int:person_id>/reactivate/", page_people.reactivate, name="reactivate_person"),
    path("people/<int:person_id>/pseudonymise/", page_people.pseudonymise, name="pseudonymise_person"),
    path("invitation/", page_invitations.invitation, name="invitation"),
    path("invitation/<str:token>/", page_invitations.arrive, name="invitation_link"),
    path("audit/", audit_list, name="audit_list"),
    path("tasks/", page_tasks.task_list, name="task_list"),
    path("tasks/<path:uid>/", page_tasks.task_detail, name="task_detail"),
    path("", include("annotation.reading_urls")),
    path("", include("annotation.round_urls")),
]
