"""allauth's forms in our words: one label a field, nothing grey inside it that vanishes while typing."""

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django.conf import settings

from annotation.people.idle import idle_words

LABELS = {
    "login": "User name or email address",
    "password": "Password",
    "remember": "Keep me signed in on this computer",
    "oldpassword": "Your password now",
    "password1": "New password",
    "password2": "New password once more",
    "email": "Email address",
    "code": "Code",
    "name": "A name for it",
    "passwordless": "A passkey that signs me in without a password",
}
HELP = {
    "password": "",  # the page itself says what to do about a forgotten one
    "passwordless": "It asks for your fingerprint, face or PIN instead.",
}


class OurWords:
    """Mixin that relabels the fields of an allauth form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
            field.help_text = HELP.get(name, field.help_text)


class SignInForm(OurWords, account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if settings.SESSION_IDLE_MINUTES:
            self.fields[
                "remember"
            ].help_text = f"Otherwise you are signed out after {idle_words()} without opening a page."


class ReauthenticateForm(OurWords, account.ReauthenticateForm):
    pass


class ChangePasswordForm(OurWords, account.ChangePasswordForm):
    pass


class ResetPasswordForm(OurWords, account.ResetPasswordForm):
    pass


class ResetPasswordKeyForm(OurWords, account.ResetPasswordKeyForm):
    pass


class AddEmailForm(OurWords, account.AddEmailForm):
    pass


class SecondStepForm(OurWords, mfa.AuthenticateForm):
    pass


class SecondStepAgainForm(OurWords, mfa.ReauthenticateForm):
    pass


class AuthenticatorAppForm(OurWords, totp.ActivateTOTPForm):
    pass


class AddPasskeyForm(OurWords, webauthn.AddWebAuthnForm):
    pass


class EditPasskeyForm(OurWords, webauthn.EditWebAuthnForm):
    pass
