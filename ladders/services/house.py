"""House rungs: computer players placed where someone would have nobody to challenge. They never climb.

A house rung is placed just above the next person above, so that beating it brings one place; above the first person it
is just for the game. It is removed when nobody needs it. The caller holds the lock on the ladder, in a transaction.
"""

from __future__ import annotations

from dataclasses import replace

from django.db.models import Q

from accounts.models import User
from accounts.selectors import computer_players
from games.ai import LEVELS
from games.models import Rating
from games.models.rating import ALL_SEATS, ALL_TIME
from games.skill import Skill
from ladders.models import Ladder, Rung
from ladders.selectors import Standing, standing_of
from ladders.services.order import rung_insert


def house_stand(ladder: Ladder) -> None:
    """Put house rungs where someone has nobody to challenge, and remove those that nobody needs."""
    standing = _without_idle(standing_of(ladder))
    lacking = [index for index in range(len(standing.rungs)) if lacks(standing, index)]
    if not lacking:
        return
    ratings = _ratings(ladder)
    computers = [user for level, user in computer_players().items() if level in LEVELS]
    for person in [standing.rungs[index].user for index in lacking]:
        mine = standing.index_of(person)
        assert mine is not None
        if lacks(standing, mine):  # a rung added in this loop may already be in reach
            standing = _with_rung(ladder, standing, mine, computers, ratings)


def lacks(standing: Standing, mine: int) -> bool:
    """Whether the person at `mine` could make a challenge but has nobody to challenge."""
    if standing.houses[mine] or standing.is_full(mine) or standing.rungs[mine].user.is_away(standing.now):
        return False
    return all(standing.hindrance(mine, theirs) is not None for theirs in standing.reach_of(mine))


def _without_idle(standing: Standing) -> Standing:
    """Delete the house rungs without an open challenge that nobody needs, and return the rest of the ladder."""
    busy = {bout.above_id for bout in standing.bouts}
    for rung in [rung for rung in standing.rungs if rung.is_house and rung.pk not in busy]:
        rest = replace(standing, rungs=[each for each in standing.rungs if each.pk != rung.pk])
        at = standing.rungs.index(rung)
        near = [index for index in range(at, len(rest.rungs)) if at in standing.reach_of(index + 1)]
        if not any(lacks(rest, index) and not lacks(standing, index + 1) for index in near):
            rung.delete()
            standing = rest
    return standing


def _with_rung(
    ladder: Ladder, standing: Standing, mine: int, computers: list[User], ratings: dict[int, float]
) -> Standing:
    """Add a house rung for the person at `mine`, and return the ladder; unchanged if they lately met every computer."""
    person = standing.rungs[mine].user
    met = [other for other in computers if _have_met(standing, person, other)]
    fitting = sorted(
        (other for other in computers if other not in met),
        key=lambda other: abs(_rating(ratings, other) - _rating(ratings, person)),
    )
    if not fitting:
        return standing
    above = [index for index in range(mine) if not standing.houses[index]]
    at = above[-1] if above else mine
    position = standing.rungs[at].position
    rung = rung_insert(ladder=ladder, user=fitting[0], position=position)
    for each in standing.rungs[at:]:
        each.position += 1
    return replace(standing, rungs=[*standing.rungs[:at], rung, *standing.rungs[at:]])


def _have_met(standing: Standing, person: User, other: User) -> bool:
    pair = frozenset((person.pk, other.pk))
    between = {frozenset((bout.challenger_id, bout.challenged_id)) for bout in standing.bouts}
    return pair in between or standing.now < standing.rested.get(pair, standing.now)


def _ratings(ladder: Ladder) -> dict[int, float]:
    """The ratings in the ladder's game of its people and all computer players, by key: one query."""
    found = Rating.objects.filter(game=ladder.game, season=ALL_TIME, seats=ALL_SEATS)
    here = Rung.objects.filter(ladder=ladder).values("user")
    either = found.filter(Q(user__in=here) | ~Q(user__level=""))
    return dict(either.values_list("user", "mu"))


def _rating(ratings: dict[int, float], user: User) -> float:
    return ratings.get(user.pk, Skill().mu)
