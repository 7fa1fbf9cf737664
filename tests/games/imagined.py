"""Records that one seat cannot tell apart: made here for each game from the rules, without asking the game's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from games.engine.record import Ply, Record, RecordError, Step, final_state, replay

MOONS = ("M1", "M2", "M3", "M4")
TYPES = ("fish", "mulberry", "potato", "grain")
CARD_LETTERS = "cloptvud"
ATTEMPTS = 20


def imagined(record: Record, seat: int | None, rng: Random) -> Record:
    """A record that differs from `record` in facts hidden from `seat` (None: from everyone): in as many as chance finds
    in a few attempts, and in at least one.
    """
    here = secrets(record)
    best, most = record, 0
    for other in islice(_OTHERS[record.game](record, seat, rng), ATTEMPTS):
        try:
            there = secrets(other)
        except RecordError:
            continue  # someone plays a card there that they do not have
        differing = sum(_of_others(here[name], seat) != _of_others(there[name], seat) for name in here)
        if differing > most:
            best, most = other, differing
        if most == len(here):
            break
    assert most, "no other match looks the same to this seat"
    return best


def secrets(record: Record) -> dict[str, Any]:
    """The hidden facts at the end of the record, by name; a tuple by seat where they belong to seats."""
    return _SECRETS[record.game](record, final_state(record))


def owners(record: Record, other: Record) -> dict[str, set[int]]:
    """By secret that differs between two records, the seats that own it."""
    here, there = secrets(record), secrets(other)
    found: dict[str, set[int]] = {}
    for name, value in here.items():
        if value != there[name]:
            found[name] = set()
            if isinstance(value, tuple):
                found[name] = {seat for seat, own in enumerate(value) if own != there[name][seat]}
    return found


def _of_others(value: Any, seat: int | None) -> Any:
    """The secret without the seat's own part."""
    return [own for number, own in enumerate(value) if number != seat] if isinstance(value, tuple) else value


def _permuted(names: Iterable[Any], known: set[Any], rng: Random) -> dict[Any, Any]:
    """Another name for each name that is not known."""
    unknown = [name for name in names if name not in known]
    return dict(zip(unknown, rng.sample(unknown, len(unknown)), strict=True))


# --- Rapa Nui: the undealt cards, and the types of the cards on the stone and in the hands --------------------------


def _others_of_rapa_nui(record: Record, seat: int | None, rng: Random) -> Iterator[Record]:
    left = len(final_state(record).deck)
    dealt, undealt = record.deal[:-left], record.deal[-left:]
    hidden = {ply for ply, step in enumerate(replay(record)) if _is_hidden_offer(step) and step.seat != seat}
    while True:
        plies = tuple(
            Ply(ply.seat, f"offer {rng.choice(TYPES)}") if number in hidden else ply
            for number, ply in enumerate(record.plies)
        )
        yield replace(record, deal=dealt + "".join(rng.sample(undealt, left)), plies=plies)


def _secrets_of_rapa_nui(record: Record, state: Any) -> dict[str, Any]:
    offers = [step for step in replay(record) if _is_hidden_offer(step)]
    found = {"deck": state.deck}
    if offers:
        found["face down"] = tuple(
            [str(step.action) for step in offers if step.seat == seat] for seat in range(record.seats)
        )
        found["sacrifice cards"] = tuple(owner.sacrifices for owner in state.seats)
    return found


def _is_hidden_offer(step: Step) -> bool:
    return str(step.action).startswith("offer ") and step.state.active == step.seat


# --- Machu Picchu: stock, hands, cards face down, priest cards, and the sun/moon cards to come ------------------------


def _others_of_machu_picchu(record: Record, seat: int | None, rng: Random) -> Iterator[Record]:
    state = final_state(record)
    pairs, sky, deck = (part.partition("=")[2].split() for part in record.deal.split(";"))
    others = [number for number in range(record.seats) if number != seat]
    knows_pairs = seat is not None and record.seats == 2  # MAC 5.3
    turned_up, suns = sky[: state.round - 1], [card for card in sky[state.round - 1 :] if card[0] == "S"]
    moons = [moon for moon in MOONS if moon not in turned_up]
    states = [*(step.state for step in replay(record)), state]
    own = {str(number) for each in states for number in each.seats[seat].hand} if seat is not None else set()
    known = own | _laid_open(state)
    while True:
        if not knows_pairs:
            shuffled = iter(rng.sample([pairs[number] for number in others], len(others)))
            pairs = [pair if number == seat else next(shuffled) for number, pair in enumerate(pairs)]
        to_come = suns + rng.sample(moons, len(sky) - len(turned_up) - len(suns))
        rng.shuffle(to_come)
        other = _permuted(deck, known, rng)
        numbers = [other.get(number, number) for number in deck]
        plies = tuple(
            Ply(ply.seat, " ".join(other.get(word, word) for word in ply.text.split(" ")))
            if ply.text.startswith("lay")
            else ply
            for ply in record.plies
        )
        deal = f"priests={' '.join(pairs)};sky={' '.join([*turned_up, *to_come])};deck={' '.join(numbers)}"
        yield replace(record, deal=deal, plies=plies)


def _laid_open(state: Any) -> set[str]:
    """The numbers that everyone has seen: on the stairs, and of earlier rounds."""
    elsewhere = {str(number) for owner in state.seats for number in owner.hand} | {str(n) for n in state.stock}
    return {str(number) for number in range(1, 51)} - elsewhere - {number for number, _seat in _face_down(state)}


def _face_down(state: Any) -> list[tuple[str, int | None]]:
    """The numbers that are face down, with the seats that laid them (MAC 4)."""
    if None not in state.stairs:
        return []
    start_player = (state.round - 1) % len(state.seats)
    card_in_force = "M1" if state.round == 1 else state.sky[state.round - 2]
    return [
        (str(card.number), card.seat)
        for card in state.stairs
        if card is not None and card_in_force[1] in ("14" if card.seat == start_player else "13")
    ]


def _secrets_of_machu_picchu(record: Record, state: Any) -> dict[str, Any]:
    down = _face_down(state)
    found: dict[str, Any] = {
        "hands": tuple(owner.hand for owner in state.seats),
        "stock": list(state.stock),
    }
    if record.seats > 2:
        found["priests"] = tuple(owner.pair for owner in state.seats)
    if len(state.sky) - state.round > 0:
        found["sky"] = list(state.sky[state.round - 1 :])
    if down:
        found["face down"] = tuple([number for number, owner in down if owner == seat] for seat in range(record.seats))
    return found


# --- Maya: the task cards ---------------------------------------------------------------------------------------------


def _others_of_maya(record: Record, seat: int | None, rng: Random) -> Iterator[Record]:
    state = final_state(record)
    deck = record.deal.rpartition("deck=")[2]
    centre = state.towers[4][0] if _is_built(state) else ""
    dealt = deck.replace(centre, "", 1)
    known = set(dealt[2 * seat : 2 * seat + 2]) if centre and seat is not None else set()
    while True:
        other = _permuted(dealt, known, rng)
        cards = [other.get(color, color) for color in dealt]
        if centre:  # nobody has seen where in the deck its card was
            cards.insert(rng.randrange(len(deck)), centre)
        yield replace(record, deal=record.deal.removesuffix(deck) + "".join(cards))


def _is_built(state: Any) -> bool:
    return all(len(tower) == 5 for tower in state.towers)


def _secrets_of_maya(record: Record, state: Any) -> dict[str, Any]:
    deck = record.deal.rpartition("deck=")[2]
    if record.seats == 2:
        return {}
    if not _is_built(state):
        return {"deck": deck}
    dealt = deck.replace(state.towers[4][0], "", 1)
    return {"task cards": tuple(dealt[2 * seat : 2 * seat + 2] for seat in range(record.seats))}


# --- The Princes: the hands, the deck, and the cards put back under it ------------------------------------------------


def _others_of_princes(record: Record, seat: int | None, rng: Random) -> Iterator[Record]:
    states = [*(step.state for step in replay(record)), final_state(record)]
    known = set() if seat is None else {card for state in states for card in state.seats[seat].cards}
    deck = record.deal.removeprefix("deck=").split()
    while True:
        other = _permuted(deck, known, rng)
        returned = [_returned(ply, other) if ply.text.startswith("return") else ply for ply in record.plies]
        plies = [ply for ply in returned if ply is not None]
        if len(plies) == len(returned):
            deal = f"deck={' '.join(other.get(card, card) for card in deck)}"
            yield replace(record, deal=deal, plies=tuple(plies))


def _returned(ply: Ply, other: dict[str, str]) -> Ply | None:
    """The action with other cards. None if it puts back two cards in order, and these would change places."""
    cards = [other.get(card, card) for card in ply.text.split()[1:]]
    is_in_order = cards == sorted(cards, key=lambda card: [*map(CARD_LETTERS.index, card)])
    return Ply(ply.seat, f"return {' '.join(cards)}") if is_in_order else None


def _secrets_of_princes(record: Record, state: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"hands": tuple(seat.cards for seat in state.seats), "deck": list(state.deck)}
    if any(ply.text.startswith("return") for ply in record.plies):
        found["cards put back"] = tuple(
            [ply.text for ply in record.plies if ply.seat == seat and ply.text.startswith("return")]
            for seat in range(record.seats)
        )
    return found


_OTHERS: dict[str, Callable[[Record, int | None, Random], Iterator[Record]]] = {
    "rapa_nui": _others_of_rapa_nui,
    "machu_picchu": _others_of_machu_picchu,
    "maya": _others_of_maya,
    "princes": _others_of_princes,
}
_SECRETS: dict[str, Callable[[Record, Any], dict[str, Any]]] = {
    "rapa_nui": _secrets_of_rapa_nui,
    "machu_picchu": _secrets_of_machu_picchu,
    "maya": _secrets_of_maya,
    "princes": _secrets_of_princes,
}
KINDS: dict[str, set[str]] = {
    "rapa_nui": {"deck", "face down", "sacrifice cards"},
    "machu_picchu": {"hands", "stock", "priests", "sky", "face down"},
    "maya": {"deck", "task cards"},
    "princes": {"hands", "deck", "cards put back"},
}
"""Every secret of each game."""

LAID: dict[str, str] = {
    "rapa_nui": "face down",
    "machu_picchu": "face down",
    "maya": "task cards",
    "princes": "cards put back",
}
"""The secret of each game that is on the table."""
