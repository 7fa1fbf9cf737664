"""Mails: one letter about everything that waits, plain and pretty, with a way out of it in one click."""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import ngettext

from notices.channels.results import Never, NotNow
from notices.unsubscribing import token_for
from notices.words import Told

if TYPE_CHECKING:
    from accounts.models import User

FROM_5 = 500
"""Replies of a mail server from here on are final."""


def mail(tidings: Sequence[Told], user: User, address: str, code: str) -> None:
    """Send one letter about all of `tidings`. `code` makes its Message-ID, the same when it is sent again.

    Raises Never or NotNow.
    """
    if not address:
        raise Never("there is no confirmed address any more")
    message = letter(tidings, user, address, code)
    try:
        get_connection().send_messages([message])
    except smtplib.SMTPRecipientsRefused as error:
        code_of = max((reply[0] for reply in error.recipients.values()), default=FROM_5)
        raise (Never if code_of >= FROM_5 else NotNow)(f"SMTP {code_of}") from error
    except smtplib.SMTPResponseException as error:
        raise (Never if error.smtp_code >= FROM_5 and _is_about_the_letter(error) else NotNow)(
            f"SMTP {error.smtp_code}"
        ) from error
    except (smtplib.SMTPException, OSError) as error:
        raise NotNow(type(error).__name__) from error


def letter(tidings: Sequence[Told], user: User, address: str, code: str) -> EmailMultiAlternatives:
    """The letter as it is sent."""
    stop = settings.SITE_URL + reverse("notices_stop", args=[token_for(user)])
    tidings = sorted(tidings, key=lambda told: not told.is_urgent)
    subject = subject_of(tidings)
    context = {
        "tidings": tidings,
        "first": tidings[0],
        "subject": subject,
        "name": user.username,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "settings_url": settings.SITE_URL + reverse("notice_settings"),
        "stop_url": stop,
    }
    host = urlsplit(settings.SITE_URL).hostname
    message = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string("notices/mail/letter.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{code}@{host}>",
            "List-Id": f"<notices.{host}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    message.attach_alternative(render_to_string("notices/mail/letter.html", context), "text/html")
    return message


def subject_of(tidings: Sequence[Told]) -> str:
    """The subject line: what it is about, or how many things."""
    if len(tidings) == 1:
        return " ".join(tidings[0].title.split())
    return ngettext("{count} thing for you", "{count} things for you", len(tidings)).format(count=len(tidings))


def _is_about_the_letter(error: smtplib.SMTPResponseException) -> bool:
    """Whether the server refuses this letter, rather than us: a wrong password is put right some day."""
    return isinstance(error, smtplib.SMTPDataError | smtplib.SMTPSenderRefused)
