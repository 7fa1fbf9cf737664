"""Games that are played for ratings now: nobody shall be advised about one in a copy of it."""

from __future__ import annotations

from collections import defaultdict
from itertools import takewhile

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.ai.judging import is_guesswork
from games.engine import GAMES
from games.engine.record import Record, replay
from games.models import Action, Match
from games.services.refusals import Refused


def check_is_not_at_stake(record: Record) -> None:
    """Raises Refused while the game of `record` is played for ratings at some table. One query.

    Where everything is open the record of a running match is whole. It is the same game if the deal is the same; where
    nothing is dealt, if it begins alike as long as there is no advice yet.
    """
    rated = Match.objects.filter(
        status=Match.Status.RUNNING, rated=True, game=record.game, seat_count=record.seats, deal=record.deal
    )
    if rated.exists() if record.deal else _begins_alike(record, rated):
        raise Refused(_("This game is still being played, and it is rated. You can open it here when it is over."))


def _begins_alike(record: Record, matches: QuerySet[Match]) -> bool:
    """Whether one of the matches begins with what was built together in the record."""
    game = GAMES[record.game]
    built = [str(step.action) for step in takewhile(lambda step: is_guesswork(game, step.state), replay(record))]
    plays = Action.objects.filter(match__in=matches, kind=Action.Kind.PLAY, undone=False)
    begun: dict[int, list[str]] = defaultdict(list)
    for match, text in plays.order_by("match", "ply").values_list("match", "text"):
        begun[match].append(text)
    return bool(built) and any(texts[: len(built)] == built for texts in begun.values())
