"""Where allauth asks this site: which names are allowed, our words, our mails, what becomes of a guest who logs in."""

from dataclasses import dataclass
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import services
from accounts.known import known_browser, source_of
from accounts.languages import language_now
from accounts.models import User
from accounts.names import validate_not_reserved
from accounts.selectors import guest_of, name_is_taken, user_named
from games.selectors.access import INVITATIONS
from machupicchu.limits import APP, is_within_limit, plain

CAUSED_BY_ANYBODY = {
    "account_already_exists",
    "email_confirmation",
    "email_confirmation_signup",
    "password_reset_key",
    "unknown_account",
}
"""Mails to an address that somebody has written into a form without showing that it is theirs."""

PREFIX: str = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX


class AccountAdapter(DefaultAccountAdapter):
    """This site's answers to allauth's questions."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken, or looks much like one that is."),
        "username_password_mismatch": _("This name and this password do not belong together."),
        "email_password_mismatch": _("This email address and this password do not belong together."),
        "too_many_login_attempts": _("Too many attempts. Please wait five minutes, then try again."),
        "email_taken": _("Somebody has signed up with this email address already."),
        "duplicate_email": _("This is your address already."),
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name, when it is not reserved, well spelled and free. Raises ValidationError."""
        validate_not_reserved(username)
        name: str = super().clean_username(username, shallow)
        if not shallow and name_is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Remember the language in which somebody signs up: mails come in it."""
        user.language = language_now()
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address by which limits count, and which the list of sessions shows."""
        return plain(super().get_client_ip(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """As what failed attempts are counted: by name and address, so that nobody who guesses keeps the person out
        whose name it is; and by themselves in a browser where that person was logged in before.
        """
        user = user_named(credentials.get("username") or credentials.get("email") or "")
        named = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{named} {source_of(request, user)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt, which is counted no longer if it succeeds. Raises ValidationError for one too many."""
        user = user_named(credentials.get("username") or credentials.get("email") or "")
        action = "login_failed_at_home" if known_browser(request, user) else "login_failed"
        key = self._get_login_attempts_cache_key(request, **credentials)
        self._login_failed_rl_usage = ratelimit.consume(request, app=APP, action=action, key=key)
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail about the account; not one more of those that anybody may cause by writing an address somewhere,
        where too many were sent there. Those that were sent hold what it would hold, so nothing is said about it.
        """
        if template_prefix.rpartition("/")[2] not in CAUSED_BY_ANYBODY or self._may_be_mailed(email.lower()):
            super().send_mail(template_prefix, email, context)

    def _may_be_mailed(self, email: str) -> bool:
        """Count one more mail: from one browser or address, and, where that is nobody known, from all together."""
        request, user = current.request, user_named(email)
        if not is_within_limit(request, "mail", key=f"{email} {source_of(request, user)}"):
            return False
        return known_browser(request, user) is not None or is_within_limit(request, "mail_from_all", key=email)

    def is_safe_url(self, url: str) -> bool:
        """Whether somebody may be sent on to this page of ours: an address, not a word that may name one."""
        return url.startswith(("/", "http://", "https://")) and bool(super().is_safe_url(url))

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in. A guest who logs in to an account takes the games along."""
        guest = guest_of(request)
        invitations = request.session.get(INVITATIONS)
        super().login(request, user)
        if guest and guest.pk != user.pk:
            if invitations:  # Django empties the session when another user logs in
                request.session[INVITATIONS] = invitations
            _take_games_along(request, guest, user)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMultiAlternatives:
        """A mail about the account, plain and pretty: what is pretty is made from what is plain."""
        message: EmailMultiAlternatives = super().render_mail(template_prefix, email, context, headers)
        message.attach_alternative(sheet(message.subject.removeprefix(PREFIX), str(message.body)), "text/html")
        return message

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the settings."""
        return reverse("account_settings")


class SecondStepAdapter(DefaultMFAAdapter):
    """Our words where allauth refuses something about the second step of logging in."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "unverified_email": _(
            "First confirm your email address: if it were mistyped, a second step could lock you out for good. Open "
            "the link in the mail that we have sent there. In the settings, under Email address, you can have it sent "
            "again or keep the address that you had."
        ),
        "incorrect_code": _("This is not the code that counts now."),
        "cannot_generate_recovery_codes": _("Recovery codes are for those who have a second step. Turn one on first."),
    }


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph of a mail, or an address that stands alone."""

    text: str

    @property
    def is_address(self) -> bool:
        """Whether it is nothing but the address of a page."""
        return self.text.startswith(("http://", "https://")) and len(self.text.split()) == 1


def sheet(subject: str, text: str) -> str:
    """The pretty form of a mail with this text."""
    body, _mark, _signature = text.partition("\n-- \n")
    parts = [Part(part.strip()) for part in body.split("\n\n") if part.strip()]
    context = {"subject": subject, "parts": parts, "site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
    return render_to_string("account/email/sheet.html", context)


def _take_games_along(request: HttpRequest, guest: User, user: User) -> None:
    merge = services.guest_merge(guest=guest, user=user)
    if merge.moved:
        text = ngettext(
            "One game that you played as %(guest)s is now yours.",
            "%(count)d games that you played as %(guest)s are now yours.",
            merge.moved,
        )
        messages.success(request, text % {"guest": guest.username, "count": merge.moved})
    if merge.left:
        text = ngettext(
            "One game stays with %(guest)s, since you sit at that table yourself.",
            "%(count)d games stay with %(guest)s, since you sit at those tables yourself.",
            merge.left,
        )
        messages.warning(request, text % {"guest": guest.username, "count": merge.left})
