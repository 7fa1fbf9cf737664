"""Advancing a match from one position to the next that needs someone's decision."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from common.writes import Insert, Update
from games.engine.contract import AnyGame, Outcome, find_action, on_turn
from games.models import Action, Match, Seat
from games.selectors.position import timelines
from games.selectors.position.engines import game_of, snapshot
from games.services.fair_play import fingerprints
from games.services.lobby.challenge_news import tell_of_attempt
from games.services.play import clocks
from games.services.ratings import finished
from notices.kinds import Kind
from notices.outbox import notify, notify_seat

SETTLED = (
    "state",
    "ply",
    "to_move",
    "to_move_since",
    "changed_at",
    "asked_at",
    "deadline",
    "deadline_before",
    "claimable_by",
    "hand_shown",
    "hand_key",
    "status",
    "reason",
    "finished_at",
)
"""The columns of a match that playing changes, including its end."""

save_settled = Update(Match, SETTLED)
"""Saves these columns of a match."""

BESIDE = tuple(column for column in SETTLED if column != "state")
"""The columns that can change without an action of the game (someone leaves, agrees, runs out of time): all but the
position.
"""

_enter = Insert(Action)
"""Adds entries to the log."""


def settle(match: Match, seats: Sequence[Seat], state: Any, entries: list[Action]) -> list[Action]:
    """Play everything that needs nobody's decision: forced actions, standing orders, plans. Then set position, seat
    to move, and result.

    `entries` are the new log entries that led to `state`; the automatic answers are appended. `match` and the finished
    seats are changed; the caller, who holds the lock, saves `match`; entries and results are saved here.
    """
    game, now = game_of(match), timezone.now()
    first, before = match.ply, match.to_move
    positions, had_turn = _play_on(match, seats, state, entries, now)
    ply, state = positions[-1]
    mover = game.to_move(state)
    _enter(entries)
    transaction.on_commit(lambda: timelines.follow(match, entries), robust=True)
    match.ply, match.state, match.to_move = ply, snapshot(state), mover
    match.to_move_since = None if mover is None else now
    match.changed_at = now
    acted = {entry.played_by for entry in entries}
    clocks.hand_over(match, seats, before=before, acted=acted, now=now)
    if acted | {mover} != {match.hand_shown}:
        hand_cover(match)
    match.asked_at = now if _asks_computer(match, seats) else None
    # Also for the seat that decided before, if others have had a turn in between without being asked.
    if mover is not None and (mover != before or had_turn - {mover}):
        _call(match, seats, mover, state)
    outcome = game.outcome(state)
    if outcome is None:
        fingerprints.extend(match, first, positions)
    else:
        finish(match, seats, outcome.reason, outcome, now)
    return entries


def _play_on(
    match: Match, seats: Sequence[Seat], state: Any, entries: list[Action], now: datetime
) -> tuple[list[tuple[int, Any]], set[int]]:
    """Append to `entries` each action that needs nobody's decision. Returns every state from `state` on with its ply,
    and the seats that acted in their own turn.
    """
    game = game_of(match)
    positions, had_turn = [(match.ply + len(entries), state)], set()
    while (mover := game.to_move(state)) is not None:
        answer = _answer(game, state, seats[mover])
        if answer is None:
            break
        action, source = answer
        if on_turn(state, mover) == mover:
            had_turn.add(mover)
        ply = match.ply + len(entries)
        entries.append(Action(match=match, ply=ply, seat=mover, text=str(action), source=source, made_at=now))
        state = game.apply(state, action)
        positions.append((ply + 1, state))
    return positions, had_turn


def _asks_computer(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether a computer player decides now, and need not wait until someone has taken or refused the win."""
    decider = None if match.to_move is None else seats[match.to_move].decider
    return decider is not None and decider.is_computer and not match.waits_for_claim


def _call(match: Match, seats: Sequence[Seat], mover: int, state: Any) -> None:
    """Tell the seat to move that it has to decide, now and again before its time is up."""
    kind = Kind.TURN if on_turn(state, mover) == mover else Kind.QUESTION
    notify_seat(kind=kind, match=match, seat=seats[mover])
    clocks.remind(match, seats)


def finish(match: Match, seats: Sequence[Seat], reason: str, outcome: Outcome | None, now: datetime) -> None:
    """End a match. Without an `outcome` seats keep their `rank`: set before (someone left), or None (no result)."""
    match.status = Match.Status.FINISHED
    match.reason = reason
    match.finished_at = now
    match.to_move = match.to_move_since = None
    match.asked_at = None
    hand_cover(match)
    clocks.clocks_stop(match)
    for seat in seats:
        seat.ended_at, seat.plan = now, []
        if outcome is not None:
            seat.points, seat.rank = outcome.points[seat.number], outcome.ranks[seat.number]
    Seat.objects.bulk_update(seats, ["points", "rank", "ended_at", "plan"])
    finished.match_number(match=match, seats=seats)
    fingerprints.forget(match)
    tell_of_attempt(match, seats)
    notify(kind=Kind.FINISHED, match=match, users=[seat.user for seat in seats if seat.stand_in_id is None])


def hand_cover(match: Match) -> None:
    """Lower the curtain in a match on one device. The caller, who holds the lock, saves the match."""
    match.hand_shown, match.hand_key = None, ""


def _answer(game: AnyGame, state: Any, seat: Seat) -> tuple[Any, str] | None:
    """The action to play without anyone's decision, and its `Source`; None when someone must decide."""
    legal = game.legal_actions(state)
    if len(legal) == 1:
        if seat.plan and seat.plan[0] == str(legal[0]):
            _go_on_with_plan(seat)
        return legal[0], Action.Source.FORCED
    # A plan is for the seat's own turn: a question out of turn leaves it as it is.
    in_turn = on_turn(state, seat.number) == seat.number
    if seat.plan and in_turn:
        action = find_action(legal, seat.plan[0])
        if action is not None:
            _go_on_with_plan(seat)
            return action, Action.Source.PLAN
    if seat.orders and seat.stand_in_id is None:
        action = game.automatic(game.view(state, seat.number), seat.orders)
        if action is not None:
            return action, Action.Source.ORDER
    if seat.plan and in_turn:
        seat.plan, seat.plan_dropped = [], seat.plan[0]
        seat.save(update_fields=["plan", "plan_dropped"])
    return None


def _go_on_with_plan(seat: Seat) -> None:
    seat.plan = seat.plan[1:]
    seat.save(update_fields=["plan"])
