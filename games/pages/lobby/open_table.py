"""Context for the page of a table that waits for players."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import Any
from zlib import crc32

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.names import is_by_lot
from games.models import Invitation, Match, Seat
from games.paces import PACES
from games.pages.match.partners import partners_in_words
from games.selectors.access import Visitor, seats_of
from games.selectors.lobby.admission import Obstacle, obstacle
from games.selectors.lobby.rematches import left_out, played_before
from games.selectors.position.engines import game_of
from games.services.lobby.old_tables import closes_at
from games.services.lobby.table_change import DOOR, GAME

PATIENCE = timedelta(minutes=1)
"""After this time someone who wants to play at once is offered a computer player."""


OVERCOME = (Obstacle.PASSWORD, Obstacle.GUEST)
"""Obstacles that visitors can remove themselves, on the page or by signing up."""


def open_table_context(match: Match, visitor: Visitor) -> dict[str, Any]:
    """The template context of a table: seats, how the visitor can sit down and, for the host, who was invited.
    For a rematch also the match that is played again, for those who sat there, and for the host those of them who could
    not be invited.
    """
    seats = seats_of(match)
    seated = any(seat.user_id == visitor.user_id for seat in seats if seat.user_id is not None)
    hosts = match.host_id is not None and match.host_id == visitor.user_id
    asked = match.invitations.select_related("user") if hosts else match.invitations.none()
    free = [seat for seat in seats if seat.user_id is None]
    before = played_before(match, visitor.user_id)
    door = _door(match, seats, visitor, seated=seated, is_full=not free)
    return door | {
        "match": match,
        "headline": _headline(match, door, free=len(free), seated=seated, hosts=hosts, is_rematch=before is not None),
        "before": before,
        "left_out": left_out(match) if hosts and before is not None else [],
        "seats": seats,
        "mark": _mark(match, seats, link=match.invite if seated else ""),
        "is_nameless": seated
        and visitor.user.is_authenticated
        and visitor.user.is_guest
        and is_by_lot(visitor.user.username),
        "chooses": not match.seats_drawn and len(free) > 1,
        "first_free": free[0] if free else None,
        "partners": "" if match.seats_drawn else partners_in_words(game_of(match), match.seat_count),
        "closes_at": closes_at(match),
        "seated": seated,
        "hosts": hosts,
        "is_full": not free,
        "alone": _alone(match, seats) if hosts and free else None,
        "asked": asked.exclude(state__in=[Invitation.State.REMOVED, Invitation.State.ACCEPTED]),
    }


def _door(match: Match, seats: list[Seat], visitor: Visitor, *, seated: bool, is_full: bool) -> dict[str, Any]:
    """The part of the context about sitting down: what the visitor is asked for, or what keeps them away. `door` is the
    template that says so.
    """
    found, is_invited = None, False
    if visitor.user.is_authenticated and not seated:
        found = obstacle(match, seats, visitor.user, admitted=visitor.has_invitation(match))
        is_invited = match.invitations.filter(user=visitor.user, state=Invitation.State.WAITING).exists()
    elif match.access == Match.Access.PASSWORD and not seated and not visitor.has_invitation(match):
        found = Obstacle.PASSWORD
    name = _door_name(match, visitor, found, seated=seated, is_full=is_full)
    return {
        "door": f"games/lobby/door/{name}.html" if name else "",
        "asks_password": found == Obstacle.PASSWORD,
        "password_needed": Obstacle.PASSWORD.label,
        "obstacle": None if found in OVERCOME else found,
        "is_invited": is_invited,
    }


def _door_name(match: Match, visitor: Visitor, found: Obstacle | None, *, seated: bool, is_full: bool) -> str:
    """The name of the template about sitting down; for those who sit there about inviting others, "" if it is full."""
    if seated:
        return "" if is_full else "invite"
    if is_full or found not in (None, *OVERCOME):
        return "closed"
    if found == Obstacle.GUEST:
        return "sign_up"
    if visitor.user.is_authenticated:
        return "sit_down"
    return "log_in" if match.asks_membership or match.access == Match.Access.PASSWORD else "guest"


def _headline(match: Match, door: dict[str, Any], *, free: int, seated: bool, hosts: bool, is_rematch: bool) -> str:
    """What the table waits for, and to those who do not sit there what it means to them. `is_rematch` is true for those
    who sat at the match that is played again.
    """
    if not free:
        return _("Everyone is here") if hosts else _("Waiting for the host to start")
    if seated:
        return ngettext("Waiting for one more player", "Waiting for %(free)s more players", free) % {"free": free}
    if match.host is not None:
        host = {"host": match.host.shown_name}
        if is_rematch and not door["obstacle"]:
            return _("%(host)s wants to play again") % host
        if door["is_invited"]:
            return _("%(host)s invites you") % host
    return _("You can’t join this table") if door["obstacle"] else _("A free seat for you")


def _mark(match: Match, seats: list[Seat], *, link: str) -> str:
    """A token that changes whenever the page should be refreshed, other than by the number of free seats. `link` is the
    secret of the invitation link if the page has it.
    """
    names = [seat.user.username if seat.user is not None else "" for seat in seats]
    terms = [getattr(match, column) for column in (*GAME, *DOOR) if column != "password"]
    return f"{crc32(repr((names, terms, link)).encode()):x}"


def _alone(match: Match, seats: list[Seat]) -> int | None:
    """Seconds until the host of a live table that nobody has joined is offered a computer player; 0 means now. None at
    tables that are not live, and where someone has joined.
    """
    has_others = sum(seat.user_id is not None for seat in seats) > 1
    if has_others or PACES[match.pace].is_slow or not PACES[match.pace].has_clock:
        return None
    left = match.created_at + PATIENCE - timezone.now()
    return max(0, ceil(left.total_seconds()))
