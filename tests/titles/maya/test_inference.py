"""What swaps tell about task cards (MAY 5 and 6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from games.titles.maya import rules as maya
from games.titles.maya.rules.evaluation import WEIGHTS, worth_of_color
from games.titles.maya.rules.inference import _past, likely_hands
from games.titles.maya.rules.recall import RecalledView
from games.titles.maya.rules.tasks import tasks

from .positions import FINISHED, duel, play, table

ORANGE = "swap 1-2@2"
"""The swap with which the first seat connects two orange pieces on the towers of `table`."""


def chances(view: maya.View) -> dict[tuple[str, ...], float]:
    """The probability of each way to deal the unseen task cards, for the viewer."""
    assert isinstance(view, RecalledView)
    ways, added_up = likely_hands(view)
    return dict(zip(ways, (now - before for before, now in pairwise((0.0, *added_up))), strict=True))


def own_best(state: maya.State) -> maya.Action:
    """The best swap for the mover's own task colours, by a player who hides nothing."""
    colors = tasks(state)[maya.to_move(state) or 0]

    def worth(action: maya.Action) -> float:
        return sum(worth_of_color(WEIGHTS, maya.apply(state, action).towers, color) for color in colors)

    return max((action for action in maya.legal_actions(state) if not str(action).endswith("end")), key=worth)


@pytest.mark.parametrize("seats", [3, 4])
def test_before_the_first_swap_every_deal_is_equally_likely(seats: int) -> None:
    likely = chances(maya.recall(table(seats), 0))
    assert len(likely) == 90
    assert list(likely.values()) == pytest.approx([1 / 90] * 90)


def test_who_connects_a_colour_rather_has_it() -> None:
    likely = chances(maya.recall(play(table(3), ORANGE), 2))
    with_it = sum(chance for (of_first, _), chance in likely.items() if "o" in of_first)
    assert sum(likely.values()) == pytest.approx(1)
    assert with_it > 1 / 3 + 0.1
    assert min(likely.values()) > 0.05 / 90 * 0.99


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_whose_first_swaps_are_forgotten_is_read_from_there(seats: int) -> None:
    """In a match stored before swaps were remembered, the seats of all later swaps are known all the same."""
    state = forgetful = maya.start(maya.deal(seats, {}, Random(5)))
    for number in range(seats + 3):
        swap = own_best(state)
        state, forgetful = maya.apply(state, swap), maya.apply(forgetful, swap)
        if number < 2:
            forgetful = replace(forgetful, history=())
    remembered, read = (list(_past(maya.recall(each, None))) for each in (state, forgetful))
    assert read == remembered[: len(read)]
    assert len(read) == seats, "before the first remembered swap, the monolith's place is unknown"
    assert chances(maya.recall(forgetful, 0))


@pytest.mark.parametrize("seats", [3, 4])
def test_who_hides_nothing_is_seen_through(seats: int) -> None:
    """After five swaps by each seat, the real deal is the likeliest of ninety, or nearly."""
    ranks = []
    for seed in range(8):
        state = maya.start(maya.deal(seats, {}, Random(seed)))
        for _ in range(5 * seats):
            state = maya.apply(state, own_best(state))
        likely = chances(maya.recall(state, 0))
        real = tuple("".join(sorted(hand, key="roygtbpkn".index)) for hand in tasks(state)[1:])
        ranks.append(sum(chance > likely[real] for chance in likely.values()))
    assert sorted(ranks)[len(ranks) // 2] <= 1


def test_imagined_deals_are_as_frequent_as_they_are_likely() -> None:
    recalled = maya.recall(play(table(3), ORANGE), 2)
    imagined = [tasks(maya.determinize(recalled, Random(seed)))[0] for seed in range(2000)]
    likely = sum(chance for (of_first, _), chance in chances(recalled).items() if "o" in of_first)
    assert sum("o" in hand for hand in imagined) / 2000 == pytest.approx(likely, abs=0.04)


def test_swaps_are_remembered_as_long_as_cards_are_hidden() -> None:
    state = play(table(3), "swap 4-5@5", "swap 1-2@2")
    recalled = maya.recall(state, None)
    assert isinstance(recalled, RecalledView)
    assert recalled.history == ((4, 5, 5), (1, 2, 2))
    assert not isinstance(maya.view(state, 0), RecalledView)
    ended = table(3, dict(enumerate(FINISHED, 1)))
    assert maya.recall(ended, 0) == maya.view(ended, 0)
    assert maya.recall(duel(), 0) == maya.view(duel(), 0)
