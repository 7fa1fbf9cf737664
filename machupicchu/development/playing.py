"""Playing matches automatically, with the same service as pages."""

from random import Random

from games.models import Match
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, state_of
from games.services.play.turns import play


def legal(match: Match) -> list[str]:
    """The texts of the legal actions of the seat that decides."""
    return [str(action) for action in game_of(match).legal_actions(state_of(match))]


def play_once(match: Match, text: str) -> Match:
    """Play `text` for the seat that decides; return the match."""
    assert match.to_move is not None
    user = seats_of(match)[match.to_move].decider
    assert user is not None
    return play(match=match, seat=match.to_move, user=user, text=text, ply=match.ply)


def play_randomly(match: Match, rng: Random, *, until: int | None = None) -> Match:
    """Play random legal actions until the end of the match, or until its log has `until` entries."""
    while match.status == Match.Status.RUNNING and (until is None or match.ply < until):
        match = play_once(match, rng.choice(legal(match)))
    return match
