"""Playing: the only way an action gets into a match, for people, computer players and every other caller."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Action, Match, Seat
from games.selectors.access import seat_at
from games.selectors.position.engines import game_of, snapshot, state_of
from games.selectors.position.timelines import LogEntry, timeline_of
from games.selectors.position.undo import undoable
from games.services.live import broadcast
from games.services.play import clocks
from games.services.play.advance import save_settled, settle
from games.services.play.locking import enter, locked, seat_of
from games.services.play.orders import orders_checked, usual_orders_set
from games.services.refusals import NothingToUndo, NotYourSeat, NotYourTurn, TooLateToUndo
from notices.seeing import match_played

MOST_UNDOS = 200
"""How often one seat may undo in a match: every page reads the log, so it must not grow forever."""

MOST_THOUGHT_MS = 2**31 - 1
"""The longest time of a decision that its column can hold: 24 days."""


def play(
    *,
    match: Match,
    user: User,
    text: str,
    ply: int,
    seat: int | None = None,
    hand: str = "",
    source: str = Action.Source.PERSON,
    thought_ms: int | None = None,
    is_shown: bool = False,
) -> Match:
    """Play the action `text` for seat number `seat` at log position `ply`, then everything that needs no decision.

    Without a number it is the seat at which `user` sits; on one device, that of the player who has lifted the curtain
    in the browser that holds `hand`. Raises NotRunning, StalePly, NotYourSeat, NotYourTurn, or the engine's
    IllegalAction, in this order; then nothing was written. `thought_ms` is how long the decision took; for people it is
    taken from the clock. With `is_shown`, the player is about to be shown the match: its notifications
    count as seen.
    """
    with transaction.atomic():
        match, seats = locked(match, ply)
        seat = _seat_to_decide(match, seats, user, seat, hand)
        game, state = game_of(match), state_of(match)
        action = game.parse(state, text)
        _close_what_waited(match, seats[seat])
        entry = _entry(match, seat, str(action), source, thought_ms)
        settle(match, seats, game.apply(state, action), [entry])
        save_settled(match)
        if is_shown:
            match_played(match=match, user_id=user.pk)
        broadcast.match_changed(match, seats, by=user.pk if source == Action.Source.PERSON else None)
    return match


def undo(*, match: Match, user: User, ply: int, hand: str = "") -> Match:
    """Undo the seat's last action (and the automatic answers after it), as an entry of the log; this voids a plan.

    `hand` is as in `play`. Raises NotRunning, StalePly, NotYourSeat, NothingToUndo (see `undoable`), or TooLateToUndo
    when the time of the turn that would begin again is over.
    """
    with transaction.atomic():
        match, seats = locked(match, ply)
        seat = _seat_in_hand(match, seats, user, hand)
        timeline = timeline_of(match)
        if sum(entry.kind == Action.Kind.UNDO and entry.seat == seat.number for entry in timeline.log) >= MOST_UNDOS:
            raise NothingToUndo(
                _("You have undone %(count)s choices in this game: from now on your choices are final.")
                % {"count": MOST_UNDOS}
            )
        back = undoable(timeline, seat.number)
        if back is None:
            raise NothingToUndo
        now = timezone.now()
        # Also if it is its turn again, as all others had only one choice: its clock has started again with that turn.
        if any(number != seat.number for number in (match.to_move, *(entry.seat for entry in timeline.played[back:]))):
            _turn_again(match, seats, seat, timeline.played[back], now)
        match.actions.filter(ply__in=[entry.ply for entry in timeline.played[back:]]).update(undone=True)
        enter(match, seat, Action.Kind.UNDO, now)
        match.state = snapshot(timeline.states[back])
        match.asked_at, match.to_move_since = None, now
        seat.plan, seat.plan_dropped = [], ""
        seat.save(update_fields=["plan", "plan_dropped"])
        save_settled(match)
        broadcast.match_changed(match, seats, by=user.pk)
    return match


def orders_set(*, match: Match, user: User, orders: dict[str, str], always: bool = False) -> Match:
    """Replace the standing orders of the user's seat. They apply from now on, also to a question that is open now.

    `always`: the user's later matches of this game start with them too. Raises NotRunning, NotYourSeat, or Refused for
    an order that the game does not have.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        seat = seat_of(seats, user)
        seat.orders = orders_checked(game_of(match), orders)
        seat.save(update_fields=["orders"])
        if always:
            usual_orders_set(user=user, game=game_of(match), orders=orders)
        before = match.ply
        settle(match, seats, state_of(match), [])
        if match.ply != before:
            save_settled(match)
            broadcast.match_changed(match, seats)
    return match


def _seat_to_decide(match: Match, seats: list[Seat], user: User, seat: int | None, hand: str) -> int:
    """The number of the seat for which `user` decides now, as described at `play`. Raises NotYourSeat, NotYourTurn."""
    if seat is None:
        seat = _seat_in_hand(match, seats, user, hand).number
    elif not 0 <= seat < len(seats) or seats[seat].decider != user:
        raise NotYourSeat
    if match.to_move != seat or match.waits_for_claim:
        raise NotYourTurn
    return seat


def _seat_in_hand(match: Match, seats: list[Seat], user: User, hand: str) -> Seat:
    """The seat for which this person decides, in this browser. Raises NotYourSeat."""
    seat = seat_at(match, seats, user.pk, hand)
    if seat is None or seat.stand_in_id is not None:
        raise NotYourSeat
    return seat


def _close_what_waited(match: Match, seat: Seat) -> None:
    """Close what was waiting for this seat to decide: a win on offer, now declined, and the note of a dropped plan."""
    if match.claimable_by == seat.number:
        match.claimable_by = None
    if seat.plan_dropped:
        seat.plan_dropped = ""
        seat.save(update_fields=["plan_dropped"])


def _entry(match: Match, seat: int, text: str, source: str, thought_ms: int | None) -> Action:
    """The log entry of a decision made now. Without `thought_ms`, its time is the one since the seat was asked."""
    now = timezone.now()
    if thought_ms is None:
        thought_ms = int((now - (match.to_move_since or now)).total_seconds() * 1000)
    return Action(
        match=match,
        ply=match.ply,
        seat=seat,
        text=text,
        source=source,
        made_at=now,
        thought_ms=min(max(thought_ms, 0), MOST_THOUGHT_MS),
    )


def _turn_again(match: Match, seats: list[Seat], seat: Seat, entry: LogEntry, now: datetime) -> None:
    """Await `seat` again, on the clock that it had when it made `entry`.

    There is none to go back to for a planned action, or for one made before the match was on hold. Raises TooLateToUndo
    when that clock has run out, or is two turns of this seat ago.
    """
    had_turn, match.to_move = match.to_move == seat.number, seat.number
    is_new = entry.source == Action.Source.PLAN or (not had_turn and match.deadline_before is None)
    if not is_new:
        if not clocks.clock_back(match, now):
            raise TooLateToUndo
    elif not had_turn:
        clocks.clock_start(match, seats, now)
        clocks.remind(match, seats)
