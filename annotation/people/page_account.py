"""/account/: my name, place and display; the ways to my sign-in security."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.models import Person
from annotation.people.accounts import change_account
from annotation.people.second_factor import second_factors
from annotation.site.display import TEXT_SIZES, THEMES, Display, display_of


class AccountForm(forms.ModelForm):
    """Name, place and display settings of the signed-in person."""

    theme = forms.ChoiceField(label="Light or dark", choices=THEMES, widget=forms.RadioSelect)
    text_size = forms.ChoiceField(label="Text size", choices=TEXT_SIZES, widget=forms.RadioSelect)
    plain_type = forms.BooleanField(
        label="Plain type", required=False, help_text="Wider letters and lines, easier to tell apart."
    )
    reduce_motion = forms.BooleanField(
        label="Less motion", required=False, help_text="Nothing fades or slides, whatever your device says."
    )
    hide_user_turns = forms.BooleanField(
        label="Fold away what the user wrote once I have read it",
        required=False,
        help_text="While labelling. You can open it again at any time.",
    )
    note_first = forms.BooleanField(
        label="Tell me what a conversation is about before I open it",
        required=False,
        help_text="While labelling. Without it conversations open at once, with the note above them.",
    )
    shortcuts = forms.BooleanField(
        label="Single-key shortcuts",
        required=False,
        help_text="Switch them off if they get in the way of a screen reader or of speech input.",
    )

    class Meta:
        model = Person
        fields = ["first_name", "last_name", "time_zone", "country"]
        labels = {"first_name": "First name", "last_name": "Last name", "time_zone": "Time zone"}
        help_texts = {
            "time_zone": "Times are shown in it, and your day ends when it does there.",
            "country": "Two letters, such as NL. It chooses which line of help you are shown, nothing else.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = forms.ChoiceField(
            label="Time zone",
            choices=[(name, name.replace("_", " ")) for name in sorted(available_timezones())],
            help_text=self.Meta.help_texts["time_zone"],
        )
        self.initial.update(display_of(self.instance.display).as_json())

    def clean_country(self) -> str:
        country = self.cleaned_data["country"].upper()
        if country and not (len(country) == 2 and country.isascii() and country.isalpha()):
            raise forms.ValidationError("Please give two letters, such as NL, or leave this empty.")
        return country

    def display(self) -> Display:
        """Return the display settings that were chosen. Call after validation."""
        return Display(**{name: self.cleaned_data[name] for name in Display.__dataclass_fields__})


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
    context = {"form": form, "has_second_factor": second_factors(request.user).exists()}
    return render(request, "annotation/account.html", context, status=422 if is_refused else 200)
