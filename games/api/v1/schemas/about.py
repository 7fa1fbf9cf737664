"""You, the games, leaderboards, computer players, bots and profiles."""

from __future__ import annotations

from typing import Any

from ninja import Schema
from pydantic import Field


class Account(Schema):
    """You."""

    name: str
    guest: bool
    bot: bool
    owner: str | None = Field(description="Who answers for a bot.")
    language: str
    turns: int = Field(description="How many matches are waiting for you.")


class Choice(Schema):
    """A variant of the rules or a standing order; the first value is the default."""

    name: str
    values: list[str]


class Game(Schema):
    """A game, and how it can be played here."""

    game: str
    rules: str = Field(description="The version of the rules.")
    seats: list[int]
    options: list[Choice]
    standing_orders: list[Choice]
    reasons: list[str] = Field(description="All the ways it can end by its rules.")
    actions: int = Field(description="No game has more actions than this.")


class GameWithData(Game):
    """A game with the numbers from its rule book: how certain each is, and its source."""

    data: dict[str, Any]


class Standing(Schema):
    """A rating in a game; a provisional one has no place."""

    game: str
    name: str
    computer: bool
    bot: bool
    place: int | None
    rating: int
    games: int
    firsts: int


class Leaderboard(Schema):
    """Part of a leaderboard."""

    lines: list[Standing]
    players: int
    after: str
    before: str


class Bot(Schema):
    """A computer player of the site, which has no owner, or a bot."""

    name: str
    computer: bool
    level: str | None = Field(description="Of a computer player: what to put into `computers` of a table.")
    owner: str | None


class Bots(Schema):
    """All computer players, then part of the list of bots, by name."""

    bots: list[Bot]
    after: str


class Placings(Schema):
    """How often someone came in at each place in a game with this many seats, partners of a team counted as one."""

    game: str
    seats: int
    places: list[int] = Field(description="First places first.")


class Person(Schema):
    """A profile."""

    name: str
    computer: bool
    bot: bool
    owner: str | None = Field(description="Who answers for a bot.")
    bots: list[str] = Field(description="The bots of a person.")
    finished: int
    won: int = Field(description="First places that no opponent shared: a draw is not won.")
    shared: int = Field(description="First places that an opponent shared, draws among them.")
    running: int
    reliability: int | None = Field(description="How many of a hundred started games the player did not leave.")
    ratings: list[Standing]
    results: list[Placings]


class RatingCourse(Schema):
    """How someone's rating in a game has gone: before the first of the latest rated games, then after each."""

    game: str
    ratings: list[int]
