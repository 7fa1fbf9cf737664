"""A match at one step as one viewer sees it: the only source for match pages, API and sockets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from common.numbers import whole_number
from games.engine.contract import AnyGame, Outcome
from games.engine.record import HIDDEN
from games.models import Action, Hint, Match, Seat
from games.selectors.access import Visitor, seat_at, seats_of
from games.selectors.position.perspectives import OMNISCIENT, SPECTATOR, Perspective
from games.selectors.position.timelines import LogEntry, Timeline, timeline_of
from games.selectors.position.undo import undoable

LEAVING = (Action.Kind.RESIGN, Action.Kind.TIMEOUT)
"""Kinds of entries with which a seat's player leaves."""

NO_SEAT = -1
"""The seat number of an entry that belongs to no seat: by moderators, or by the host."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One log entry as the viewer may read it; `before` and `after` are the viewer's views around it.

    `step` counts the actions that still count, from 1; it is None for an undo and a resignation. Actions that were
    undone are not shown. `source` is empty for other seats' actions: that a choice was the only one would tell what the
    seat holds. The action of a hint was not played: `after` is what would be seen if it were, and `decision` the
    decision for which the hint was requested, as the viewer imagines it. The person who asked reads the advice meant
    for them, the others the public advice.
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
    """The match has no such step, or this visitor may not see it as that viewer."""


@dataclass(frozen=True, slots=True)
class Position:
    """A match at one step, as one viewer may see it.

    `legal` is empty unless the viewer decides now and `step` is the last one. `entries[since:]` is what happened after
    the viewer's own last decision. `deciding_at` and `tried_at` are available once nothing is hidden any more. An
    imagined position has no `perspective`.
    """

    match: Match
    game: AnyGame
    seats: list[Seat]
    seat: int | None
    viewer: int | str | None
    step: int
    last_step: int
    view: Any
    legal: tuple[Any, ...]
    entries: list[Entry]
    since: int
    outcome: Outcome | None
    can_undo: bool
    orders: dict[str, str]
    perspective: Perspective | None = None
    leavings: Mapping[int, int] = field(default_factory=dict)
    """By seat whose player left: how many actions counted before. A computer player decides there from then on."""
    names: dict[int, str] = field(init=False, default_factory=dict, compare=False, repr=False)
    """The names of seats said so far, in the language of the page: a cache filled by `games.pages.boards.names`."""

    @property
    def is_replay(self) -> bool:
        """Whether this is an earlier step, not the match as it is now."""
        return self.step != self.last_step

    @property
    def hides_nothing(self) -> bool:
        """Whether the game has no secrets with so many seats: then all read the same advice."""
        return len(self.seats) in self.game.OPEN_SEATS

    def left_at(self, step: int) -> frozenset[int]:
        """The seats that their players had left when the action after `step` was due."""
        return frozenset(seat for seat, before in self.leavings.items() if before <= step)

    @property
    def own(self) -> Seat | None:
        """The viewer's seat, if the viewer still decides for it; else None."""
        seat = None if self.seat is None else self.seats[self.seat]
        return seat if seat is not None and seat.stand_in_id is None else None

    @property
    def seen_by_all(self) -> Any:
        """The view of a spectator, which everyone may share; None for a position that is not in the timeline, or that
        another seat saw.
        """
        seen = self.perspective
        if seen is None or seen.view(self.step) is not self.view:
            return None
        return Perspective(seen.timeline, None).view(self.step)

    def view_at(self, step: int) -> Any:
        """The view of another step for the same viewer; of an imagined position, its only view."""
        return self.view if self.perspective is None else self.perspective.view(step)

    def deciding_at(self, step: int) -> Position:
        """The position at a step as the seat that decided there saw it, with its legal actions. Raises NoSuchStep for
        the end, and for a match that is not over.
        """
        decider = self._open_book().of_decider(step)
        if decider is None:
            raise NoSuchStep
        return replace(
            self,
            seat=decider.seat,
            viewer=decider.viewer,
            step=step,
            view=decider.view(step),
            legal=decider.legal(step),
            entries=[],
            since=0,
            outcome=None,
        )

    def tried_at(self, step: int, text: str) -> Entry:
        """The entry of the action `text`, had it been played at a step, as its seat would have seen it. Raises
        NoSuchStep like `deciding_at`, and IllegalAction.
        """
        decider = self._open_book().of_decider(step)
        if decider is None:
            raise NoSuchStep
        before = decider.view(step)
        return Entry(
            step=None,
            kind=Action.Kind.PLAY,
            seat=before.to_move,
            text=text,
            source="",
            made_at=self.match.changed_at,
            before=before,
            after=decider.tried(step, text),
        )

    def _open_book(self) -> Perspective:
        if self.perspective is None or not self.match.is_open_book:
            raise NoSuchStep
        return self.perspective


def position(
    match: Match,
    visitor: Visitor,
    *,
    step: int | None = None,
    viewer: int | str | None = None,
    limit: int | None = None,
) -> Position:
    """The started `match`, in the state of this row, at `step` (None: the last) as `visitor` may see it.

    `viewer` is a seat, SPECTATOR or OMNISCIENT, for finished matches and studies only; None is the visitor's own
    seat, or a spectator's view; without `step` and `viewer`, a match that is over is shown with nothing hidden. `limit`
    keeps only the latest log entries. Raises NoSuchStep, Unreadable.
    """
    seats, timeline = seats_of(match), timeline_of(match)
    mine = seat_at(match, seats, visitor.user_id, visitor.hand)
    advice = _advice(match, timeline, mine)
    return position_of(match, seats, timeline, mine, step=step, viewer=viewer, limit=limit, advice=advice)


def position_of(
    match: Match,
    seats: list[Seat],
    timeline: Timeline,
    mine: Seat | None,
    *,
    step: int | None = None,
    viewer: int | str | None = None,
    limit: int | None = None,
    advice: Mapping[int, str] = MappingProxyType({}),
) -> Position:
    """Like `position`, for rows at hand, which need not be in the database; `mine` is the reader's seat.

    `advice` is the advice that the reader got, by log position.
    """
    last_step = len(timeline.played)
    seat = None if mine is None else mine.number
    if step is None and viewer is None and match.is_open_book:
        viewer = OMNISCIENT
    step = last_step if step is None else step
    perspective = Perspective(timeline, _viewer(match, seats, seat, viewer))
    if not 0 <= step <= last_step:
        raise NoSuchStep
    reader = _Reader(match, seats, perspective, seat, advice)
    entries = reader.entries(_latest(timeline, step, limit), now=step)
    live = step == last_step and mine is not None and mine.stand_in_id is None
    is_running = match.status == Match.Status.RUNNING
    return Position(
        match=match,
        game=timeline.game,
        seats=seats,
        seat=seat,
        viewer=perspective.viewer,
        step=step,
        last_step=last_step,
        view=perspective.view(step),
        legal=perspective.legal(step) if live and is_running and match.to_move == seat else (),
        entries=entries,
        since=_since(match, entries, seat),
        outcome=perspective.outcome(step),
        can_undo=live and is_running and seat is not None and undoable(timeline, seat) is not None,
        orders=dict(mine.orders) if mine is not None else {},
        perspective=perspective,
        leavings=_leavings(timeline, seats),
    )


def facing(match: Match, game: AnyGame, seats: list[Seat], seat: int, view: Any, legal: tuple[Any, ...]) -> Position:
    """An imagined position, without a history, in which `seat` sees `view` and decides."""
    return Position(
        match=match,
        game=game,
        seats=seats,
        seat=seat,
        viewer=seat,
        step=0,
        last_step=0,
        view=view,
        legal=legal,
        entries=[],
        since=0,
        outcome=None,
        can_undo=False,
        orders={},
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """The reader of a log: their perspective, their seat, and the advice they got."""

    match: Match
    seats: list[Seat]
    perspective: Perspective
    seat: int | None
    advice: Mapping[int, str]

    def entries(self, found: Iterable[tuple[LogEntry, int]], *, now: int) -> list[Entry]:
        """Entries, each with how many actions counted before it, as they read while the match is at step `now`.

        Those that hide nothing from this reader are kept with the timeline: what a game has shown it never hides again.
        At a past step, it may not have been shown yet.
        """
        timeline = self.perspective.timeline
        if now != len(timeline.played):
            return [self._read(*each, now=now) for each in found]
        kept = timeline.entries.setdefault((self.perspective.viewer, self.seat), {})
        entries = []
        for entry, before in found:
            read = kept.get(entry.ply)
            if read is None:
                read = self._read(entry, before, now=now)
                if HIDDEN not in read.text and read.kind != Action.Kind.HINT:  # advice is read by who asked
                    kept[entry.ply] = read
            entries.append(read)
        return entries

    def _read(self, entry: LogEntry, before: int, *, now: int) -> Entry:
        """An entry before which this many actions counted, as it reads while the match is at step `now`."""
        if entry.kind == Action.Kind.HINT:
            return self._hint(entry)
        is_action = entry.kind == Action.Kind.PLAY
        after = before + 1 if is_action else before
        return Entry(
            step=after if is_action else None,
            kind=entry.kind,
            seat=NO_SEAT if entry.seat is None else entry.seat,
            text=self.perspective.text(after, now) if is_action else "",
            source=self._source(entry),
            made_at=entry.made_at,
            before=self.perspective.view(before),
            after=self.perspective.view(after),
        )

    def _hint(self, entry: LogEntry) -> Entry:
        """A hint; without its text if the viewer cannot imagine it."""
        asked = entry.seat == self.seat and self.perspective.viewer in (self.seat, OMNISCIENT)
        hint = self.perspective.hint(entry, self.advice.get(entry.ply, "") if asked else entry.text)
        decision = None
        if hint.mover is not None:
            game = self.perspective.game
            decision = facing(self.match, game, self.seats, hint.mover, hint.asked, hint.legal)
        return Entry(
            step=None,
            kind=entry.kind,
            seat=NO_SEAT if entry.seat is None else entry.seat,
            text=hint.text,
            source=self._source(entry),
            made_at=entry.made_at,
            before=hint.view,
            after=hint.after,
            decision=decision,
        )

    def _source(self, entry: LogEntry) -> str:
        return entry.source if entry.seat == self.seat or self.perspective.viewer == OMNISCIENT else ""


def viewer_named(eyes: str) -> int | str | None:
    """The viewer that an address names: a seat number, `all` or `nobody`; None for "". Raises NoSuchStep."""
    if eyes in (OMNISCIENT, SPECTATOR):
        return eyes
    seat = whole_number(eyes)
    if eyes and seat is None:
        raise NoSuchStep
    return seat


def _viewer(match: Match, seats: list[Seat], seat: int | None, viewer: int | str | None) -> int | str | None:
    """The viewer that the person at `seat` becomes when asking for `viewer`. Raises NoSuchStep."""
    if viewer is None or viewer == seat:
        return seat
    if not match.is_open_book or viewer not in (OMNISCIENT, SPECTATOR, *range(len(seats))):
        raise NoSuchStep
    return viewer


def _latest(timeline: Timeline, step: int, limit: int | None) -> list[tuple[LogEntry, int]]:
    """The latest entries up to `step`, each with how many actions counted before it."""
    log, counts = timeline.log, timeline.counts
    end = bisect_right(counts, step)
    if end and counts[end - 1] == step and log[end - 1].kind == Action.Kind.PLAY:  # it leads to the next step
        end -= 1
    start = 0 if limit is None else max(0, end - limit)
    return list(zip(log[start:end], counts[start:end], strict=True))


def _leavings(timeline: Timeline, seats: list[Seat]) -> dict[int, int]:
    """The seats whose players left the match, each with how many actions counted before."""
    if all(seat.stand_in_id is None for seat in seats):
        return {}
    entries = zip(timeline.log, timeline.counts, strict=True)
    return {entry.seat: before for entry, before in entries if entry.seat is not None and entry.kind in LEAVING}


def _since(match: Match, entries: list[Entry], seat: int | None) -> int:
    """The number of entries up to the viewer's own last decision, or to those taken over from another match."""
    own = (seat, Action.Source.PERSON)
    for number in range(len(entries), 0, -1):
        entry = entries[number - 1]
        if (entry.seat, entry.source) == own or (entry.step is not None and entry.step <= match.inherited_plies):
            return number
    return 0


def _advice(match: Match, timeline: Timeline, mine: Seat | None) -> dict[int, str]:
    """The advice that the reader got in this match, by log position."""
    if mine is None or not timeline.advised:
        return {}
    if not any(entry.seat == mine.number for entry in timeline.log if entry.ply in timeline.advised):
        return {}
    return dict(Hint.objects.filter(match=match, user=mine.user_id).values_list("ply", "own"))
