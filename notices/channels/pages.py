"""Pages that are open now: by the socket that they have anyway. Who has none open finds it in the list of notices."""

from __future__ import annotations

from redis.exceptions import RedisError

from games.services import herald
from games.services.tell import user_group
from notices.channels.results import NotNow
from notices.words import Told


def show(told: Told, user_id: int, code: str) -> None:
    """Tell every open page of the user. `code` is the same when it is told again. Raises NotNow."""
    news = {
        "type": "notice.new",
        "id": code,
        "kind": told.kind,
        "title": told.title,
        "text": told.text,
        "url": told.path,
    }
    try:
        herald.tell([(user_group(user_id), news)])
    except (RedisError, OSError) as error:
        raise NotNow(str(error)) from error
