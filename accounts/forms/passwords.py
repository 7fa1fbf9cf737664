"""The forms for a new password."""

from collections.abc import Sequence
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.fields import PASSWORD_HINT, Worded
from accounts.models import User
from accounts.programs import has_programs
from accounts.second_steps import in_words, steps_remove

MOST_WRITTEN_TO = 3
"""How many accounts with the same email address get an email for a new password: anyone can give one that nobody has
confirmed to many accounts, and each email costs several queries.
"""


class ResetPasswordForm(Worded, allauth_forms.ResetPasswordForm):
    labels = {"email": _("Email address")}
    users: list[User]

    def clean_email(self) -> str:
        """The address. Of many `users` who have never confirmed it, only the earliest get an email."""
        email: str = super().clean_email()
        self.users = sorted(self.users, key=lambda user: user.pk)[:MOST_WRITTEN_TO]
        return email


class ResetPasswordKeyForm(Worded, allauth_forms.ResetPasswordKeyForm):
    """A new password for people who have lost theirs: whatever others may have set up meanwhile is ended."""

    labels = {"password1": _("New password"), "password2": _("Repeat new password")}
    hints = {"password1": PASSWORD_HINT}

    def __init__(self, *args: Any, removable: Sequence[Authenticator] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if removable:
            self.fields["remove"] = forms.TypedMultipleChoiceField(
                label=_("Remove what you did not add"),
                help_text=_("Someone else may have added it, to get back in or to keep you out."),
                choices=[(step.pk, in_words(step)) for step in removable],
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def save(self) -> None:
        super().save()
        get_adapter().replaced_lost_password(self.user)
        if self.cleaned_data.get("remove"):
            steps_remove(user=self.user, keys=self.cleaned_data["remove"])


class ChangePasswordForm(Worded, allauth_forms.ChangePasswordForm):
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("Repeat new password"),
    }
    hints = {"oldpassword": "", "password1": PASSWORD_HINT}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_programs(self.user) or hasattr(self.user, "webhook"):
            self.fields["revoke"] = forms.BooleanField(
                label=_("Also revoke the access of all programs"),
                help_text=_(
                    "Your tokens, those of your bots, apps, and links that hand over a bot; your webhook is paused. "
                    "Otherwise all of them keep working."
                ),
                required=False,
            )

    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("revoke"):
            get_adapter().shut_others_out(self.user)


class SetPasswordForm(Worded, allauth_forms.SetPasswordForm):
    labels = {"password1": _("New password"), "password2": _("Repeat new password")}
    hints = {"password1": PASSWORD_HINT}
