"""Determinisation: sampling a full state that matches a view."""

from __future__ import annotations

from collections import Counter
from random import Random

from . import data
from .cards import CARD_INDEX, CARDS, HUNTERS, LUMBERJACK, MOAI, NONE_OF_FOUR, Counts, added, shifted, sorted_hand
from .recall import RecalledSeat
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

    The unseen cards are dealt at random to the hidden hands and the deck; a start hunter that is not on its owner's
    table is in its owner's hand. The unseen sacrifice cards are dealt at random to their owners, including those on the
    stone. For a seat whose cards are recalled, only which of them are on the stone is random.
    """
    hands, deck = _imagine_cards(view, rng)
    sacrifices, face_down = _imagine_sacrifices(view, rng)
    # The view counts cards that were turned up at the end among the open ones.
    turned_up = NONE_OF_FOUR if view.stone_hidden else added(*face_down)
    return State(
        seats=tuple(
            Seat(seat.color, seat.wood, seat.glory, seat.table, hand, own, hidden, _at_most(seat))
            for seat, hand, own, hidden in zip(view.seats, hands, sacrifices, face_down, strict=True)
        ),
        columns=view.columns,
        deck=deck,
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


def _imagine_cards(view: View, rng: Random) -> tuple[list[str], str]:
    """A hand for every seat, and the deck."""
    unseen = Counter(data.DECK)
    unseen[MOAI] -= view.discarded
    unseen.subtract("".join(view.columns))
    for seat in view.seats:
        unseen.update(_start_set(seat))
        unseen.subtract(dict(zip(CARDS, seat.table, strict=True)))
        unseen.subtract(_known_hand(seat))
    cards = list(unseen.elements())
    rng.shuffle(cards)
    hands = []
    for seat in view.seats:
        known = _known_hand(seat)
        hands.append(sorted_hand(known + "".join(cards.pop() for _ in range(seat.hand_size - len(known)))))
    return hands, "".join(cards)


def _start_set(seat: SeatView) -> str:
    return LUMBERJACK * data.START_LUMBERJACKS + data.START_HUNTERS[seat.color]


def _known_hand(seat: SeatView) -> str:
    """The cards that must be in a hand: a start hunter leaves it only for the owner's table."""
    if seat.hand is not None:
        return seat.hand
    return "".join(card for card in data.START_HUNTERS[seat.color] if not seat.table[CARD_INDEX[card]])


def _imagine_sacrifices(view: View, rng: Random) -> tuple[list[Counts], list[Counts]]:
    """The sacrifice cards of every seat, and those that it laid face down."""
    owned = [counts for seat in view.seats for counts in (seat.sacrifices, seat.face_down) if counts is not None]
    owned += [seat.owned for seat in view.seats if isinstance(seat, RecalledSeat)]
    unseen = [data.SACRIFICE_CARDS - count for count in added(view.supply, view.stone_open, *owned)]
    cards = _shuffled(tuple(unseen), rng)

    def imagined(known: Counts | None, number: int) -> Counts:
        if known is not None:
            return known
        taken = [cards.pop() for _ in range(number)]
        return tuple(taken.count(kind) for kind in range(len(HUNTERS)))

    sacrifices, face_down = [], []
    for seat in view.seats:
        if isinstance(seat, RecalledSeat):
            laid = _laid_face_down(seat, rng)
            sacrifices.append(tuple(count - away for count, away in zip(seat.owned, laid, strict=True)))
            face_down.append(laid)
        else:
            sacrifices.append(imagined(seat.sacrifices, seat.sacrifice_count))
            face_down.append(imagined(seat.face_down, seat.face_down_count))
    return sacrifices, face_down


def _laid_face_down(seat: RecalledSeat, rng: Random) -> Counts:
    """A random choice of the cards that a seat laid face down, each from those that it can be."""
    forgotten = seat.face_down_count - len(seat.at_most)
    first = seat.at_most[0] if seat.at_most else seat.owned
    laid = NONE_OF_FOUR
    for most in (*[first] * forgotten, *seat.at_most):
        left = [count - away for count, away in zip(most, laid, strict=True)]
        laid = shifted(laid, rng.choices(range(len(HUNTERS)), left)[0], +1)
    return laid


def _at_most(seat: SeatView) -> tuple[Counts, ...]:
    return seat.at_most if isinstance(seat, RecalledSeat) else ()


def _shuffled(counts: Counts, rng: Random) -> list[int]:
    """This many cards of each type, in random order."""
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    rng.shuffle(cards)
    return cards
