"""The log in words: one line per entry, limited to what its reader may know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone, localdate, localtime

from common.sentences import gettext_lazy, language
from common.unbroken import numbers_kept
from games.models import Action
from games.pages.boards.hint_text import advice_in_words
from games.pages.boards.names import as_decided, before_the_fork, seat_name, sentences
from games.pages.boards.presenter import Presenter
from games.pages.boards.table_events import table_event

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position

_SOURCES: dict[str, str | Promise] = {
    Action.Source.FORCED: gettext_lazy("the only choice"),
    Action.Source.ORDER: gettext_lazy("answered in advance"),
    Action.Source.PLAN: gettext_lazy("as planned"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One log entry in words; `step` is None for anything but an action of the game. `sign` is the icon of its subject,
    "" for none. `is_new` marks everything since the reader's last decision; `travel` lists the moves of pieces on the
    board, three words each. `chapter` is the part of the game that began with it: "Day 4". `is_fork`: a match that
    plays on from another one started right after it.
    """

    seat: int
    step: int | None
    text: SafeString
    detail: SafeString
    sign: str = ""
    source: str | Promise
    made_at: datetime
    is_new: bool
    travel: str = ""
    chapter: str = ""
    is_fork: bool = False
    read_at: tuple[tzinfo, date, str | None]
    """The time zone, day and language in which it is read."""

    @property
    def place(self) -> int:
        """The number of the seat's colour and pattern, from 1; 0 for an entry that belongs to no seat."""
        return self.seat + 1

    @property
    def moment(self) -> str:
        """When it was, machine-readable."""
        return self.made_at.isoformat(timespec="seconds")

    @property
    def clock(self) -> str:
        """When it was, for people: the time on the reader's clock, with the day if it was earlier."""
        return _clock(self.made_at, *self.read_at)


def lines_of(presenter: Presenter, position: Position, since: int) -> list[Line]:
    """The log of a position, oldest first; entries from number `since` on are new to its reader."""
    teller = _Teller.of(presenter, position)
    return [teller.line(entry, is_new=number >= since) for number, entry in enumerate(position.entries)]


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts the log into words for one reader. The lines of actions are kept with the timeline: of forty, one is new."""

    presenter: Presenter
    position: Position
    kept: dict[Any, Line]
    read_at: tuple[tzinfo, date, str | None]

    @classmethod
    def of(cls, presenter: Presenter, position: Position) -> Self:
        """The teller for the reader of a position."""
        read_at = (get_current_timezone(), localdate(), language())
        names = tuple(seat_name(position, seat.number) for seat in position.seats)
        # All that the words depend on besides the action.
        reader = (position.viewer, position.seat, names, language())
        kept = {} if position.perspective is None else position.perspective.timeline.words.setdefault(reader, {})
        return cls(presenter, position, kept, read_at)

    def line(self, entry: Entry, *, is_new: bool) -> Line:
        """The line for an entry."""
        key = (entry.step, entry.text, entry.made_at)
        line = self.kept.get(key)
        if line is None:
            happened = table_event(self.position, entry)
            if happened is not None:
                return self._happened(entry, *happened, is_new=is_new)
            line = self.kept[key] = self._told(entry, is_new=is_new)
        elif line.is_new != is_new or line.read_at != self.read_at:
            line = self.kept[key] = replace(line, is_new=is_new, read_at=self.read_at)
        return line

    def _happened(self, entry: Entry, text: SafeString, detail: str, *, is_new: bool) -> Line:
        """The line for an entry that is no action; its words may depend on all of the match."""
        return Line(
            seat=entry.seat,
            step=entry.step,
            text=text,
            # Lines are drawn once, so equal ones must be escaped alike.
            detail=conditional_escape(advice_in_words(self.presenter, self.position, entry) or detail),
            source=_SOURCES.get(entry.source, ""),
            made_at=entry.made_at,
            is_new=is_new,
            read_at=self.read_at,
        )

    def _told(self, entry: Entry, *, is_new: bool) -> Line:
        """The line for an action, with its consequences and its moves."""
        presenter, position = self.presenter, self.position
        inherited = position.match.inherited_plies
        if entry.step is not None and entry.step <= inherited:
            position = before_the_fork(position)
        elif entry.step is not None:
            position = as_decided(position, entry.step - 1)
        return Line(
            seat=entry.seat,
            step=entry.step,
            text=numbers_kept(presenter.log_line(position, entry)),
            detail=numbers_kept(sentences(presenter.log_detail(position, entry))),
            sign=presenter.log_sign(entry),
            source=_SOURCES.get(entry.source, ""),
            made_at=entry.made_at,
            is_new=is_new,
            travel=" ".join(map(str, presenter.motions(position, entry))),
            chapter=_chapter(presenter, entry),
            is_fork=entry.step is not None and entry.step == inherited,
            read_at=self.read_at,
        )


def _chapter(presenter: Presenter, entry: Entry) -> str:
    """The chapter that begins with the entry, in games that have chapters; "" if none does."""
    name = presenter.chapter
    now = name(entry.after)
    return "" if entry.after.over or now == name(entry.before) else now


@lru_cache(maxsize=4096)
def _clock(made_at: datetime, zone: tzinfo, today: date, language: str | None) -> str:
    """A moment as the log shows it. Cached: after every action, forty moments are shown again."""
    moment = localtime(made_at, zone)
    return f"{moment:%H:%M}" if moment.date() == today else date_format(moment, "SHORT_DATE_FORMAT")
