"""Three Tricks: three cards in each hand, the highest card takes the trick. TRI numbers are the rules page's."""

from __future__ import annotations

from games.engine.essence import whole as essence

from .evaluation import automatic, evaluate
from .notation import deal_text, diagram, parse_deal
from .rules import apply, deal, legal_actions, outcome, parse, start, to_move
from .state import (
    APART,
    KEY,
    LONGEST,
    OPTIONS,
    REASONS,
    RULES_VERSION,
    SEATS,
    STANDING_ORDERS,
    TEAMS,
    Deal,
    Play,
    State,
    View,
)
from .view import (
    OPEN_SEATS,
    determinize,
    hides_choice,
    open_view,
    progress,
    recall,
    reveals,
    shown,
    shown_deal,
    view,
)

__all__ = [
    "APART",
    "KEY",
    "LONGEST",
    "OPEN_SEATS",
    "OPTIONS",
    "REASONS",
    "RULES_VERSION",
    "SEATS",
    "STANDING_ORDERS",
    "TEAMS",
    "Deal",
    "Play",
    "State",
    "View",
    "apply",
    "automatic",
    "deal",
    "deal_text",
    "determinize",
    "diagram",
    "essence",
    "evaluate",
    "hides_choice",
    "legal_actions",
    "open_view",
    "outcome",
    "parse",
    "parse_deal",
    "progress",
    "recall",
    "reveals",
    "shown",
    "shown_deal",
    "start",
    "to_move",
    "view",
]
