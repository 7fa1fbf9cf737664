"""The log of Machu Picchu in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from common.enumerating import as_sentence, enumerated
from common.sentences import gettext as _
from games.pages.boards.names import name_of, says, strong
from games.titles.machu_picchu.rules.data import LARGEST
from games.titles.machu_picchu.rules.precinct import STAIRS, STARTS
from games.titles.machu_picchu.rules.state import View

from .words import MOVES, ON_STAIRS, field_name, marking, sky_name, step_words

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position


def log_line(position: Position, entry: Entry) -> SafeString:
    """The entry's action in one sentence, limited to what the reader may know."""
    verb, *words = entry.text.split()
    return _SENTENCES[verb](position, entry, words)


def log_detail(position: Position, entry: Entry) -> list[SafeString | str]:
    """The immediate consequences of the action, in sentences: the reveal, the priests' steps, the next sky."""
    verb, *_words = entry.text.split()
    if verb == "lay":
        return [*_reveal(entry)]
    said: list[SafeString | str] = [
        *(_steps(entry) if verb == "order" else ()),
        *_returns(entry),
        *_next_round(position, entry),
    ]
    return said


def log_sign(entry: Entry) -> str:
    """The card that is laid, open or hidden, or the badge of the priest that is moved first or put back."""
    verb, *words = entry.text.split()
    match verb:
        case "lay":
            return "card-open" if _lay_open(entry) else "card-hidden"
        case "order":
            return f"badge-{LARGEST if words[0].startswith(str(LARGEST)) else 1}"
    return f"badge-{words[0]}"


def _laid(position: Position, entry: Entry, words: list[str]) -> SafeString:
    number, stair = words
    parts = {"number": strong(number), "stair": strong(ON_STAIRS[stair])}
    if number == "?":
        return says(
            position,
            entry.seat,
            _("You lay a card face down on {stair}"),
            _("{name} lays a card face down on {stair}"),
            **parts,
        )
    if _lay_open(entry):
        you, other = _("You lay {number} on {stair}"), _("{name} lays {number} on {stair}")
    else:
        you, other = _("You lay {number} face down on {stair}"), _("{name} lays {number} face down on {stair}")
    return says(position, entry.seat, you, other, **parts)


def _lay_open(entry: Entry) -> bool:
    before: View = entry.before
    return before.sky.start_open if entry.seat == before.start_player else before.sky.others_open


def _ordered(position: Position, entry: Entry, words: list[str]) -> SafeString:
    if words[0].startswith(str(LARGEST)):
        you, other = _("You move the {largest} priest first"), _("{name} moves the {largest} priest first")
    else:
        you, other = _("You move the {smallest} priest first"), _("{name} moves the {smallest} priest first")
    return says(position, entry.seat, you, other, largest=strong(_("largest")), smallest=strong(_("smallest")))


def _placed(position: Position, entry: Entry, words: list[str]) -> SafeString:
    priest, field = words
    return says(
        position,
        entry.seat,
        _("You put priest {priest} on {field}, because {start} is occupied"),
        _("{name} puts priest {priest} on {field}, because {start} is occupied"),
        priest=strong(priest),
        field=strong(field_name(field)),
        start=STARTS[int(priest) - 1],
    )


_SENTENCES: dict[str, Callable[[Position, Entry, list[str]], SafeString]] = {
    "lay": _laid,
    "order": _ordered,
    "place": _placed,
}


def _reveal(entry: Entry) -> list[str]:
    """The card from the stock, and the priest that each card moves, once all stairs are covered."""
    after: View = entry.after
    cards = [(stair, card) for stair, card in zip(STAIRS, after.stairs, strict=True) if card is not None]
    if len(cards) < len(STAIRS):
        return []
    said = [
        _("From the stock: {number} on {stair}.").format(number=card.number, stair=ON_STAIRS[stair])
        for stair, card in cards
        if card.seat is None
    ]
    moves = sorted(cards, key=lambda laid: -(laid[1].priest or 0))
    words = [
        _("{number}: priest {priest} {moves}").format(number=card.number, priest=card.priest, moves=MOVES[stair])
        for stair, card in moves
    ]
    return [*said, as_sentence(enumerated(words))]


def _steps(entry: Entry) -> list[str]:
    after: View = entry.after
    assert after.last is not None
    return [_("Priest {priest} {does}.").format(priest=step.priest, does=step_words(step)) for step in after.last.steps]


def _returns(entry: Entry) -> list[str]:
    """The priests that returned to their start fields; a priest that was put back is named in the log line itself."""
    after: View = entry.after
    if entry.text.startswith("place") or after.last is None:
        return []
    left = [step.priest for step in after.last.steps if step.end is None]
    return [
        _("Priest {priest} returns to {field}.").format(priest=number, field=after.priests[number - 1].field)
        for number in left
        if after.priests[number - 1].field is not None
    ]


def _next_round(position: Position, entry: Entry) -> list[str]:
    after: View = entry.after
    if after.over:
        full = [number for number, priest in enumerate(after.priests, 1) if priest.is_full]
        if full:
            return [_("Priest {priest}’s depot is full: the game is over.").format(priest=full[-1])]
        return [_("The last round is over, and so is the game.")]
    if after.round == entry.before.round:
        return []
    words = _("Round {round}: {sky}; {marking}. Start player: {name}.")
    return [
        words.format(
            round=after.round,
            sky=sky_name(after.sky),
            marking=marking(after.sky),
            name=name_of(position, after.start_player),
        )
    ]
