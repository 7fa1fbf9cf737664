"""The movements on the board of Rapa Nui, the places that change, and the marks that show an action in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.boards.marks import Mark, Motion
from games.titles.rapa_nui.rules.cards import LUMBERJACK, MOAI, PRIEST
from games.titles.rapa_nui.rules.scoring import incomes
from games.titles.rapa_nui.rules.state import View

from .words import KINDS

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


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
    letter = _scored_by(entry, column)
    gains = gains_of(entry, letter)
    if not gains:
        return []
    drawing = {LUMBERJACK: "gain-wood", PRIEST: "gain-glory"}.get(letter, f"token-{KINDS[letter].word}")
    return [Motion(f"column-{column}", f"seat-{number}", drawing) for number, _gain in gains]


def marks(position: Position, entry: Entry) -> list[Motion | Mark]:
    """The marks for an action: the cards it adds to a table, or the column it draws from and the gains of each seat."""
    verb, *words = entry.text.split()
    match verb:
        case "play":
            number = words[1].removeprefix("x") if len(words) > 1 else "1"
            return [Mark(f"table-{entry.seat}-{words[0]}", f"+{number}")]
        case "draw":
            letter = _scored_by(entry, int(words[0]))
            gains = incomes(entry.before.seats, letter) if letter else ()
            brought = [
                Mark(f"table-{seat}-{KINDS[letter].word}", f"+{gain}") for seat, gain in enumerate(gains) if gain
            ]
            return [Mark(f"column-{words[0]}"), *brought]
    return []


def _scored_by(entry: Entry, column: int) -> str:
    """The letter of the card that a draw from the column uncovered, if it scores at once; otherwise ""."""
    after: View = entry.after
    last = entry.before.draws_left == 1 and not after.over
    return after.columns[column - 1][-1] if last else ""


def gains_of(entry: Entry, letter: str) -> list[tuple[int, int]]:
    """The seats that get something at once when a card is scored, and how much. None for a Moai, and no cards of a type
    that has run out: there the seats choose.
    """
    if letter in ("", MOAI):
        return []
    of = {LUMBERJACK: "wood", PRIEST: "glory"}.get(letter, "sacrifice_count")
    pairs = zip(entry.before.seats, entry.after.seats, strict=True)
    changes = [(number, getattr(now, of) - getattr(was, of)) for number, (was, now) in enumerate(pairs)]
    return [(number, gain) for number, gain in changes if gain > 0]
