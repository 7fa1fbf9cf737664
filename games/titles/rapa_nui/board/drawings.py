"""The data that fills the drawn cards on the board and on the rules page."""

from typing import Any

from games.titles.rapa_nui.rules.data import BONUS, CARD_INCOME, HUNTER_INCOME, MOAI_COST, MOAI_POINTS

from .words import KINDS, TABLE_ORDER


def drawings() -> dict[str, Any]:
    """The context that KIT needs as `board`: the kinds of cards and the numbers printed on them."""
    return {
        "kinds": [KINDS[letter] for letter in TABLE_ORDER],
        "numbers": {
            "card_income": CARD_INCOME,
            "hunter_income": HUNTER_INCOME,
            "bonus": BONUS,
            "moai_cost": MOAI_COST,
            "moai_points": MOAI_POINTS,
        },
    }
