"""A table of pilgrims rescues the city, as no player who wants to win would: so every way to end is traced."""

from random import Random

import pytest

from games.ai.scripted_bots import play
from games.titles.princes import rules as princes
from games.titles.princes.bot.pilgrims import pilgrim


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "seed", "reason"), [(2, 0, "priests"), (2, 9, "cards")])
def test_beginners_are_rescued(seats: int, seed: int, reason: str) -> None:
    rng = Random(seed)
    players = [pilgrim(rng)] * seats
    *_, last = play(princes, princes.deal(seats, {"start": "beginner"}, rng), players, rng)
    outcome = princes.outcome(last.after)
    assert outcome is not None
    assert outcome.reason == reason


def test_a_pilgrim_puts_off_the_night() -> None:
    rng = Random(1)
    steps = play(princes, princes.deal(2, {}, rng), [pilgrim(rng)] * 2, rng)
    walked = [step for step, _ in zip(steps, range(60), strict=False)]
    assert not [step for step in walked if str(step.action).startswith("moon")]
