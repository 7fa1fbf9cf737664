"""The forms of the account pages: allauth's with our wording, and our own."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from allauth.account import app_settings
from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context as current
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as MfaReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.insides import assess_unique_email, send_verification_email_to_address
from accounts.known import known_browser
from accounts.languages import is_choice
from accounts.models import ApiToken, User
from accounts.names import ALLOWED, LONGEST, LONGEST_TYPED, SHORTEST, normal, skeleton, validate_name
from accounts.programs import has_programs
from accounts.selectors import has_confirmed_address, name_as_written
from accounts.zones import is_zone, place, zones_by_region
from common.limits import is_within_limit
from common.visible import SeenField

MOST_WRITTEN_TO = 3
"""How many accounts with the same email address get an email for a new password: anyone can give one that nobody has
confirmed to many accounts, and each email costs several queries.
"""

PASSWORD_HINT = _("8 characters or more, not similar to your name, not a common password.")
"""What `AUTH_PASSWORD_VALIDATORS` demand, in one sentence."""


def confirms_email() -> bool:
    """Whether addresses must be confirmed by email: if a mail server is configured."""
    return app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY


class Worded(forms.Form):
    """Our texts for allauth's fields: `labels` and `hints` by field; a CSS class, and no placeholders."""

    labels: dict[str, Any] = {}
    hints: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.setdefault("class", "input")


class NameField(forms.CharField):
    """A username. Its only validator includes the length, so one message says everything that is allowed."""

    def __init__(self, **kwargs: Any) -> None:
        typing = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "class": "input"}
        widget = forms.TextInput(typing | {"minlength": SHORTEST, "maxlength": LONGEST})
        super().__init__(label=_("Name"), help_text=ALLOWED, validators=[validate_name], widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        return normal(super().to_python(value) or "")


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
            guest=cast(User, request.user), name=data["username"], email=data["email"], password=data["password1"]
        )
        update_session_auth_hash(request, user)  # the new password must not end this session
        return user


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

    def save(self) -> None:
        super().save()
        get_adapter().shut_others_out(self.user)


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


class CodeAtHome(BaseAuthenticateForm):
    """The code of two-step login.

    Attempts are counted per user: if counted per IP address, each new address would get its own. In a browser where
    that user has been logged in they are counted separately, so someone who only has the password cannot lock the user
    out.
    """

    def clean_code(self) -> str:
        """The code. Raises ValidationError for a wrong one, after too many, and for one that has been used."""
        code = self._right_code()
        if self.authenticator.type == Authenticator.Type.TOTP and not _is_first_use(self.user, code):
            raise get_mfa_adapter().validation_error("incorrect_code")
        return code

    def _right_code(self) -> str:
        browser = known_browser(current.request, self.user)
        if browser is None:
            code: str = super().clean_code()
            return code
        if not is_within_limit(current.request, "second_step_at_home", key=f"{browser} {self.user.pk}"):
            raise get_adapter().validation_error("too_many_login_attempts")
        code = self.cleaned_data["code"]
        for way in Authenticator.objects.filter(user=self.user).exclude(type=Authenticator.Type.WEBAUTHN):
            if way.wrap().validate_code(code):
                way.user = self.user
                self.authenticator = way
                return code
        raise get_mfa_adapter().validation_error("incorrect_code")


def _is_first_use(user: User, code: str) -> bool:
    """Whether this right code of an app of `user` has not been used before; from now on it has.

    allauth remembers that for one period, but a code is right in `MFA_TOTP_TOLERANCE` more on either side.
    """
    periods = 2 * mfa_settings.TOTP_TOLERANCE + 1
    plain = "".join(filter(str.isalnum, code)).lower()
    key = f"accounts:used-code:{user.pk}:{plain}"
    return bool(cache.add(key, True, timeout=periods * mfa_settings.TOTP_PERIOD))


class SecondStepForm(CodeAtHome, AuthenticateForm):
    """The code for logging in."""


class SecondStepAgainForm(CodeAtHome, MfaReauthenticateForm):
    """The code for confirming a sensitive action."""


class ReauthenticateForm(Worded, allauth_forms.ReauthenticateForm):
    labels = {"password": _("Your password")}
    hints = {"password": ""}


class EmailForm(Worded, allauth_forms.AddEmailForm):
    """A new email address. It replaces the old one once confirmed, or at once if that was unconfirmed too.

    On a site that sends no email, it always replaces the old one at once.
    """

    labels = {"email": _("New email address")}

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if not confirms_email() and not assess_unique_email(email, user=self.user):
            raise get_adapter().validation_error("email_taken")
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        """Store the address. Where addresses are confirmed, it gets a confirmation email.

        Raises Confirmed if another tab was faster.
        """
        address: EmailAddress
        if confirms_email() and has_confirmed_address(self.user):
            address = super().save(request)
            return address
        if confirms_email():
            address = services.email_correct(user=self.user, email=self.cleaned_data["email"])
            send_verification_email_to_address(request, address)
            return address
        messages.success(request, gettext("Email address changed."))
        return services.email_set(user=self.user, email=self.cleaned_data["email"])


def zone_choices(user: User) -> list[Any]:
    """Form choices: the device's zone, all others by region, UTC, and the chosen zone if it is not among these."""
    guessed = place(user.device_zone) if is_zone(user.device_zone) else ""
    device = gettext("Same as my device: {place}").format(place=guessed) if guessed else gettext("Same as my device")
    regions = zones_by_region()
    chosen, listed = user.time_zone, {name for _region, zones in regions for name, _town in zones}
    by_name = [("UTC", "UTC")] if chosen in listed | {"", "UTC"} else [("UTC", "UTC"), (chosen, chosen)]
    return [("", device), *regions, *by_name]


class SettingsForm(forms.Form):
    """A user's own settings. Guests cannot change their name here: they choose one when they sign up."""

    username = NameField()
    language = forms.ChoiceField(label=_("Language"), required=False, widget=forms.RadioSelect)
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)
    theme = forms.ChoiceField(label=_("Theme"), choices=User.Theme, widget=forms.RadioSelect)
    board_colours = forms.ChoiceField(
        label=_("Board colours"), choices=User.BoardColours, required=False, widget=forms.RadioSelect
    )
    confirm_turns = forms.ChoiceField(
        label=_("Confirm before ending my turn"), choices=User.ConfirmTurns, widget=forms.RadioSelect
    )
    single_keys = forms.ChoiceField(
        label=_("Single-key shortcuts"), choices=User.SingleKeys, required=False, widget=forms.RadioSelect
    )

    open_games = forms.ChoiceField(
        label=_("How my games appear in the open games"),
        choices=User.OpenGames,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, user: User) -> None:
        names = ("username", "theme", "board_colours", "confirm_turns", "single_keys", "language", "time_zone")
        kept = {name: getattr(user, name) for name in (*names, "open_games")}
        super().__init__(data, initial=kept)
        self.user = user
        if is_choice():
            language = cast(forms.ChoiceField, self.fields["language"])
            language.choices = [("", _("Browser language")), *settings.LANGUAGES]
        else:
            del self.fields["language"]
        if user.is_guest:
            del self.fields["username"], self.fields["open_games"]
        self.fields["time_zone"].widget.attrs |= {"class": "input", "aria-describedby": "zone-hint"}
        cast(forms.ChoiceField, self.fields["time_zone"]).choices = zone_choices(user)

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if skeleton(name) == self.user.name_skeleton:
            return name
        cleaned: str = get_adapter().clean_username(name)
        return cleaned


class ReadableJson(json.JSONDecoder):
    """Refuses, like malformed JSON, values that are nested too deep or contain a number too long for Python."""

    def decode(self, s: str, *args: Any) -> Any:
        """The value. Raises JSONDecodeError."""
        try:
            return super().decode(s, *args)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError("not readable", s, 0) from error


@contextmanager
def made_by_a_browser(credential: Any) -> Iterator[None]:
    """Raises ValidationError unless a browser may have made this credential of a passkey.

    Anyone can send anything, even before logging in, and allauth expects only some of the errors that this causes.
    """
    try:
        if not isinstance(credential, dict):
            raise TypeError(credential)
        yield
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise get_mfa_adapter().validation_error("incorrect_code") from error


class OfAPasskey(forms.Form):
    """The credential that a browser has made with a passkey."""

    credential = forms.JSONField(decoder=ReadableJson, widget=forms.HiddenInput)

    def clean_credential(self) -> Authenticator:
        """The passkey. Raises ValidationError for what no browser has made."""
        with made_by_a_browser(self.cleaned_data["credential"]):
            found: Authenticator = super().clean_credential()  # type: ignore[misc]  # of allauth's form
        return found


class PasskeyLoginForm(OfAPasskey, LoginWebAuthnForm):
    """A passkey for logging in."""


class PasskeyStepForm(OfAPasskey, AuthenticateWebAuthnForm):
    """A passkey as the second step of logging in."""


class PasskeyAgainForm(OfAPasskey, ReauthenticateWebAuthnForm):
    """A passkey for confirming a sensitive action."""


class AddPasskeyForm(AddWebAuthnForm):
    """A new passkey, created by the browser. allauth would store falsy values unchecked: `0`, `false`."""

    name = SeenField(required=False)
    credential = forms.JSONField(decoder=ReadableJson, widget=forms.HiddenInput)

    def clean_credential(self) -> dict[str, Any]:
        """The browser's credential. Raises ValidationError for anything but a JSON object."""
        credential: dict[str, Any] = self.cleaned_data["credential"]
        with made_by_a_browser(credential):
            return credential

    def clean(self) -> dict[str, Any]:
        """The fields. Raises ValidationError for a credential that no browser has made."""
        if "credential" not in self.cleaned_data:
            return self.cleaned_data
        with made_by_a_browser(self.cleaned_data["credential"]):
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class TokenForm(forms.Form):
    """The name, scopes and lifetime of a new API token. `moderates` adds the scope for moderators."""

    name = SeenField(label=_("Name"), max_length=40, widget=forms.TextInput({"class": "input"}))
    scopes = forms.MultipleChoiceField(
        label=_("The program may"),
        choices=[(scope.value, scope.label) for scope in ApiToken.Scope if scope != ApiToken.Scope.MODERATE],
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
    )
    days = forms.TypedChoiceField(
        label=_("For"),
        choices=[("30", _("30 days")), ("365", _("a year")), ("", _("until I revoke it"))],
        coerce=int,
        empty_value=None,
        required=False,
        initial="365",
        widget=forms.Select({"class": "select"}),
    )

    def __init__(self, *args: Any, moderates: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if moderates:
            scopes = cast(forms.MultipleChoiceField, self.fields["scopes"])
            scopes.choices = ApiToken.Scope.choices
