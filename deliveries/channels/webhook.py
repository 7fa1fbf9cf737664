"""Webhooks: one message to the user's URL at Discord, Slack, ntfy, or a program of their own."""

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
from deliveries.words import NoticeText
from notices.models import Webhook

MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|>~<@:])")
"""Characters that have a meaning at Discord, and are escaped."""

SLACK = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""The characters that Slack wants to be escaped, and no others."""

NOT_AT_DISCORD = re.compile(r"[@#:]|```|discord|clyde", re.IGNORECASE)
ALONE_NOT_AT_DISCORD = {"everyone", "here"}
"""Names that Discord refuses, with the whole message: those that contain the former, or equal one of the latter."""

TOPIC = re.compile(r"[-_A-Za-z0-9]{1,64}")
"""The names that ntfy allows for topics."""

URGENT, USUAL = 4, 3
"""ntfy priorities."""


def call(wording: NoticeText, webhook: Webhook, code: str, begin: Callable[[], object]) -> None:
    """Send a notification to a webhook. `code` is the same at every attempt, but Discord, Slack and ntfy ignore it.

    They show a message as often as it arrives, and offer no way to check. Raises Gone, Never, NotNow, and Unsure if it
    may have arrived: then the caller must not send it again. `begin` is called right before it is sent.
    """
    url, headers = webhook.url, {"Content-Type": "application/json", "Idempotency-Key": code}
    match webhook.style:
        case Webhook.Style.DISCORD:
            body = json.dumps(discord(wording))
        case Webhook.Style.SLACK:
            body = json.dumps(slack(wording))
        case Webhook.Style.NTFY:
            url, topic = server_and_topic(webhook.url)
            body = json.dumps(ntfy(wording, topic))
        case _:
            body = json.dumps(plain(wording, code))
            headers |= signature(body, webhook.key, code)
    send(url, body.encode(), headers, begin)


def server_and_topic(url: str) -> tuple[str, str]:
    """The URL of the ntfy server, and the topic, from the single URL that ntfy's apps show. Raises ValueError."""
    parts = urlsplit(url)
    path, _slash, topic = parts.path.rpartition("/")
    if parts.query or not TOPIC.fullmatch(topic):
        raise ValueError(url)
    return f"{parts.scheme}://{parts.netloc}{path}/", topic


def ntfy(wording: NoticeText, topic: str) -> dict[str, object]:
    """The message in ntfy's format, which needs no escaping."""
    priority = URGENT if wording.is_urgent else USUAL
    return {"topic": topic, "title": wording.title, "message": wording.text, "click": wording.url, "priority": priority}


def plain(wording: NoticeText, code: str) -> dict[str, object]:
    """The message for a program: the text, its kind and game, and the URL of the page."""
    return {
        "id": code,
        "kind": wording.kind,
        "game": wording.game,
        "title": wording.title,
        "text": wording.text,
        "url": wording.url,
        "urgent": wording.is_urgent,
    }


def signature(body: str, key: bytes, code: str) -> dict[str, str]:
    """The headers with the id, time and signature of a message, as in https://www.standardwebhooks.com."""
    sent = str(int(time.time()))
    mac = hmac.new(key, f"{code}.{sent}.{body}".encode(), hashlib.sha256).digest()
    return {"webhook-id": code, "webhook-timestamp": sent, "webhook-signature": f"v1,{base64.b64encode(mac).decode()}"}


def discord(wording: NoticeText) -> dict[str, object]:
    """The message in Discord's format; names in it can neither add formatting nor mention anyone."""
    text = f"**{MARKDOWN.sub(_escaped, wording.title)}**\n{MARKDOWN.sub(_escaped, wording.text)}\n<{wording.url}>"
    return {"content": text, "allowed_mentions": {"parse": []}} | _sender_at_discord()


def _sender_at_discord() -> dict[str, object]:
    """The sender's name as a field of the message; none if Discord would refuse it, which then shows the webhook's."""
    name = settings.SITE_NAME[:80]
    refused = NOT_AT_DISCORD.search(name) or name.casefold() in ALONE_NOT_AT_DISCORD
    return {} if refused else {"username": name}


def slack(wording: NoticeText) -> dict[str, object]:
    """The message in Slack's format."""
    return {"text": f"*<{wording.url}|{wording.title.translate(SLACK)}>*\n{wording.text.translate(SLACK)}"}


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found[1]
