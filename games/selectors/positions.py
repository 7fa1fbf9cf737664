"""What one viewer sees of a match at one step: the only thing match pages, API and sockets are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any

from games.engine.contract import AnyGame, Outcome, find_action
from games.models import Action, Hint, Match, Seat
from games.selectors.access import Visitor, own_seat, seats_of
from games.selectors.engines import entries_that_count, game_of, states_after
from games.selectors.undo import BY_WISH, undoable

ALL = "all"
"""Eyes that see everything: for finished matches and studies only."""
NOBODY = "nobody"
"""The eyes of somebody who sits nowhere: what everybody could see."""

NO_SEAT = -1
"""The seat of an entry that tells what moderators, or the host of an exhibition, have done."""

PERSON = Action.Source.PERSON


@dataclass(frozen=True, slots=True)
class Entry:
    """One log entry as the viewer may read it; `before` and `after` are the viewer's views around it.

    `step` counts the actions that still count, from 1; it is None for an undo and a resignation. Actions that were
    taken back are not shown. `source` is empty for other seats' actions: that a choice was the only one would tell
    what the seat holds. The text of a hint was not played: `after` is what would be seen if it were, and `decision` is
    what the hint was asked for, as the viewer imagines it. Whoever asked reads their own advice, the others the common.
    """

    step: int | None
    kind: str
    seat: int
    text: str
    source: str
    made_at: datetime
    before: Any
    after: Any
    decision: Position | None = None


class NoSuchStep(LookupError):
    """The match has no such step, or these eyes may not be borrowed."""


class Unreadable(Exception):
    """The log of a match does not give its position: an error of ours, or somebody has worked on the database."""

    def __init__(self, match: Match, trouble: str) -> None:
        super().__init__(f"match {match.code}: {trouble}")
        self.match_id = match.pk
        self.trouble = trouble


def _nobody_decides(step: int) -> Position:
    raise NoSuchStep


def _nobody_tries(step: int, text: str) -> Entry:
    raise NoSuchStep


@dataclass(frozen=True, slots=True)
class Position:
    """A match at one step through one viewer's eyes.

    `view_at` makes the view of any other step through the same eyes. Of matches that are over, `deciding_at` is the
    position at a step as whoever decided there saw it, with what was legal; `tried_at` the entry of an action there.
    `legal` is empty unless the viewer decides now and `step` is the last one. `entries[since:]` is what happened
    after the viewer's own last decision.
    """

    match: Match
    game: AnyGame
    seats: list[Seat]
    seat: int | None
    eyes: int | str | None
    step: int
    last_step: int
    view: Any
    legal: tuple[Any, ...]
    entries: list[Entry]
    since: int
    outcome: Outcome | None
    can_undo: bool
    orders: dict[str, str]
    view_at: Callable[[int], Any]
    deciding_at: Callable[[int], Position] = _nobody_decides
    tried_at: Callable[[int, str], Entry] = _nobody_tries

    @property
    def is_replay(self) -> bool:
        """Whether this is not the match as it stands now."""
        return self.step != self.last_step

    @property
    def own(self) -> Seat | None:
        """The viewer's seat while the viewer still decides for it."""
        seat = None if self.seat is None else self.seats[self.seat]
        return seat if seat is not None and seat.stand_in_id is None else None


def position(
    match: Match, visitor: Visitor, *, step: int | None = None, eyes: int | str | None = None, limit: int | None = None
) -> Position:
    """The started `match` at `step` (None: as it stands now) as `visitor` may see it.

    `eyes` borrows a seat's view, NOBODY's or ALL, for finished matches and studies only; None is the visitor's own
    seat, or a spectator's view; a match that is over is shown open. `limit` keeps only the latest log entries. Raises
    NoSuchStep, Unreadable.
    """
    seats, log = _read(match)
    mine = own_seat(seats, visitor.user_id)
    advice = _advice(match, log, mine)
    return position_of(match, seats, log, mine, step=step, eyes=eyes, limit=limit, advice=advice)


def position_of(
    match: Match,
    seats: list[Seat],
    log: list[Action],
    mine: Seat | None,
    *,
    step: int | None = None,
    eyes: int | str | None = None,
    limit: int | None = None,
    advice: Mapping[int, str] = MappingProxyType({}),
) -> Position:
    """Like `position`, for rows at hand, which need not be in the database; `mine` is the reader's seat.

    `advice` is what the reader was advised, by log position.
    """
    game = game_of(match)
    seat = None if mine is None else mine.number
    played = entries_that_count(log)
    try:
        states = states_after(match, played)
    except ValueError as error:
        raise Unreadable(match, f"its log cannot be replayed: {error}") from error
    last_step = len(played)
    finished = match.is_open_book
    if step is None:
        step = last_step
        eyes = ALL if finished and eyes is None else eyes
    eyes = seat if eyes is None else eyes
    known = (None, ALL, NOBODY, *range(len(seats)))
    if not 0 <= step <= last_step or (eyes != seat and not finished) or eyes not in known:
        raise NoSuchStep
    borrowed = eyes if isinstance(eyes, int) else None

    @cache
    def view(number: int) -> Any:
        return game.open_view(states[number]) if eyes == ALL else game.view(states[number], borrowed)

    def tried(number: int, text: str) -> Entry:
        decided, state = deciding(number), states[number]
        after = game.apply(state, game.parse(state, text))
        return Entry(
            step=None,
            kind=Action.Kind.PLAY,
            seat=decided.view.to_move,
            text=text,
            source="",
            made_at=match.changed_at,
            before=decided.view,
            after=game.view(after, decided.seat),
        )

    def advised(entry: Action, before: int) -> Entry:
        """A hint; without its text where the viewer cannot imagine it."""
        line = _line_before(log, entry)
        real = states[before] if len(line) == before else states_after(match, line)[-1]
        seen_before = game.open_view(real) if eyes == ALL else game.view(real, borrowed)
        state = real if eyes == ALL else game.determinize(seen_before, Random(0))
        asked = entry.seat == seat and eyes in (seat, ALL)
        legal = game.legal_actions(state)
        action = find_action(legal, advice.get(entry.ply, "") if asked else entry.text)
        found = Entry(
            step=None,
            kind=entry.kind,
            seat=NO_SEAT if entry.seat is None else entry.seat,
            text="",
            source=entry.source if entry.seat == seat or eyes == ALL else "",
            made_at=entry.made_at,
            before=seen_before,
            after=seen_before,
        )
        if action is None:
            return found
        state_after, mover = game.apply(state, action), game.to_move(state)
        assert mover is not None
        return replace(
            found,
            text=str(action),
            after=game.open_view(state_after) if eyes == ALL else game.view(state_after, borrowed),
            decision=facing(match, game, seats, mover, game.view(state, mover), legal),
        )

    def text(number: int, entry: Action) -> str:
        before = states[number]
        action = game.parse(before, entry.text)
        return str(action) if eyes == ALL else game.shown(before, action, states[step], borrowed)

    def deciding(number: int) -> Position:
        mover = game.to_move(states[number])
        if not finished or mover is None:
            raise NoSuchStep
        return replace(
            seen,
            seat=mover,
            eyes=mover,
            step=number,
            view=game.view(states[number], mover),
            legal=game.legal_actions(states[number]),
            entries=[],
            since=0,
            outcome=None,
        )

    shown = _until(log, step)

    def told(entry: Action, before: int, after: int) -> Entry:
        if entry.kind == Action.Kind.HINT:
            return advised(entry, before)
        return Entry(
            step=after if after != before else None,
            kind=entry.kind,
            seat=NO_SEAT if entry.seat is None else entry.seat,
            text=text(before, entry) if after != before else "",
            source=entry.source if entry.seat == seat or eyes == ALL else "",
            made_at=entry.made_at,
            before=view(before),
            after=view(after),
        )

    entries = [told(*entry) for entry in (shown if limit is None else shown[-limit:])]
    decided = [
        number
        for number, entry in enumerate(entries, 1)
        if (entry.seat, entry.source) == (seat, PERSON) or (entry.step or match.borrowed + 1) <= match.borrowed
    ]
    live = step == last_step and mine is not None and mine.stand_in_id is None
    decides = live and match.status == Match.Status.RUNNING and match.awaited == seat
    seen = Position(
        match=match,
        game=game,
        seats=seats,
        seat=seat,
        eyes=eyes,
        step=step,
        last_step=last_step,
        view=view(step),
        legal=game.legal_actions(states[step]) if decides else (),
        entries=entries,
        since=decided[-1] if decided else 0,
        outcome=game.outcome(states[step]),
        can_undo=live and seat is not None and undoable(match, played, states, seat) is not None,
        orders=dict(mine.orders) if mine is not None else {},
        view_at=view,
        deciding_at=deciding,
        tried_at=tried,
    )
    return seen


def facing(match: Match, game: AnyGame, seats: list[Seat], seat: int, view: Any, legal: tuple[Any, ...]) -> Position:
    """An imagined position in which `seat` sees `view` and decides: without a history."""
    return Position(
        match=match,
        game=game,
        seats=seats,
        seat=seat,
        eyes=seat,
        step=0,
        last_step=0,
        view=view,
        legal=legal,
        entries=[],
        since=0,
        outcome=None,
        can_undo=False,
        orders={},
        view_at=lambda step: view,
    )


def _advice(match: Match, log: list[Action], mine: Seat | None) -> dict[int, str]:
    """What the reader was advised in this match, by log position."""
    if mine is None or not any(entry.kind == Action.Kind.HINT and entry.seat == mine.number for entry in log):
        return {}
    return dict(Hint.objects.filter(match=match, user=mine.user_id).values_list("ply", "own"))


def _line_before(log: list[Action], entry: Action) -> list[Action]:
    """The actions that counted when `entry` was made, with those that were taken back later."""
    line: list[Action] = []
    for earlier in log:
        if earlier.ply >= entry.ply:
            break
        if earlier.kind == Action.Kind.PLAY:
            line.append(earlier)
        elif earlier.kind == Action.Kind.UNDO:
            while line and line.pop().source not in BY_WISH:
                pass
    return line


def _read(match: Match) -> tuple[list[Seat], list[Action]]:
    """Seats and log that belong to the row of the match, which is read again when somebody acted in between.

    Without this a seat could be shown what another one may do: every change of a match adds to its log. Raises
    Unreadable when the two still differ in the same way after the row was read again: then nobody has acted.
    """
    before = None
    while True:
        seats, log = seats_of(match), list(match.actions.order_by("ply"))
        if len(log) == match.ply:
            return seats, log
        if before == (match.ply, len(log)):
            raise Unreadable(match, f"its log has {len(log)} entries instead of {match.ply}")
        before = match.ply, len(log)
        match.refresh_from_db()


def _until(log: list[Action], step: int) -> list[tuple[Action, int, int]]:
    """The entries up to `step` that are shown, each with how many actions counted before and after it."""
    found = []
    count = 0
    for entry in log:
        if entry.undone:
            continue
        before = count
        if entry.kind == Action.Kind.PLAY:
            if count == step:
                break
            count += 1
        found.append((entry, before, count))
    return found
