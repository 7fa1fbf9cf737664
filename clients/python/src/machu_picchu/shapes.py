"""Types of what the site returns. A newer site may add keys."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Which = Literal["turn", "waiting", "tables", "invitations", "finished"]
Answer = Literal["accept", "decline", "withdraw"]


class Account(TypedDict):
    """`owner` answers for a bot; it is None for a person."""

    name: str
    guest: bool
    bot: bool
    owner: str | None
    language: str
    turns: int


class Choice(TypedDict):
    name: str
    values: list[str]


class Game(TypedDict):
    game: str
    rules: str
    seats: list[int]
    options: list[Choice]
    standing_orders: list[Choice]
    reasons: list[str]
    actions: int


class Seat(TypedDict):
    """A place at a table; `name` is None while it is free. A name that is `typed` belongs to no account."""

    number: int
    name: str | None
    typed: bool
    computer: bool
    bot: bool
    points: int | None
    rank: int | None
    bank: float | None


class Row(TypedDict):
    """A match in a list. `seat` is your seat, `to_move` the seat that has to decide."""

    code: str
    game: str
    options: str
    status: Literal["open", "running", "finished", "broken", "study"]
    pace: str
    rated: bool
    access: str
    ply: int
    seats: list[Seat]
    seat: int | None
    to_move: int | None
    deadline: str | None
    created_at: str
    finished_at: str | None
    reason: str


class Rows(TypedDict):
    """One page of a list. Pass `after` to get the next page; it is empty on the last one."""

    rows: list[Row]
    after: str


class Match(Row):
    """A match as your seat sees it. `legal` holds the actions you can play now.

    Once it is over, `commitment` is the SHA-256 of `salt` and `deal` in hexadecimal; before that, both are None.
    """

    rules: str
    commitment: str
    salt: str | None
    deal: str | None
    view: Any
    legal: list[str]
    can_undo: bool
    plan: list[str]
    orders: dict[str, str]
    win_offer: int | None
    agreeing: list[int]
    outcome: Any


class Entry(TypedDict):
    step: int | None
    kind: str
    seat: int | None
    action: str
    source: str
    stand_in: bool
    made_at: str


class Message(TypedDict):
    id: int
    name: str
    bot: bool
    channel: str
    text: str
    at: str


class Opened(TypedDict):
    """A new table. `invite` is the path of its invitation link."""

    code: str
    status: str
    invite: str


class Done(TypedDict):
    code: str
    status: str
    ply: int


class Event(TypedDict):
    """Something that happened. Pass its `id` as `last` to continue after it. `type` decides which other keys it has:

    `ready` (turns), `entry` (ply and an `Entry`), `undone` (ply), `match` (match), `chat` (match, message), `end`. Any
    other type is a notification, such as `turn`, `question`, `invitation`, `started`, `finished` (match, game, seat,
    ply, name, bot, at).
    """

    id: str
    type: str
    turns: NotRequired[list[str]]
    match: NotRequired[Any]
    message: NotRequired[Message]
    game: NotRequired[str | None]
    seat: NotRequired[int | None]
    ply: NotRequired[int]
    name: NotRequired[str | None]
    bot: NotRequired[bool]
    at: NotRequired[str]
    step: NotRequired[int | None]
    kind: NotRequired[str]
    action: NotRequired[str]
    source: NotRequired[str]
    stand_in: NotRequired[bool]
    made_at: NotRequired[str]
