"""How often levels search in matches in which they answer everyone alike."""

import pytest

from games.ai import LEVELS
from games.engine import GAMES

SEARCHING = ("solid", "strong", "expert")


@pytest.mark.parametrize(("game", "seats"), [(key, seats) for key, game in GAMES.items() for seats in game.SEATS])
def test_a_better_level_thinks_more_and_none_more_than_where_it_has_time(game: str, seats: int) -> None:
    numbers = [LEVELS[level].thoughts_in(game, seats) for level in SEARCHING]
    assert 0 < numbers[0] < numbers[1] < numbers[2]
    for level, number in zip(SEARCHING, numbers, strict=True):
        own = LEVELS[level].iterations_in(game)
        assert own is None or number <= own
