"""Account emails: stored as facts in the transaction of what they report, and rendered when they are sent.

A page never waits for a mail server, and never fails because of one. `deliveries.services.account_letters` sends the
emails that are stored here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import filter_users_by_email, user_pk_to_url_str
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.models import LONGEST_TROUBLE, Letter, User
from accounts.zones import zone_of
from common.limits import Use, uncount

KEPT = timedelta(days=7)
"""How long an email is kept: pages can say whether it was sent."""

CONFIRMING = ("account/email/email_confirmation", "account/email/email_confirmation_signup")
RESET = "account/email/password_reset_key"
EXISTS = "account/email/account_already_exists"
UNKNOWN = "account/email/unknown_account"
"""allauth's templates of emails: to confirm an address, to choose a new password, and, for someone who gives an address
to sign up or to get a new password, that it has an account already, or none.
"""

IN_THE_SESSION = "letter"
"""Session key: the id of the last email that this browser triggered, of those that anyone can trigger."""

FACTS = ("timestamp", "ip", "user_agent", "deleted_email", "from_email", "to_email")
"""Names of the context variables that templates need besides the person, the address and links."""

PREFIX: str = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX
"""Stands before the subject of every email."""


def confirms_email() -> bool:
    """Whether addresses must be confirmed by email: if a mail server is configured."""
    return app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY


def letter_write(
    *,
    request: HttpRequest,
    template: str,
    address: str,
    user: User | None,
    context: dict[str, Any],
    counted: Iterable[Use] = (),
) -> Letter:
    """Put an email in the outbox, in the language of the page. It replaces one like it that could not be sent so far.

    `counted` are the uses that rate limits have counted for it: they are undone if it cannot be sent.
    """
    zone = (zone_of(user) if user is not None else "") or str(timezone.get_current_timezone())
    facts = {name: context[name] for name in FACTS if name in context}
    if isinstance(facts.get("timestamp"), datetime):
        facts["timestamp"] = facts["timestamp"].isoformat()
    facts |= {
        "origin": _origin(request),
        "language": translation.get_language() or settings.LANGUAGE_CODE,
        "zone": zone,
    }
    _replace(template, address, user)
    return Letter.objects.create(
        user=user, address=address, template=template, facts=facts, counted=[use.noted() for use in counted]
    )


def _origin(request: HttpRequest) -> str:
    """Where the links of an email lead. In production the request has no say in it: it may use any name to which the
    site answers, such as an address in its own network that is there for monitoring.
    """
    return settings.SITE_URL if settings.PRODUCTION else request.build_absolute_uri("/").rstrip("/")


def _replace(template: str, address: str, user: User | None) -> None:
    """End emails of the same kind that failed and wait for their next attempt: the new one is tried now.

    One that is being sent at this moment is left alone: it may arrive.
    """
    resting = Letter.objects.filter(state=Letter.State.WAITING).exclude(trouble="")
    for letter in resting.filter(template=template, address=address, user=user):
        letter_end(letter=letter, state=Letter.State.PAST, resting=True)


def letter_end(*, letter: Letter, state: str, trouble: str = "", resting: bool = False) -> bool:
    """Mark an email as ended, with `resting` only if it waits after a failed attempt. Returns whether this was done.

    One that was not sent counts against no limit.
    """
    waiting = Letter.objects.filter(pk=letter.pk, state=Letter.State.WAITING)
    if resting:
        waiting = waiting.exclude(trouble="")
    done = {
        "state": state,
        "trouble": trouble[:LONGEST_TROUBLE],
        "ended_at": timezone.now(),
        "facts": {},
        "counted": [],
    }
    if waiting.update(**done) != 1:
        return False
    if state != Letter.State.SENT:
        uncount(letter.counted)
    return True


def letters_forget() -> None:
    """Delete emails older than `KEPT`."""
    Letter.objects.filter(made_at__lt=timezone.now() - KEPT).delete()


def letter_of(request: HttpRequest) -> Letter | None:
    """The last email that this browser triggered, of those that anyone can trigger; None if there is none any more."""
    noted = request.session.get(IN_THE_SESSION)
    return Letter.objects.filter(pk=noted).first() if isinstance(noted, int) else None


def confirmation_to(user: User, address: str) -> Letter | None:
    """The latest email that asks `user` to confirm `address`; None if there is none any more."""
    return Letter.objects.filter(user=user, address=address, template__in=CONFIRMING).order_by("-pk").first()


def message_of(letter: Letter) -> EmailMultiAlternatives | None:
    """The email rendered as text and HTML, with new links; None if it no longer applies."""
    facts = dict(letter.facts)
    origin, language, zone = (facts.pop(name) for name in ("origin", "language", "zone"))
    template = _template_of(letter)
    links = _links(letter, template, origin)
    if links is None:
        return None
    if "timestamp" in facts:
        facts["timestamp"] = datetime.fromisoformat(facts["timestamp"])
    context = {"user": letter.user, "email": letter.address, "origin": origin, "site_name": settings.SITE_NAME}
    if letter.user is not None:
        context["username"] = letter.user.username
    with translation.override(language), timezone.override(zone):
        return composed(template, letter.address, context | facts | links, code=_code_of(letter))


def composed(template: str, address: str, context: dict[str, Any], *, code: str) -> EmailMultiAlternatives:
    """An account email as text and HTML, which is made from the text. `code` goes into its Message-ID."""
    subject = " ".join(render_to_string(f"{template}_subject.txt", context).split())
    text = render_to_string(f"{template}_message.txt", context).strip()
    host = urlsplit(settings.SITE_URL).hostname
    message = EmailMultiAlternatives(
        f"{PREFIX}{subject}",
        text,
        to=[address],
        headers={"Message-ID": f"<{code}@{host}>", "Auto-Submitted": "auto-generated"},
    )
    message.attach_alternative(sheet(subject, text), "text/html")
    return message


def _template_of(letter: Letter) -> str:
    """The template to render. Those who have confirmed the address cannot confirm it for another account: they are told
    that they have one. Only they learn that, since pages do not depend on it.
    """
    confirmed = EmailAddress.objects.filter(email__iexact=letter.address, verified=True).exclude(user=letter.user)
    return EXISTS if letter.template in CONFIRMING and confirmed.exists() else letter.template


def _links(letter: Letter, template: str, origin: str) -> dict[str, str] | None:
    """New links for an email that is rendered from `template`; None if it no longer applies."""
    user = letter.user
    if user is not None and not user.is_active:
        return None
    if letter.template in CONFIRMING:
        waiting = EmailAddress.objects.filter(user=user, email__iexact=letter.address, verified=False).first()
        if waiting is None:
            return None
        if template == letter.template:
            key_of_link = EmailConfirmationHMAC(waiting).key
            return {"activate_url": origin + reverse("account_confirm_email", args=[key_of_link])}
    if template == EXISTS:
        return {"password_reset_url": origin + reverse("account_reset_password")}
    if letter.template == RESET:
        if user not in filter_users_by_email(letter.address, is_active=True):
            return None
        assert user is not None
        key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
        return {"password_reset_url": origin + reverse("account_reset_password_from_key", kwargs=key)}
    if letter.template == UNKNOWN:
        return {"signup_url": origin + reverse("account_signup")}
    return {}


def _code_of(letter: Letter) -> str:
    """The unique part of an email's Message-ID: the same at every attempt, and different on every other site."""
    return salted_hmac("accounts.letters", f"{letter.pk} {letter.made_at}").hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph of an email, or a URL on a line of its own."""

    text: str

    @property
    def is_address(self) -> bool:
        """Whether the paragraph is nothing but a URL."""
        return self.text.startswith(("http://", "https://")) and len(self.text.split()) == 1


def sheet(subject: str, text: str) -> str:
    """The HTML of an email with this text, without its signature."""
    body, _mark, _signature = text.partition("\n-- \n")
    parts = [Part(part.strip()) for part in body.split("\n\n") if part.strip()]
    context = {"subject": subject, "parts": parts, "site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
    return render_to_string("account/email/sheet.html", context)
