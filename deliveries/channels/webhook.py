"""Discord, Slack, ntfy, or the user's own program: one message to the address they have given."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings

from deliveries.channels.http import send
from deliveries.words import Told
from notices.models import Webhook

MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|>~<@:])")
SLACK = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


NOT_AT_DISCORD = re.compile(r"[@#:]|```|discord|clyde", re.IGNORECASE)
ALONE_NOT_AT_DISCORD = {"everyone", "here"}
"""What names must not contain, or be, at Discord: it refuses the whole message."""

TOPIC = re.compile(r"[-_A-Za-z0-9]{1,64}")
URGENT, USUAL = 4, 3
"""Priorities of ntfy."""


def call(told: Told, webhook: Webhook, code: str, begin: Callable[[], object]) -> None:
    """Send to the address. `code` is the same if it is sent again; Discord, Slack and ntfy ignore it.

    They show a message as often as it arrives, and cannot be asked whether it has. Raises Gone, Never, NotNow, and
    Unsure if it may have arrived: then the caller must not send it again. `begin` is called right before it is sent.
    """
    url, headers = webhook.url, {"Content-Type": "application/json", "Idempotency-Key": code}
    match webhook.style:
        case Webhook.Style.DISCORD:
            body = json.dumps(discord(told))
        case Webhook.Style.SLACK:
            body = json.dumps(slack(told))
        case Webhook.Style.NTFY:
            url, topic = server_and_topic(webhook.url)
            body = json.dumps(ntfy(told, topic))
        case _:
            body = json.dumps(plain(told, code))
            headers |= signature(body, webhook.key, code)
    send(url, body.encode(), headers, begin)


def server_and_topic(url: str) -> tuple[str, str]:
    """The ntfy server to send to, and the topic: its apps show one address for both. Raises ValueError."""
    parts = urlsplit(url)
    path, _slash, topic = parts.path.rpartition("/")
    if parts.query or not TOPIC.fullmatch(topic):
        raise ValueError(url)
    return f"{parts.scheme}://{parts.netloc}{path}/", topic


def ntfy(told: Told, topic: str) -> dict[str, object]:
    """The message in the format of ntfy, which shows text as it is."""
    priority = URGENT if told.is_urgent else USUAL
    return {"topic": topic, "title": told.title, "message": told.text, "click": told.url, "priority": priority}


def plain(told: Told, code: str) -> dict[str, object]:
    """The message for a program: the words, what they are about, and where to go."""
    return {
        "id": code,
        "kind": told.kind,
        "game": told.game,
        "title": told.title,
        "text": told.text,
        "url": told.url,
        "urgent": told.is_urgent,
    }


def signature(body: str, key: bytes, code: str, now: int | None = None) -> dict[str, str]:
    """The headers with the id, the time and our signature of a message: https://www.standardwebhooks.com."""
    sent = str(int(time.time()) if now is None else now)
    mac = hmac.new(key, f"{code}.{sent}.{body}".encode(), hashlib.sha256).digest()
    return {"webhook-id": code, "webhook-timestamp": sent, "webhook-signature": f"v1,{base64.b64encode(mac).decode()}"}


def discord(told: Told) -> dict[str, object]:
    """The message in the format of Discord; names in it neither format nor mention anyone."""
    text = f"**{MARKDOWN.sub(_escaped, told.title)}**\n{MARKDOWN.sub(_escaped, told.text)}\n<{told.url}>"
    return {"content": text, "allowed_mentions": {"parse": []}} | _sender_at_discord()


def _sender_at_discord() -> dict[str, object]:
    """Under which name a message stands; nothing if Discord would refuse it: then it is that of the webhook."""
    name = settings.SITE_NAME[:80]
    refused = NOT_AT_DISCORD.search(name) or name.casefold() in ALONE_NOT_AT_DISCORD
    return {} if refused else {"username": name}


def slack(told: Told) -> dict[str, object]:
    """The message in the format of Slack."""
    return {"text": f"*<{told.url}|{told.title.translate(SLACK)}>*\n{told.text.translate(SLACK)}"}


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found[1]
