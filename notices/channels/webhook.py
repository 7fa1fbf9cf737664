"""Discord, Slack and what speaks like them: one message into a channel."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from django.conf import settings

from notices.channels.http import send
from notices.models import Webhook
from notices.words import Told

MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|>~<@:])")
SLACK = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def call(told: Told, webhook: Webhook, code: str, begin: Callable[[], object]) -> None:
    """Send to the channel. `code` is the same when it is sent again; Discord and Slack do not look at it.

    They show a message as often as it comes, and cannot be asked whether it has. Raises Gone, Never, NotNow, and Unsure
    when it may have come: then it is for the caller not to send it again. `begin` is called right before it is sent.
    """
    body = json.dumps(discord(told) if webhook.style == Webhook.Style.DISCORD else slack(told)).encode()
    send(webhook.url, body, {"Content-Type": "application/json", "Idempotency-Key": code}, begin)


def discord(told: Told) -> dict[str, object]:
    """The message as Discord reads it; names in it neither format nor call anybody."""
    text = f"**{MARKDOWN.sub(_escaped, told.title)}**\n{MARKDOWN.sub(_escaped, told.text)}\n<{told.url}>"
    return {"username": settings.SITE_NAME[:80], "content": text, "allowed_mentions": {"parse": []}}


def slack(told: Told) -> dict[str, object]:
    """The message as Slack reads it."""
    return {"text": f"*<{told.url}|{told.title.translate(SLACK)}>*\n{told.text.translate(SLACK)}"}


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found[1]
