"""Copies that someone might make of a game so that it looks like another one, although it is really the same.

Made here for each game from the rules, without asking the game what it compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import Any

from games.engine import GAMES
from games.engine.contract import IllegalAction
from games.engine.record import Ply, Record, final_state, positions
from games.titles.machu_picchu.rules.data import PAIRS
from games.titles.maya.rules.board import PAIRS as NEIGHBOURS
from games.titles.maya.rules.board import TOWERS
from games.titles.rapa_nui.rules.data import START_HUNTERS

Copies = Iterator[Record]
WINDOW = 9
"""The greatest distance between actions that change places."""
ATTEMPTS = 400


def retold(record: Record, texts: Sequence[str], deal: str = "") -> Record | None:
    """The record with these actions, each for the seat whose turn it then is; None if one of them is not legal."""
    game, deal = GAMES[record.game], deal or record.deal
    state = game.start(game.parse_deal(record.seats, record.options, deal))
    plies = []
    for text in texts:
        seat = game.to_move(state)
        if seat is None:
            return None
        try:
            state = game.apply(state, game.parse(state, text))
        except IllegalAction:
            return None
        plies.append(Ply(seat, text))
    return replace(record, deal=deal, plies=tuple(plies), result=None)


def texts_of(record: Record) -> list[str]:
    return [ply.text for ply in record.plies]


# --- positions without their history ----------------------------------------------------------------------------------


def _board_of_maya(state: Any) -> Any:
    raven = state.raven if state.seats == 2 else None
    return state.towers, state.monolith, raven, state.ladders, state.priests, state.deck, state.announced


def _board_of_rapa_nui(state: Any) -> Any:
    seats = tuple(replace(seat, at_most=()) for seat in state.seats)
    scored, bought = state.scored, state.bought is not None and str(state.step) == "play"
    return replace(state, seats=seats, last_column=None, bought=None), scored, bought


def _board_of_machu_picchu(state: Any) -> Any:
    priests = tuple((priest.field, tuple(sorted(priest.depot))) for priest in state.priests)
    used = state.round - 1
    stairs = (
        state.stairs if None in state.stairs or state.decision == "order" else tuple(sorted(map(str, state.stairs)))
    )
    return state.seats, priests, stairs, state.stock, sorted(state.sky[:used]), state.sky[used - 1 :], state.round


def _board_of_princes(state: Any) -> Any:
    return replace(state, seats=tuple(replace(seat, tiles=tuple(sorted(seat.tiles))) for seat in state.seats))


_BOARDS: dict[str, Callable[[Any], Any]] = {
    "machu_picchu": _board_of_machu_picchu,
    "maya": _board_of_maya,
    "princes": _board_of_princes,
    "rapa_nui": _board_of_rapa_nui,
}


def board(record: Record) -> Any:
    """Everything on the table at the end of a record, and who decides what."""
    state = final_state(record)
    return _BOARDS[record.game](state), GAMES[record.game].to_move(state), str(getattr(state, "decision", ""))


# --- other orders -----------------------------------------------------------------------------------------------------


def in_other_orders(record: Record) -> Copies:
    """Copies in which two actions have changed places without any effect: among them swaps that do not touch each
    other.
    """
    texts, there = texts_of(record), board(record)
    places = [pair for pair in combinations(range(len(texts)), 2) if pair[1] - pair[0] < WINDOW]
    Random(1).shuffle(places)
    for one, other in places[:ATTEMPTS]:
        now = list(texts)
        now[one], now[other] = now[other], now[one]
        copy = retold(record, now) if now != texts else None
        if copy is not None and board(copy) == there:
            yield copy


def moved_otherwise(record: Record) -> Copies:
    """Machu Picchu: the priests moved in the other order, with the same result."""
    texts, there = texts_of(record), board(record)
    for place, text in enumerate(texts):
        if text.startswith("order"):
            now = [*texts[:place], "order 4-1" if text == "order 1-4" else "order 1-4", *texts[place + 1 :]]
            copy = retold(record, now)
            if copy is not None and board(copy) == there:
                yield copy


# --- longer and shorter histories -------------------------------------------------------------------------------------


def _detours(record: Record, swaps: int, times: int) -> Iterator[list[str]]:
    """The actions of a game of Maya with extra swaps inserted somewhere, each made `times` times, in turn."""
    texts, rng = texts_of(record), Random(2)
    first = next(place for place, text in enumerate(texts) if text.startswith("swap"))
    for _attempt in range(ATTEMPTS):
        made = [f"swap {one}-{other}@{rng.randint(2, 5)}" for one, other in rng.sample(NEIGHBOURS, swaps)]
        place = rng.randrange(first, len(texts))
        yield [*texts[:place], *made * times, *texts[place:]]


def after_detours(record: Record) -> Copies:
    """Maya: with extra swaps, made and undone by further swaps, so many that the turn is the same seat's again."""
    there = board(record)
    for now in _detours(record, 3 if record.seats == 3 else 2, 2):
        copy = retold(record, now)
        if copy is not None and board(copy) == there:
            yield copy


def with_seats_renumbered(record: Record) -> Copies:
    """Maya: with extra swaps, made and undone, after which other seats are in these places, with their task cards."""
    seats = record.seats
    centre = final_state(record).towers[4][0]
    towers, _deck, deck = record.deal.partition(";deck=")
    cards = deck.replace(centre, "")
    tasks, aside = [cards[2 * seat : 2 * seat + 2] for seat in range(seats)], cards[2 * seats :]
    by = {3: 4, 4: 6}[seats] % seats
    dealt = "".join(tasks[(seat - by) % seats] for seat in range(seats))
    there = final_state(record)
    for now in _detours(record, {3: 2, 4: 3}[seats], 2):
        copy = retold(record, now, f"{towers};deck={centre}{dealt}{aside}")
        if copy is not None:
            state = final_state(copy)
            is_same = (state.towers, state.monolith) == (there.towers, there.monolith)
            if is_same and GAMES["maya"].to_move(state) is not None:
                yield copy


# --- other names, and other sides of the board ------------------------------------------------------------------------


def _from_sides() -> Iterator[dict[int, int]]:
    """The place of each tower of Maya, seen from other sides and in a mirror."""
    grid = [TOWERS[:3], TOWERS[3:6], TOWERS[6:]]
    for _mirror in range(2):
        for _turn in range(4):
            grid = [row[::-1] for row in zip(*grid, strict=True)]
            yield {number: place for place, number in enumerate((number for row in grid for number in row), 1)}
        grid = [row[::-1] for row in grid]


def from_other_sides(record: Record) -> Copies:
    """Maya: seen from every side and mirrored, in other colours."""
    colors = "roygtbpkn"
    towers, _deck, deck = record.deal.removeprefix("towers=").partition(";deck=")
    for number, place in enumerate(_from_sides()):
        names = str.maketrans(colors, "".join(Random(number).sample(colors, len(colors))))

        def pair(found: re.Match[str], place: dict[int, int] = place) -> str:
            one, other = sorted((place[int(found[1])], place[int(found[2])]))
            return f"{one}-{other}@"

        seen = {place[number]: tower for number, tower in enumerate(towers.translate(names).split("/"), 1)}
        deal = "towers=" + "/".join(seen[number] for number in TOWERS)
        deal += f";deck={deck.translate(names)}" if deck else ""
        copy = retold(record, [re.sub(r"(\d)-(\d)@", pair, text) for text in texts_of(record)], deal)
        assert copy is not None
        yield copy


def by_other_types(record: Record) -> Copies:
    """Rapa Nui: fish, mulberries, potatoes and grain swap names, and the columns are in another order."""
    letters, words = "fbsg", ("fish", "mulberry", "potato", "grain")
    colors, _deck, deck = record.deal.removeprefix("colors=").partition(";deck=")
    lacking = {
        next(letter for letter in letters if letter not in cards): color for color, cards in START_HUNTERS.items()
    }
    columns = {"1": "3", "2": "1", "3": "4", "4": "2"}
    dealt = [deck[first : first + 4] for first in (4, 12, 0, 8)]
    for order in permutations(range(4)):
        names = str.maketrans(letters, "".join(letters[kind] for kind in order))
        of_color = {color: lacking[letter.translate(names)] for letter, color in lacking.items()}
        dealt_so = ("".join(dealt) + deck[16:]).translate(names)
        deal = f"colors={''.join(of_color[color] for color in colors)};deck={dealt_so}"

        def word(found: re.Match[str], order: Sequence[int] = order) -> str:
            return words[order[words.index(found[0])]]

        texts = [re.sub("|".join(words), word, text) for text in texts_of(record)]
        copy = retold(record, [re.sub(r"^draw (.)$", lambda m: f"draw {columns[m[1]]}", text) for text in texts], deal)
        assert copy is not None
        yield copy


def _parts(record: Record) -> tuple[list[str], list[str], list[str]]:
    """The priest cards, the sun/moon cards and the direction cards of a deal of Machu Picchu."""
    pairs, sky, deck = (part.partition("=")[2].split() for part in record.deal.split(";"))
    return pairs, sky, deck


def _deal(pairs: Sequence[str], sky: Sequence[str], deck: Sequence[str]) -> str:
    return f"priests={' '.join(pairs)};sky={' '.join(sky)};deck={' '.join(deck)}"


def by_other_numbers(record: Record) -> Copies:
    """Machu Picchu: other numbers have been used, and the remaining ones keep their relative order."""
    pairs, sky, deck = _parts(record)
    state = final_state(record)
    left = {card for seat in state.seats for card in seat.hand} | set(state.stock)
    left |= {card.number for card in state.stairs if card is not None}
    gone = sorted({*range(1, 51)} - left)
    for seed in range(3):
        others = sorted(Random(seed).sample(range(1, 51), len(gone)))
        kept = sorted({*range(1, 51)}.difference(others))
        names = {str(now): str(then) for now, then in zip([*gone, *sorted(left)], [*others, *kept], strict=True)}
        texts = [re.sub(r"^lay (\d+)", lambda m, n=names: f"lay {n[m[1]]}", text) for text in texts_of(record)]
        copy = retold(record, texts, _deal(pairs, sky, [names[number] for number in deck]))
        assert copy is not None
        if copy != record:
            yield copy


def under_other_skies(record: Record) -> Copies:
    """Machu Picchu: two suns, or two moons, of earlier rounds have changed places."""
    pairs, sky, deck = _parts(record)
    used = final_state(record).round - 2  # not the one in force
    for one, other in combinations(range(used), 2):
        if sky[one][0] == sky[other][0]:
            now = list(sky)
            now[one], now[other] = now[other], now[one]
            copy = retold(record, texts_of(record), _deal(pairs, now, deck))
            assert copy is not None
            yield copy


def in_a_mirror(record: Record) -> Copies:
    """Machu Picchu: north and south swapped, numbers and priests counted from the other end, if priest cards fit."""

    def pair(text: str) -> str:
        return "".join(sorted((str(5 - int(priest)) for priest in text), reverse=True))

    if sorted(map(pair, PAIRS[record.seats])) != sorted(PAIRS[record.seats]):
        return
    pairs, sky, deck = _parts(record)
    stairs = {"N": "S", "E": "E", "S": "N", "W": "W"}

    def mirrored(text: str) -> str:
        match text.split():
            case "lay", number, stair:
                return f"lay {51 - int(number)} {stairs[stair]}"
            case "order", order:
                return f"order {order[::-1]}"
            case "place", priest, field:
                return f"place {5 - int(priest)} {field[0]}{6 - int(field[1])}"
        raise AssertionError(text)

    deal = _deal([pair(each) for each in pairs], sky, [str(51 - int(number)) for number in deck])
    copy = retold(record, [mirrored(text) for text in texts_of(record)], deal)
    if copy is not None:  # where two priests are put back, the larger one goes first, in the mirror too
        yield copy


KINDS: dict[str, tuple[Callable[[Record], Copies], ...]] = {
    "machu_picchu": (in_other_orders, moved_otherwise, by_other_numbers, under_other_skies, in_a_mirror),
    "maya": (in_other_orders, after_detours, from_other_sides, with_seats_renumbered),
    "princes": (in_other_orders,),
    "rapa_nui": (in_other_orders, by_other_types),
}
"""The kinds of copies of each game."""


def are_there(kind: Callable[[Record], Copies], seats: int) -> bool:
    """Whether the rules allow such copies with this number of seats."""
    return not (kind is with_seats_renumbered and seats == 2 or kind is in_a_mirror and seats == 3)


def differs(record: Record, copy: Record) -> bool:
    """Whether the copy goes through other positions."""
    return [*positions(copy)] != [*positions(record)]
