"""Our overrides of allauth's hooks: which names are allowed, error messages, rate limits, emails."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.known import known_browser, source_of
from accounts.languages import language_now
from accounts.letters import IN_THE_SESSION, letter_write
from accounts.models import User
from accounts.names import validate_not_reserved
from accounts.programs import programs_revoke
from accounts.selectors import name_is_taken, user_named
from common.limits import Use, plain, use

CAUSED_BY_ANYBODY = {
    "account_already_exists",
    "email_confirmation",
    "email_confirmation_signup",
    "password_reset_key",
    "unknown_account",
}
"""Emails that anyone can trigger by typing an address into a form, without proving that it is theirs."""

LONGEST_ADDRESS = 254
"""The maximum length of an email address, in characters: what its column holds, and what mail servers accept."""

COUNTED = "counted_for_the_letter"
"""Attribute of a request: uses that the view has already counted for the email that it triggers."""


class AccountAdapter(DefaultAccountAdapter):
    """This site's overrides of allauth's account hooks."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken, or looks too much like one that is."),
        "username_password_mismatch": _("Wrong name or password."),
        "email_password_mismatch": _("Wrong email address or password."),
        "too_many_login_attempts": _("Too many attempts. Please wait five minutes, then try again."),
        "email_too_long": _("An email address has at most 254 characters."),
        "email_taken": _("This email address already has an account."),
        "duplicate_email": _("This is already your address."),
        "incorrect_password": _("Wrong password."),
        "enter_current_password": _("Wrong password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name, if it is well-formed, free and not reserved. Raises ValidationError."""
        validate_not_reserved(username)
        name: str = super().clean_username(username, shallow)
        if not shallow and name_is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """The address, if it can be stored. Raises ValidationError."""
        if len(email) > LONGEST_ADDRESS:
            raise self.validation_error("email_too_long")
        cleaned: str = super().clean_email(email)
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Also store the language in which someone signs up: their emails use it."""
        user.language = language_now()
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def get_client_ip(self, request: HttpRequest) -> str:
        """The IP address that limits count by and that the list of sessions shows.

        For a request that has passed fewer proxies than are trusted it is that of the last one: a client that goes
        around a proxy could name any other.
        """
        try:
            address: str = super().get_client_ip(request)
        except ImproperlyConfigured:
            address = request.META.get("REMOTE_ADDR", "")
        return plain(address)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The key for counting failed attempts: by name and IP address, so guessing does not lock the person out.

        In a browser where that person has been logged in, attempts are counted separately.
        """
        user = user_named(credentials.get("username") or credentials.get("email") or "")
        named = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{named} {source_of(request, user)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a login attempt; allauth undoes this if it succeeds. Raises ValidationError for too many."""
        user = user_named(credentials.get("username") or credentials.get("email") or "")
        action = "login_failed_at_home" if known_browser(request, user) else "login_failed"
        key = self._get_login_attempts_cache_key(request, **credentials)
        self._login_failed_rl_usage = use(request, action, key=key)
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put an account email in the outbox, unless this address got too many of those that anyone can trigger.

        Dropping it is silent: those already sent say the same. A worker sends the email: no page waits for a mail
        server, or fails because of one.
        """
        request, user = current.request, context.get("user") or user_named(email)
        leads_on = template_prefix.rpartition("/")[2] in CAUSED_BY_ANYBODY
        counted = self._counted(email.lower()) if leads_on else []
        if counted is None:
            return
        letter = letter_write(
            request=request,
            template=template_prefix,
            address=email,
            user=user if isinstance(user, User) else None,
            context=context,
            counted=[*counted, *getattr(request, COUNTED, ())],
        )
        if leads_on:
            request.session[IN_THE_SESSION] = letter.pk

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Put an email in the outbox about something that has happened to the account of `user`."""
        super().send_notification_mail(template_prefix, user, {"user": user} | (context or {}), email)

    def replaced_lost_password(self, user: User) -> None:
        """Shut others out who may have got into the account of `user`, whose lost password has been replaced; also
        from what only the user's own browsers may do (`accounts.known`).
        """
        with transaction.atomic():
            user.password_lost_at = timezone.now()
            user.save(update_fields=["password_lost_at"])
            self.shut_others_out(user)

    def shut_others_out(self, user: User) -> None:
        """End what someone else may have set up for `user`, who has a new password: access of programs, and an address
        that would replace the confirmed one as soon as the link in its mail is opened.

        Their sessions have ended with the old password.
        """
        with transaction.atomic():
            programs_revoke(user=user)
            addresses = EmailAddress.objects.filter(user=user)
            if addresses.filter(verified=True).exists():
                addresses.filter(verified=False).delete()

    def _counted(self, email: str) -> list[Use] | None:
        """Count one more email to this address: per browser or IP address and, for unknown browsers, in total.

        None if that is too many.
        """
        request, user = current.request, user_named(email)
        once = use(request, "mail", key=f"{email} {source_of(request, user)}")
        if once is None or known_browser(request, user) is not None:
            return None if once is None else [once]
        from_all = use(request, "mail_from_all", key=email)
        return None if from_all is None else [once, from_all]

    def is_safe_url(self, url: str) -> bool:
        """Whether it is safe to redirect to `url`. It must be a URL: `redirect` takes other words as view names."""
        return url.startswith(("/", "http://", "https://")) and bool(super().is_safe_url(url))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return to the settings."""
        return reverse("account_settings")


class SecondStepAdapter(DefaultMFAAdapter):
    """Our error messages for two-step login."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "unverified_email": _(
            "Confirm your email address first: if it has a typo, two-step login could lock you out for good. "
            "Open the link we emailed you. To resend it, or to go back to your old address, see Email address in "
            "your settings."
        ),
        "incorrect_code": _("This code is wrong or has expired."),
        "cannot_generate_recovery_codes": _("Recovery codes are part of two-step login. Turn that on first."),
    }
