"""Planning the next turn while someone else decides.

A plan is a list of action texts, for the player's next turn only. When that turn comes, in the transaction that brings
it (see `advance.settle`), each action is played at once if it is legal by then. The first that is not is dropped with
all after it; the player is told, and decides as usual. A question out of turn is not what was planned for: it leaves
the plan alone. Undoing a planned action gives the turn back to the player: the rest of the plan is void.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine.contract import find_action
from games.models import Match
from games.selectors.position.engines import game_of, state_of
from games.selectors.position.planning import MOST_PLANNED, may_plan, prospects
from games.services.play.locking import locked, seat_of
from games.services.refusals import PlanHasChanged


def plan_add(*, match: Match, user: User, text: str, place: int) -> Match:
    """Add the action `text` as number `place` (from 0) of the user's next turn, after what is planned already.

    Adding the same again changes nothing. Raises NotRunning, NotYourSeat, PlanHasChanged when the plan has another
    length, or Refused when the seat decides now, when the plan is full, and for an action that looks impossible as the
    seat sees the match.
    """
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
        view = game_of(match).view(state_of(match), seat.number)
        if all(find_action(prospect.legal, text) is None for prospect in prospects(match, seats, seat, view)[-1]):
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
