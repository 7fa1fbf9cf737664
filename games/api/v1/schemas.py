"""What is said and heard, as typed schemas: the OpenAPI document is made of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field

from games.services.lobby.terms import TableTerms

Text = Annotated[str, Field(max_length=2000, pattern=r"^[^\x00]*$")]
Short = Annotated[str, Field(max_length=80, pattern=r"^[^\x00]*$")]
Count = Annotated[int, Field(ge=0, le=999_999_999)]
Key = Annotated[int, Field(ge=0, lt=2**63)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]


class Problem(Schema):
    """What went wrong (RFC 9457): `code` is for programs, `detail` for people, in the language that was asked for."""

    type: str
    title: str
    status: int
    detail: str
    code: str


class Account(Schema):
    """Who asks."""

    name: str
    guest: bool
    bot: bool
    owner: str | None = Field(description="Who answers for a bot.")
    language: str
    turns: int = Field(description="How many matches wait for you.")


class Choice(Schema):
    """A variant of the rules or a standing order; the first value is what is used when nothing is said."""

    name: str
    values: list[str]


class Game(Schema):
    """A game of the house, as its tables can be played."""

    game: str
    rules: str = Field(description="The version of the rules.")
    seats: list[int]
    options: list[Choice]
    standing_orders: list[Choice]
    reasons: list[str] = Field(description="All ways in which a game can end.")
    actions: int = Field(description="No game has more actions than this.")


class GameWithData(Game):
    """A game with the figures of its rule book, each with how certain it is and where it stands."""

    data: dict[str, Any]


class Seat(Schema):
    """A place at a table; `name` is null while it is free."""

    number: int
    name: str | None
    computer: bool = Field(description="Whether a computer player decides here now.")
    bot: bool = Field(False, description="Whether this is the seat of a bot.")
    points: int | None = None
    rank: int | None = None
    bank: float | None = Field(None, description="Seconds left beyond the time of each turn.")


class Row(Schema):
    """A match in a list."""

    code: str
    game: str
    options: str
    status: str
    pace: str
    rated: bool
    access: str
    ply: int
    seats: list[Seat]
    seat: int | None = Field(description="Where you sit.")
    to_move: int | None
    deadline: datetime | None
    created_at: datetime
    finished_at: datetime | None
    reason: str


class Rows(Schema):
    """A stretch of a list; ask again with `after`, as long as it is not empty."""

    rows: list[Row]
    after: str


class Match(Row):
    """A match as your seat sees it now. Everything hidden from you is absent, or `?` in notation."""

    rules: str
    commitment: str = Field(description="SHA-256 of salt and deal: the shuffle cannot be changed later.")
    view: Any = None
    legal: list[str] = Field(description="What you may play now, in notation; empty when you do not decide.")
    can_undo: bool
    plan: list[str]
    orders: dict[str, str]
    win_offer: int | None = Field(description="The seat that may take the win as the other one's time ran out.")
    agreeing: list[int] = Field(description="The seats that would end the match here.")
    outcome: Any = None


class LogEntry(Schema):
    """An entry of the log as you may read it; `step` counts the actions that were not taken back."""

    step: int | None
    kind: str
    seat: int | None
    action: str
    source: str
    made_at: datetime


class Log(Schema):
    """All entries of the log."""

    entries: list[LogEntry]


class Step(Schema):
    """A match that is over, or a running one through your own eyes, after `step` actions."""

    code: str
    step: int
    last_step: int
    view: Any
    entry: LogEntry | None = Field(description="What led to this step.")


class Message(Schema):
    """A message of the chat."""

    id: int
    name: str
    bot: bool
    channel: str
    text: str
    at: datetime


class Chatted(Schema):
    """An event: somebody wrote in the chat of a match."""

    match: str
    message: Message


class Told(Schema):
    """An event: something that you are told, mostly of a match. `name` is who did it."""

    match: str | None
    game: str | None
    seat: int | None
    ply: int
    name: str | None
    bot: bool = Field(False, description="Whether it was a bot.")
    at: datetime


class Chat(Schema):
    """The latest messages that you read, the oldest first."""

    messages: list[Message]
    unread: int
    channel: str | None = Field(description="Where you may write.")


class Decision(Schema):
    """A decision as the search judges it. Chances of winning are in thousandths."""

    step: int
    seat: int
    chances: list[int]
    best: list[tuple[str, int]]
    played: str
    kept: int
    loss: int


class Analysis(Schema):
    """How far the analysis is, and what it has found."""

    upto: int
    steps: int
    finished: bool
    decisions: list[Decision]


class Standing(Schema):
    """A rating in a game; one of which little is known yet has no place."""

    game: str
    name: str
    computer: bool
    bot: bool
    place: int | None
    rating: int
    games: int
    firsts: int


class Leaderboard(Schema):
    """A stretch of a leaderboard."""

    lines: list[Standing]
    players: int
    after: str
    before: str


class Bot(Schema):
    """A computer player of the site, which has no owner, or a bot."""

    name: str
    computer: bool
    owner: str | None


class Bots(Schema):
    """All computer players, then a stretch of the bots by name."""

    bots: list[Bot]
    after: str


class Person(Schema):
    """A profile."""

    name: str
    computer: bool
    bot: bool
    owner: str | None = Field(description="Who answers for a bot.")
    bots: list[str] = Field(description="The bots of a person.")
    finished: int
    won: int
    running: int
    reliability: int | None = Field(description="Of a hundred games that began, how many were not left.")
    ratings: list[Standing]


class Terms(Schema):
    """Who may join and watch a table, how the match is played, and when it begins."""

    options: Annotated[dict[str, Short], Field(max_length=20)] = {}
    access: Literal["anybody", "friends", "link", "password"] = "anybody"
    password: Annotated[str, Field(max_length=64, pattern=r"^[^\x00]*$")] = ""
    pace: Literal["live", "1d", "2d", "3d", "7d", "none"] = "2d"
    weekends_off: bool = False
    rated: bool = False
    host_starts: bool = False
    seats_drawn: bool = True
    lowest_rating: Annotated[int, Field(ge=0, le=4000)] | None = None
    highest_rating: Annotated[int, Field(ge=0, le=4000)] | None = None
    reliability: Annotated[int, Field(ge=1, le=100)] | None = None

    def as_terms(self) -> TableTerms:
        """All that, as the services take it."""
        return TableTerms(
            access=self.access,
            password=self.password,
            options=self.options,
            rated=self.rated,
            pace=self.pace,
            weekends_off=self.weekends_off,
            host_starts=self.host_starts,
            seats_drawn=self.seats_drawn,
            rating_range=(self.lowest_rating, self.highest_rating),
            least_reliability=self.reliability,
        )


class NewTable(Terms):
    """A table to open: `computers` sit down at once, all other seats but yours are free."""

    game: Short
    seats: Annotated[int, Field(ge=2, le=5)] = 2
    computers: Annotated[list[Short], Field(max_length=4)] = []


class Opened(Schema):
    """A table that was opened; `invite` is the path of its invitation link."""

    code: str
    status: str
    invite: str


class Join(Schema):
    """Which seat, any without a number; with the password, or the secret of the invitation link, where one is asked."""

    seat: SeatNumber | None = None
    password: Annotated[str, Field(max_length=64, pattern=r"^[^\x00]*$")] = ""
    secret: Short = ""


class Start(Schema):
    """With which computer players on the free seats; none for a table that is full."""

    level: Short | None = None


class Invite(Schema):
    """Whom to invite."""

    name: Short


class Play(Schema):
    """An action in notation, at the ply that you have seen."""

    action: Short
    ply: Count


class AtPly(Schema):
    """The ply that you have seen."""

    ply: Count


class Plan(Schema):
    """An action for your next turn, as number `place` of the plan."""

    action: Short
    place: Count


class Keep(Schema):
    """How many actions of the plan stay."""

    count: Count


class Orders(Schema):
    """All your standing orders; `always`: also for your later matches of this game."""

    orders: Annotated[dict[str, Short], Field(max_length=20)] = {}
    always: bool = False


class Say(Schema):
    """What to say."""

    text: Text


class Done(Schema):
    """It is done; `ply` is where the match stands now."""

    code: str
    status: str
    ply: int


class SentResult(Schema):
    """How somebody has played a deal that was sent. `sender`: it is the one that the others play against."""

    place: int
    name: str
    sender: bool
    points: int | None = Field(description="null: has left it")
    rank: int | None = Field(description="The place at the table.")
    hints: bool = Field(description="Has asked for hints.")


class SentDeal(Schema):
    """A deal that somebody has sent, to be played once at the same seat against the same opponents."""

    sender: str
    game: str
    options: str
    seats: list[str | None] = Field(description="Levels of computer players in turn order; null is your seat.")
    points: int = Field(description="The score to beat.")
    open: bool
    played: int
    beaten: int
    match: str | None = Field(description="Your own game with it.")
    results: list[SentResult] | None = Field(description="null: you have not played it.")
