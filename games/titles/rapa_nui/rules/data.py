"""The rulebook's numbers, read once from `data.toml`, where each fact has its status and source."""

from __future__ import annotations

from games.engine import apart, facts
from games.engine.contract import ASK, Option, Teams

from .cards import HUNTERS, LUMBERJACK, MOAI, PRIEST, WORDS

FACTS = facts.read(__package__)
"""All facts by `section.name`."""
APART = apart.read(__package__)
"""The thresholds from which two games can be told apart, by seat count."""

_number = FACTS.number


def _letter(name: str) -> str:
    return next(letter for letter, word in WORDS.items() if word == FACTS[name].value)


KEY = "rapa_nui"
RULES_VERSION = "1"
SEATS = tuple(range(_number("setup.fewest_seats"), _number("setup.most_seats") + 1))
TEAMS: Teams = {}
OPTIONS: tuple[Option, ...] = ()
MOST = "most"
"""The standing order for whichever type the seat has the most of, instead of a fixed type."""
_TYPES = (ASK, MOST, *(WORDS[hunter] for hunter in HUNTERS))
STANDING_ORDERS: tuple[Option, ...] = (
    Option("moai_income", (ASK, "wood", "glory")),
    Option("offer", _TYPES),
    Option("take", _TYPES),
)
END_OF_DECK = "deck"
REASONS: tuple[str, ...] = (END_OF_DECK,)
"""How games end: nothing is left to refill a column that was emptied (RAP 6)."""

DECK = (
    MOAI * _number("deck.moai")
    + PRIEST * _number("deck.priest")
    + LUMBERJACK * _number("deck.lumberjack")
    + "".join(hunter * _number("deck.hunters_of_each_type") for hunter in HUNTERS)
)
"""The cards of the deck, in the order of CARDS."""
START_LUMBERJACKS = _number("start_set.lumberjacks")
START_HUNTERS = {
    color: HUNTERS.replace(_letter(f"start_set.{name}_lacks"), "")
    for color, name in (("y", "yellow_green"), ("b", "light_blue"), ("r", "red"), ("v", "violet"))
}
"""The three hunters that a seat of each colour starts with."""

SACRIFICE_CARDS = _number("sacrifice_cards.of_each_type")
START_SACRIFICES = _number("sacrifice_cards.of_each_type_at_start")

COLUMNS = _number("setup.columns")
COLUMN_HEIGHT = _number("setup.cards_in_a_column")
HAND_SIZE = _number("setup.cards_in_hand")
START_WOOD = tuple(
    _number("setup.wood_of_the_first_seat") + seat * _number("setup.more_wood_for_each_later_seat")
    for seat in range(SEATS[-1])
)
"""The starting wood of each seat."""

BUY_PRICE = _number("buying.price")
BUY_DISCOUNT = _number("buying.discount_for_each_hunter")

MOAI_COST = _number("playing.wood_for_a_moai")
FURTHER_HUNTER_COST = _number("playing.wood_for_each_further_hunter")
MOST_HUNTERS = _number("playing.most_hunters_at_once")

CARD_INCOME = _number("scoring.for_each_card")
HUNTER_INCOME = _number("scoring.cards_for_a_hunter")
BONUS = _number("scoring.bonus")
BONUS_FROM = _number("scoring.fewest_cards_for_the_bonus")

MOAI_POINTS = _number("ending.points_for_a_moai")
WOOD_FOR_A_POINT = _number("ending.wood_for_a_point")
BEST_VALUE = _number("ending.value_of_the_most_sacrificed_type")

# At the end exactly one column is empty, so the last cards of three columns are never drawn.
_MOST_DRAWS = len(DECK) - (COLUMNS - 1)
_MOST_ANSWERS_TO_A_SCORING = SEATS[-1] * HUNTER_INCOME + BONUS
_MOST_ANSWERS_TO_A_MOAI = SEATS[-1] + 1
LONGEST = _MOST_DRAWS * (2 + 1 + _MOST_ANSWERS_TO_A_SCORING) + DECK.count(MOAI) * _MOST_ANSWERS_TO_A_MOAI
"""Upper bound on the number of actions: a buy, a play and a scoring with every draw, a sacrifice with every Moai."""
