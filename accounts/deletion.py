"""Deleting an account: the person is forgotten, and the games of others stay."""

import secrets
from typing import cast

from django.contrib.auth.hashers import make_password
from django.db import models, transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import FORMER, look
from games.models import Match
from games.services.departing import matches_leave, unfinished

DIGITS = 12

KEPT = ("admin.LogEntry", "games.Message", "games.Rating", "games.Report")
"""What would go with the row of the user, and stays: what was said and done among others, and what the ratings give."""


class RunsTheSite(ValueError):
    """Whoever may enter the administration cannot be deleted before somebody else has taken that from them."""


def account_delete(*, user: User) -> None:
    """Forget a member or guest. Doing it again changes nothing.

    Running games are resigned, tables and studies closed. Seats, what was written to others and the history of the
    ratings stay under a name that tells nothing; all else that belongs to the user is removed, every session is ended,
    and the name is free at once. Raises RunsTheSite.
    """
    if user.is_staff or user.is_computer:
        raise RunsTheSite
    while not _forgotten(user):
        matches_leave(user=user)


def _forgotten(user: User) -> bool:
    """Forget somebody who plays nowhere. False: there are games to leave, perhaps since a moment ago in another tab."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if unfinished(user).exists():
            return False
        Match.objects.filter(host=user, status=Match.Status.STUDY).delete()
        for relation in User._meta.related_objects:
            model = cast(type[models.Model], relation.related_model)
            if getattr(relation, "on_delete", None) is models.CASCADE and model._meta.label not in KEPT:
                model._base_manager.filter(**{relation.field.name: user}).delete()
        user.groups.clear()
        user.user_permissions.clear()
        name = user.username if user.username.startswith(f"{FORMER}-") else _free_name()
        User.objects.filter(pk=user.pk).update(
            username=name,
            name_look=look(name),
            password=make_password(None),  # which ends the sessions in all browsers
            email="",
            first_name="",
            last_name="",
            is_guest=False,
            is_active=False,
            theme=User.Theme.SYSTEM,
            last_login=None,
            date_joined=timezone.now(),
        )
    return True


def _free_name() -> str:
    """So many digits that no other name has them."""
    return f"{FORMER}-{secrets.randbelow(10**DIGITS):0{DIGITS}}"
