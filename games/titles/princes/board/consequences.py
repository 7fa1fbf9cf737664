"""What an action of the Princes led to at once, in words for the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.names import amounts, name_of
from games.titles.princes.rules.data import (
    CORN_OF_A_FARMER,
    GRANARY,
    GRANARY_CORN,
    STABLE,
    STABLE_LLAMAS,
    STONE_STEPS,
    SUMMIT,
    SYMBOL_CORN,
    UNIT,
)
from games.titles.princes.rules.districts import CORN_TERRACES, GOOD_OF, PRODUCTION_INDEX, TEMPLE_INDEX
from games.titles.princes.rules.goods import CORN
from games.titles.princes.rules.moon import WALKS
from games.titles.princes.rules.state import Step, View

from .amounts import amount_text
from .words import TILE

if TYPE_CHECKING:
    from games.selectors.position.positions import Entry, Position

_NIGHT = (Step.NIGHT_TILES, Step.NIGHT_SUNDIAL)


def log_detail(position: Position, entry: Entry) -> list[SafeString | str]:
    """The immediate consequences of the action, in sentences: bonuses, stones, the summit, the night, the end."""
    verb, *words = entry.text.split()
    said = _of_a_visit(position, entry, words[0]) if verb in ("go", "jump") else []
    said += _of_the_trail(position, entry)
    said += _of_the_night(position, entry)
    said += _of_the_day(position, entry)
    return said


def _of_a_visit(position: Position, entry: Entry, code: str) -> list[SafeString | str]:
    before: View = entry.before
    if code in TEMPLE_INDEX:
        stones = before.stones[TEMPLE_INDEX[code]]
        if not stones:
            return [_("No stones left there today.")]
        return [
            ngettext("{stones} stone: {steps} steps.", "{stones} stones: {steps} steps.", stones).format(
                stones=stones, steps=STONE_STEPS * stones
            )
        ]
    if code not in PRODUCTION_INDEX:
        return []
    index = PRODUCTION_INDEX[code]
    units = before.bonuses[index]
    if not units:
        return [_("Nothing left there today.")]
    said: list[SafeString | str] = [_("Bonus: {goods}.").format(goods=amount_text(units * UNIT[index], GOOD_OF[code]))]
    if code == CORN_TERRACES:
        farmers = [(number, seat.incas[index]) for number, seat in enumerate(before.seats) if seat.incas[index]]
        gains = [(number, CORN_OF_A_FARMER * incas) for number, incas in farmers]
        if gains:
            said.append(format_html(_("Corn from farmers: {gains}."), gains=amounts(position, gains)))
    return said


def _of_the_trail(position: Position, entry: Entry) -> list[SafeString | str]:
    said: list[SafeString | str] = []
    for number, (was, now) in enumerate(zip(entry.before.seats, entry.after.seats, strict=True)):
        drawn = _drawn(entry, number)
        if drawn > 0:
            sentence = ngettext("The summit: {drawn} card for {name}.", "The summit: {drawn} cards for {name}.", drawn)
            said.append(format_html(sentence, name=name_of(position, number), drawn=drawn))
        if now.missing > was.missing:
            said.append(format_html(_("The summit: no cards left for {name}."), name=name_of(position, number)))
    said += _beside_the_trail(position, entry)
    return said


def _beside_the_trail(position: Position, entry: Entry) -> list[SafeString | str]:
    """The trail income of the scouts, which is paid at the end of the turn."""
    walks = [(number, *walk) for number, walk in enumerate(_walks(entry))]
    said: list[SafeString | str] = []
    for sentence, place, pays in (
        (_("Corn from the trail: {gains}."), GRANARY, GRANARY_CORN),
        (_("Llamas from the trail: {gains}."), STABLE, STABLE_LLAMAS),
    ):
        counts = [
            (number, pays * sum(field % SUMMIT == place for field in range(start + 1, end + 1)))
            for number, start, end in walks
        ]
        gains = [(number, gain) for number, gain in counts if gain]
        if gains:
            said.append(format_html(sentence, gains=amounts(position, gains)))
    return said


def _walks(entry: Entry) -> list[tuple[int, int]]:
    """The start and end of each scout's walk; beyond the summit, field numbers continue as 20, 21, …."""
    walks = []
    for number, (was, now) in enumerate(zip(entry.before.seats, entry.after.seats, strict=True)):
        summits = (_drawn(entry, number) > 0) + now.missing - was.missing
        walks.append((was.scout, now.scout + SUMMIT * summits))
    return walks


def _drawn(entry: Entry, number: int) -> int:
    """How many cards a seat drew, those included that it put back with this action."""
    put_back = len(entry.text.split()) - 1 if entry.text.startswith("return") and number == entry.seat else 0
    return int(entry.after.seats[number].hand_size - entry.before.seats[number].hand_size + put_back)


def _of_the_night(position: Position, entry: Entry) -> list[SafeString | str]:
    """The sun tile, the corn for a day's last turn, and the moon tiles that are settled without a question."""
    before: View = entry.before
    after: View = entry.after
    said: list[SafeString | str] = []
    if before.sun is None and after.sun is not None:
        said.append(
            format_html(
                _("Third tile: the sun tile goes to {name}, and everyone else gets one more turn."),
                name=name_of(position, after.sun),
            )
        )
    if _night_falls(before, after):
        said.append(_("Night falls."))
        name = name_of(position, before.active)
        said.append(format_html(_("The last turn of the day: {corn} corn for {name}."), corn=SYMBOL_CORN, name=name))
    return said + _moon_tiles(position, entry)


def _moon_tiles(position: Position, entry: Entry) -> list[SafeString | str]:
    """The moon tiles that are settled without a question: walks, corn, and goods for which no corn is left."""
    before: View = entry.before
    after: View = entry.after
    verb, *words = entry.text.split()
    said: list[SafeString | str] = []
    for number, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        mine = number == entry.seat
        tiles = (*was.tiles, *(words if verb == "moon" and mine else ()))
        answered = words if verb in ("collect", "decline") and mine else ()
        for tile in tiles:
            if tile in now.tiles or tile in answered:
                continue
            sentence = (
                _("Moon tile: {tile} for {name}.")
                if tile in WALKS or tile == CORN
                else _("Moon tile: no corn left for {name} to pay for {tile}.")
            )
            said.append(format_html(sentence, tile=TILE[tile].name, name=name_of(position, number)))
    return said


def _night_falls(before: View, after: View) -> bool:
    return before.step not in _NIGHT and (after.step in _NIGHT or after.day > before.day)


def _of_the_day(position: Position, entry: Entry) -> list[SafeString | str]:
    before: View = entry.before
    after: View = entry.after
    said: list[SafeString | str] = []
    if after.day > before.day and not after.over:
        said.append(
            format_html(_("Day {day} starts with {name}."), day=after.day, name=name_of(position, after.active))
        )
    if after.over:
        said.append(_("The game is over."))
    return said
