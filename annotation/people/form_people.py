"""Inviting people, arriving, and the roles they hold."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError

from annotation.models import Invitation, Person, Role
from annotation.people.invitations import user_name_problems

ROLE_SENTENCES = (
    (Role.CLINICIAN.value, "Clinician: labels the conversations of a round, blind to everybody else"),
    (Role.AUTHOR.value, "Rubric author: revises rubrics and reference responses, reviews others'"),
    (Role.ADMIN.value, "Admin: imports, opens and closes rounds, freezes panels, invites people"),
    (Role.VIEWER.value, "Viewer: reads scores and the public tasks, changes nothing"),
)

NO_MAIL = "No mail server is set here (EMAIL_URL), so you pass on the link that you are shown."


class InvitationForm(forms.Form):
    """Whom to invite, and to do what."""

    email = forms.EmailField(label="Email address", widget=forms.EmailInput(attrs={"autocomplete": "off"}))
    roles = forms.MultipleChoiceField(
        label="Roles", choices=ROLE_SENTENCES, widget=forms.CheckboxSelectMultiple
    )
    send_email = forms.BooleanField(
        label="Send the link by email",
        required=False,
        initial=True,
        help_text="You are shown the link once in any case, so that you can pass it on yourself.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.SENDS_MAIL:
            self.fields["send_email"].disabled = True
            self.initial["send_email"] = False
            self.fields["send_email"].help_text = NO_MAIL


class RolesForm(forms.Form):
    """The roles a person holds; none is allowed."""

    roles = forms.MultipleChoiceField(
        label="Roles", choices=ROLE_SENTENCES, widget=forms.CheckboxSelectMultiple, required=False
    )


class ArrivalForm(forms.ModelForm):
    """What an invited person chooses: a user name, how they are called, and a password."""

    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least eight letters or signs. A few unrelated words make a good one.",
    )
    password_again = forms.CharField(
        label="Password once more",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    class Meta:
        model = Person
        fields = ["username", "first_name", "last_name"]
        field_classes = {"username": UsernameField}
        labels = {"username": "User name", "first_name": "First name", "last_name": "Last name"}
        error_messages = {"username": {"unique": "This user name is taken. Please choose another."}}
        help_texts = {"username": "You sign in with it, or with your email address. Others may see it."}

    def __init__(self, *args: Any, invitation: Invitation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.email = invitation.email  # so that a password like the address is refused

    def clean_username(self) -> str:
        username = self.cleaned_data["username"]
        if problems := user_name_problems(username):
            raise ValidationError(problems)
        return username

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        password, again = cleaned.get("password"), cleaned.get("password_again")
        if password and again and password != again:
            self.add_error("password_again", "The two passwords differ. Please type the same one twice.")
        return cleaned

    def _post_clean(self) -> None:
        super()._post_clean()  # fills the instance, against which the password is compared
        password = self.cleaned_data.get("password")
        if password:
            try:
                password_validation.validate_password(password, self.instance)
            except ValidationError as problem:
                self.add_error("password", problem)
