"""Games between computer players."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.api.v1.schemas.shared import Body, Short


class NewExhibition(Body):
    """Which computer players to watch: a level for each seat, in turn order."""

    game: Short
    computers: Annotated[list[Short], Field(max_length=5)]
    instead: bool = Field(False, description="End your last exhibition if it is still running.")
