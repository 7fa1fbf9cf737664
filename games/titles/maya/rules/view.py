"""Everything a seat may know: views, and action and deal texts with `?` for hidden parts (MAY 5)."""

from __future__ import annotations

from .notation import deal_text, words
from .pieces import COLORS, PIECES
from .rules import apply, to_move
from .state import TWO, Action, Deal, Place, State, View
from .swapping import ladders_left, priests_left
from .tasks import centre_card, hangs_on_tasks, tasks
from .turns import decision, reason

HIDDEN = "?"
OPEN_SEATS: tuple[int, ...] = (TWO,)
"""The seat counts with nothing hidden: only task cards are ever hidden, and the duel has none."""


def view(state: State, seat: int | None) -> View:
    """Everything `seat` (None: a spectator) may know: all but the task cards of the others.

    At the end everything is open. With two seats nothing is ever hidden.
    """
    return _view(state, seat, is_open=reason(state) is not None)


def open_view(state: State) -> View:
    """A spectator's view with nothing hidden, for finished matches."""
    return _view(state, None, is_open=True)


def _view(state: State, seat: int | None, is_open: bool) -> View:
    is_duel = state.seats == TWO
    return View(
        seat=seat,
        seats=state.seats,
        towers=state.towers,
        monolith=state.monolith,
        raven=state.raven,
        ladders=state.ladders,
        priests=state.priests,
        ladders_left=tuple(ladders_left(state.ladders, owner) for owner in range(TWO)) if is_duel else (),
        priests_left=tuple(priests_left(state.priests, owner) for owner in range(TWO)) if is_duel else (),
        centre_card=centre_card(state),
        tasks=_tasks(state, seat, is_open),
        swaps=state.swaps,
        seen=state.seen,
        quiet_swaps=state.quiet_swaps,
        repeats=state.repeats,
        announced=state.announced,
        bonus=state.bonus,
        to_move=to_move(state),
        decision=decision(state),
        reason=reason(state),
    )


def _tasks(state: State, seat: int | None, is_open: bool) -> tuple[str | None, ...]:
    if state.seats == TWO:
        return ()
    dealt = tasks(state) or (None,) * state.seats
    return tuple(of_seat if is_open or owner == seat else None for owner, of_seat in enumerate(dealt))


def shown(before: State, action: Action, now: State, seat: int | None) -> str:
    """The text of an action: nothing in it is ever hidden."""
    return str(action)


def shown_deal(deal: Deal, now: State, seat: int | None) -> str:
    """The text of the deal as anyone may read it: the task cards only at the end."""
    if deal.seats == TWO or reason(now) is not None:
        return deal_text(deal)
    return words(deal.towers, HIDDEN)


def reveals(state: State, action: Action) -> bool:
    """Whether playing the action shows anyone something new: task cards when they are dealt, or at the end."""
    if state.seats == TWO:
        return False
    if isinstance(action, Place):
        return sum(map(len, state.towers)) == PIECES - 1
    return reason(apply(state, action)) is not None


def hides_choice(view: View) -> bool:
    """Whether the legal actions of the deciding seat depend on task cards that this viewer cannot see."""
    if view.centre_card is None or view.to_move is None or view.tasks[view.to_move] is not None:
        return False
    seen = view.centre_card + "".join(filter(None, view.tasks))
    return hangs_on_tasks(view.towers, view.monolith, [color for color in COLORS if color not in seen])
