"""The forms with a name and a password for logging in, and with a password for confirming who one is."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django.utils.translation import gettext_lazy as _

from accounts.forms.fields import Worded
from accounts.names import LONGEST_TYPED
from accounts.selectors import name_as_written


class LoginForm(Worded, allauth_forms.LoginForm):
    labels = {"login": _("Name or email address"), "password": _("Password")}
    hints = {"password": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }

    def clean_login(self) -> str:
        login: str = super().clean_login()
        if len(login) > LONGEST_TYPED:
            raise get_adapter().validation_error("username_password_mismatch")
        return name_as_written(login)


class ReauthenticateForm(Worded, allauth_forms.ReauthenticateForm):
    labels = {"password": _("Your password")}
    hints = {"password": ""}
