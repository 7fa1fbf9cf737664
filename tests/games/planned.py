"""A day game in which the seat that waits plans its next turn."""

from accounts.models import User
from games.models import Match, Seat
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, state_of
from games.selectors.position.planning import prospects
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms


def begun_day_game(game: str, host: User, guest: User) -> Match:
    """A game of two at one day a turn."""
    return match_join(match=match_create(host=host, game=game, others=[None], terms=TableTerms(pace="1d")), user=guest)


def waiting(match: Match) -> Seat:
    """The seat of two that does not decide."""
    return seats_of(match)[1 - (match.to_move or 0)]


def plannable(match: Match, seat: Seat) -> list[str]:
    """The actions that can be planned for a seat after what it has planned already."""
    view = game_of(match).view(state_of(match), seat.number)
    found = prospects(match, seats_of(match), seat, view)[-1]
    return list(dict.fromkeys(str(action) for position in found for action in position.legal))
