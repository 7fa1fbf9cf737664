"""The API's list of notifications."""

from __future__ import annotations

from datetime import datetime

from ninja import Router, Schema

from deliveries.selectors.history import entries_of
from games.api.v1 import schemas
from games.api.v1.caller import ApiRequest, acting

router = Router(tags=["the house"])


class Notice(Schema):
    """A notification to you."""

    id: int
    kind: str
    game: str
    title: str
    text: str
    url: str
    at: datetime


class Notices(Schema):
    """Notifications, latest first. While `before` is not null, pass it back for the next page."""

    notices: list[Notice]
    before: int | None


@router.get("notices", response=Notices, url_name="notices")
def notices(request: ApiRequest, before: schemas.shared.Key | None = None) -> Notices:
    """Your notifications as text, latest first."""
    found, following = entries_of(acting(request), before=before)
    return Notices(
        notices=[
            Notice(
                id=entry.notice.pk,
                kind=entry.wording.kind,
                game=entry.wording.game,
                title=entry.wording.title,
                text=entry.wording.text,
                url=entry.wording.url,
                at=entry.notice.made_at,
            )
            for entry in found
        ],
        before=following,
    )
