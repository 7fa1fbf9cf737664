"""What people were told, for programs: the part of the API that knows matches and notices."""

from __future__ import annotations

from datetime import datetime

from ninja import Router, Schema

from deliveries.selectors.history import entries_of
from games.api.v1 import schemas
from games.api.v1.caller import ApiRequest, acting

router = Router(tags=["the house"])


class Notice(Schema):
    """Something that you were told."""

    id: int
    kind: str
    game: str
    title: str
    text: str
    url: str
    at: datetime


class Notices(Schema):
    """The latest first; ask again with `before`, as long as it is not null."""

    notices: list[Notice]
    before: int | None


@router.get("notices", response=Notices, url_name="notices")
def notices(request: ApiRequest, before: schemas.Key | None = None) -> Notices:
    """What you were told, in words."""
    found, following = entries_of(acting(request), before=before)
    return Notices(
        notices=[
            Notice(
                id=entry.notice.pk,
                kind=entry.told.kind,
                game=entry.told.game,
                title=entry.told.title,
                text=entry.told.text,
                url=entry.told.url,
                at=entry.notice.made_at,
            )
            for entry in found
        ],
        before=following,
    )
