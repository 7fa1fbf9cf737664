"""Tables waiting for players: terms, opening, joining, inviting."""

from __future__ import annotations

from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from games.api.v1.schemas.shared import Body, Pace, Rating, SeatCount, SeatNumber, Short
from games.services.lobby.terms import TableTerms


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


class Remove(Body):
    """Who to remove from your table."""

    name: Short
