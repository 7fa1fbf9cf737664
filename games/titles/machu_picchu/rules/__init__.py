"""Machu Picchu by Günter Burkhardt (Piatnik 1999), for 2 to 4 seats. `MAC n` cites a paragraph of the rules page."""

from __future__ import annotations

from .data import APART, KEY, LONGEST, OPTIONS, REASONS, RULES_VERSION, SEATS, STANDING_ORDERS, TEAMS
from .ending import outcome
from .essence import essence, progress
from .evaluation import evaluate
from .imagine import determinize
from .moving import steps
from .notation import deal_text, diagram, parse_deal
from .rules import apply, legal_actions, parse, to_move
from .setup import deal, start
from .standing_orders import automatic
from .state import Action, Deal, State, View
from .view import OPEN_SEATS, hides_choice, open_view, recall, reveals, shown, shown_deal, view

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
    "Action",
    "Deal",
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
    "steps",
    "to_move",
    "view",
]
