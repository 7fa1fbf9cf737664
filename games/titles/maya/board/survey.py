"""The information next to Maya's board: who leads the towers, how far the colours are joined, teams, monolith."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.enumerating import listed
from common.sentences import gettext as _
from games.pages.boards.names import seat_name
from games.titles.maya.rules.ending import color_points
from games.titles.maya.rules.pieces import groups
from games.titles.maya.rules.state import FOUR, TWO, Decision, View

from .effects import own_tasks
from .towers import side
from .words import BY_LETTER, TEAMS, Color, sizes_in_words

if TYPE_CHECKING:
    from games.selectors.position.positions import Position


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader of a tower in a duel (white, black or tie), and its ladders and priest."""

    number: int
    white: int
    black: int
    side: str
    priest: str
    title: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A colour: how far it has been joined, and its owner, as far as the viewer knows."""

    color: Color
    sizes: str
    points: int
    is_mine: bool
    is_centre: bool
    owner: int | None


def lead(view: View, number: int) -> Lead:
    """The leader of a tower in a duel."""
    white, black = view.ladders[number - 1]
    leader = "white" if white > black else "black" if black > white else "tie"
    words = {"white": _("White leads"), "black": _("Black leads"), "tie": _("nobody leads")}
    sentence = _("Tower {number}: {white} white, {black} black; {who}")
    title = sentence.format(number=number, white=white, black=black, who=words[leader])
    return Lead(number, white, black, leader, side(view.priests[number - 1]), title)


def ranks(view: View) -> list[Rank]:
    """The nine colours: the viewer's, the centre's, those whose owner is known, then the others."""
    owners = {letter: seat for seat, letters in enumerate(view.tasks) for letter in letters or ""}
    mine = own_tasks(view)
    found = [
        Rank(
            color,
            sizes_in_words(groups(view.towers, letter)),
            color_points(view.towers, letter),
            letter in mine,
            letter == view.centre_card,
            owners.get(letter),
        )
        for letter, color in BY_LETTER.items()
    ]
    return sorted(found, key=lambda rank: (not rank.is_mine, not rank.is_centre, rank.owner is None, rank.owner or 0))


def teams(position: Position) -> list[tuple[str, str]]:
    """With four seats, the two teams and their names."""
    names = [seat_name(position, seat.number) for seat in position.seats]
    return [
        (letter, listed([names[seat] for seat in seats]))
        for letter, seats in zip(TEAMS, partners(position.view), strict=False)
    ]


def partners(view: View) -> list[list[int]]:
    """The seats that play together: with four, those opposite each other; otherwise none."""
    return [[0, TWO], [1, 1 + TWO]] if view.seats == FOUR else []


def whereabouts(view: View) -> str:
    """The place of the monolith and the raven, in words."""
    if view.decision is Decision.PLACE:
        return _("The towers are being built.")
    if view.monolith is None:
        return _("The monolith is beside the board.")
    first, second = view.monolith
    if view.seats > TWO:
        return _("The monolith stands between {first} and {second}.").format(first=first, second=second)
    return _("The monolith stands between {first} and {second}, the raven at level {level}.").format(
        first=first, second=second, level=view.raven
    )
