"""The log of Rapa Nui in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.marks import Mark, Motion
from games.pages.boards.names import amounts, says, strong
from games.titles.rapa_nui.rules.cards import CARD_INDEX, LUMBERJACK, MOAI, PRIEST
from games.titles.rapa_nui.rules.scoring import incomes
from games.titles.rapa_nui.rules.state import View

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


def changed_places(entry: Entry) -> set[str]:
    """The places on the board that the entry's action changed."""
    verb, *words = entry.text.split()
    word = words[0] if words else ""
    match verb:
        case "draw":
            return {f"column-{word}"}
        case "play":
            return {f"table-{entry.seat}-{word}"}
        case "offer":
            return {"stone-hidden" if word == "?" or entry.before.active == entry.seat else f"stone-{word}"}
        case "add":
            return {f"stone-{word}", f"supply-{word}"}
        case "buy" | "take":
            return {f"supply-{word}"}
    return set()


def chapter(view: View) -> str:
    """The name of the chapter that a view belongs to: how many Moai have been built; "" before the first.

    Everyone sacrifices for each of them, so they change what is worth most.
    """
    number = sum(seat.table[CARD_INDEX[MOAI]] for seat in view.seats)
    return ngettext("{number} Moai", "{number} Moai", number).format(number=number) if number else ""


def motions(position: Position, entry: Entry) -> list[Motion]:
    """The movements of the card that the action moved, and of the gains from a scoring.

    Cards of the seat whose hand is shown move from and to that hand, cards of others from and to their seats.
    """
    verb, *words = entry.text.split()
    mine = entry.seat == position.view.seat
    word = words[0] if words else ""

    def at(place: str) -> str:
        return f"{place}-{word}" if mine else f"seat-{entry.seat}"

    match verb:
        case "draw":
            column, word = word, KINDS[entry.before.columns[int(word) - 1][-1]].word
            return [Motion(f"column-{column}", at("hand"), f"card-{word}"), *_brought(entry, int(column))]
        case "play":
            return [Motion(at("hand"), f"table-{entry.seat}-{word}", f"card-{word}")]
        case "offer" if word == "?" or entry.before.active == entry.seat:
            return [Motion(at("own"), "stone-hidden", "token-hidden")]
        case "offer":
            return [Motion(at("own"), f"stone-{word}", f"token-{word}")]
        case "add":
            return [Motion(f"supply-{word}", f"stone-{word}", f"token-{word}")]
        case "buy" | "take":
            return [Motion(f"supply-{word}", at("own"), f"token-{word}")]
        case "glory" | "wood":  # what a Moai brings, once its seat has chosen
            return [Motion(f"column-{entry.before.last_column}", f"seat-{entry.seat}", f"gain-{verb}")]
    return []


def _brought(entry: Entry, column: int) -> list[Motion]:
    """The movements of the immediate gains from the card that a draw uncovered, one piece for each seat."""
    letter = scored_by(entry, column)
    gains = _gains(entry, letter)
    if not gains:
        return []
    drawing = {LUMBERJACK: "gain-wood", PRIEST: "gain-glory"}.get(letter, f"token-{KINDS[letter].word}")
    return [Motion(f"column-{column}", f"seat-{number}", drawing) for number, _gain in gains]


def _gains(entry: Entry, letter: str) -> list[tuple[int, int]]:
    """The seats that get something at once when a card is scored, and how much. None for a Moai, and no cards of a type
    that has run out: there the seats choose.
    """
    if letter in ("", MOAI):
        return []
    of = {LUMBERJACK: "wood", PRIEST: "glory"}.get(letter, "sacrifice_count")
    pairs = zip(entry.before.seats, entry.after.seats, strict=True)
    changes = [(number, getattr(now, of) - getattr(was, of)) for number, (was, now) in enumerate(pairs)]
    return [(number, gain) for number, gain in changes if gain > 0]


def scored_by(entry: Entry, column: int) -> str:
    """The letter of the card that a draw from the column uncovered, if it scores at once; otherwise ""."""
    after: View = entry.after
    last = entry.before.draws_left == 1 and not after.over
    return after.columns[column - 1][-1] if last else ""


def marks(position: Position, entry: Entry) -> list[Motion | Mark]:
    """The marks for an action: the cards it adds to a table, or the column it draws from and the gains of each seat."""
    verb, *words = entry.text.split()
    match verb:
        case "play":
            number = words[1].removeprefix("x") if len(words) > 1 else "1"
            return [Mark(f"table-{entry.seat}-{words[0]}", f"+{number}")]
        case "draw":
            letter = scored_by(entry, int(words[0]))
            gains = incomes(entry.before.seats, letter) if letter else ()
            brought = [
                Mark(f"table-{seat}-{KINDS[letter].word}", f"+{gain}") for seat, gain in enumerate(gains) if gain
            ]
            return [Mark(f"column-{words[0]}"), *brought]
    return []


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
    gains = [(number, gain) for number, gain in _gains(entry, letter) if number != but]
    if gains:
        return [format_html(sentence, card=card, gains=amounts(position, gains))]
    return [format_html(_("{card} scores for nobody."), card=card)] if but is None else []
