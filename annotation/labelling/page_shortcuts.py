"""/account/keys/: the reader's own single keys for labelling."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.models import Person
from annotation.site.display import display_of
from annotation.site.shortcuts import SHORTCUTS, choose_keys, key_problems, keys_of


class KeysForm(forms.Form):
    """One field per act, and the switch."""

    are_on = forms.BooleanField(
        label="Use single keys",
        required=False,
        help_text="Switch them off if they get in the way of a screen reader or of speech input.",
    )

    def __init__(self, person: Person, are_on: bool, data: Any = None) -> None:
        keys = keys_of(person.display)
        super().__init__(data, initial={"are_on": are_on, **keys})
        for shortcut in SHORTCUTS:
            self.fields[shortcut.act] = forms.CharField(
                label=shortcut.words,
                max_length=1,
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "size": 2}),
            )

    def keys(self) -> dict[str, str]:
        return {shortcut.act: self.cleaned_data.get(shortcut.act, "").lower() for shortcut in SHORTCUTS}

    def clean(self) -> dict[str, Any]:
        for act, problem in key_problems(self.keys()).items():
            if act not in self.errors:
                self.add_error(act, problem)
        return self.cleaned_data

    def key_fields(self) -> list[forms.BoundField]:
        return [self[shortcut.act] for shortcut in SHORTCUTS]


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
