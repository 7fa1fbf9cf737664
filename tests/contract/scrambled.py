"""The same position with its hidden facts changed: said here for each game, without asking the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from games.engine.machu_picchu import State as MachuPicchu
from games.engine.machu_picchu.state import Laid
from games.engine.maya import State as Maya
from games.engine.princes import State as Princes
from games.engine.rapa_nui import State as RapaNui


def princes(state: Princes, eyes: int | None, rng: Random) -> Princes:
    """The hands of the other seats and the deck are dealt anew, but for the cards that the viewer has put back."""
    first = len(state.deck) - len(state.returned)
    known = {first + place for place, seat in enumerate(state.returned) if seat == eyes}
    others = [seat for seat in range(len(state.seats)) if seat != eyes]
    cards = [card for place, card in enumerate(state.deck) if place not in known]
    cards += [card for seat in others for card in state.seats[seat].cards]
    rng.shuffle(cards)
    seats = list(state.seats)
    for index in others:
        hand = sorted((cards.pop() for _ in seats[index].cards), key=lambda card: [*map("cloptvud".index, card)])
        seats[index] = replace(seats[index], cards=tuple(hand))
    deck = tuple(card if place in known else cards.pop() for place, card in enumerate(state.deck))
    return replace(state, seats=tuple(seats), deck=deck)


def rapa_nui(state: RapaNui, eyes: int | None, rng: Random) -> RapaNui:
    """The deck and the hands of the other seats are dealt anew, and so are each other seat's sacrifice cards.

    A seat's sacrifice cards and those it laid face down change places, so that it keeps as many of both.
    """
    others = [seat for seat in range(len(state.seats)) if seat != eyes]
    cards = [*state.deck, *(card for seat in others for card in state.seats[seat].hand)]
    rng.shuffle(cards)
    seats = list(state.seats)
    for index in others:
        seat = seats[index]
        hand = "".join(sorted((cards.pop() for _ in seat.hand), key="MPLfbsg".index))
        types = [kind for counts in (seat.sacrifices, seat.face_down) for kind in range(4) for _ in range(counts[kind])]
        rng.shuffle(types)
        laid = [types.pop() for _ in range(sum(seat.face_down))]
        seats[index] = replace(
            seat,
            hand=hand,
            sacrifices=tuple(types.count(kind) for kind in range(4)),
            face_down=tuple(laid.count(kind) for kind in range(4)),
        )
    return replace(state, seats=tuple(seats), deck="".join(cards))


def machu_picchu(state: MachuPicchu, eyes: int | None, rng: Random) -> MachuPicchu:
    """Stock, hands of the other seats and their cards face down are dealt anew, and so are priest cards and sky.

    With two seats each knows the priests of the other. The moon in the box may have been any that was not turned up.
    """
    start_player = (state.round - 1) % len(state.seats)
    card_in_force = "M1" if state.round == 1 else state.sky[state.round - 2]

    def is_hidden(card: Laid | None) -> bool:
        if card is None or card.seat == eyes or None not in state.stairs:
            return False
        return card_in_force[1] in ("14" if card.seat == start_player else "13")

    others = [seat for seat in range(len(state.seats)) if seat != eyes]
    numbers = [*state.stock, *(number for seat in others for number in state.seats[seat].hand)]
    numbers += [card.number for card in state.stairs if card and is_hidden(card)]
    rng.shuffle(numbers)
    pairs = [state.seats[seat].pair for seat in others]
    rng.shuffle(pairs)
    seats = list(state.seats)
    for index in others:
        hand = tuple(sorted(numbers.pop() for _ in seats[index].hand))
        seats[index] = replace(seats[index], pair=pairs.pop(), hand=hand)
    stairs = tuple(Laid(numbers.pop(), card.seat) if card and is_hidden(card) else card for card in state.stairs)
    turned_up, to_come = state.sky[: state.round - 1], list(state.sky[state.round - 1 :])
    moons = [moon for moon in ("M1", "M2", "M3", "M4") if moon not in turned_up]
    to_come = [card for card in to_come if card[0] == "S"] + rng.sample(moons, sum(card[0] == "M" for card in to_come))
    rng.shuffle(to_come)
    return replace(state, seats=tuple(seats), stairs=stairs, stock=tuple(numbers), sky=(*turned_up, *to_come))


def maya(state: Maya, eyes: int | None, rng: Random) -> Maya:
    """The task cards of the other seats and those aside are dealt anew; while the towers are built, all are."""
    is_built = all(len(tower) == 5 for tower in state.towers)
    cards = [color for color in state.deck if not is_built or color != state.towers[4][0]]
    known = {2 * eyes, 2 * eyes + 1} if is_built and eyes is not None else set()
    hidden = [color for place, color in enumerate(cards) if place not in known]
    rng.shuffle(hidden)
    dealt = [color if place in known else hidden.pop() for place, color in enumerate(cards)]
    centre = state.towers[4][0] if len(dealt) < len(state.deck) else ""
    return replace(state, deck=centre + "".join(dealt))


SCRAMBLED: dict[str, Callable[[Any, int | None, Random], Any]] = {
    "rapa_nui": rapa_nui,
    "machu_picchu": machu_picchu,
    "maya": maya,
    "princes": princes,
}
"""For each game a position that differs from a running one only in what the viewer must not know."""


def rapa_nui_noted(state: RapaNui, eyes: int | None, rng: Random) -> RapaNui:
    """The deck is dealt anew. All hands were seen, and what may lie face down is told by the log."""
    return replace(state, deck="".join(rng.sample(state.deck, len(state.deck))))


NOTED = SCRAMBLED | {"rapa_nui": rapa_nui_noted}
"""For each game a position that differs from a running one only in what somebody cannot know who noted down all they
saw."""

OPEN = {("maya", 2)}
"""The games that hide nothing from anybody with so many seats."""
