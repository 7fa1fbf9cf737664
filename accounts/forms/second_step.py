"""The forms for the codes of two-step login."""

from allauth.account.adapter import get_adapter
from allauth.core import context as current
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as MfaReauthenticateForm
from allauth.mfa.models import Authenticator
from django.core.cache import cache

from accounts.known import known_browser
from accounts.models import User
from common.limits import is_within_limit


class CodeAtHome(BaseAuthenticateForm):
    """The code of two-step login.

    Attempts are counted per user: if counted per IP address, each new address would get its own. In a browser where
    that user has been logged in they are counted separately, so someone who only has the password cannot lock the user
    out. All of those together have a limit, too: someone who had been let in could have made many browsers known.
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
        if not is_within_limit(current.request, "second_step_at_home", self.user, key=f"{browser} {self.user.pk}"):
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
