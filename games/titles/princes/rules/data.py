"""The rulebook's numbers, read once from `data.toml`, where each fact has its status and source."""

from __future__ import annotations

from games.engine import apart, facts
from games.engine.contract import ASK, Option, Teams

from .goods import Counts, amounts

FACTS = facts.read(__package__)
"""All facts by `section.name`."""
APART = apart.read(__package__)
"""The thresholds from which two games can be told apart, by seat count."""

_number = FACTS.number


def _goods(name: str) -> Counts:
    return amounts(FACTS[name].value)


def _by_seats(name: str) -> dict[int, int]:
    return {int(seats): int(number) for seats, number in FACTS[name].value.items()}


KEY = "princes"
RULES_VERSION = "1"
SEATS = tuple(range(_number("setup.fewest_seats"), _number("setup.most_seats") + 1))
BEGINNER = "beginner"
TEAMS: Teams = {}
OPTIONS: tuple[Option, ...] = (Option("start", ("printed", BEGINNER)),)
NEVER, ALL = "never", "all"
"""Standing orders that are not numbers; a number is the maximum to produce or sacrifice."""
STANDING_ORDERS: tuple[Option, ...] = (
    Option("production", (ASK, NEVER, "1", "2", "3", ALL)),
    Option("sacrifices", (ASK, NEVER, "1", "2", ALL)),
    Option("offers", (ASK, NEVER)),
    Option("moon_goods", (ASK, NEVER, ALL)),
)
END_BY_PRIESTS = "priests"
END_BY_CARDS = "cards"
END_BY_CONQUEST = "conquest"
REASONS: tuple[str, ...] = (END_BY_PRIESTS, END_BY_CARDS, END_BY_CONQUEST)
"""How games end: rescued, by the last priest or the last card, or by conquest (PRI 9.4)."""

FIRST_DAY = _by_seats("setup.first_day")
INCAS = _by_seats("setup.incas")
START_GOODS = _goods("setup.goods")
START_CARDS = _number("setup.cards")
FIRST_SCOUT = _number("setup.first_scout")
BEGINNERS_DAYS_SHORTER = _number("setup.beginners_days_shorter")

WAYS: dict[str, list[str]] = FACTS.section("map")
"""Each district's neighbours, keyed by its letters."""

CORN_IN_A_UNIT = _number("goods.corn_in_a_unit")
UNIT: Counts = amounts({"corn": CORN_IN_A_UNIT, "llama": 1, "coca": 1, "pottery": 1, "cloth": 1})
"""The amount of each good that makes up one unit."""

LLAMAS_FOR_A_JUMP = _number("turn.llamas_for_a_jump")
MOST_TURNS = _number("turn.most_on_one_day")

CORN_OF_A_FARMER = _number("production.corn_of_a_farmer")
CORN_FOR_A_GOOD = _number("production.corn_for_a_good")

START_BONUS = _number("bonus.at_the_start")
NIGHT_BONUS = _number("bonus.each_night")
MOST_BONUS = _number("bonus.most")

STONE_STEPS = _number("temples.steps_for_a_stone")
OFFER_STEPS = _number("temples.steps_for_a_unit")

INCA_COSTS = {district: amounts(cost) for district, cost in FACTS.section("hire").items()}
"""The cost of an Inca, by the district where it is set up."""

PRIEST_COUNTS: Counts = (_number("priests.virgins"), _number("priests.pumas"), _number("priests.condors"))
PRIEST_COSTS = (_goods("priests.virgin_cost"), _goods("priests.puma_cost"), _goods("priests.condor_cost"))
PRIEST_STEPS = (
    FACTS.numbers("priests.virgin_steps"),
    FACTS.numbers("priests.puma_steps"),
    FACTS.numbers("priests.condor_steps"),
)
"""For each kind, the number visible after one tile was taken, after two, …"""

PRICES = FACTS.numbers("market.prices")
"""The numbers on the fields of a market column, from the top."""
START_MARKET = _number("market.goods_at_the_start")
BANK_PRICE = _number("market.price_at_the_bank")
BANK_PAYS = _number("market.paid_by_the_bank")

SUNDIAL_GOODS = _number("sundial.goods")
SUNDIAL_STEPS = _number("sundial.steps")

SHORT_WALK = _number("moon.short_walk")
LONG_WALK = _number("moon.long_walk")
MOON_CORN = _number("moon.corn")
CORN_FOR_A_MOON_GOOD = _number("moon.corn_for_a_good")
TILES_UNTIL_NIGHT = _number("moon.tiles_until_night")
SYMBOL_CORN = _number("moon.corn_on_a_symbol")

GRANARY = _number("trail.granary")
GRANARY_CORN = _number("trail.corn_of_the_granary")
STABLE = _number("trail.stable")
STABLE_LLAMAS = _number("trail.llamas_of_the_stable")
SUMMIT = _number("trail.summit")
CARDS_DRAWN = _number("trail.cards_drawn")
CARDS_KEPT = _number("trail.cards_kept")

GOLD_BY_PRIESTS: Counts = (
    _number("cards.gold_of_two_professions"),
    _number("cards.gold_of_one_profession"),
    _number("cards.gold_of_no_profession"),
)
"""The gold on a card that shows no, one or two kinds of priests."""

LAST_DAY = _number("ending.last_day")
ICON_POINTS = _number("ending.points_for_an_icon")
MISSING_CARD_POINTS = _number("ending.points_for_a_missing_card")
GRANARY_BONUS = _number("ending.bonus_from_the_granary")
STABLE_BONUS = _number("ending.bonus_from_the_stable")
MULTIPLIERS: Counts = (
    _number("ending.most_gold_multiplies_by"),
    _number("ending.second_most_gold_multiplies_by"),
)
"""The factors by which a conquest multiplies the points of the seats with the most and the second most gold."""
