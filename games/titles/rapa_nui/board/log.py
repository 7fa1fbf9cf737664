"""The log of Rapa Nui in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.names import amounts, says, strong
from games.titles.rapa_nui.rules.cards import CARD_INDEX, LUMBERJACK, MOAI, PRIEST
from games.titles.rapa_nui.rules.state import View

from .motions import gains_of
from .words import BY_WORD, KINDS

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def log_line(position: Position, entry: Entry) -> SafeString:
    """The entry's action in one sentence, limited to what the reader may know."""
    verb, *words = entry.text.split()
    return _SENTENCES[verb](position, entry, words)


def log_detail(position: Position, entry: Entry) -> list[SafeString | str]:
    """The immediate consequences of the action, in sentences: a refilled column, a scoring, the end."""
    verb, *words = entry.text.split()
    if verb == "draw":
        return _after_a_draw(position, entry, int(words[0]))
    if verb == "take":
        return _received(position, entry, entry.before.scored, but=entry.seat)
    return []


def log_sign(entry: Entry) -> str:
    """The icon of the card that the action is about, or of what a Moai brings; "" for a hidden card."""
    verb, *words = entry.text.split()
    match verb:
        case "draw":
            return KINDS[entry.before.columns[int(words[0]) - 1][-1]].icon
        case "glory":
            return "gi-laurel-crown"
        case "wood":
            return "gi-log"
    return BY_WORD[words[0]].icon if words[0] in BY_WORD else ""


def chapter(view: View) -> str:
    """The name of the chapter that a view belongs to: how many Moai have been built; "" before the first.

    Everyone sacrifices for each of them, so they change what is worth most.
    """
    number = sum(seat.table[CARD_INDEX[MOAI]] for seat in view.seats)
    return ngettext("{number} Moai", "{number} Moai", number).format(number=number) if number else ""


def _card(words: list[str]) -> SafeString:
    return strong(BY_WORD[words[0]].name)


def _wood_paid(entry: Entry) -> int:
    before: View = entry.before
    after: View = entry.after
    return before.seats[entry.seat].wood - after.seats[entry.seat].wood


def _bought(position: Position, entry: Entry, words: list[str]) -> SafeString:
    wood = _wood_paid(entry)
    if wood == 0:
        return says(
            position,
            entry.seat,
            _("You buy a {card} sacrifice card for free"),
            _("{name} buys a {card} sacrifice card for free"),
            card=_card(words),
        )
    return says(
        position,
        entry.seat,
        _("You buy a {card} sacrifice card for {wood} wood"),
        _("{name} buys a {card} sacrifice card for {wood} wood"),
        card=_card(words),
        wood=wood,
    )


def _played(position: Position, entry: Entry, words: list[str]) -> SafeString:
    wood = _wood_paid(entry)
    if BY_WORD[words[0]].letter == MOAI:
        you, other = _("You build a {card} for {wood} wood"), _("{name} builds a {card} for {wood} wood")
    elif wood:
        you, other = (
            _("You play {number} × {card} for {wood} wood"),
            _("{name} plays {number} × {card} for {wood} wood"),
        )
    else:
        you, other = _("You play {card}"), _("{name} plays {card}")
    number = words[1].removeprefix("x") if len(words) > 1 else "1"
    return says(position, entry.seat, you, other, card=_card(words), number=strong(number), wood=wood)


def _discarded(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You return a {card} to the box: three in hand and not enough wood"),
        _("{name} returns a {card} to the box: three in hand and not enough wood"),
        card=_card(words),
    )


def _offered(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0] == "?":
        return says(
            position,
            entry.seat,
            _("You sacrifice a card face down"),
            _("{name} sacrifices a card face down"),
        )
    if entry.before.active == entry.seat:
        you, other = _("You sacrifice {card} face down"), _("{name} sacrifices {card} face down")
    else:
        you, other = _("You sacrifice {card}"), _("{name} sacrifices {card}")
    return says(position, entry.seat, you, other, card=_card(words))


def _added(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You sacrifice {card} from the supply"),
        _("{name} sacrifices {card} from the supply"),
        card=_card(words),
    )


def _drawn(position: Position, entry: Entry, words: list[str]) -> SafeString:
    column = int(words[0])
    return says(
        position,
        entry.seat,
        _("You draw {card} from column {column}"),
        _("{name} draws {card} from column {column}"),
        card=strong(KINDS[entry.before.columns[column - 1][-1]].name),
        column=column,
    )


def _took_glory(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You take {gain} glory for your Moai"),
        _("{name} takes {gain} glory for their Moai"),
        gain=strong(entry.after.seats[entry.seat].glory - entry.before.seats[entry.seat].glory),
    )


def _took_wood(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You take {gain} wood for your Moai"),
        _("{name} takes {gain} wood for their Moai"),
        gain=strong(-_wood_paid(entry)),
    )


def _took(position: Position, entry: Entry, words: list[str]) -> SafeString:
    return says(
        position,
        entry.seat,
        _("You take a {card} sacrifice card: no {scored} left"),
        _("{name} takes a {card} sacrifice card: no {scored} left"),
        card=_card(words),
        scored=KINDS[entry.before.scored].name,
    )


_SENTENCES: dict[str, Callable[[Position, Entry, list[str]], SafeString]] = {
    "buy": _bought,
    "play": _played,
    "discard": _discarded,
    "offer": _offered,
    "add": _added,
    "draw": _drawn,
    "glory": _took_glory,
    "wood": _took_wood,
    "take": _took,
}


def _after_a_draw(position: Position, entry: Entry, column: int) -> list[SafeString | str]:
    before: View = entry.before
    after: View = entry.after
    if after.over:
        return [_("No cards left to refill the column: the game is over.")]
    said: list[SafeString | str] = []
    if len(before.columns[column - 1]) == 1:
        dealt = len(after.columns[column - 1])
        said.append(
            ngettext("{dealt} new card refills the column.", "{dealt} new cards refill the column.", dealt).format(
                dealt=dealt
            )
        )
    if before.draws_left == 1:
        said += _received(position, entry, after.columns[column - 1][-1])
    return said


def _received(position: Position, entry: Entry, letter: str, but: int | None = None) -> list[SafeString | str]:
    """The immediate gains from a scoring (except those of `but`) in words; Moai bring none before the seats choose."""
    card = strong(KINDS[letter].name)
    if letter == MOAI:
        if any(seat.table[CARD_INDEX[MOAI]] for seat in entry.after.seats):
            return [format_html(_("{card} scores: glory or wood."), card=card)]
        return [format_html(_("{card} scores for nobody."), card=card)]
    if letter == LUMBERJACK:
        sentence = _("{card} scores. Wood: {gains}")
    elif letter == PRIEST:
        sentence = _("{card} scores. Glory: {gains}")
    else:
        sentence = _("{card} scores. Sacrifice cards: {gains}")
    gains = [(number, gain) for number, gain in gains_of(entry, letter) if number != but]
    if gains:
        return [format_html(sentence, card=card, gains=amounts(position, gains))]
    return [format_html(_("{card} scores for nobody."), card=card)] if but is None else []
