"""Notifications about clubs, written in the transaction that makes them true."""

from __future__ import annotations

from accounts.models import User
from clubs.models import Club, Member
from notices.kinds import Kind
from notices.outbox import notify
from notices.seeing import is_pestered, unseen

HOSTING = "host"
"""The event that someone has become the host."""


def tell_of_invitation(club: Club, host: User, user: User) -> None:
    """Notify someone that the host has invited them by name."""
    _tell(club, "invited", user, host)


def tell_of_request(club: Club, user: User) -> None:
    """Notify the host that someone wants to join."""
    host = club.members.select_related("user").get(standing=Member.Standing.HOST).user
    _tell(club, "asks", host, user)


def tell_of_admission(club: Club, host: User, user: User) -> None:
    """Notify someone who asked to join that they are admitted."""
    _tell(club, "admitted", user, host)


def tell_of_hosting(club: Club, user: User, by: User) -> None:
    """Notify someone that they host the club now, as `by` has left or handed it on: nobody asks them before."""
    _tell(club, HOSTING, user, by)


def _tell(club: Club, event: str, user: User, about: User) -> None:
    """Notify `user`, unless they have not yet seen the same notification, or several that `about` has caused."""
    waiting = unseen(user_id=user.pk).filter(kind=Kind.CLUB, about=about, facts__event=event, facts__club=club.code)
    if waiting.exists():
        return
    if event == HOSTING or not is_pestered(user_id=user.pk, kind=Kind.CLUB, by=about.household):
        notify(kind=Kind.CLUB, users=[user], about=about, event=event, club=club.code, name=club.name)
