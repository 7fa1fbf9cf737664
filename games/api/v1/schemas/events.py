"""What streams send."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema
from pydantic import Field

from games.api.v1.schemas.matches import Message


class Chatted(Schema):
    """An event: someone wrote in the chat of a match."""

    match: str
    message: Message


class Told(Schema):
    """An event: news for you, mostly about a match. `name` is who did it; null for `taken_over`."""

    match: str | None
    game: str | None
    seat: int | None
    ply: int
    name: str | None
    bot: bool = Field(False, description="Whether it was a bot.")
    at: datetime
