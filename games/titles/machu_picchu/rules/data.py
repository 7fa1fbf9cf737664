"""The rulebook's numbers, read once from `data.toml`, where each fact has its status and source."""

from __future__ import annotations

from games.engine import apart, facts
from games.engine.contract import Option, Teams

FACTS = facts.read(__package__)
"""All facts by `section.name`."""
APART = apart.read(__package__)
"""The thresholds from which two games can be told apart, by seat count."""

_number = FACTS.number

KEY = "machu_picchu"
RULES_VERSION = "1"
SEATS = tuple(range(_number("setup.fewest_seats"), _number("setup.most_seats") + 1))
TEAMS: Teams = {}
OPTIONS: tuple[Option, ...] = ()
STANDING_ORDERS: tuple[Option, ...] = ()
FULL_DEPOT = "depot"
END_OF_SKY = "sky"
REASONS: tuple[str, ...] = (FULL_DEPOT, END_OF_SKY)
"""How games end: after a round in which a depot is filled, or after that of the last sun/moon card (MAC 7)."""

PAIRS = {seats: FACTS.words(f"setup.pairs_for_{seats}_seats") for seats in SEATS}
"""The priest cards by number of seats: the two priests, the larger first."""
HAND_SIZE = _number("setup.cards_in_hand")
MOONS_REMOVED = {seats: _number(f"setup.moons_removed_for_{seats}_seats") for seats in SEATS}
"""How many moon cards go back into the box unseen, by number of seats."""
CARDS_FROM_THE_STOCK = {seats: _number(f"setup.cards_from_the_stock_for_{seats}_seats") for seats in SEATS}
"""How many stairs the stock covers in every round, by number of seats."""
NUMBERS = tuple(range(1, _number("cards.direction_cards") + 1))
"""The numbers of all direction cards."""

SUN_STONES = FACTS.numbers("stones.suns")
"""The values of all sun stones (yellow), in the order they are won."""
FIRE_STONES = FACTS.numbers("stones.fires")
"""All red stones, the next one to be given out first."""
DEPOT_SPACES = _number("stones.spaces_of_a_depot")

LARGEST = _number("precinct.priests")
"""The largest priest; the others have the numbers below it, down to 1."""
PRECINCT = FACTS.words("precinct.rows")
"""The rows of the temple precinct, from the north: a symbol for each field (MAC 3)."""

SUN_PRIZES = (_number("prizes.sun_on_a_sun_field"), _number("prizes.sun_on_the_centre"))
"""The sun stones won under a sun sky for stepping on a sun field, and on the centre."""
MOON_PRIZES = (_number("prizes.moon_on_a_sun_field"), _number("prizes.moon_on_the_centre"))
"""The same under a moon sky."""
LEAVING_FIRES = _number("prizes.fires_for_leaving")
"""How many fire stones a priest wins that is sent over the wall."""

SKY_TEXTS = {name.removeprefix("sky."): str(fact.value) for name, fact in FACTS.items() if name.startswith("sky.")}
"""The sun/moon cards and the printed moon, as text: the sky, the start player's cards, the others' cards."""

# A round for the printed moon and for each card. It has a card for each priest, the order, and at most two priests to
# put back: each needs an occupied start field, and only a priest that is inside can occupy one.
LONGEST = len(SKY_TEXTS) * (LARGEST + 1 + LARGEST // 2)
"""Upper bound on the number of actions in a game."""
