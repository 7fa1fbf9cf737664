"""The log of Maya in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from common.enumerating import as_sentence, labelled, listed
from common.sentences import gettext as _
from games.pages.boards.names import says, strong
from games.titles.maya.rules.data import ANNOUNCED, BONUS
from games.titles.maya.rules.pieces import is_finished
from games.titles.maya.rules.state import TWO, View

from .motions import cut
from .stocks import reason_label
from .words import BY_LETTER

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def log_line(position: Position, entry: Entry) -> SafeString:
    """The entry's action in one sentence."""
    verb, *words = entry.text.split()
    return _SENTENCES[verb](position, entry, words)


def log_detail(position: Position, entry: Entry) -> list[SafeString | str]:
    """The immediate consequences of the action, in sentences: connections, ladders, priests, the end."""
    verb, *words = entry.text.split()
    said: list[SafeString | str] = [*_joined(entry, words[0])] if verb == "swap" else []
    after: View = entry.after
    if verb == "place" and after.centre_card:
        said.append(_("The towers are built and the task cards dealt."))
    if after.bonus:
        said.append(_("Centre tower finished: {bonus} bonus points.").format(bonus=BONUS))
    if after.over and after.reason != ANNOUNCED:
        said.append(_("{reason}: the game is over.").format(reason=reason_label(after.reason or "")))
    return said


def log_sign(entry: Entry) -> str:
    """The icon of the piece that is placed, of the colour that a swap joined, of the raven, or of the announced end."""
    verb, *words = entry.text.split()
    match verb:
        case "place":
            return f"card-{words[0]}"
        case "swap":
            *numbers, level = cut(words[0])
            towers = [entry.after.towers[number - 1] for number in numbers]
            return next((f"card-{tower[level - 1]}" for tower in towers if tower[level - 1] == tower[level - 2]), "")
        case "monolith":
            return "raven"
    return "lu-flag"


def _swapped(position: Position, entry: Entry, words: list[str]) -> SafeString:
    first, second, level = cut(words[0])
    if words[1:]:
        you = _("You swap {first} and {second} from level {level} and announce the end")
        other = _("{name} swaps {first} and {second} from level {level} and announces the end")
    else:
        you = _("You swap {first} and {second} from level {level}")
        other = _("{name} swaps {first} and {second} from level {level}")
    return says(position, entry.seat, you, other, first=strong(first), second=strong(second), level=strong(level))


def _placed(position: Position, entry: Entry, words: list[str]) -> SafeString:
    letter, tower = words
    return says(
        position,
        entry.seat,
        _("You place {color} on tower {tower}"),
        _("{name} places {color} on tower {tower}"),
        color=strong(BY_LETTER[letter].name),
        tower=strong(tower),
    )


def _put(position: Position, entry: Entry, words: list[str]) -> SafeString:
    first, second, level = cut(words[0])
    return says(
        position,
        entry.seat,
        _("You put the monolith between {first} and {second}, the raven at level {level}"),
        _("{name} puts the monolith between {first} and {second}, the raven at level {level}"),
        first=strong(first),
        second=strong(second),
        level=strong(level),
    )


def _ended(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(position, entry.seat, _("You announce the end"), _("{name} announces the end"))


_SENTENCES: dict[str, Callable[[Position, Entry, list[str]], SafeString]] = {
    "swap": _swapped,
    "place": _placed,
    "monolith": _put,
    "end": _ended,
}


def _joined(entry: Entry, word: str) -> list[str]:
    """The colours that a swap joined, tower by tower, and the ladders and priests placed there."""
    first, second, level = cut(word)
    before: View = entry.before
    after: View = entry.after
    said = []
    for number in (first, second):
        tower = after.towers[number - 1]
        if tower[level - 1] != tower[level - 2]:
            continue
        color = BY_LETTER[tower[level - 1]].name
        sentence = _("{color} is finished at {tower}") if is_finished(tower) else _("{color} joined at tower {tower}")
        brought = _brought(before, after, number)
        joined = sentence.format(color=str(color).capitalize(), tower=number)
        said.append(as_sentence(labelled(joined, listed(brought)) if brought else joined))
    return said


def _brought(before: View, after: View, number: int) -> list[str]:
    if after.seats > TWO:
        return []
    brought = []
    if after.ladders[number - 1] != before.ladders[number - 1]:
        brought.append(_("a ladder"))
    if after.priests[number - 1] != before.priests[number - 1]:
        brought.append(_("a priest"))
    return brought or [_("no ladder")]
