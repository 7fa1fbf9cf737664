"""Friends, blocks and reports."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from ninja import Schema
from pydantic import Field

from games.api.v1.schemas.shared import Body, Key, ReportText, Short


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
