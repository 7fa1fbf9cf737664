"""The forms for passkeys. Browsers fill them in."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms

from common.visible import SeenField


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
    """Raise ValidationError unless a browser may have made this credential of a passkey.

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
