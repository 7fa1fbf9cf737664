"""Protects running rated games: nobody may get advice about one by analysing a copy of it.

A record is a copy if it agrees with everything its reader may see of such a game: with what everybody sees and, if the
reader sits there, with the view of their own seat. What is filled in for the rest does not matter, so the answer
reveals nothing about it.

Two games agree if they look the same where one or the other has got to so far, however many steps each took to get
there. They do not agree while so little has been dealt openly or decided that many games look alike (see
`tells_apart`): openings belong to everybody. Names that the rules treat alike make no difference (see `unnamed`). This
does not catch people who change irrelevant details, or who ask a program elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.record import Record, positions
from games.models import Footprint, Match, Seat
from games.selectors.access import own_seat, seats_of
from games.selectors.records.match_export import record_of
from games.services.fair_play.footprints import UNFINISHED, catch_up, look, seen, stands_there, walked


class Common(NamedTuple):
    """A log position of a match at which the public view equals that of a record somewhere."""

    match: int
    ply: int
    look: int


def check_not_a_rated_game(record: Record, user: User | None = None) -> None:
    """Raises Refused while the game of `record`, all of which `user` may read, is a running rated game at some table.

    Without a `user` the check is for everybody. A few queries, however many matches there are.
    """
    _check(record, _own_seats(record, user))


def check_match_not_a_rated_game(match: Match, user: User) -> None:
    """The same check for a running match, of which `user` sees only what their own seat there sees."""
    seat = own_seat(seats_of(match), user.pk)
    record = record_of(match)
    # What another seat holds here must not be compared with what they hold in their own running rated game.
    own = {pk: number for pk, number in _own_seats(record, user).items() if seat is not None and number == seat.number}
    _check(record, own)


def _own_seats(record: Record, user: User | None) -> dict[int, int]:
    """The rated matches of such a table in which `user` sits, with their seat numbers there."""
    if user is None:
        return {}
    seats = Seat.objects.filter(user=user, ended_at=None, match__rated=True, match__status__in=UNFINISHED)
    of_such_a_table = seats.filter(match__game=record.game, match__seat_count=record.seats)
    return dict(of_such_a_table.values_list("match", "number"))


def _check(record: Record, own: Mapping[int, int]) -> None:
    """Raises Refused if the record agrees with a match; one of their `own` is compared as their seat sees both."""
    catch_up(Match.objects.filter(game=record.game, seat_count=record.seats))
    game = GAMES[record.game]
    states = list(positions(record))
    looks = [look(game, state) for state in states]
    agreeing = _agreeing(looks, own)
    if any(pk not in own for pk, _ply, _look in agreeing) or _is_seen_alike(game, states, looks, agreeing, own):
        raise Refused(_("This game is rated and still being played. You can open it here when it is over."))


def _agreeing(looks: Sequence[int], own: Collection[int]) -> list[Common]:
    """Where matches have the same public looks as a record, at the end of one or the other.

    Looks that many matches share are left out, unless the match is among the `own` ones. One query.
    """
    found = Footprint.objects.filter(Q(look=looks[-1]) | Q(stands_there(), look__in=set(looks)))
    found = found.filter(Q(tells=True) | Q(trail__match__in=own))
    running = found.filter(trail__match__rated=True, trail__match__status__in=UNFINISHED)
    return [Common(*row) for row in running.values_list("trail__match", "ply", "look")]


def _is_seen_alike(
    game: AnyGame, states: Sequence[Any], looks: Sequence[int], agreeing: Sequence[Common], own: Mapping[int, int]
) -> bool:
    """Whether the user's seat in one of their own matches sees there what it would see in the record. Two queries."""
    matches = Match.objects.filter(pk__in={pk for pk, _ply, _look in agreeing}).prefetch_related("actions")
    for match in matches:
        been, seat = dict(walked(match, list(match.actions.all()))), own[match.pk]
        for _pk, ply, common in (one for one in agreeing if one.match == match.pk):
            there = seen(game, been[ply], seat)
            here = (state for state, its in zip(states, looks, strict=True) if its == common)
            if game.tells_apart(there) and any(seen(game, state, seat) == there for state in here):
                return True
    return False
