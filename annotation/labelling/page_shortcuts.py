"""/account/keys/: the reader's own single keys for labelling."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.labelling.form_shortcuts import KeysForm
from annotation.labelling.set_shortcuts import choose_keys
from annotation.site.display import display_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_keys(request: HttpRequest) -> HttpResponse:
    are_on = display_of(request.user.display).shortcuts
    form = KeysForm(request.user, are_on, request.POST or None)
    if request.method == "POST" and form.is_valid():
        choose_keys(person=request.user, keys=form.keys(), are_on=form.cleaned_data["are_on"])
        messages.success(request, "Your keys are saved.")
        return redirect("account_keys")
    status = 422 if request.method == "POST" else 200
    return render(request, "annotation/account_keys.html", {"form": form}, status=status)
