"""The timeline of a match: its log, the actions that count, and every position along the way.

A match changes only by growing its log, so what a process has read up to one log position stays true there. It keeps
the newest timeline of each match and reads only what has been added: an action costs the same at the twentieth ply and
at the four hundredth. Timelines hold full states. What may leave the server comes from a `Perspective`.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any, Self

from games.engine.contract import AnyGame
from games.models import Action, Match
from games.selectors.position.engines import deal_of, game_of

log = logging.getLogger(__name__)

MOST_STATES = 20_000
"""Maximum states that one process keeps, of all matches together: the most recently used ones."""

BY_WISH = (Action.Source.PERSON, Action.Source.PLAN)
"""Sources of actions that the seat's own player decided on, now or in advance."""

FIELDS = ("ply", "seat", "kind", "text", "source", "made_at")
"""The columns of a row that make a `LogEntry`, in its order."""


class Unreadable(Exception):
    """The log of a match does not lead to its position: a bug of ours, or someone has edited the database."""

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
        """The entry for a row."""
        return cls(*(getattr(action, name) for name in FIELDS))


@dataclass(frozen=True, slots=True)
class Timeline:
    """A match from its deal to log position `ply`.

    `log` has all entries that were not taken back; `counts` says for each of them how many actions counted before it.
    `actions` are those that count, made by `played`; `states` has one more: `states[n]` is the position before
    `actions[n]`. `advised` are the positions for which hints were requested, by the ply of the hint.
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
    """The views of `states` so far, by viewer and step: a cache filled by `Perspective`."""
    entries: dict[Any, dict[int, Any]] = field(default_factory=dict, compare=False, repr=False)
    """The entries of `log` as read so far, by reader and ply: a cache filled by `position_of`."""
    words: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """The lines for entries of `played` so far, by reader and entry: a cache filled by `games.pages.boards.lines`."""

    @classmethod
    def start(cls, game: AnyGame, deal: Any) -> Self:
        """The timeline of a match without any entries yet."""
        return cls(game, 0, (), (), (), (), (game.start(deal),))

    @property
    def state(self) -> Any:
        """The position after the last entry."""
        return self.states[-1]

    def grown(self, entries: Iterable[LogEntry]) -> Timeline:
        """The timeline with the next entries of the log added. Raises ValueError when they do not follow."""
        growing = _Growing(self)
        for entry in entries:
            growing.add(entry)
        return growing.timeline()


class _Growing:
    """A timeline while entries are added to it: the same parts, which change from entry to entry."""

    def __init__(self, timeline: Timeline) -> None:
        self.game, self.ply = timeline.game, timeline.ply
        self.log, self.counts = list(timeline.log), list(timeline.counts)
        self.played, self.actions, self.states = list(timeline.played), list(timeline.actions), list(timeline.states)
        self.advised = dict(timeline.advised)
        self.views, self.entries, self.words = timeline.views, timeline.entries, timeline.words

    def add(self, entry: LogEntry) -> None:
        """Add the next entry. Raises ValueError when it does not follow."""
        if entry.ply != self.ply:
            raise ValueError(f"its log has no entry {self.ply}")
        self.ply += 1
        if entry.kind == Action.Kind.UNDO:
            self._take_back()
        self.log.append(entry)
        self.counts.append(len(self.played))
        if entry.kind == Action.Kind.PLAY:
            self._play(entry)
        elif entry.kind == Action.Kind.HINT:
            self.advised[entry.ply] = self.states[-1]

    def _play(self, entry: LogEntry) -> None:
        before = self.states[-1]
        action = self.game.parse(before, entry.text)
        after = self.game.apply(before, action)
        self.played.append(entry)
        self.actions.append(action)
        self.states.append(after)

    def _take_back(self) -> None:
        """Drop what an undo takes back, with everything that was cached about it: the last deliberate action and the
        answers that followed it.
        """
        back = _taken_back(self.played)
        gone = set(self.played[back:])
        kept = [(entry, count) for entry, count in zip(self.log, self.counts, strict=True) if entry not in gone]
        self.log = [entry for entry, _count in kept]
        self.counts = [min(count, back) for _entry, count in kept]
        del self.played[back:], self.actions[back:], self.states[back + 1 :]
        self.views = {
            viewer: {step: seen[step] for step in seen if step <= back} for viewer, seen in self.views.items()
        }
        self.entries, self.words = {}, {}

    def timeline(self) -> Timeline:
        """The timeline as it is now."""
        return Timeline(
            self.game,
            self.ply,
            tuple(self.log),
            tuple(self.counts),
            tuple(self.played),
            tuple(self.actions),
            tuple(self.states),
            self.advised,
            self.views,
            self.entries,
            self.words,
        )


def timeline_of(match: Match) -> Timeline:
    """The timeline of a started match up to this row's log position, without later entries. Raises Unreadable."""
    key = (match.code, match.deal)
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
    if known is not None and known.ply == match.ply:
        return known
    is_older = known is not None and known.ply > match.ply

    def made() -> Timeline:
        continued = None if known is None or is_older else _continued(known, match)
        return _from_the_deal(match, _entries(match, 0)) if continued is None else continued

    timeline = _readable(match, made)
    if not is_older:
        _keep(key, timeline)
    return timeline


def timelines_of(matches: Sequence[Match]) -> dict[int, Timeline]:
    """The timelines of several started matches as from `timeline_of`, by key. Those that are not cached are read in one
    query and not cached, since nobody is looking at these matches. An unreadable one is left out, and logged.
    """
    found: dict[int, Timeline] = {}
    with _lock:
        for match in matches:
            known = _kept.get((match.code, match.deal))
            if known is not None and known.ply == match.ply:
                found[match.pk] = known
    unread = {match.pk: match for match in matches if match.pk not in found}
    for key, entries in _logs(unread).items():
        match = unread[key]
        try:
            found[key] = _readable(match, partial(_from_the_deal, match, entries))
        except Unreadable as error:
            log.warning("%s", error)
    return found


def _readable(match: Match, make: Callable[[], Timeline]) -> Timeline:
    """The timeline made by `make`, if it agrees with the row. Raises Unreadable."""
    try:
        timeline = make()
    except ValueError as error:
        raise Unreadable(match, f"its log cannot be replayed: {error}") from error
    if timeline.ply != match.ply:
        raise Unreadable(match, f"its log has {timeline.ply} entries instead of {match.ply}")
    return timeline


def _from_the_deal(match: Match, entries: Iterable[LogEntry]) -> Timeline:
    """The timeline of a match from its whole log. Raises ValueError when the log does not follow from the deal."""
    return Timeline.start(game_of(match), deal_of(match)).grown(entries)


def follow(match: Match, entries: Sequence[Action]) -> None:
    """Extend the cached timeline of the match by committed entries, so that nobody needs to read them again."""
    key = (match.code, match.deal)
    with _lock:
        known = _kept.get(key)
    if known is not None and entries and known.ply == entries[0].ply:
        _keep(key, known.grown(map(LogEntry.of, entries)))


def forget_timelines() -> None:
    """Empty the cache of this process. Only tests need it: they edit logs by hand, and count the queries of a process
    that knows nothing yet.
    """
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
    """The timeline with what was entered since; None if a moderator has rebuilt the match meanwhile."""
    entries = _entries(match, known.ply)
    return None if any(entry.kind == Action.Kind.MENDED for entry in entries) else known.grown(entries)


def _entries(match: Match, since: int) -> list[LogEntry]:
    """The log from position `since` to that of the row. Entries made after the row was read are left out: they could
    show a seat what another one may do.
    """
    rows = match.actions.filter(ply__gte=since, ply__lt=match.ply).order_by("ply")
    return [LogEntry(*row) for row in rows.values_list(*FIELDS)]


def _logs(matches: Mapping[int, Match]) -> dict[int, list[LogEntry]]:
    """The logs of several matches, each up to its row (see `_entries`): one query, none without matches."""
    found: dict[int, list[LogEntry]] = {key: [] for key in matches}
    if matches:
        rows = Action.objects.filter(match__in=list(matches)).order_by("match", "ply")
        for key, *row in rows.values_list("match", *FIELDS):
            entry = LogEntry(*row)
            if entry.ply < matches[key].ply:
                found[key].append(entry)
    return found


def _taken_back(played: list[LogEntry]) -> int:
    """How many of `played` remain when an undo takes back the last deliberate one and the answers that followed it."""
    for number in range(len(played) - 1, -1, -1):
        if played[number].source in BY_WISH:
            return number
    return 0
