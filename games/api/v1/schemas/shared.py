"""Types of values and the shapes that several parts of the API share."""

from __future__ import annotations

from typing import Annotated, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from games.models.chat import LONGEST_MESSAGE

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
