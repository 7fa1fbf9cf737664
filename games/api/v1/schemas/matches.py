"""A match as a seat sees it, its log and chat, and what is played and said in it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from games.api.v1.schemas.shared import Body, Channel, Count, Short, Text


class Seat(Schema):
    """A place at a table; `name` is null while it is free."""

    number: int
    name: str | None
    typed: bool = Field(
        False, description="Whether someone has typed the name for a match on one device: it is not that of an account."
    )
    computer: bool = Field(description="Whether a computer player is playing this seat now.")
    bot: bool = Field(False, description="Whether this is the seat of a bot.")
    points: int | None = None
    rank: int | None = None
    bank: float | None = Field(None, description="Seconds left in the time bank, on top of the time for each turn.")


class Row(Schema):
    """A match in a list."""

    code: str
    game: str
    options: str = Field(description="Variants as name=value;name=value; empty: the printed game.")
    status: str = Field(description="open, running, finished, broken (on hold) or study (of an uploaded record)")
    pace: str = Field(description="live; 1d, 2d, 3d or 7d for a turn; none")
    rated: bool
    access: Literal["anybody", "friends", "link", "password", "club"] = Field(description="Who can see it.")
    ply: int = Field(description="How many entries its log has.")
    seats: list[Seat]
    seat: int | None = Field(description="Where you sit.")
    to_move: int | None = Field(description="The seat that decides now.")
    deadline: datetime | None = Field(description="When its time is up, the bank included.")
    created_at: datetime
    finished_at: datetime | None
    reason: str = Field(
        description="How it ended: one of the game's `reasons`, or resigned, timeout, agreed, called_off (by a "
        "moderator) or ended (an exhibition)."
    )


class Rows(Schema):
    """Part of a list; ask again with `after` until it is empty."""

    rows: list[Row]
    after: str


class Match(Row):
    """A match as your seat sees it now. What is hidden from you is left out, or `?` in notation."""

    rules: str
    commitment: str = Field(description="SHA-256 of `salt` and `deal`, in hexadecimal: the shuffle cannot be changed.")
    salt: str | None = Field(None, description="null until the match is over.")
    deal: str | None = Field(None, description="In notation; null until the match is over.")
    view: Any = Field(None, description="What your seat sees: the fields of the class `View` of the game.")
    legal: list[str] = Field(description="Your legal actions now, in notation; empty if you are not to move.")
    can_undo: bool
    plan: list[str] = Field(description="The actions you have planned for your next turn.")
    orders: dict[str, str] = Field(description="Your standing orders.")
    win_offer: int | None = Field(description="The seat that can take the win, after the other ran out of time.")
    agreeing: list[int] = Field(description="The seats that want to end the match here.")
    outcome: Any = Field(None, description="Points, ranks and reason, once it has ended by its rules; otherwise null.")


class LogEntry(Schema):
    """An entry of the log, without what is hidden from you; `step` counts the actions that were not undone."""

    step: int | None
    kind: str = Field(
        description="play, undo, resign, timeout, claim (of the win), agree, decline, hint, aside (put on hold), "
        "mended, stopped (by a moderator) or ended (by the host)"
    )
    seat: int | None
    action: str = Field(description="In notation; of a hint, what it advises.")
    source: str = Field(description="person, computer, forced (the only choice), order (standing), plan or record")
    stand_in: bool = Field(description="Whether a computer player decided it because the player of the seat had left.")
    made_at: datetime


class Log(Schema):
    """All entries of the log."""

    entries: list[LogEntry]


class Message(Schema):
    """A message of the chat."""

    id: int
    name: str
    bot: bool
    channel: Channel
    text: str = Field(description="Empty: removed by a moderator.")
    at: datetime


class Chat(Schema):
    """The latest messages you can read, oldest first."""

    messages: list[Message]
    unread: int
    channel: str | None = Field(description="The channel you can write in.")


class Play(Body):
    """An action in notation, and the ply you have seen."""

    action: Short
    ply: Count


class AtPly(Body):
    """The ply you have seen."""

    ply: Count


class Plan(Body):
    """An action for your next turn, as number `place` of the plan."""

    action: Short
    place: Count


class Keep(Body):
    """How many actions of the plan to keep."""

    count: Count


class Orders(Body):
    """All your standing orders; `always`: also for your later matches of this game."""

    orders: Annotated[dict[str, Short], Field(max_length=20)] = {}
    always: bool = False


class Say(Body):
    """What to say."""

    text: Text


class Done(Schema):
    """Done; `ply` is the length of the log now."""

    code: str
    status: str
    ply: int
