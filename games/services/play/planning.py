"""Planning the next turn while someone else decides.

A plan is a list of action texts, for the player's next turn only. When that turn comes, in the transaction that brings
it (see `advance.settle`), each action is played at once if it is legal by then. The first that is not is dropped with
all after it; the player is told, and decides as usual. A question out of turn is not what was planned for: it leaves
the plan alone. Undoing a planned action gives the turn back to the player: the rest of the plan is void.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine.contract import find_action
from games.models import Match
from games.selectors.access import own_seat, seats_of
from games.selectors.position.engines import game_of, state_of
from games.selectors.position.planning import MOST_PLANNED, may_plan, prospects
from games.services.play.locking import locked, seat_of
from games.services.refusals import NotRunning, PlanHasChanged, StalePly

LOOKS = 3
"""How often one looks ahead again if others have played on meanwhile."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether an action looks possible for a seat after its `plan`, as the match stood at `ply`."""

    ply: int
    plan: list[str]
    is_possible: bool


def look_ahead(*, match: Match, user: User, text: str) -> Outlook | None:
    """Whether the user may face a position in which they can do `text` next; None if they cannot plan here.

    Changes nothing. It takes a while: call it outside of any transaction, so that nobody waits for it.
    """
    seats = seats_of(match)
    seat = own_seat(seats, user.pk)
    if seat is None or not may_plan(match, seat) or len(seat.plan) >= MOST_PLANNED:
        return None
    view = game_of(match).view(state_of(match), seat.number)
    faced = prospects(match, seats, seat, view)[-1]
    is_possible = any(find_action(prospect.legal, text) is not None for prospect in faced)
    return Outlook(match.ply, seat.plan, is_possible)


def plan_add(*, match: Match, user: User, text: str, place: int, outlook: Outlook | None = None) -> Match:
    """Add the action `text` as number `place` (from 0) of the user's next turn, after what is planned already.

    `outlook` is what `look_ahead` said about it; without one, and if the match has changed since, this looks itself.
    Adding the same again changes nothing. Raises NotRunning, NotYourSeat, PlanHasChanged when the plan has another
    length, StalePly if others play on all the time, or Refused when the seat decides now, when the plan is full, and
    for an action that looks impossible as the seat sees the match.
    """
    for _look in range(LOOKS):
        outlook = outlook or look_ahead(match=match, user=user, text=text)
        planned = _added(match, user, text, place, outlook)
        if planned is not None:
            return planned
        outlook, fresh = None, Match.objects.filter(pk=match.pk).first()
        if fresh is None:
            raise NotRunning
        match = fresh
    raise StalePly


def _added(match: Match, user: User, text: str, place: int, outlook: Outlook | None) -> Match | None:
    """The match with the action planned; None if it is not as it was when one looked ahead."""
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = seat_of(seats, user)
        if not may_plan(match, seat):
            raise Refused(_("It’s your turn to decide, so play now instead of planning."))
        if seat.plan[place:] == [text]:
            return match
        if place != len(seat.plan):
            raise PlanHasChanged
        if place == MOST_PLANNED:
            raise Refused(_("A plan can have at most %(count)s actions.") % {"count": MOST_PLANNED})
        if outlook is None or (outlook.ply, outlook.plan) != (match.ply, seat.plan):
            return None
        if not outlook.is_possible:
            raise Refused(
                _("You can’t plan “%(action)s”: as things stand, it won’t be possible.") % {"action": text[:60]}
            )
        seat.plan, seat.plan_dropped = [*seat.plan, text], ""
        seat.save(update_fields=["plan", "plan_dropped"])
    return match


def plan_keep(*, match: Match, user: User, count: int) -> Match:
    """Keep the first `count` actions of the user's plan and drop the others. Raises NotRunning or NotYourSeat."""
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = seat_of(seats, user)
        seat.plan = seat.plan[:count]
        seat.save(update_fields=["plan"])
    return match
