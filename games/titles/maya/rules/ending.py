"""The end of the game: points and ranks (MAY 4.7, 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.contract import Outcome, Part

from .data import BONUS, GROUP_POINTS, MAJORITY_POINTS, PRIEST_POINTS, TEAMS
from .pieces import WORDS, Towers, groups
from .state import TWO, Ladders, State
from .tasks import tasks
from .turns import reason

_TOGETHER = {
    (seats, seat): (seat, *(member for member in team if member != seat))
    for seats, teams in TEAMS.items()
    for team in teams
    for seat in team
}


def outcome(state: State) -> Outcome | None:
    """The result; None while the game is running."""
    why = reason(state)
    if why is None:
        return None
    parts = _duel_parts(state) if state.seats == TWO else _task_parts(state)
    points = tuple(sum(part.points for part in of_seat) for of_seat in parts)
    standing = [(total, *_tie_break(state, seat)) for seat, total in enumerate(points)]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    return Outcome(points, ranks, why, parts)


def majorities(ladders: Ladders, seat: int) -> int:
    """The number of towers at which a seat of the duel has more ladders than the other."""
    return sum(of_tower[seat] > of_tower[1 - seat] for of_tower in ladders)


def color_points(towers: Towers, color: str) -> int:
    """The total value of the groups of connected pieces of a colour (MAY 5)."""
    return points_of(groups(towers, color))


def points_of(sizes: Iterable[int]) -> int:
    """The value of groups of connected pieces, by their sizes."""
    return sum(GROUP_POINTS[size] for size in sizes)


def team(state: State, seat: int) -> tuple[int, ...]:
    """The seats whose points are added up: with four seats the partners, the seat itself first (MAY 6)."""
    return _TOGETHER.get((state.seats, seat), (seat,))


def _duel_parts(state: State) -> tuple[tuple[Part, ...], ...]:
    parts = []
    for seat in range(state.seats):
        priests, towers = state.priests.count(seat), majorities(state.ladders, seat)
        parts.append(
            (Part("priests", priests, priests * PRIEST_POINTS), Part("ladders", towers, towers * MAJORITY_POINTS))
        )
    return tuple(parts)


def _task_parts(state: State) -> tuple[tuple[Part, ...], ...]:
    """For each colour of the team, the number of connected pieces, and their value; then the bonus."""
    of_seats = tasks(state)
    parts = []
    for seat in range(state.seats):
        members = team(state, seat)
        colors = "".join(of_seats[member] for member in members)
        has_bonus = state.bonus and state.announced in members
        parts.append(
            (
                *(
                    Part(WORDS[color], sum(groups(state.towers, color)), color_points(state.towers, color))
                    for color in colors
                ),
                Part("bonus", int(has_bonus), BONUS * has_bonus),
            )
        )
    return tuple(parts)


def _tie_break(state: State, seat: int) -> tuple[int, ...]:
    """The tie-breaks: in the duel priests, then ladders placed (MAY 4.7); with three and four seats none."""
    if state.seats != TWO:
        return ()
    return state.priests.count(seat), sum(of_tower[seat] for of_tower in state.ladders)
