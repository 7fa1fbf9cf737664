"""Uploaded records, and playing on from them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.api.v1.schemas.shared import Body, Count, SeatNumber, Short
from games.services.records.reading import LONGEST_RECORD


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
