"""The second step of two-step login: taking it, turning it on and off, recovery codes; removing passkeys."""

from typing import Any

from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as recovery_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from accounts.idempotent import form_effects
from accounts.parts import StoredWithItsKey, is_member
from accounts.second_steps import step_leaves
from accounts.selectors import user_of

PASSWORD_GIVEN = "password_given"
"""Session key: the session auth hash of a user who has given the password and still has to pass the second step."""


class SecondStepView(mfa_views.AuthenticateView):
    """The second step of two-step login; back to the first if the password has been changed since.

    Checking a recovery code uses it up, so that is part of the transaction.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        given = request.session.get(PASSWORD_GIVEN, "")
        if not constant_time_compare(given, self.stage.login.user.get_session_auth_hash()):
            aborted: HttpResponse = self.stage.abort()
            return aborted
        with form_effects(request) as done:
            response = super().post(request, *args, **kwargs)
            if is_member(request):
                done(response["Location"])
        return response


class SecondStepOnView(StoredWithItsKey, totp_views.ActivateTOTPView):
    """Turn on two-step login with an authenticator app."""


class NotesOldSteps:
    """Notes that a second step is turned off, before that happens."""

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        step_leaves(user=user_of(self.request))
        response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return response


class SecondStepOffView(StoredWithItsKey, NotesOldSteps, totp_views.DeactivateTOTPView):
    """Turn off two-step login with an authenticator app."""


class RecoveryCodesView(StoredWithItsKey, recovery_views.GenerateRecoveryCodesView):
    """Create new recovery codes; the old ones stop working."""


class PasskeyRemoveView(StoredWithItsKey, NotesOldSteps, webauthn_views.RemoveWebAuthnView):
    """Remove a passkey."""
