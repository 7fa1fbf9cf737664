"""Joining and leaving a ladder."""

from __future__ import annotations

from django.db import transaction
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
    """Join the ladder of a game, at its bottom. For people already on it this changes nothing.

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
    """Leave the ladder: those below move up. For people not on it this changes nothing.

    Unanswered challenges are called off, own ones as if withdrawn; running matches continue, but move nobody.
    """
    with transaction.atomic():
        ladder = locked(ladder)
        own = ladder.rungs.filter(user=user, is_house=False).first()
        if own is not None:
            rung_remove(own)


def ladders_leave(*, user: User) -> None:
    """Leave all ladders, for a user who leaves the site. The caller holds no lock on the user: ladders come first."""
    for ladder in Ladder.objects.filter(rungs__user=user, rungs__is_house=False).order_by("pk"):
        ladder_leave(ladder=ladder, user=user)


def rung_remove(rung: Rung) -> None:
    """Delete a rung and call off its unanswered challenges. The caller holds the lock on the ladder.

    Those that it has made count as withdrawn: the pair rests, so nobody is challenged again and again by someone who
    leaves and comes back.
    """
    asked, now = Bout.objects.filter(outcome="", answered_at=None), timezone.now()
    asked.filter(below=rung).update(outcome=Bout.Outcome.WITHDRAWN, ended_at=now)
    asked.filter(above=rung).update(outcome=Bout.Outcome.VOID, ended_at=now)
    rung.delete()


def ladder_ensure(*, game: str) -> Ladder:
    """The ladder of a game, created with the current season if it does not exist."""
    return Ladder.objects.get_or_create(game=game, defaults={"season": season_of(timezone.now())})[0]


def locked(ladder: Ladder) -> Ladder:
    """The ladder, locked until the transaction ends."""
    return Ladder.objects.select_for_update().get(pk=ladder.pk)


def _check_is_person(user: User) -> None:
    """Refuse guests and bots: ladders are for people to meet people. Raises Refused."""
    if user.is_guest:
        raise GuestsUnrated
    if user.is_bot or user.is_computer:
        raise Refused(_("Ladders are for people: bots cannot take part."))
