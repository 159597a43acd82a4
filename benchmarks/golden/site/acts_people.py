"""People come, sign in, set up their page, and go."""

import re

from benchmarks.golden.site.stage import Stage

WHO, PASSWORD = "admin", "quiet-harbour-demo"
NEW_PASSWORD = "three calm words"
ARRIVAL = {"username": "new", "first_name": "New", "last_name": "Person"}


def people_acts(stage: Stage) -> None:
    _sign_in(stage)
    _invitations(stage)
    _roles(stage)
    _own_page(stage)


def _sign_in(stage: Stage) -> None:
    page = "/account/login/"
    stage.submit(None, page, {"login": "clinician-1", "password": "wrong"})
    stage.submit(None, page, {"login": "clinician-1", "password": PASSWORD})
    stage.get(None, "/session/")
    stage.submit(None, "/account/logout/")
    stage.submit(None, "/account/password/reset/", {"email": "clinician-1@example.org"})


def _invitations(stage: Stage) -> None:
    page = "/people/invite/"
    stage.submit(WHO, page, {"email": "nobody"})
    stage.submit(WHO, page, {"email": "gone@example.org", "roles": ["viewer"], "send_email": None})
    stage.get(WHO, "/people/")
    stage.post(WHO, "/people/invitations/1/withdraw/")
    stage.post(WHO, "/people/invitations/1/withdraw/")
    invited = stage.submit(WHO, page, {"email": "new@example.org", "roles": ["clinician", "author"]})
    link = re.search(r"/invitation/[\w-]+/", invited.text)
    stage.submit(WHO, page, {"email": "new@example.org", "roles": ["clinician"]})
    stage.get(None, link[0] if link else "/invitation/")
    both = {"password": NEW_PASSWORD, "password_again": NEW_PASSWORD}
    stage.submit(None, "/invitation/", {**ARRIVAL, **both, "username": "admin"})
    stage.submit(None, "/invitation/", {**ARRIVAL, "password": "new", "password_again": "newer"})
    stage.submit(None, "/invitation/", {**ARRIVAL, **both})
    stage.get(None, "/invitation/")
    stage.get(None, "/")
    stage.get(WHO, "/people/")


def _roles(stage: Stage) -> None:
    stage.submit(WHO, "/people/6/", {"roles": ["viewer", "author"]})
    stage.submit(WHO, "/people/6/", {"roles": ["king"]})
    stage.submit(WHO, "/people/5/", {"roles": []})
    for act in ("deactivate", "deactivate", "reactivate", "pseudonymise", "deactivate", "pseudonymise"):
        stage.post(WHO, f"/people/6/{act}/")
    stage.get(WHO, "/people/6/")
    stage.post(WHO, "/people/5/deactivate/")
    stage.post(WHO, "/people/1/pseudonymise/")


def _own_page(stage: Stage) -> None:
    who = "clinician-2"
    stage.submit(who, "/account/", {"country": "NLD"})
    stage.submit(who, "/account/", {"country": "nl", "time_zone": "Europe/Amsterdam", "theme": "dark"})
    stage.submit(who, "/account/keys/", {"met": "zz"})
    stage.submit(who, "/account/keys/", {"are_on": None})
    stage.get(who, "/account/keys/")
    stage.get(who, "/")
    stage.get(who, "/label/demo-calibration/")
    stage.submit(
        who, "/account/password/change/", {"oldpassword": "wrong", "password1": "a", "password2": "b"}
    )
    stage.get(who, "/account/2fa/")
