"""Requests and responses as typed schemas, from which the OpenAPI document is made."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from games.models.chat import LONGEST_MESSAGE
from games.services.lobby.terms import TableTerms
from games.services.records.reading import LONGEST_RECORD

Text = Annotated[str, Field(max_length=2000, pattern=r"^[^\x00]*$")]
Short = Annotated[str, Field(max_length=80, pattern=r"^[^\x00]*$")]
ReportText = Annotated[str, Field(max_length=LONGEST_MESSAGE, pattern=r"^[^\x00]*$")]
Count = Annotated[int, Field(ge=0, le=999_999_999)]
Key = Annotated[int, Field(ge=0, lt=2**63)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]
SeatCount = Annotated[int, Field(ge=2, le=5)]
Rating = Annotated[int, Field(ge=0, le=4000)]
Channel = Literal["players", "watchers"]
Pace = Literal["live", "1d", "2d", "3d", "7d", "none"]


class Body(Schema):
    """The body of a request. Unknown fields are refused: a misspelt one must not open other seats than were meant."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """What went wrong (RFC 9457): `code` is for programs, `detail` for people, in the language you asked for."""

    type: str
    title: str
    status: int
    detail: str
    code: str


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


class Seat(Schema):
    """A place at a table; `name` is null while it is free."""

    number: int
    name: str | None
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
    made_at: datetime


class Log(Schema):
    """All entries of the log."""

    entries: list[LogEntry]


class Step(Schema):
    """A finished match, or a running one as you see it, after `step` actions."""

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
    channel: Channel
    text: str = Field(description="Empty: removed by a moderator.")
    at: datetime


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


class Chat(Schema):
    """The latest messages you can read, oldest first."""

    messages: list[Message]
    unread: int
    channel: str | None = Field(description="The channel you can write in.")


class Decision(Schema):
    """A decision as the search judges it. Chances of winning are in thousandths."""

    step: int = Field(description="After this many actions.")
    seat: int
    chances: list[int] = Field(description="Of each seat.")
    best: list[tuple[str, int]] = Field(
        description="The best actions, best first, with the chance each leaves the seat."
    )
    played: str
    kept: int = Field(description="The chance that `played` left the seat.")
    loss: int = Field(description="The chance that it gave away.")


class Analysis(Schema):
    """How far the analysis is, and what it has found."""

    upto: int = Field(description="How many actions have been looked at.")
    steps: int = Field(description="How many there are.")
    finished: bool
    decisions: list[Decision]


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


class Friends(Schema):
    """Names: of your friends, of those whose friend requests wait for you, and of those you have asked."""

    friends: list[str]
    asking: list[str]
    asked: list[str]


class Relation(Schema):
    """Where you now stand with someone."""

    relation: Literal["friends", "asked", "none"]


class Block(Schema):
    """Someone you have blocked, or only muted."""

    name: str
    only_mutes: bool
    since: datetime


class Blocks(Schema):
    """Everyone you have blocked or muted, the latest first."""

    blocks: list[Block]


class RatingCourse(Schema):
    """How someone's rating in a game has gone: before the first of the latest rated games, then after each."""

    game: str
    ratings: list[int]


class RatingEffect(Schema):
    """What a match has done to the rating of a seat."""

    seat: int
    name: str
    before: int
    after: int


class RatingEffects(Schema):
    """What a match has done to ratings: nothing before it is over, or if it is not rated."""

    waits: bool = Field(description="Whether it counts, and is still to be rated: ask again a little later.")
    changes: list[RatingEffect]


class Terms(Body):
    """Who can join and watch a table, how the match is played, and when it starts."""

    options: Annotated[dict[str, Short], Field(max_length=20)] = {}
    access: Literal["anybody", "friends", "link", "password", "club"] = Field(
        "anybody", description="Who can join and watch; `club`: only members, for the table of a club they alone see."
    )
    password: Annotated[str, Field(max_length=64, pattern=r"^[^\x00]*$")] = ""
    pace: Pace = "2d"
    weekends_off: bool = False
    rated: bool = False
    host_starts: bool = False
    seats_drawn: bool = True
    lowest_rating: Rating | None = None
    highest_rating: Rating | None = None
    reliability: Annotated[int, Field(ge=1, le=100)] | None = None

    def as_terms(self, *, club: int | None = None) -> TableTerms:
        """The terms as the services take them, for a table of a `club`, a key."""
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
            club=club,
        )


class NewTable(Terms):
    """A table to open: `computers` sit down at once; all seats but theirs and yours are free."""

    game: Short
    seats: SeatCount | None = Field(
        None, description="Without a number: two, or as many as you and the computer players need."
    )
    club: Short | None = Field(None, description="The code of a club of yours: only its members can join.")
    computers: Annotated[list[Short], Field(max_length=4, description="A level for each.")] = []


class Opened(Schema):
    """A table or study that was opened, or a table with a new link; `invite` is the path of its invitation link."""

    code: str
    status: str
    invite: str


class Pair(Body):
    """Which game to find someone for."""

    game: Short


class Join(Body):
    """Which seat (without a number, any), and the password or the link's secret if the table needs it."""

    seat: SeatNumber | None = None
    password: Annotated[str, Field(max_length=64, pattern=r"^[^\x00]*$")] = ""
    secret: Short = ""


class Start(Body):
    """The level of the computer players in the free seats; leave it out if the table is full."""

    level: Short | None = None


class Invite(Body):
    """Who to invite."""

    name: Short


class Unseat(Body):
    """Who to remove from your table."""

    name: Short


class Somebody(Body):
    """Who it is about."""

    name: Short


class NewBlock(Body):
    """Who to block, or only to mute."""

    name: Short
    only_mutes: bool = Field(False, description="Whether only to mute: you no longer read them.")


class PersonReport(Body):
    """What a member does, and in which game."""

    name: Short
    reason: Literal["insult", "advice", "stalling", "name", "spam", "other"]
    text: ReportText


class MessageReport(Body):
    """What is wrong with a message."""

    match: Short
    message: Key = Field(description="Its `id`.")
    reason: Literal["insult", "advice", "spam", "other"]
    text: ReportText = ""


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


class NewExhibition(Body):
    """Which computer players to watch: a level for each seat, in turn order."""

    game: Short
    computers: Annotated[list[Short], Field(max_length=5)]
    instead: bool = Field(False, description="End your last exhibition if it is still running.")


class NewStudy(Body):
    """A record as text, in notation."""

    record: Annotated[str, Field(max_length=LONGEST_RECORD, pattern=r"^[^\x00]*$")]


class PlayOn(Body):
    """From which step to play on, and who sits where."""

    step: Count
    seat: SeatNumber | None = Field(None, description="Yours; null: watch the computer players.")
    computers: Annotated[list[Short], Field(max_length=5)] = Field(
        description="A level for each of the other seats, in turn order."
    )
    instead: bool = Field(False, description="If you watch: end your last exhibition if it is still running.")


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
