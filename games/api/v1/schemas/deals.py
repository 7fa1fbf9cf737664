"""Deals sent as challenges."""

from __future__ import annotations

from ninja import Schema
from pydantic import Field

from games.api.v1.schemas.shared import Body, Short


class SentResult(Schema):
    """How someone did with a sent deal. `sender`: whether this is the score to beat."""

    place: int
    name: str
    sender: bool
    points: int | None = Field(description="null: left the game")
    rank: int | None = Field(description="The place among those at the table, which several may share.")
    hints: bool = Field(description="Whether they asked for hints.")


class SendDeal(Body):
    """Which deal to send: that of a finished `match` of yours."""

    match: Short


class DealLink(Schema):
    """A deal that you have sent: `deal` is the secret part of its link, `path` the link."""

    deal: str
    path: str


class DealOfYours(Schema):
    """A deal that you have sent, with how many have played it and beaten you."""

    deal: str = Field(description="The secret part of its link.")
    game: str
    match: str = Field(description="Your game, for which it was dealt.")
    points: int | None = Field(description="The score to beat.")
    open: bool
    played: int
    beaten: int


class DealOfOthers(Schema):
    """Someone else's deal that you have played, or are playing."""

    deal: str = Field(description="The secret part of its link.")
    game: str
    sender: str
    points: int | None = Field(description="The score to beat.")
    match: str = Field(description="Your game with it.")
    own_points: int | None = Field(description="null: you are still playing, or left the game.")


class Deals(Schema):
    """The latest deals you have sent, and the latest you have got, latest first."""

    sent: list[DealOfYours]
    received: list[DealOfOthers]


class Begun(Schema):
    """Your game: read and play it like any other match."""

    match: str


class SentDeal(Schema):
    """A sent deal, to be played once, in the same seat against the same opponents."""

    sender: str
    game: str
    options: str
    seats: list[str | None] = Field(description="Levels of computer players in turn order; null is your seat.")
    points: int = Field(description="The score to beat.")
    open: bool
    played: int
    beaten: int
    match: str | None = Field(description="Your game with it.")
    results: list[SentResult] | None = Field(description="null: you have not played it.")
