"""Account deletion: personal data is deleted, while the games of others stay."""

import json
import secrets
from typing import Any, cast

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Q

from accounts.models import User
from accounts.names import FORMER, skeleton
from clubs.services.joining import clubs_leave
from common.people import sessions_changed
from games.models import Match, Seat
from games.services.people.leave_all import matches_leave, unfinished
from ladders.services.joining import ladders_leave

DIGITS = 12
"""The length of the number in the new name of a deleted account."""

KEPT = ("admin.LogEntry", "games.Message", "games.Rating", "games.Report")
"""Models that cascade from the user but are kept: chat messages, reports, ratings, and the admin log."""


class RunsTheSite(ValueError):
    """Staff cannot be deleted until someone else has revoked their access to the admin; computer players never."""


def account_delete(*, user: User) -> None:
    """Delete the account of a member, guest or bot. Doing it again changes nothing.

    Deletes the user's bots first, resigns running games, leaves ladders, open tables and clubs, and deletes studies.
    Seats, chat messages, reports and ratings stay under an anonymous name; everything else that belongs to the user is
    deleted, all sessions end, and the name is free at once. Raises RunsTheSite.
    """
    if user.is_staff or user.is_computer:
        raise RunsTheSite
    ladders_leave(user=user)
    while not _forget(user):
        for bot in user.bots.all():
            account_delete(user=bot)
        matches_leave(user=user)


def _forget(user: User) -> bool:
    """Anonymize a user without unfinished matches or bots. False if there are any, perhaps new in another tab.

    A stronger lock could deadlock: someone who asks to join a club of this user, and so notifies them, would wait for
    us while we wait for the club.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if unfinished(user).exists() or user.bots.exists():
            return False
        Match.objects.filter(host=user, status=Match.Status.STUDY).delete()
        clubs_leave(user=user)
        _forget_the_device(user)
        _end_sessions(user)
        for relation in User._meta.related_objects:
            model = cast(type[models.Model], relation.related_model)
            if getattr(relation, "on_delete", None) is models.CASCADE and model._meta.label not in KEPT:
                model._base_manager.filter(**{relation.field.name: user}).delete()
        user.groups.clear()
        user.user_permissions.clear()
        name = user.username if user.username.startswith(f"{FORMER}-") else _free_name()
        _forget_in_the_log(user, name)
        _empty(user, name)
    return True


def _forget_the_device(user: User) -> None:
    """Delete unfinished matches at the user's device, and the players' names in finished ones.

    Also delete the name under which the user has played at someone else's device.
    """
    here = Match.objects.filter(host=user, at_device=True)
    here.exclude(status=Match.Status.FINISHED).delete()
    Seat.objects.filter(Q(match__in=here) | Q(user=user)).exclude(name_at_device="").update(name_at_device=FORMER)


def _free_name() -> str:
    """A name for a deleted account, with enough random digits to be unique."""
    return f"{FORMER}-{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def _empty(user: User, name: str) -> None:
    """Reset every column of the row to its default and rename the user, who can no longer log in."""
    new = User(username=name, name_skeleton=skeleton(name), password=make_password(None), is_active=False)
    columns = [field.attname for field in User._meta.concrete_fields if not field.primary_key]
    User.objects.filter(pk=user.pk).update(**{column: getattr(new, column) for column in columns})


def _end_sessions(user: User) -> None:
    """Delete the stored sessions of all the user's browsers.

    They hold the username or email address used to log in, among other things.
    """
    keys = UserSession.objects.filter(user=user).values("session_key")
    Session.objects.filter(session_key__in=keys).delete()
    sessions_changed(user.pk)


def _forget_in_the_log(user: User, name: str) -> None:
    """Replace the user's name in the admin log, whose entries are kept."""
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    for entry in entries:
        entry.object_repr, entry.change_message = name, _without_names(entry.change_message, name)
        entry.save(update_fields=["object_repr", "change_message"])


def _without_names(message: str, name: str) -> str:
    """A log message with `name` in place of every object it names: the user, or an email address of theirs."""
    try:
        changes: list[dict[str, Any]] = json.loads(message)
    except ValueError:  # a sentence, which names nobody
        return message
    for change in changes:
        for what in change.values():
            if "object" in what:
                what["object"] = name
    return json.dumps(changes)
