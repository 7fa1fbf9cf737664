"""Joining a ladder, and leaving it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.models.rating import season_of
from games.services.lobby.matches import check_is_here
from games.services.refusals import GuestsUnrated
from ladders.models import Bout, Ladder, Rung
from ladders.selectors import duels
from ladders.services.order import rung_append


def ladder_join(*, game: str, user: User) -> Rung:
    """Stand on the ladder of a game, at its bottom. Standing there already changes nothing.

    Raises Refused for a game without a ladder, and for guests and bots.
    """
    if game not in duels():
        raise Refused(_("This game has no ladder."))
    _check_is_person(user)
    ladder = ladder_ensure(game=game)
    with transaction.atomic():
        ladder = locked(ladder)
        check_is_here(user)
        own = ladder.rungs.filter(user=user, is_house=False).first()
        return own or rung_append(ladder=ladder, user=user)


def ladder_leave(*, ladder: Ladder, user: User) -> None:
    """Go off the ladder: those below move up. Not standing there changes nothing.

    Challenges without an answer are called off; matches that run go on, and move nobody.
    """
    with transaction.atomic():
        ladder = locked(ladder)
        own = ladder.rungs.filter(user=user, is_house=False).first()
        if own is not None:
            rung_remove(own)


def rung_remove(rung: Rung) -> None:
    """Take a rung away. The caller holds the lock on the ladder."""
    asked = Bout.objects.filter(Q(below=rung) | Q(above=rung), outcome="", answered_at=None)
    asked.update(outcome=Bout.Outcome.VOID, ended_at=timezone.now())
    rung.delete()


def ladder_ensure(*, game: str) -> Ladder:
    """The ladder of a game; it begins with the season that runs."""
    return Ladder.objects.get_or_create(game=game, defaults={"season": season_of(timezone.now())})[0]


def locked(ladder: Ladder) -> Ladder:
    """The ladder, locked until the transaction ends."""
    return Ladder.objects.select_for_update().get(pk=ladder.pk)


def _check_is_person(user: User) -> None:
    """Refuse guests, and bots: a ladder is for people to meet people."""
    if user.is_guest:
        raise GuestsUnrated
    if user.is_bot or user.is_computer:
        raise Refused(_("Ladders are for people: bots cannot take part."))
