"""The timeline of a match: its log, what was played of it, and every position on the way.

A match changes only by growing its log, so what a process has read up to one log position stays true there. It keeps
the newest timeline of each match and reads no more than what has been added: an action costs the same at the twentieth
ply and at the four hundredth. Timelines hold full states. What may leave the server comes from a `Perspective`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any, Self

from games.engine.contract import AnyGame
from games.models import Action, Match
from games.selectors.engines import deal_of, game_of

MOST_STATES = 20_000
"""States that one process keeps, of all matches together: those that were asked for last."""

BY_WISH = (Action.Source.PERSON, Action.Source.PLAN)
"""What the seat's own player decided, then or before."""

FIELDS = ("ply", "seat", "kind", "text", "source", "made_at")


class Unreadable(Exception):
    """The log of a match does not give its position: an error of ours, or somebody has worked on the database."""

    def __init__(self, match: Match, trouble: str) -> None:
        super().__init__(f"match {match.code}: {trouble}")
        self.match_id = match.pk
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One row of the log (see `games.models.Action`)."""

    ply: int
    seat: int | None
    kind: str
    text: str
    source: str
    made_at: datetime

    @classmethod
    def of(cls, action: Action) -> Self:
        """The entry of a row at hand."""
        return cls(*(getattr(action, name) for name in FIELDS))


@dataclass(frozen=True, slots=True)
class Timeline:
    """A match from its deal to log position `ply`.

    `log` is all that was entered and not taken back; `counts` says of each of these entries how many actions counted
    before it. `actions` are those that count, made by `played`; `states` has one more: `states[n]` is the position
    before `actions[n]`. `advised` are the positions for which hints were asked, by the ply of the hint.
    """

    game: AnyGame
    ply: int
    log: tuple[LogEntry, ...]
    counts: tuple[int, ...]
    played: tuple[LogEntry, ...]
    actions: tuple[Any, ...]
    states: tuple[Any, ...]
    advised: Mapping[int, Any] = field(default_factory=dict)
    views: dict[int | str | None, dict[int, Any]] = field(default_factory=dict, compare=False, repr=False)
    """What each pair of eyes has seen of `states` so far: filled by `Perspective`."""
    told: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What has been told of `played` so far, by to whom and of what: filled by whoever tells it."""

    @classmethod
    def start(cls, game: AnyGame, deal: Any) -> Self:
        """The timeline of a match in which nothing has been entered yet."""
        return cls(game, 0, (), (), (), (), (game.start(deal),))

    @property
    def state(self) -> Any:
        """The position after the last entry."""
        return self.states[-1]

    def grown(self, entries: Iterable[LogEntry]) -> Timeline:
        """The timeline with the next entries of the log. Raises ValueError when they do not follow."""
        log, counts = list(self.log), list(self.counts)
        played, actions, states = list(self.played), list(self.actions), list(self.states)
        advised, views, told, ply = dict(self.advised), self.views, self.told, self.ply
        for entry in entries:
            if entry.ply != ply:
                raise ValueError(f"its log has no entry {ply}")
            ply += 1
            if entry.kind == Action.Kind.UNDO:
                back = _taken_back(played)
                gone = set(played[back:])
                counts = [count for earlier, count in zip(log, counts, strict=True) if earlier not in gone]
                log = [earlier for earlier in log if earlier not in gone]
                del played[back:], actions[back:], states[back + 1 :]
                counts = [min(count, back) for count in counts]
                views = {eyes: {step: seen[step] for step in seen if step <= back} for eyes, seen in views.items()}
                told = {}
            log.append(entry)
            counts.append(len(played))
            if entry.kind == Action.Kind.PLAY:
                action = self.game.parse(states[-1], entry.text)
                played.append(entry)
                actions.append(action)
                states.append(self.game.apply(states[-1], action))
            elif entry.kind == Action.Kind.HINT:
                advised[entry.ply] = states[-1]
        return Timeline(
            self.game,
            ply,
            tuple(log),
            tuple(counts),
            tuple(played),
            tuple(actions),
            tuple(states),
            advised,
            views,
            told,
        )


def timeline_of(match: Match) -> Timeline:
    """The timeline of a started match up to the log position of this row, whatever has been entered since.

    Raises Unreadable.
    """
    key = (match.code, match.deal)
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
    if known is not None and known.ply == match.ply:
        return known
    is_older = known is not None and known.ply > match.ply
    try:
        timeline = None if known is None or is_older else _continued(known, match)
        if timeline is None:
            timeline = Timeline.start(game_of(match), deal_of(match)).grown(_entries(match, 0))
    except ValueError as error:
        raise Unreadable(match, f"its log cannot be replayed: {error}") from error
    if timeline.ply != match.ply:
        raise Unreadable(match, f"its log has {timeline.ply} entries instead of {match.ply}")
    if not is_older:
        _keep(key, timeline)
    return timeline


def follow(match: Match, entries: Sequence[Action]) -> None:
    """Let the kept timeline of the match grow by entries that are committed, so that nobody need read them again."""
    key = (match.code, match.deal)
    with _lock:
        known = _kept.get(key)
    if known is not None and entries and known.ply == entries[0].ply:
        _keep(key, known.grown(map(LogEntry.of, entries)))


def forget_timelines() -> None:
    """Read every match anew: for whoever has changed rows of a log by hand."""
    with _lock:
        _kept.clear()


_Key = tuple[str, str]
_kept: OrderedDict[_Key, Timeline] = OrderedDict()
_lock = Lock()


def _keep(key: _Key, timeline: Timeline) -> None:
    with _lock:
        known = _kept.get(key)
        if known is None or known.ply < timeline.ply:
            _kept[key] = timeline
            _kept.move_to_end(key)
        states = sum(len(kept.states) for kept in _kept.values())
        while states > MOST_STATES and len(_kept) > 1:
            states -= len(_kept.popitem(last=False)[1].states)


def _continued(known: Timeline, match: Match) -> Timeline | None:
    """The timeline with what was entered since; None where a moderator has made the match anew meanwhile."""
    entries = _entries(match, known.ply)
    return None if any(entry.kind == Action.Kind.MENDED for entry in entries) else known.grown(entries)


def _entries(match: Match, since: int) -> list[LogEntry]:
    """The log from position `since` to that of the row. Entries made since the row was read are left out: by them a
    seat could be shown what another one may do.
    """
    rows = match.actions.filter(ply__gte=since, ply__lt=match.ply).order_by("ply")
    return [LogEntry(*row) for row in rows.values_list(*FIELDS)]


def _taken_back(played: list[LogEntry]) -> int:
    """How many of `played` are left when an undo takes the last wish back, with the answers that followed it."""
    for number in range(len(played) - 1, -1, -1):
        if played[number].source in BY_WISH:
            return number
    return 0
