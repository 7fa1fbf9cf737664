"""The forms by which strangers and guests become members."""

from typing import Any

from allauth.account import forms as allauth_forms
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.forms.fields import PASSWORD_HINT, NameField, Worded
from accounts.letters import confirms_email
from accounts.models import User
from accounts.names import validate_name
from accounts.selectors import user_of


class SignupForm(Worded, allauth_forms.SignupForm):
    username = NameField()
    labels = {"username": _("Name"), "password1": _("Password")}
    hints = {
        "email": _("Nobody else sees it. You need it to get back in if you forget your password."),
        "password1": PASSWORD_HINT,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators = [validate_name]  # without allauth's own for the length
        email = self.fields["email"]
        email.label = _("Email address") if email.required else _("Email address (optional)")
        if not confirms_email():
            email.help_text = _("Other players never see it. You can log in with it instead of your name.")

    def validate_unique_email(self, value: str) -> str:
        """The address. Raises ValidationError for a taken one, but only if this site does not confirm addresses.

        If it does, a taken one passes and is never confirmed (`accounts.letters` tells its holder why). Without an
        account, a free name and a refused login would reveal that the address has one.
        """
        if confirms_email():
            return value
        email: str = super().validate_unique_email(value)
        return email


class ClaimForm(SignupForm):
    """A guest signs up: the same fields, but the guest's row becomes the member's."""

    def save(self, request: HttpRequest) -> User:
        """Turn the guest who sends this form into a member. Raises NameTaken, NotAGuest."""
        data = self.cleaned_data
        user = services.guest_claim(
            guest=user_of(request), name=data["username"], email=data["email"], password=data["password1"]
        )
        update_session_auth_hash(request, user)  # the new password must not end this session
        return user
