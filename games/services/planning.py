"""Planning the next own turn while somebody else decides.

A plan is a row of action texts, for the next own turn only. When that turn comes, within the transaction that brings it
(see `advance.settle`), each is played at once if it is legal then; the first that is not is dropped with all behind it,
the player is told so and asked as ever. A question out of turn is not what was planned for: it leaves the plan alone.
Whoever undoes a planned action takes the turn into their own hands: the rest of the plan is void.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.contract import find_action
from games.models import Match
from games.selectors.engines import game_of, state_of
from games.selectors.planning import MOST_PLANNED, may_plan, prospects
from games.services.refusals import PlanHasChanged, Refused
from games.services.running import locked, seat_of


def plan_add(*, match: Match, user: User, text: str, place: int) -> Match:
    """Plan the action `text` as number `place` (from 0) of the user's next turn, behind what is planned already.

    The same again changes nothing. Raises NotRunning, NotYourSeat, PlanHasChanged when the plan has another length, or
    Refused when the seat decides now, when the plan is full, and for what looks impossible as the seat sees the match.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = seat_of(seats, user)
        if not may_plan(match, seat):
            raise Refused(_("It is your decision now, so there is nothing to plan: play it."))
        if seat.plan[place:] == [text]:
            return match
        if place != len(seat.plan):
            raise PlanHasChanged
        if place == MOST_PLANNED:
            raise Refused(_("A plan has at most %(count)s actions.") % {"count": MOST_PLANNED})
        view = game_of(match).view(state_of(match), seat.number)
        if all(find_action(prospect.legal, text) is None for prospect in prospects(match, seats, seat, view)[-1]):
            raise Refused(
                _("“%(action)s” cannot be planned: as you see the game now, it will not be possible.")
                % {"action": text[:60]}
            )
        seat.plan, seat.plan_dropped = [*seat.plan, text], ""
        seat.save(update_fields=["plan", "plan_dropped"])
    return match


def plan_keep(*, match: Match, user: User, count: int) -> Match:
    """Keep the first `count` actions of the user's plan and forget all others. Raises NotRunning or NotYourSeat."""
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = seat_of(seats, user)
        seat.plan = seat.plan[:count]
        seat.save(update_fields=["plan"])
    return match
