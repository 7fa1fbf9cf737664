"""What is left of a match: its steps, its analysis, and what it has done to ratings."""

from __future__ import annotations

from typing import Any

from ninja import Schema
from pydantic import Field

from games.api.v1.schemas.matches import LogEntry


class Step(Schema):
    """A finished match, or a running one as you see it, after `step` actions."""

    code: str
    step: int
    last_step: int
    view: Any
    entry: LogEntry | None = Field(description="What led to this step.")


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
