"""Web Push: to one browser, also while no page is open there."""

from __future__ import annotations

import hashlib
import json
from email.utils import parseaddr
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from notices.channels import encryption
from notices.channels.http import send
from notices.kinds import CALLS, REMINDERS
from notices.models import Browser
from notices.words import Told

KEPT = 3 * 24 * 60 * 60
"""Seconds that the push service keeps a message for a browser that is off."""


@cache
def site_key() -> ec.EllipticCurvePrivateKey:
    """The key by which browsers know this site."""
    return encryption.private_key(settings.VAPID_KEY)


def application_server_key() -> str:
    """The public half of it, as `pushManager.subscribe` wants it."""
    return encryption.encode(encryption.raw_public(site_key()))


def push(told: Told, browser: Browser, code: str, *, waiting: list[str] | None) -> None:
    """Send to one browser. Sent twice it is still shown once, and rings once: topic, tag and `code` are the same.

    `code` is never that of another notice. Calls about other matches than those at `waiting` are closed there; None:
    nobody knows. Browsers allow no push that only closes something, so what is settled elsewhere goes with the next
    one, or when a page is opened.

    Raises Gone, Never, NotNow or Unsure.
    """
    tag = tag_of(told)
    words = {"title": told.title, "body": told.text, "url": told.path, "tag": tag, "id": code}
    message = json.dumps(words | {"calls": told.kind in CALLS | REMINDERS, "waiting": waiting}).encode()
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
        "Urgency": "high" if told.is_urgent else "normal",
        "Authorization": encryption.proof(browser.endpoint, key=site_key(), contact=contact),
    }
    send(browser.endpoint, sealed, headers)


def tag_of(told: Told) -> str:
    """What two messages about the same thing have in common: 32 characters, as a Topic may have."""
    return encryption.encode(hashlib.sha256(told.subject.encode()).digest())[:32]
