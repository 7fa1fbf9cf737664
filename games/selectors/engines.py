"""From a match in the database to the engine's values and back."""

from typing import Any

from games.engine import GAMES
from games.engine.codec import decode, encode
from games.engine.contract import AnyGame, Options
from games.models import Action, Match


def game_of(match: Match) -> AnyGame:
    """The engine of the match's game."""
    return GAMES[match.game]


def options_text(options: Options) -> str:
    """Options as `Match.options` and records write them."""
    return ";".join(f"{name}={value}" for name, value in options.items())


def options_of(match: Match) -> dict[str, str]:
    """The options that the match is played with."""
    return dict(pair.split("=", 1) for pair in match.options.split(";") if pair)


def deal_of(match: Match) -> Any:
    """The deal of a started match."""
    return game_of(match).parse_deal(match.seat_count, options_of(match), match.deal)


def state_of(match: Match) -> Any:
    """The position after the last log entry, from the snapshot."""
    return decode(game_of(match).State, match.state)


def snapshot(state: Any) -> Any:
    """What `Match.state` stores for a position."""
    return encode(state)


def states_after(match: Match, played: list[Action]) -> list[Any]:
    """The positions before the first and after each of `played` (entries that still count), from the deal."""
    game = game_of(match)
    state = game.start(deal_of(match))
    states = [state]
    for action in played:
        state = game.apply(state, game.parse(state, action.text))
        states.append(state)
    return states


def entries_that_count(entries: list[Action]) -> list[Action]:
    """The log without resignations, undone plays and the undo entries themselves."""
    return [entry for entry in entries if entry.kind == Action.Kind.PLAY and not entry.undone]


def is_out_of_turn(state: Any, mover: int) -> bool:
    """Whether the seat that decides is asked in the turn of another one; in games without such questions never."""
    return bool(getattr(state, "active", mover) != mover)
