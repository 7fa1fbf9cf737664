"""The rulebook's numbers, read once from `data.toml`, where each fact has its status and source."""

from __future__ import annotations

from games.engine import apart, facts
from games.engine.contract import Option, Teams

FACTS = facts.read(__package__)
"""All facts by `section.name`."""
APART = apart.read(__package__)
"""The thresholds from which two games can be told apart, by seat count."""

_number = FACTS.number

KEY = "maya"
RULES_VERSION = "1"
SEATS = tuple(range(_number("setup.fewest_seats"), _number("setup.most_seats") + 1))
TEAMS: Teams = {4: ((0, 2), (1, 3))}  # MAY 6
SETUP, RANDOM, BUILD = "setup", "random", "build"
OPTIONS: tuple[Option, ...] = (Option(SETUP, (RANDOM, BUILD)),)
STANDING_ORDERS: tuple[Option, ...] = ()
ANNOUNCED, NO_SWAP, REPETITION, NO_PROGRESS = "announced", "no_swap", "repetition", "no_progress"
REASONS: tuple[str, ...] = (ANNOUNCED, NO_SWAP, REPETITION, NO_PROGRESS)
"""How games end: announced (MAY 5), without a legal swap (MAY 4.6), or because they lead nowhere (MAY 4.8)."""

COLOR_WORDS = FACTS.words("pieces.colors")
LEVELS = _number("pieces.levels")

ROW = _number("board.towers_in_a_row")
LADDER_PLACES = FACTS.numbers("board.ladder_places")
"""The number of ladder places at each of the towers 1 to 9."""

LADDERS = _number("setup.ladders_for_each_seat")
PRIESTS = _number("setup.priests_for_each_seat")
TASKS = _number("setup.task_cards_for_each_seat")

LOWEST_LEVEL = _number("swapping.lowest_level")

PRIEST_POINTS = _number("ending.points_for_a_priest")
MAJORITY_POINTS = _number("ending.points_for_most_ladders")
GROUP_POINTS = {size: _number(f"ending.points_for_a_group_of_{size}") for size in range(2, LEVELS + 1)}
"""The points for a group, by the number of connected pieces."""
BONUS = _number("ending.bonus_for_the_centre")
"""The points for finishing the centre tower and announcing the end in the same turn (MAY 5)."""

MOST_REPEATS = _number("ending.times_of_one_position")
"""A game ends when one position occurs this many times (MAY 4.8)."""

MOST_QUIET_SWAPS = _number("ending.swaps_without_a_connection")
"""A game ends after this many swaps in a row without a new connection (MAY 4.8)."""

_PIECES = len(COLOR_WORDS) * LEVELS
_MOST_CONNECTIONS = _PIECES - len(COLOR_WORDS)
MOST_SWAPS = _MOST_CONNECTIONS * MOST_QUIET_SWAPS + MOST_QUIET_SWAPS
"""Upper bound on the number of swaps: at most `MOST_QUIET_SWAPS` for each connection, and after the last one."""
LONGEST = _PIECES + 1 + MOST_SWAPS
"""Upper bound on the number of actions: placing all pieces, placing the monolith or announcing the end, the swaps."""
