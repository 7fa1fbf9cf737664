"""All that the site knows about somebody, as files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.selectors.records import open_record_files, record_files

File = tuple[str, datetime, bytes]
"""Name, time, content."""

ACCOUNT = (
    "username",
    "email",
    "is_guest",
    "language",
    "theme",
    "board_colours",
    "confirm_turns",
    "single_keys",
    "away_until",
    "date_joined",
    "last_login",
)

TOLD = {
    ("account.EmailAddress", "user"): ("email", "verified", "primary"),
    ("accounts.Ban", "user"): ("until", "why", "made_at", "lifted_at"),
    ("accounts.Caution", "user"): ("why", "made_at", "read_at"),
    ("accounts.NameChange", "user"): ("old", "new", "at"),
    ("accounts.Vacation", "user"): ("began_at", "days"),
    ("mfa.Authenticator", "user"): ("type", "created_at", "last_used_at"),
    ("usersessions.UserSession", "user"): ("created_at", "last_seen_at", "ip", "user_agent"),
    ("games.Match", "host"): ("code", "game", "seat_count", "options", "access", "rated", "status", "created_at")
    + ("rematch_of__code",),
    ("games.Seat", "user"): ("match__code", "match__game", "match__status", "number", "orders", "points", "rank")
    + ("match__started_at", "ended_at"),
    ("games.Rating", "user"): ("game", "season", "seats", "mu", "sigma", "games", "firsts", "seconds", "thirds")
    + ("last_at",),
    ("games.RatingChange", "user"): ("game", "number", "rated_match__match__code", "place")
    + ("mu_before", "sigma_before", "mu_after", "sigma_after"),
    ("games.Friendship", "asker"): ("asked__username", "asked_at", "since"),
    ("games.Friendship", "asked"): ("asker__username", "asked_at", "since"),
    ("games.Block", "user"): ("blocked__username", "only_mutes", "made_at"),
    ("games.Invitation", "user"): ("match__code", "state", "made_at"),
    ("games.Message", "user"): ("match__code", "channel", "text", "written_at", "removed"),
    ("games.Report", "reporter"): ("person__username", "reason", "text", "made_at", "settled_at"),
    ("games.Silence", "user"): ("until", "why", "made_at"),
    ("games.UsualOrders", "user"): ("game", "orders"),
    ("games.Hint", "user"): ("match__code", "ply", "own", "asked_at"),
    ("notices.Notice", "user"): ("kind", "match__code", "about__username", "facts", "made_at", "due", "seen_at"),
    ("notices.Delivery", "user"): ("notice__kind", "notice__match__code", "channel", "state", "due", "ended_at")
    + ("trouble",),
    ("notices.Browser", "user"): ("label", "made_at"),
    ("notices.Webhook", "user"): ("url", "style", "trouble"),
    ("notices.Wish", "user"): ("kind", "channel", "wanted"),
}
"""What is told of the rows that belong to a user: for each model and the field that leads to the user, the columns.

Secrets (passwords, keys, what others hold in a running game) and what others have said are not among them.
"""

_FOR_THE_SITE = "what somebody does, or may do, for the site belongs to the site"

UNTOLD = {
    ("games.Block", "blocked"): "who has blocked whom is for the one to know who did",
    ("games.Report", "person"): "who has reported whom is for the moderators, so that nobody need fear to do it",
    ("games.ReadMark", "user"): "a number that only says how far somebody has read",
    ("notices.Notice", "about"): "what others were told about somebody is theirs",
    ("accounts.Press", "user"): "where the forms of the last day have led, which is told of what they began",
    ("games.Seat", "stand_in"): "a computer player, never a person",
    ("accounts.Ban", "made_by"): _FOR_THE_SITE,
    ("accounts.Ban", "lifted_by"): _FOR_THE_SITE,
    ("accounts.Caution", "made_by"): _FOR_THE_SITE,
    ("games.Report", "settled_by"): _FOR_THE_SITE,
    ("games.Silence", "made_by"): _FOR_THE_SITE,
    ("accounts.User_groups", "user"): _FOR_THE_SITE,
    ("accounts.User_user_permissions", "user"): _FOR_THE_SITE,
    ("admin.LogEntry", "user"): _FOR_THE_SITE,
}
"""Rows that lead to a user and are left out, and why."""


def export_files(user: User) -> Iterator[File]:
    """Everything, one file after the other: facts as JSON, games and studies as records. Read as it is asked for."""
    now = timezone.now()
    yield _json("account", [{column: getattr(user, column) for column in ACCOUNT}], now)
    for (label, field), columns in TOLD.items():
        model = apps.get_model(label)
        rows: QuerySet[Any] = model._base_manager.filter(**{field: user}).order_by("pk")
        yield _json(f"{model._meta.verbose_name_plural}-{field}", rows.values(*columns).iterator(), now)
    for name, ended, content in record_files(user):
        yield f"records/{name}", ended, content
    for name, changed, content in open_record_files(user):
        yield f"records/{name}", changed, content


def _json(name: Any, rows: Any, now: datetime) -> File:
    text = json.dumps(list(rows), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return f"{str(name).replace(' ', '-')}.json", now, text.encode()
