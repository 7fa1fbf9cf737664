"""The progress of the game: the skies of its rounds, the last round moved, and which cards have been seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from common.sentences import gettext as _
from games.titles.machu_picchu.rules.data import NUMBERS
from games.titles.machu_picchu.rules.moving import moved_by
from games.titles.machu_picchu.rules.precinct import STAIRS
from games.titles.machu_picchu.rules.sky import PRINTED, SKIES, SUNS, Sky, cards_dealt
from games.titles.machu_picchu.rules.state import Laid, Round, Step, View

from .words import marking, sky_name, step_words


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round of the game; its sky is None while the round is still to come."""

    number: int
    sky: Sky | None
    is_now: bool
    label: str


@dataclass(frozen=True, slots=True)
class Move:
    """The step that a card causes, or would cause; `owner` is the seat that laid the card, None for the stock."""

    priest: int
    number: int
    stair: str
    owner: int | None
    words: str
    gain: int
    is_out: bool

    @property
    def css(self) -> str:
        """The CSS class for the outcome."""
        return outcome_css(self.gain, self.is_out)


@dataclass(frozen=True, slots=True)
class Number:
    """A direction card in the full list; `where` is "played", "laid", "mine", or "" if the viewer has not seen it."""

    value: int
    where: str


def outcome_css(gain: int, is_out: bool) -> str:
    """The CSS class for a step that gains `gain` or leads out: gain, loss, or "" for neither."""
    if gain > 0:
        return "is-gain"
    return "is-loss" if is_out else ""


def rounds(view: View) -> list[RoundCell]:
    """All rounds that the game can have."""
    turned = [PRINTED, *(SKIES[name] for name in view.sky_used)]
    to_come = [None] * (view.rounds - len(turned))
    return [
        RoundCell(number, sky, number == view.round, _round_label(number, sky))
        for number, sky in enumerate([*turned, *to_come], 1)
    ]


def chapter(view: View) -> str:
    """The name of the chapter that a view belongs to: its round and sky."""
    return _("Round {round}: {sky}").format(round=view.round, sky=sky_name(view.sky))


def _round_label(number: int, sky: Sky | None) -> str:
    if sky is None:
        return _("Round {number}: to come").format(number=number)
    return _("Round {number}: {sky}, {marking}").format(number=number, sky=sky_name(sky), marking=marking(sky))


def to_come(view: View) -> tuple[int, int]:
    """The numbers of suns and of moons still to be turned up."""
    suns = len(SUNS) - sum(SKIES[name].is_sun for name in view.sky_used)
    return suns, cards_dealt(len(view.seats)) - len(view.sky_used) - suns


def stairs_of(last: Round) -> dict[int, str]:
    """The stair of the card that moved each priest."""
    return dict(zip(moved_by([card.number for card in last.stairs]), STAIRS, strict=True))


def moves(steps: Iterable[Step], laid: tuple[Laid, ...]) -> list[Move]:
    """The steps of a round with the cards (on the stairs N E S W) that caused them."""
    cards = dict(
        zip(moved_by([card.number for card in laid]), zip(STAIRS, laid, strict=True), strict=True),
    )
    found = []
    for step in steps:
        stair, card = cards[step.priest]
        found.append(
            Move(step.priest, card.number, stair, card.seat, step_words(step), sum(step.stones), step.end is None)
        )
    return found


def numbers(view: View) -> list[Number]:
    """All direction cards, each with where the viewer knows it to be."""
    hand = (view.seats[view.seat].hand or ()) if view.seat is not None else ()
    known = {
        **dict.fromkeys(hand, "mine"),
        **dict.fromkeys(view.discards, "played"),
        **{card.number: "laid" for card in view.stairs if card is not None and card.number is not None},
    }
    return [Number(value, known.get(value, "")) for value in NUMBERS]
