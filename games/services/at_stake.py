"""Games that are played for ratings now: nobody shall be advised about one in a copy of it.

A copy is what agrees with everything that whoever asks may see of such a game: with what everybody sees, and with the
own view of somebody who sits there. What is filled in for the rest does not matter, so the answer tells nothing of it.

Two games agree where one has come to, or as far as one goes, however long their ways there were. They do not while so
little was dealt openly or decided that many games look alike (see `tells_apart`): openings belong to everybody. Names
that are all the same to the rules make no difference (see `unnamed`). Not found out are those who change what hardly
matters, or who ask a program elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.record import Record, positions
from games.models import Footprint, Match, Seat
from games.selectors.access import own_seat, seats_of
from games.selectors.records import record_of
from games.services.refusals import Refused
from games.services.trails import AT_STAKE, catch_up, look, seen, stands_there, walked


class Common(NamedTuple):
    """A log position of a match at which it looks to everybody like a record does somewhere."""

    match: int
    ply: int
    look: int


def check_is_not_at_stake(record: Record, user: User | None = None) -> None:
    """Raises Refused while the game of `record`, of which `user` may read all, is played for ratings at some table.

    Without a `user` it is asked for everybody. A few queries, however many matches there are.
    """
    _check(record, _own_seats(record, user))


def check_match_is_not_at_stake(match: Match, user: User) -> None:
    """The same for a running match, of which `user` may read no more than their seat there sees."""
    seat = own_seat(seats_of(match), user.pk)
    record = record_of(match)
    # What another seat holds here is not theirs to compare with what they hold in a game that is at stake.
    own = {pk: number for pk, number in _own_seats(record, user).items() if seat is not None and number == seat.number}
    _check(record, own)


def _own_seats(record: Record, user: User | None) -> dict[int, int]:
    """The rated matches of such a table in which `user` sits, with their seats there."""
    if user is None:
        return {}
    seats = Seat.objects.filter(user=user, ended_at=None, match__rated=True, match__status__in=AT_STAKE)
    of_such_a_table = seats.filter(match__game=record.game, match__seat_count=record.seats)
    return dict(of_such_a_table.values_list("match", "number"))


def _check(record: Record, own: Mapping[int, int]) -> None:
    """Raises Refused where the record agrees with a match: with one of the `own` ones as its seat sees both."""
    catch_up(Match.objects.filter(game=record.game, seat_count=record.seats))
    game = GAMES[record.game]
    states = list(positions(record))
    looks = [look(game, state) for state in states]
    agreeing = _agreeing(looks, own)
    if any(pk not in own for pk, _ply, _look in agreeing) or _is_seen_alike(game, states, looks, agreeing, own):
        raise Refused(_("This game is still being played, and it is rated. You can open it here when it is over."))


def _agreeing(looks: Sequence[int], own: Collection[int]) -> list[Common]:
    """Where the matches look to everybody like a record with these looks, at the end of the one or of the other.

    Those that look like many others are left out, unless they are among the `own` ones. One query.
    """
    found = Footprint.objects.filter(Q(look=looks[-1]) | Q(stands_there(), look__in=set(looks)))
    found = found.filter(Q(tells=True) | Q(trail__match__in=own))
    at_stake = found.filter(trail__match__rated=True, trail__match__status__in=AT_STAKE)
    return [Common(*row) for row in at_stake.values_list("trail__match", "ply", "look")]


def _is_seen_alike(
    game: AnyGame, states: Sequence[Any], looks: Sequence[int], agreeing: Sequence[Common], own: Mapping[int, int]
) -> bool:
    """Whether the seat in one of its own matches sees there what it would see in the record. Two queries."""
    matches = Match.objects.filter(pk__in={pk for pk, _ply, _look in agreeing}).prefetch_related("actions")
    for match in matches:
        been, seat = dict(walked(match, list(match.actions.all()))), own[match.pk]
        for _pk, ply, common in (one for one in agreeing if one.match == match.pk):
            there = seen(game, been[ply], seat)
            here = (state for state, its in zip(states, looks, strict=True) if its == common)
            if game.tells_apart(there) and any(seen(game, state, seat) == there for state in here):
                return True
    return False
