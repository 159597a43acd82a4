"""/account/: my name, place and display; the ways to my sign-in security."""

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.models import Person
from annotation.people.change_account import change_account
from annotation.people.form_account import AccountForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_settings(request: HttpRequest) -> HttpResponse:
    # The form writes what was typed into its instance; the frame must keep showing what is stored.
    form = AccountForm(request.POST or None, instance=Person.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        own = {name: form.cleaned_data[name] for name in form.Meta.fields}
        change_account(person=request.user, **own, display=form.display())
        messages.success(request, "Your settings are saved.")
        return redirect("account_settings")
    is_refused = request.method == "POST"
    context = {"form": form, "has_second_factor": _has_second_factor(request.user)}
    return render(request, "annotation/account.html", context, status=422 if is_refused else 200)


def _has_second_factor(person: Person) -> bool:
    kinds = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    return Authenticator.objects.filter(user=person, type__in=kinds).exists()
