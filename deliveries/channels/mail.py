"""Emails: one about all pending notifications, as text and HTML, with one-click unsubscription."""

from __future__ import annotations

import smtplib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from email.mime.image import MIMEImage
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from common.closing_up import closed_up, closes_up
from deliveries.channels.results import Away, Never, NotNow
from deliveries.unsubscribing import token_for
from deliveries.words import NoticeText
from games.pages.boards.brief import Brief
from notices.kinds import CALLS, NO_WAIT, REMINDERS, Kind

if TYPE_CHECKING:
    from accounts.models import User

PERMANENT = 500
"""SMTP reply codes from this one on are permanent failures."""


def mail(tidings: Sequence[NoticeText], user: User, address: str, code: str) -> None:
    """Send one email about all of `tidings`. `code` goes into its Message-ID and is the same at every attempt.

    Raises Never or NotNow.
    """
    if not address:
        raise Never(gettext_noop("there is no confirmed email address any more"))
    hand_in(letter(tidings, user, address, code))


def hand_in(message: EmailMultiAlternatives) -> None:
    """Hand an email to the mail server. Raises Never, or NotNow; Away, a NotNow, if the server cannot be reached."""
    try:
        get_connection().send_messages([message])
    except smtplib.SMTPRecipientsRefused as error:
        code_of = max((reply[0] for reply in error.recipients.values()), default=PERMANENT)
        raise (Never if code_of >= PERMANENT else NotNow)(f"SMTP {code_of}") from error
    except smtplib.SMTPResponseException as error:
        raise (Never if error.smtp_code >= PERMANENT and _is_about_the_letter(error) else NotNow)(
            f"SMTP {error.smtp_code}"
        ) from error
    except (smtplib.SMTPException, OSError) as error:
        raise Away(type(error).__name__) from error


@dataclass(frozen=True, slots=True)
class Block:
    """The part of an email about one match or other subject: notifications, an urgent one first, which is the title."""

    first: NoticeText
    more: tuple[NoticeText, ...]

    @property
    def brief(self) -> Brief | None:
        """The pending decision and what happened before it, if the reader has to decide."""
        return next((wording.brief for wording in (self.first, *self.more) if wording.brief is not None), None)

    @property
    def picture(self) -> bytes | None:
        """A picture of the position as a PNG, if any."""
        return next((wording.picture for wording in (self.first, *self.more) if wording.picture is not None), None)


def blocks_of(tidings: Iterable[NoticeText]) -> list[Block]:
    """The blocks of an email, urgent ones first."""
    of_page: dict[str, list[NoticeText]] = {}
    for wording in sorted(tidings, key=lambda wording: not wording.is_urgent):
        of_page.setdefault(wording.path if wording.game else wording.subject, []).append(wording)
    return [Block(first, tuple(more)) for first, *more in of_page.values()]


def letter(tidings: Sequence[NoticeText], user: User, address: str, code: str) -> EmailMultiAlternatives:
    """The email message, ready to send."""
    stop = settings.SITE_URL + reverse("notices_stop", args=[token_for(user)])
    blocks = blocks_of(tidings)
    subject = subject_of(blocks)
    context = {
        "blocks": blocks,
        "first": blocks[0].first,
        "subject": subject,
        "reason": reason_of(tidings),
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
    html = render_to_string("notices/mail/letter.html", context)
    message.attach_alternative(closed_up(html) if closes_up() else html, "text/html")
    for number, block in enumerate(blocks, start=1):
        if block.picture is not None:
            message.mixed_subtype = "related"  # the HTML refers to the pictures
            message.attach(_attached(block.picture, number))
    return message


def _attached(picture: bytes, number: int) -> MIMEImage:
    """The picture of a block as an attachment, with the Content-ID that its `<img>` refers to."""
    image = MIMEImage(picture, "png")
    image.add_header("Content-ID", f"<board-{number}>")
    image.add_header("Content-Disposition", "inline", filename=f"board-{number}.png")
    return image


def subject_of(blocks: Sequence[Block]) -> str:
    """The subject line: the title of the only block, or the number of blocks, which may all be games that wait."""
    if len(blocks) == 1:
        return " ".join(blocks[0].first.title.split())
    if all(block.first.kind in CALLS | REMINDERS for block in blocks):
        words = ngettext("{count} game is waiting for you", "{count} games are waiting for you", len(blocks))
        return words.format(count=len(blocks))
    return ngettext("{count} new notification", "{count} new notifications", len(blocks)).format(count=len(blocks))


def reason_of(tidings: Iterable[NoticeText]) -> str:
    """Why the reader gets the email: usually since they have not seen what it tells."""
    kinds = {wording.kind for wording in tidings}
    if kinds <= {Kind.TEST}:
        return _("You’re getting this because you asked for a test.")
    if kinds <= NO_WAIT:
        return _("Reminders come even if you’ve seen your turn on the site.")
    return _("You’re getting this because you haven’t seen it on the site yet.")


def _is_about_the_letter(error: smtplib.SMTPResponseException) -> bool:
    """Whether the server refuses this email rather than us: a wrong password or sender will be corrected some day."""
    return isinstance(error, smtplib.SMTPDataError)
