"""Conversions between a match in the database and the engine's values."""

from typing import Any

from games.engine import GAMES
from games.engine.codec import decode, encode
from games.engine.contract import AnyGame
from games.engine.variants import options_from
from games.models import Action, Match


def game_of(match: Match) -> AnyGame:
    """The engine of the match's game."""
    return GAMES[match.game]


def options_of(match: Match) -> dict[str, str]:
    """The options with which the match is played."""
    return options_from(match.options)


def deal_of(match: Match) -> Any:
    """The deal of a started match."""
    return game_of(match).parse_deal(match.seat_count, options_of(match), match.deal)


def state_of(match: Match) -> Any:
    """The position after the last log entry, decoded from the snapshot."""
    return decode(game_of(match).State, match.state)


def snapshot(state: Any) -> Any:
    """A position as `Match.state` stores it."""
    return encode(state)


def states_after(match: Match, played: list[Action]) -> list[Any]:
    """The positions before the first and after each of `played` (entries that still count), replayed from the deal."""
    game = game_of(match)
    state = game.start(deal_of(match))
    states = [state]
    for action in played:
        state = game.apply(state, game.parse(state, action.text))
        states.append(state)
    return states


def entries_that_count(entries: list[Action]) -> list[Action]:
    """The plays in the log that are not undone; entries of all other kinds are left out."""
    return [entry for entry in entries if entry.kind == Action.Kind.PLAY and not entry.undone]


def plays_of(match: Match) -> list[Action]:
    """The plays in the log of a match that are not undone: one query."""
    return entries_that_count(list(match.actions.order_by("ply")))
