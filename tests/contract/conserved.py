"""What never changes while a game runs: each game states its own laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.engine.machu_picchu import State as MachuPicchu
from games.engine.maya import State as Maya
from games.engine.princes import State as Princes
from games.engine.rapa_nui import State as RapaNui


def princes(state: Princes) -> Any:
    """Every sacrifice card, Inca, priest and moon tile of the Princes is somewhere; goods come and go with the bank."""
    cards = [card for seat in state.seats for card in seat.cards] + list(state.deck)
    tiles = [tile for seat in state.seats for tile in seat.tiles] + list(state.tiles)
    assert [sum(kind) for kind in zip(state.rows, *(seat.priests for seat in state.seats), strict=True)] == [6, 5, 4]
    assert len(state.returned) <= len(state.deck)
    for seat in state.seats:
        assert min(*seat.goods, *seat.incas, *seat.priests, *seat.due, seat.supply, seat.sundial, seat.missing) >= 0
        assert 0 <= seat.scout < 20
        assert seat.turns <= 40 + 7
        assert list(seat.cards) == sorted(seat.cards, key=lambda card: [*map("cloptvud".index, card)])
    assert all(0 <= units <= 2 for units in state.bonuses + state.stones)
    assert all(0 <= goods <= 4 for goods in state.market)
    incas = [sum(seat.incas) + seat.supply + seat.sundial for seat in state.seats]
    return sorted(cards), sorted(tiles), incas


def rapa_nui(state: RapaNui) -> Any:
    """Every Rapa Nui card is somewhere (Moai in the box included), and so is every sacrifice card of each type."""
    cards = Counter("".join(state.columns) + state.deck + "M" * state.discarded)
    for seat in state.seats:
        cards.update(seat.hand)
        cards.update(dict(zip("MPLfbsg", seat.table, strict=True)))
    owned = [counts for seat in state.seats for counts in (seat.sacrifices, seat.face_down)]
    sacrifice_cards = [sum(counts) for counts in zip(state.supply, state.stone, *owned, strict=True)]
    assert sacrifice_cards == [25] * 4
    assert min(min(counts) for counts in (state.supply, state.stone, *owned)) >= 0
    assert all(seat.wood >= 0 and len(seat.hand) <= 3 for seat in state.seats)
    return sorted(cards.items())


def machu_picchu(state: MachuPicchu) -> Any:
    """Every direction card is somewhere, and so is every stone; no two priests share a field."""
    cards = [*state.stock, *(number for seat in state.seats for number in seat.hand)]
    cards += [card.number for card in state.stairs if card is not None]
    assert len(set(cards)) == len(cards)
    stones = [stone for priest in state.priests for stone in priest.depot]
    suns, fires = [stone for stone in stones if stone > 0], [-stone for stone in stones if stone < 0]
    # The lowest stone is always won first.
    assert sorted(suns) == [1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10][: len(suns)]
    assert sorted(fires) == [3, 4, 5, 6, 7, 8, 9, 10][: len(fires)]
    assert all(len(priest.depot) <= 6 for priest in state.priests)
    assert all(len(seat.hand) == 4 for seat in state.seats)
    inside = [priest.field for priest in state.priests if priest.field]
    assert len(set(inside)) == len(inside)
    return len(state.sky), sorted(seat.pair for seat in state.seats)


def maya(state: Maya) -> Any:
    """No piece is there twice, ladders have places, and priests stand on finished towers; the task cards stay."""
    levels = ["".join(tower[level] for tower in state.towers if len(tower) > level) for level in range(5)]
    assert all(len(set(level)) == len(level) for level in levels)
    for (white, black), places in zip(state.ladders, (2, 3, 2, 3, 4, 3, 2, 3, 2), strict=True):
        assert 0 <= white + black <= places
    assert max(sum(of_seat) for of_seat in zip(*state.ladders, strict=True)) <= 15
    for number, owner in enumerate(state.priests):
        assert owner is None or len(set(state.towers[number])) == 1
    return state.deck


CONSERVED: dict[str, Callable[[Any], Any]] = {
    "rapa_nui": rapa_nui,
    "machu_picchu": machu_picchu,
    "maya": maya,
    "princes": princes,
}
"""For each game what must come out equal for every position of one match; it may assert laws of its own."""
