"""A match in a few lines, as its reader may see it: for email to people who are away from its page."""

from __future__ import annotations

from dataclasses import dataclass
from html import unescape

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from common.enumerating import as_sentence, enumerated, full_stop, gap, labelled, minus
from common.sentences import in_one_language
from games.models import Action
from games.pages.boards.lines import Line, lines_of
from games.pages.boards.names import name_of, sentences
from games.pages.boards.page import question
from games.pages.boards.presenter import Presenter
from games.pages.titles import PRESENTERS
from games.selectors.position.positions import Position

LOOKED_THROUGH = 60
"""How many of the latest log entries are searched for the reader's last decision."""

MOST_LINES = 6
"""How many of the latest lines are included."""


@dataclass(frozen=True, slots=True)
class Brief:
    """The open question and the latest events. `question` is the sentence of the turn bar; `happened` are lines of the
    log since the reader's last decision, oldest first, and `is_cut` says that there were more before. `is_first`: the
    reader has not decided anything in this match so far. `standing` are the numbers that the reader may know, and
    `counted` says what they count, with the day or round.
    """

    question: str
    happened: tuple[SafeString, ...]
    is_cut: bool
    is_first: bool
    counted: str
    standing: str

    @property
    def plain(self) -> list[str]:
        """The lines as plain text, without tags."""
        return [unescape(strip_tags(line)) for line in self.happened]


@in_one_language()
def brief_of(position: Position) -> Brief:
    """The brief for the reader of a position, which has at least `LOOKED_THROUGH` entries if there are that many."""
    presenter = PRESENTERS[position.match.game]
    lines = lines_of(presenter, position, position.since)[position.since :]
    # Hints are left out: without the board beside it, advice is of no use.
    shown = [
        line
        for line, entry in zip(lines, position.entries[position.since :], strict=True)
        if entry.kind != Action.Kind.HINT
    ]
    counted, standing = _standing(presenter, position)
    return Brief(
        question=question(presenter, position),
        happened=tuple(_sentence(line) for line in shown[-MOST_LINES:]),
        is_cut=len(shown) > MOST_LINES,
        is_first=position.since == 0 and len(position.entries) < LOOKED_THROUGH,
        counted=counted,
        standing=standing,
    )


def _standing(presenter: Presenter, position: Position) -> tuple[str, str]:
    """The title of the numbers, and the current numbers: points if nobody's are hidden, otherwise the public ones."""
    view, chart = position.view, presenter.score_chart
    is_open = not chart.hides(view)
    values = chart.points(view) if is_open else chart.public(view)
    seats = [name_of(position, number) for number in range(len(position.seats))]
    subjects = None if is_open else chart.subjects(view)
    names = seats if subjects is None else [subject.name for subject in subjects]
    day, title = presenter.chapter(view), str(chart.POINTS if is_open else chart.PUBLIC)
    standing = enumerated(labelled(name, minus(value)) for name, value in zip(names, values, strict=True))
    return f"{as_sentence(day)}{gap()}{title}" if day else title, standing


def _sentence(line: Line) -> SafeString:
    """A line of the log as one text."""
    return sentences([format_html("{}{}", line.text, full_stop()), line.detail]) if line.detail else line.text
