"""Games that are played for ratings now: nobody shall be advised about one in a copy of it.

A copy is found by its deal, or by what was built where nothing is dealt: whoever asks. One with something else filled
in for what is hidden is found by what a seat sees of it, where somebody asks who sits there. Not found out are those
who rename colours, who let somebody else open what they have filled in, or who ask a program elsewhere.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import takewhile

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.ai.judging import is_guesswork
from games.engine import GAMES
from games.engine.record import Record, final_state, replay
from games.models import Action, Match, Seat
from games.selectors.access import own_seat
from games.selectors.records import readable
from games.services.refusals import Refused

AT_STAKE = (Match.Status.RUNNING, Match.Status.BROKEN)
"""Also a match that was set aside may go on."""


def check_is_not_at_stake(record: Record, user: User | None = None) -> None:
    """Raises Refused while the game of `record` is played for ratings at some table. A few queries.

    It is that game if the deal is the same, or, where nothing is dealt, what was built together. And it is a game of
    `user` who sits at that table if, from there, it cannot be told from it.
    """
    rated = Match.objects.filter(status__in=AT_STAKE, rated=True, game=record.game, seat_count=record.seats)
    same = rated.filter(deal=record.deal).exists() if record.deal else _is_built_alike(record, rated)
    if same or (user is not None and _is_seen_alike(record, rated, user)):
        raise Refused(_("This game is still being played, and it is rated. You can open it here when it is over."))


def _is_built_alike(record: Record, matches: QuerySet[Match]) -> bool:
    """Whether one of the matches begins with the towers that were built in the record, in whatever order."""
    built = _built(record)
    if not built.plies:
        return False
    texts = Counter(ply.text for ply in built.plies)
    begins = Action.objects.filter(match=OuterRef("pk"), kind=Action.Kind.PLAY, undone=False, ply__lt=len(built.plies))
    is_other = Exists(begins.exclude(text__in=texts))
    for _match, other in readable(matches.filter(~is_other, deal=record.deal)):
        begun = _begun(other, len(built.plies))
        # Only what has the same placements, whatever their order, is worth playing again.
        if Counter(ply.text for ply in begun.plies) == texts and final_state(begun) == final_state(built):
            return True
    return False


def _built(record: Record) -> Record:
    """What was built together, with nothing to tell the choices apart."""
    game = GAMES[record.game]
    length = sum(1 for _step in takewhile(lambda step: is_guesswork(game, step.state), replay(record)))
    return _begun(record, length)


def _is_seen_alike(record: Record, matches: QuerySet[Match], user: User) -> bool:
    """Whether one of the matches in which the user sits looks from there as if it were the game of the record.

    Then they agree where both end, or where the shorter one does: more of it can be played.
    """
    own = matches.filter(pk__in=Seat.objects.filter(user=user, ended_at=None).values("match"))
    for match, other in readable(own.prefetch_related("seats")):
        seat = own_seat(list(match.seats.all()), user.pk)
        assert seat is not None, "the match is one of the user's"
        shorter = min(len(record.plies), len(other.plies))
        ends = (record, other), (_begun(record, shorter), _begun(other, shorter))
        if any(_looks_alike(one, that, seat.number) for one, that in ends):
            return True
    return False


def _begun(record: Record, length: int) -> Record:
    """Its first plies."""
    return replace(record, plies=record.plies[:length], result=None)


def _looks_alike(one: Record, other: Record, seat: int) -> bool:
    """Whether `seat` cannot tell apart where two games have come to, and something was decided before."""
    if not one.plies or not other.plies:
        return False
    game = GAMES[one.game]
    here, there = final_state(one), final_state(other)
    return not is_guesswork(game, here) and game.recall(here, seat) == game.recall(there, seat)
