"""Open pages: through their socket. Users with no page open find it in the list of notifications."""

from __future__ import annotations

from redis.exceptions import RedisError

from common import group_send
from deliveries.channels.results import NotNow
from deliveries.words import NoticeText
from games.services.live.broadcast import user_group


def show(wording: NoticeText, user_id: int, code: str) -> None:
    """Send a notification to every open page of a user. `code` is the same if it is sent again. Raises NotNow."""
    news = {
        "type": "notice.new",
        "id": code,
        "kind": wording.kind,
        "title": wording.title,
        "text": wording.text,
        "url": wording.path,
    }
    try:
        group_send.send([(user_group(user_id), news)])
    except (RedisError, OSError) as error:
        raise NotNow(str(error)) from error
