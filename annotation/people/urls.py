"""Addresses. People, invitations, accounts and the audit log."""

from django.urls import URLPattern, path

from annotation.people import page_invitations, page_people
from annotation.people.page_account import account_settings
from annotation.people.page_audit import audit_list
from annotation.people.page_sessions import end_session

urlpatterns: list[URLPattern] = [
    path("account/", account_settings, name="account_settings"),
    path("account/sessions/<int:session_id>/end/", end_session, name="end_session"),
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
]
