"""What a seat may know: hands and the cards aside are hidden (TRI 1.2)."""

from __future__ import annotations

from random import Random

from .notation import written
from .rules import to_move
from .state import CARDS, HAND, Cards, Deal, Play, State, View

OPEN_SEATS: tuple[int, ...] = ()


def view(state: State, seat: int | None) -> View:
    """All that `seat` (None: a spectator) may know; at the end everything is open."""
    return _view(state, seat, is_open=to_move(state) is None)


def recall(state: State, seat: int | None) -> View:
    """The same as the view: everything played stays visible."""
    return view(state, seat)


def open_view(state: State) -> View:
    """The position with nothing hidden, for finished games only."""
    return _view(state, None, is_open=True)


def _view(state: State, seat: int | None, is_open: bool) -> View:
    return View(
        seat=seat,
        hands=tuple(hand if is_open or number == seat else None for number, hand in enumerate(state.hands)),
        sizes=tuple(map(len, state.hands)),
        aside=state.aside if is_open else None,
        lead=state.lead,
        trick=state.trick,
        gone=state.gone,
        tricks=state.tricks,
        to_move=to_move(state),
    )


def progress(view: View) -> int:
    """The number of cards played."""
    return len(view.gone) + len(view.trick)


def hides_choice(view: View) -> bool:
    """Whether the hand of the seat that decides is hidden from the viewer."""
    return view.to_move is not None and view.hands[view.to_move] is None


def shown(before: State, action: Play, now: State, seat: int | None) -> str:
    """The text of the action: every card is played face up."""
    return str(action)


def shown_deal(deal: Deal, now: State, seat: int | None) -> str:
    """The deal with only the viewer's own hand, until the end."""
    if to_move(now) is None:
        return written(deal.deck)
    own = range(0) if seat is None else range(HAND * seat, HAND * (seat + 1))
    return written([card if place in own else "?" for place, card in enumerate(deal.deck)])


def reveals(state: State, action: Play) -> bool:
    """Whether the action reveals anything: every card comes from a hidden hand."""
    return True


def determinize(view: View, rng: Random) -> State:
    """A position with the unseen cards dealt at random to the hidden hands and aside."""
    known = {*view.trick, *view.gone, *(view.aside or ())}
    known.update(*(hand for hand in view.hands if hand is not None))
    hidden = rng.sample(left := [card for card in CARDS if card not in known], len(left))
    hands: list[Cards] = []
    for hand, size in zip(view.hands, view.sizes, strict=True):
        hands.append(hand if hand is not None else tuple(sorted(hidden.pop() for _ in range(size))))
    aside = tuple(sorted(hidden)) if view.aside is None else view.aside
    return State(tuple(hands), aside, view.lead, view.trick, view.gone, view.tricks)
