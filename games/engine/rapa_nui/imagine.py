"""A full state imagined from what a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import sub
from random import Random

from . import data
from .cards import CARDS, HUNTERS, LUMBERJACK, MOAI, NONE_OF_FOUR, Counts
from .state import Decision, Seat, SeatView, State, Step, View

_STEPS = {
    Decision.TURN: Step.PLAY,
    Decision.PLAY: Step.PLAY,
    Decision.OFFER: Step.SACRIFICE,
    Decision.OFFER_HIDDEN: Step.SACRIFICE,
    Decision.ADD: Step.ADD,
    Decision.DRAW: Step.DRAW,
    Decision.MOAI_INCOME: Step.SCORING,
    Decision.TAKE: Step.SCORING,
}


def determinize(view: View, rng: Random) -> State:
    """One full state that the viewer cannot tell from the real one.

    The hands are those that everybody could follow; the cards that nobody has seen yet are the deck, shuffled. Which of
    its sacrifice cards a seat laid face down is drawn from all that it owns: of what it has most, most likely.
    """
    sacrifices, face_down = _imagine_sacrifices(view, rng)
    # What is turned up at the end counts among the open cards of the view.
    turned_up = NONE_OF_FOUR if view.stone_hidden else _total(face_down)
    return State(
        seats=tuple(
            Seat(seat.color, seat.wood, seat.glory, seat.table, seat.followed, own, hidden)
            for seat, own, hidden in zip(view.seats, sacrifices, face_down, strict=True)
        ),
        columns=view.columns,
        deck=_imagine_deck(view, rng),
        supply=view.supply,
        stone=tuple(count - own for count, own in zip(view.stone_open, turned_up, strict=True)),
        discarded=view.discarded,
        active=view.active,
        step=Step.OVER if view.decision is None else _STEPS[view.decision],
        asked=view.active if view.to_move is None else view.to_move,
        bought=view.bought,
        last_column=view.last_column,
        due=view.due,
    )


def _imagine_deck(view: View, rng: Random) -> str:
    """All cards that were never seen, in any order."""
    unseen = Counter(data.DECK)
    unseen[MOAI] -= view.discarded
    unseen.subtract("".join(view.columns))
    for seat in view.seats:
        unseen.update(LUMBERJACK * data.START_LUMBERJACKS + data.START_HUNTERS[seat.color])
        unseen.subtract(dict(zip(CARDS, seat.table, strict=True)))
        unseen.subtract(seat.followed)
    cards = list(unseen.elements())
    rng.shuffle(cards)
    return "".join(cards)


def _imagine_sacrifices(view: View, rng: Random) -> tuple[list[Counts], list[Counts]]:
    """For every seat its sacrifice cards, and those that it laid face down."""
    face_down = [_laid(seat, rng) if seat.face_down is None else seat.face_down for seat in view.seats]
    return [tuple(map(sub, seat.owned, laid)) for seat, laid in zip(view.seats, face_down, strict=True)], face_down


def _laid(seat: SeatView, rng: Random) -> Counts:
    """Some of the cards that a seat owns, as many as it laid face down."""
    laid = rng.sample(range(len(HUNTERS)), seat.face_down_count, counts=seat.owned)
    return tuple(map(laid.count, range(len(HUNTERS))))


def _total(counts: Iterable[Counts]) -> Counts:
    return tuple(map(sum, zip(*counts, strict=True)))
