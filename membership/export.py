"""Data export: everything the site stores about a user, as files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.selectors.records.match_export import open_record_files, record_files

File = tuple[str, datetime, bytes]
"""Name, modification time, content."""

ACCOUNT = (
    "username",
    "email",
    "is_guest",
    "language",
    "device_language",
    "theme",
    "board_colours",
    "confirm_turns",
    "single_keys",
    "open_games",
    "time_zone",
    "device_zone",
    "is_shown_around",
    "away_until",
    "second_step_left_at",
    "password_lost_at",
    "date_joined",
    "last_login",
)
"""The columns of a person's own account that they get."""

TOLD = {
    ("account.EmailAddress", "user"): ("email", "verified", "primary"),
    ("accounts.User", "owner"): ("username", "date_joined"),
    ("accounts.ApiToken", "user"): ("name", "scopes", "is_for_people", "made_at", "expires_at", "used_at"),
    ("accounts.Ban", "user"): ("until", "why", "made_at", "lifted_at"),
    ("accounts.Caution", "user"): ("why", "made_at", "read_at"),
    ("accounts.Letter", "user"): ("address", "template", "made_at", "state", "ended_at", "trouble"),
    ("accounts.NameChange", "user"): ("old", "new", "at"),
    ("accounts.Vacation", "user"): ("began_at", "days"),
    ("allauth_idp_oidc.Client", "owner"): ("name", "created_at"),
    ("allauth_idp_oidc.Token", "user"): ("client__name", "scopes", "created_at", "expires_at"),
    ("mfa.Authenticator", "user"): ("type", "created_at", "last_used_at"),
    ("usersessions.UserSession", "user"): ("created_at", "last_seen_at", "ip", "user_agent"),
    ("games.Match", "host"): (
        "code",
        "game",
        "seat_count",
        "options",
        "access",
        "rated",
        "status",
        "created_at",
        "rematch_of__code",
        "at_device",
    ),
    ("games.Seat", "user"): (
        "match__code",
        "match__game",
        "match__status",
        "number",
        "name_at_device",
        "orders",
        "points",
        "rank",
        "match__started_at",
        "ended_at",
    ),
    ("games.Rating", "user"): (
        "game",
        "season",
        "seats",
        "mu",
        "sigma",
        "games",
        "firsts",
        "seconds",
        "thirds",
        "last_at",
    ),
    ("games.RatingChange", "user"): (
        "game",
        "number",
        "rated_match__match__code",
        "place",
        "mu_before",
        "sigma_before",
        "mu_after",
        "sigma_after",
    ),
    ("games.Friendship", "asker"): ("asked__username", "asked_at", "since"),
    ("games.Friendship", "asked"): ("asker__username", "asked_at", "since"),
    ("games.Block", "user"): ("blocked__username", "only_mutes", "made_at"),
    ("games.Invitation", "user"): ("match__code", "state", "made_at"),
    ("clubs.Club", "founder"): ("code", "name", "description", "founded_at"),
    ("clubs.Member", "user"): ("club__code", "club__name", "standing", "since"),
    ("cups.Cup", "host"): ("code", "name", "system", "game", "size", "pace", "rated", "status", "opened_at"),
    ("cups.Entry", "user"): ("cup__code", "cup__name", "entered_at", "left_at"),
    ("ladders.Rung", "user"): ("ladder__game", "position", "joined_at", "active_at"),
    ("ladders.Bout", "challenger"): (
        "ladder__game",
        "challenged__username",
        "made_at",
        "match__code",
        "outcome",
        "ended_at",
    ),
    ("ladders.Bout", "challenged"): (
        "ladder__game",
        "challenger__username",
        "made_at",
        "match__code",
        "outcome",
        "ended_at",
    ),
    ("ladders.Final", "user"): ("ladder__game", "season", "place"),
    ("puzzles.Puzzle", "owner"): ("game", "match__code", "seat", "left", "made_at"),
    ("puzzles.Solver", "user"): ("mu", "sigma", "answers"),
    ("puzzles.Answer", "user"): (
        "puzzle__game",
        "puzzle",
        "action",
        "result",
        "of_the_day",
        "rating_before",
        "rating_after",
        "answered_at",
    ),
    ("puzzles.Five", "user"): ("day", "puzzles"),
    ("daily.Try", "user"): ("deal__game", "deal__day", "match__code", "begun_at"),
    ("games.Challenge", "sender"): ("match__game", "match__code", "token", "sent_at", "closed_at"),
    ("games.Attempt", "user"): ("challenge__match__game", "match__code", "begun_at"),
    ("games.Message", "user"): ("match__code", "channel", "text", "written_at", "removed"),
    ("games.Report", "reporter"): (
        "person__username",
        "club_name",
        "reason",
        "text",
        "made_at",
        "settled_at",
    ),
    ("games.Silence", "user"): ("until", "why", "made_at"),
    ("games.UsualOrders", "user"): ("game", "orders"),
    ("games.Hint", "user"): ("match__code", "ply", "own", "best", "asked_at"),
    ("notices.Notice", "user"): ("kind", "match__code", "about__username", "facts", "made_at", "due", "seen_at"),
    ("notices.Delivery", "user"): (
        "notice__kind",
        "notice__match__code",
        "channel",
        "state",
        "due",
        "ended_at",
        "trouble",
    ),
    ("notices.Browser", "user"): ("label", "made_at"),
    ("notices.Webhook", "user"): ("url", "style", "trouble"),
    ("notices.Preference", "user"): ("kind", "channel", "wanted"),
}
"""The exported columns, by model and the field that points to the user.

Secrets (passwords, keys, what others hold in a running game) and what others have said are excluded.
"""

NAMED = {"allauth_idp_oidc.Client": _("apps"), "allauth_idp_oidc.Token": _("apps let in")}
"""File names by model, where its verbose name would be unclear."""

_FOR_THE_SITE = "what people do, or may do, for the site belongs to the site"

UNTOLD = {
    ("games.Block", "blocked"): "only the person who blocked someone may know",
    ("games.Report", "person"): "only moderators may know who reported someone, so that nobody is afraid to report",
    ("games.ReadMark", "user"): "only a number: how far the user has read",
    ("games.Event", "user"): "only a number for each notice and message; those are exported themselves",
    ("games.Listener", "user"): "only the last of these numbers",
    ("notices.Notice", "about"): "belongs to those who were told",
    ("accounts.Press", "user"): "where the forms of the last day led; what they started is exported",
    ("games.Seat", "stand_in"): "always a computer player",
    ("accounts.Ban", "made_by"): _FOR_THE_SITE,
    ("accounts.Ban", "lifted_by"): _FOR_THE_SITE,
    ("accounts.Caution", "made_by"): _FOR_THE_SITE,
    ("games.Report", "settled_by"): _FOR_THE_SITE,
    ("games.Silence", "made_by"): _FOR_THE_SITE,
    ("accounts.User_groups", "user"): _FOR_THE_SITE,
    ("accounts.User_user_permissions", "user"): _FOR_THE_SITE,
    ("admin.LogEntry", "user"): _FOR_THE_SITE,
}
"""Rows that point to a user but are not exported, and why."""


def export_files(user: User) -> Iterator[File]:
    """All files of the export, read lazily: data as JSON, games and studies as records."""
    now = timezone.now()
    yield _json("account", [{column: getattr(user, column) for column in ACCOUNT}], now)
    for (label, field), columns in TOLD.items():
        model = apps.get_model(label)
        rows: QuerySet[Any] = model._base_manager.filter(**{field: user}).order_by("pk")
        yield _json(
            f"{NAMED.get(label, model._meta.verbose_name_plural)}-{field}", rows.values(*columns).iterator(), now
        )
    for name, ended, content in record_files(user):
        yield f"records/{name}", ended, content
    for name, changed, content in open_record_files(user):
        yield f"records/{name}", changed, content


def _json(name: Any, rows: Any, now: datetime) -> File:
    text = json.dumps(list(rows), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return f"{str(name).replace(' ', '-')}.json", now, text.encode()
