"""Positions to test the rules with: any turn with some facts changed, and actions by their texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.titles.princes import rules as princes
from games.titles.princes.rules.cards import CARDS
from games.titles.princes.rules.districts import NEAR
from games.titles.princes.rules.state import Decision, Step

Owners = Mapping[int, Mapping[str, Any]]


def _counts(names: Iterable[str], counts: Mapping[str, int]) -> tuple[int, ...]:
    names = list(names)
    assert set(counts) <= set(names)
    return tuple(counts.get(name, 0) for name in names)


def goods(**counts: int) -> tuple[int, ...]:
    """Five counts of goods: goods(corn=3, llama=1)."""
    return _counts(("corn", "llama", "coca", "pottery", "cloth"), counts)


def incas(**counts: int) -> tuple[int, ...]:
    """Five counts of Incas: incas(CT=2)."""
    return _counts(("CT", "LP", "CO", "PQ", "WQ"), counts)


def priests(**counts: int) -> tuple[int, ...]:
    """Three counts of tiles: priests(virgin=2); also for the tiles left in the rows."""
    return _counts(("virgin", "puma", "condor"), counts)


def stones(**counts: int) -> tuple[int, ...]:
    """Four counts of temple stones: stones(MT=2)."""
    return _counts(("TC", "TP", "TS", "MT"), counts)


def columns(**counts: int) -> tuple[int, ...]:
    """Four columns of the market: columns(coca=2)."""
    return _counts(("llama", "coca", "pottery", "cloth"), counts)


def cards(text: str) -> tuple[str, ...]:
    """Cards by their letters: cards("cl ud")."""
    return tuple(text.split())


def position(seats: int = 2, owners: Owners | None = None, **changes: Any) -> princes.State:
    """A turn of seat 0 on day 1 with changes: position(3, {1: {"goods": goods(corn=9)}}, active=1, day=9).

    Every prince is on the Sundial; nobody has an Inca or goods unless given; seat 0 has card cl, seat 1 co …
    """
    state = princes.start(princes.Deal(seats, False, CARDS))
    bare = {"goods": goods(), "prince": "SD"}
    changed = tuple(
        replace(seat, **(bare | dict((owners or {}).get(index, {})))) for index, seat in enumerate(state.seats)
    )
    return replace(state, seats=changed, **({"day": 1, "step": Step.TURN, "asked": changes.get("active", 0)} | changes))


def visiting(district: str, seats: int = 2, owners: Owners | None = None, **changes: Any) -> princes.State:
    """The position after the active prince walked to a district from the one next to it."""
    active = changes.get("active", 0)
    near = NEAR[district][0]
    return play(
        position(seats, {**(owners or {}), active: {"prince": near, **(owners or {}).get(active, {})}}, **changes),
        f"go {district}",
    )


def play(state: princes.State, *texts: str) -> princes.State:
    """The position after some actions."""
    for text in texts:
        state = princes.apply(state, princes.parse(state, text))
    return state


def texts(state: princes.State) -> list[str]:
    """The notation of the legal actions, in their order."""
    return [str(action) for action in princes.legal_actions(state)]


def words(state: princes.State, verb: str) -> list[str]:
    """The legal actions with this verb, without the verb."""
    return [text.removeprefix(f"{verb} ") for text in texts(state) if text.startswith(f"{verb} ")]


def asked(state: princes.State) -> tuple[int | None, Decision | None]:
    """The seat that decides, and the decision."""
    return princes.to_move(state), state.decision


def owned(state: princes.State, name: str) -> list[Any]:
    """One fact of every seat: owned(state, "goods")."""
    return [getattr(seat, name) for seat in state.seats]
