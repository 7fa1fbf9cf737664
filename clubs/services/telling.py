"""Telling people what concerns them in a club: written in the transaction that makes it true."""

from __future__ import annotations

from accounts.models import User
from clubs.models import Club, Member
from notices.kinds import Kind
from notices.outbox import notify
from notices.seeing import unseen


def tell_of_invitation(club: Club, host: User, user: User) -> None:
    """Whoever is invited by name hears it."""
    _tell(club, "invited", user, host)


def tell_of_request(club: Club, user: User) -> None:
    """The host hears that someone wants to join."""
    host = club.members.select_related("user").get(standing=Member.Standing.HOST).user
    _tell(club, "asks", host, user)


def tell_of_admission(club: Club, host: User, user: User) -> None:
    """Whoever has asked to join hears that they are in."""
    _tell(club, "admitted", user, host)


def _tell(club: Club, event: str, user: User, about: User) -> None:
    """Once for each thing: not again while the same is still unseen."""
    told = unseen(user_id=user.pk).filter(kind=Kind.CLUB, about=about, facts__event=event, facts__club=club.code)
    if not told.exists():
        notify(kind=Kind.CLUB, users=[user], about=about, event=event, club=club.code, name=club.name)
