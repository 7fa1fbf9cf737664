"""Web Push: sending to one browser, even while no page is open there."""

from __future__ import annotations

import hashlib
import json
from email.utils import parseaddr
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from deliveries.channels import encryption
from deliveries.channels.http import send
from deliveries.words import NoticeText
from notices.kinds import CALLS, REMINDERS
from notices.models import Browser

KEPT = 3 * 24 * 60 * 60
"""Seconds for which the push service keeps a message for a browser that is offline."""


@cache
def site_key() -> ec.EllipticCurvePrivateKey:
    """The site's VAPID key, which identifies it to browsers and push services."""
    return encryption.private_key(settings.VAPID_KEY)


def application_server_key() -> str:
    """The public half of the site's key, in the format for `pushManager.subscribe`."""
    return encryption.encode(encryption.raw_public(site_key()))


def push(wording: NoticeText, browser: Browser, code: str, *, waiting: list[str] | None) -> None:
    """Send a notification to one browser. Sent twice, it is shown and rings only once: the topic and `code` are equal.

    `code` identifies the notification. The browser closes its calls about matches that are not in `waiting` (None:
    unknown). Browsers allow no push that only closes something, so calls settled elsewhere are closed with the next
    push, or when a page is opened.

    Raises Gone, Never, NotNow or Unsure.
    """
    tag = tag_of(wording)
    words = {"title": wording.title, "body": wording.text, "url": wording.path, "tag": tag, "id": code}
    message = json.dumps(words | {"calls": wording.kind in CALLS | REMINDERS, "waiting": waiting}).encode()
    sealed = encryption.seal(message, browser=encryption.decode(browser.key), auth=encryption.decode(browser.auth))
    contact = (
        settings.SITE_URL
        if settings.SITE_URL.startswith("https:")
        else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    )
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT),
        "Topic": tag,
        "Urgency": "high" if wording.is_urgent else "normal",
        "Authorization": encryption.proof(browser.endpoint, key=site_key(), contact=contact),
    }
    send(browser.endpoint, sealed, headers)


def tag_of(wording: NoticeText) -> str:
    """The tag shared by notifications with the same subject: 32 characters, the maximum for a Topic."""
    return encryption.encode(hashlib.sha256(wording.subject.encode()).digest())[:32]
