"""The log in words: one line per entry, limited to what its reader may know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone, localdate, localtime
from django.utils.translation import get_language

from common.sentences import gettext_lazy
from games.models import Action
from games.pages.boards.hint_text import advice_in_words
from games.pages.boards.names import before_the_fork, seat_name, sentences
from games.pages.boards.presenter import Presenter
from games.pages.boards.table_events import table_event

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position

_SOURCES: dict[str, str | Promise] = {
    Action.Source.FORCED: gettext_lazy("the only choice"),
    Action.Source.ORDER: gettext_lazy("answered in advance"),
    Action.Source.PLAN: gettext_lazy("as planned"),
}


@dataclass(frozen=True, slots=True)
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
    sign: str
    source: str | Promise
    made_at: datetime
    is_new: bool
    travel: str
    chapter: str
    is_fork: bool
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
    read_at = (get_current_timezone(), localdate(), get_language())
    return [
        _line(teller, entry, is_new=number >= since, read_at=read_at) for number, entry in enumerate(position.entries)
    ]


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a line about an action (see `Line`)."""

    text: SafeString
    detail: SafeString
    sign: str = ""
    travel: str = ""
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts actions into words for one reader. They are cached with the timeline: of forty lines only one is new."""

    presenter: Presenter
    position: Position
    kept: dict[Any, Said]
    reader: tuple[object, ...]
    """Everything the words depend on besides the action: viewer, reader, names of the seats, language."""

    @classmethod
    def of(cls, presenter: Presenter, position: Position) -> Self:
        """The teller for the reader of a position."""
        names = tuple(seat_name(position, seat.number) for seat in position.seats)
        kept = {} if position.perspective is None else position.perspective.timeline.words
        return cls(presenter, position, kept, (position.viewer, position.seat, names, get_language()))

    def tell(self, entry: Entry) -> Said:
        """The words for an entry's action, its consequences and its moves; cached."""
        key = (self.reader, entry.step, entry.text, entry.made_at)
        said = self.kept.get(key)
        if said is None:
            said = self.kept[key] = self._said(entry)
        return said

    def _said(self, entry: Entry) -> Said:
        presenter, position = self.presenter, self.position
        if entry.step is not None and entry.step <= position.match.inherited_plies:
            position = before_the_fork(position)
        return Said(
            text=presenter.log_line(position, entry),
            detail=sentences(presenter.log_detail(position, entry)),
            sign=presenter.log_sign(entry),
            travel=" ".join(map(str, presenter.motions(position, entry))),
            chapter=_chapter(presenter, entry),
        )


def _line(teller: _Teller, entry: Entry, *, is_new: bool, read_at: tuple[tzinfo, date, str | None]) -> Line:
    position = teller.position
    happened = table_event(position, entry)
    if happened is not None:
        text, detail = happened
        # Lines are drawn once, so equal ones must be escaped alike.
        said = Said(text, conditional_escape(advice_in_words(teller.presenter, position, entry) or detail))
    else:
        said = teller.tell(entry)
    return Line(
        seat=entry.seat,
        step=entry.step,
        text=said.text,
        detail=said.detail,
        sign=said.sign,
        source=_SOURCES.get(entry.source, ""),
        made_at=entry.made_at,
        is_new=is_new,
        travel=said.travel,
        chapter=said.chapter,
        is_fork=entry.step is not None and entry.step == position.match.inherited_plies,
        read_at=read_at,
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
