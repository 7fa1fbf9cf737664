"""The legal actions of Maya as buttons: joining swaps in words, all others as the cells of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.utils.functional import Promise

from common.enumerating import clauses
from common.sentences import gettext as _
from common.sentences import ngettext
from games.pages.boards.menu import Choice, Group, number_keys
from games.titles.maya.rules.board import CUTS, PAIRS, TOWERS
from games.titles.maya.rules.state import Action, End, Monolith, Place, Swap, View
from games.titles.maya.rules.swaps import newly_connected, swapped
from games.titles.maya.rules.swaps import swaps as legal_swaps

from .effects import Effect, announced_words, effect, words
from .words import BY_LETTER, Color

if TYPE_CHECKING:
    from games.selectors.position.positions import Position

JOINING = "games/maya/joining.html"
TABLE = "games/maya/table.html"


@dataclass(frozen=True, slots=True)
class Block:
    """The pieces that one tower gives away: those from the cut upwards, the lowest first."""

    tower: int
    pieces: list[Color]


@dataclass(frozen=True, slots=True)
class SwapChoice(Choice):
    """A swap as a button: the two blocks, and the level from which they swap places."""

    level: int = 0
    blocks: tuple[Block, ...] = ()
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table, where a line and a column cross.

    `choice` is a button of this table, `elsewhere` one in the list above it. `marks` are the colours of its pieces.
    """

    choice: Choice | None = None
    elsewhere: Choice | None = None
    marks: tuple[Color, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: a pair of towers, or a tower; `place` is its name on the board."""

    place: str
    title: str
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Head:
    """A column of the table."""

    text: str | Promise
    color: Color | None = None


@dataclass(frozen=True, slots=True)
class TableGroup(Group):
    """Actions as a table, folded under the words of `fold` if there are any; `name` is the suffix of its lines' ids."""

    corner: str = ""
    heads: list[Head] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    fold: str = ""
    name: str = ""


def pair_place(first: int, second: int) -> str:
    """The board's name for the gap between two towers."""
    return f"pair-{first}-{second}"


def cut_place(first: int, second: int, level: int) -> str:
    """The board's name for the place where two towers are cut at a level."""
    return f"cut-{first}-{second}-{level}"


def menu(position: Position) -> list[Group]:
    """Every legal action once, grouped as a player thinks of them."""
    if not position.legal:
        return []
    view: View = position.view
    groups: list[Group]
    match position.legal[0]:
        case Place():
            groups = [_building(view, position.legal)]
        case Monolith():
            groups = [_monoliths(view, position.legal)]
        case _:
            groups = _swapping(view, position.legal)
    return [group for group in groups if group.actions]


def _with_keys(choices: list[Choice]) -> list[Choice]:
    """The choices with number keys, as far as there are keys."""
    return [replace(choice, key=key) for choice, key in zip(choices, number_keys(), strict=False)]


def _swapping(view: View, legal: Iterable[Action]) -> list[Group]:
    joining: list[Choice] = []
    ending: list[Choice] = []
    quiet: dict[tuple[int, int, int], Choice] = {}
    quiet_ends: dict[tuple[int, int, int], Choice] = {}
    for action in legal:
        match action:
            case Swap():
                then = effect(view, action)
                choice = _swap(view, action, then)
                if then.joints or (then.is_last and not action.is_end):
                    (ending if action.is_end else joining).append(choice)
                else:
                    (quiet_ends if action.is_end else quiet)[action.first, action.second, action.level] = choice
            case End():
                ending.append(Choice(str(action), _("Without swapping"), announced_words(view, None), icon="lu-flag"))
    joining = _with_keys(joining)
    elsewhere = {choice.target: choice for choice in joining}
    return [
        Group(_("Swap"), _("Joining swaps"), joining, template=JOINING),
        Group(_("Announce the end:"), _("Announce the end"), ending, template=JOINING),
        _table(_("Swap"), _("Other swaps") if joining else "", quiet, elsewhere),
        replace(
            _table(_("Announce the end and swap"), "", quiet_ends, {}),
            fold=_("Swap and announce the end"),
            name="-end",
        ),
    ]


def _swap(view: View, action: Swap, then: Effect) -> SwapChoice:
    first, second, level = action.first, action.second, action.level
    hint = words(view, action, then)
    if action.is_end:
        hint = clauses([hint, announced_words(view, then)])
    return SwapChoice(
        value=str(action),
        label=_("{first} and {second} from level {level}").format(first=first, second=second, level=level),
        hint=hint,
        target=cut_place(first, second, level),
        crossing=(f"{first}–{second}", str(level)),
        level=level,
        blocks=tuple(
            Block(number, [BY_LETTER[letter] for letter in view.towers[number - 1][level - 1 :]])
            for number in (first, second)
        ),
        is_end=action.is_end,
    )


def _table(
    verb: str, title: str, quiet: dict[tuple[int, int, int], Choice], elsewhere: dict[str, Choice]
) -> TableGroup:
    """A table of the swaps that join nothing, by pair and level, with links to those that join."""

    def cell(first: int, second: int, level: int) -> Cell:
        choice = quiet.get((first, second, level))
        if isinstance(choice, SwapChoice):
            return Cell(choice, marks=tuple(block.pieces[0] for block in choice.blocks))
        return Cell(elsewhere=elsewhere.get(cut_place(first, second, level)))

    lines = _pair_lines(cell)
    heads = [Head(str(level)) for level in CUTS]
    return TableGroup(
        verb, title, list(quiet.values()), template=TABLE, corner=_("from level"), heads=heads, lines=lines
    )


def _pair_lines(cell: Callable[[int, int, int], Cell]) -> list[Line]:
    """A line for each pair of neighbouring towers that offers any choice."""
    lines = [
        Line(pair_place(first, second), f"{first} ⇄ {second}", [cell(first, second, level) for level in CUTS])
        for first, second in PAIRS
    ]
    return [line for line in lines if any(cell.choice or cell.elsewhere for cell in line.cells)]


def _monoliths(view: View, legal: Iterable[Action]) -> TableGroup:
    """Black's choice before the first swap, with the number of swaps that each option leaves White."""
    choices = {}
    for action in legal:
        assert isinstance(action, Monolith)
        first, second, level = action.first, action.second, action.level
        left = legal_swaps(view.towers, (first, second), level)
        joining = sum(bool(newly_connected(swapped(view.towers, swap), swap)) for swap in left)
        choices[first, second, level] = (
            Choice(
                str(action),
                _("between {first} and {second}, raven at level {level}").format(
                    first=first, second=second, level=level
                ),
                _("leaves White {swaps} swaps ({joining} joining)").format(swaps=len(left), joining=joining),
                target=cut_place(first, second, level),
            ),
            ngettext("{joining} joins", "{joining} join", joining).format(joining=joining),
        )

    def cell(first: int, second: int, level: int) -> Cell:
        choice, joining = choices[first, second, level]
        return Cell(choice, words=joining)

    return TableGroup(
        _("Monolith"),
        _("Between which towers? Each field shows how many joining swaps it leaves White"),
        [choice for choice, _words in choices.values()],
        template=TABLE,
        corner=_("raven at"),
        heads=[Head(str(level)) for level in CUTS],
        lines=_pair_lines(cell),
    )


def _building(view: View, legal: Iterable[Action]) -> TableGroup:
    """The pieces of the level being built, and the towers that may take them."""
    choices = {}
    for action in legal:
        assert isinstance(action, Place)
        color = BY_LETTER[action.color]
        below = view.towers[action.tower - 1]
        choices[action.color, action.tower] = Choice(
            str(action),
            _("{color} on tower {tower}").format(color=color.name, tower=action.tower),
            _("as its base") if not below else _("on {color}").format(color=BY_LETTER[below[-1]].name),
            target=f"place-{action.color}-{action.tower}",
        )
    colors = [color for color in BY_LETTER.values() if any(letter == color.letter for letter, _tower in choices)]
    lines = [
        Line(
            f"tower-{tower}",
            str(tower),
            [Cell(choices.get((color.letter, tower)), marks=(color,)) for color in colors],
        )
        for tower in TOWERS
        if any(number == tower for _letter, number in choices)
    ]
    return TableGroup(
        _("Place"),
        "",
        list(choices.values()),
        template=TABLE,
        corner=_("tower"),
        heads=[Head(color.name, color) for color in colors],
        lines=lines,
        name="-place",
    )
