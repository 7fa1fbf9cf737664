"""Determinisation: sampling a full state that matches a view."""

from __future__ import annotations

from random import Random

from .data import MOONS_REMOVED, NUMBERS, PAIRS
from .laying import LAID
from .sky import MOONS, SKIES
from .state import LaidView, Seat, State, View


def determinize(view: View, rng: Random) -> State:
    """One full state that the viewer cannot tell from the real one.

    The unseen direction cards are dealt at random to the stairs, the hidden hands and the stock. The unseen sun/moon
    cards, except the moon put away, are shuffled, and so are the hidden priest cards.
    """
    unseen = unseen_numbers(view)
    rng.shuffle(unseen)

    def drawn(number: int | None) -> int:
        return unseen.pop() if number is None else number

    stairs = tuple([LAID[drawn(card.number)][card.seat] if card else None for card in view.stairs])
    hands = [
        tuple(sorted([unseen.pop() for _ in range(seat.hand_size)])) if seat.hand is None else seat.hand
        for seat in view.seats
    ]
    return State(
        seats=tuple(Seat(pair, hand) for pair, hand in zip(imagine_pairs(view, rng), hands, strict=True)),
        priests=view.priests,
        stairs=stairs,
        stock=tuple(unseen),
        sky=_imagine_sky(view, rng),
        round=view.round,
        last=view.last,
    )


def unseen_numbers(view: View) -> list[int]:
    """The direction cards whose place the viewer does not know."""
    laid: list[LaidView] = [card for card in view.stairs if card is not None]
    seen = {*view.discards, *(card.number for card in laid)}
    for seat in view.seats:
        seen.update(seat.hand or ())
    return [number for number in NUMBERS if number not in seen]


def imagine_pairs(view: View, rng: Random) -> list[str]:
    """The priest cards of all seats, the hidden ones shuffled."""
    known = [seat.pair for seat in view.seats]
    hidden = [pair for pair in PAIRS[len(known)] if pair not in known]
    rng.shuffle(hidden)
    return [hidden.pop() if pair is None else pair for pair in known]


def _imagine_sky(view: View, rng: Random) -> tuple[str, ...]:
    unseen = [name for name in SKIES if name not in view.sky_used]
    removed = rng.sample([name for name in unseen if name in MOONS], MOONS_REMOVED[len(view.seats)])
    to_come = [name for name in unseen if name not in removed]
    rng.shuffle(to_come)
    return (*view.sky_used, *to_come)
