"""Making, answering and withdrawing challenges, each in one transaction under the lock on the ladder."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.models import Match
from games.services.lobby import matches
from games.services.lobby.arranged import match_arrange
from games.services.lobby.matches import check_is_here
from ladders.models import Bout, Ladder, Rung
from ladders.selectors import (
    Obstacle,
    Standing,
    answer_by,
    blocked_bouts,
    deadlines,
    may_play,
    standing_of,
    whereabouts_of,
)
from ladders.services.ending import bout_end
from ladders.services.joining import locked
from ladders.services.telling import tell_of_answer, tell_of_challenge
from ladders.terms import PACE

WITHIN = 50
"""How many rungs above someone are enough to include everyone they may challenge, house rungs among them."""


def bout_challenge(*, ladder: Ladder, user: User, rung: int) -> Bout:
    """Challenge the player on the rung with this key. Computer players accept at once, and the match starts.

    Challenging the same rung again while the challenge is open changes nothing. Raises Refused for people who
    are not on the ladder, for a rung that is gone, and while an `Obstacle` is in the way.
    """
    with transaction.atomic():
        ladder = locked(ladder)
        check_is_here(user)
        now = timezone.now()  # only now: a block made while we waited for the locks is older than the challenge
        here = whereabouts_of(ladder, user)
        if here is None:
            raise Refused(_("Join the ladder first."))
        above = ladder.rungs.select_related("user").filter(pk=rung).first()
        if above is None:
            raise Refused(_("This player is no longer on the ladder."))
        stretch = slice(max(0, here.index - WITHIN), here.index + 1)
        standing = standing_of(ladder, of=user, now=now, stretch=stretch)
        below = standing.rungs[-1]
        same = next((bout for bout in standing.bouts if bout.below_id == below.pk and bout.above_id == above.pk), None)
        if same is not None:
            return same
        obstacle = _obstacle(standing, above)
        if obstacle is not None:
            raise Refused(_hindered(obstacle, above))
        return _challenge(ladder, below, above, now)


def bout_accept(*, bout: Bout, user: User) -> Match:
    """Start the match: rated, at the pace of ladders, with seats drawn at random. Accepting twice returns the same one.

    Raises Refused for everyone but the challenged player, and for a challenge that is over, too old or called off.
    """
    with transaction.atomic():
        ladder, bout = _locked(bout)
        if user.pk != bout.challenged_id:
            raise Refused(_("Only the challenged player can do this."))
        if bout.match is not None and bout.is_open:
            return bout.match
        _lock_players(bout)
        _check_waits(bout)
        check_is_here(user)
        _answer(bout)
        tell_of_answer(bout, accepted=True)
        return _begin(bout, ladder)


def bout_decline(*, bout: Bout, user: User) -> Bout:
    """Decline the challenge: both swap places. Declining twice changes nothing more.

    Raises Refused for everyone but the challenged player, and for a challenge that is over, too old or called off.
    """
    with transaction.atomic():
        _ladder, bout = _locked(bout)
        if user.pk != bout.challenged_id:
            raise Refused(_("Only the challenged player can do this."))
        if bout.outcome == Bout.Outcome.DECLINED:
            return bout
        _check_waits(bout)
        _answer(bout)
        tell_of_answer(bout, accepted=False)
        bout_end(bout, Bout.Outcome.DECLINED)
    return bout


def bout_withdraw(*, bout: Bout, user: User) -> Bout:
    """Withdraw a challenge that has no answer. Doing it again changes nothing.

    Raises Refused for everyone but the challenger, and for a challenge that was answered.
    """
    with transaction.atomic():
        _ladder, bout = _locked(bout)
        if user.pk != bout.challenger_id:
            raise Refused(_("Only the challenger can do this."))
        if bout.outcome == Bout.Outcome.WITHDRAWN:
            return bout
        if not bout.is_asked:
            raise Refused(_("This challenge has already been answered."))
        bout_end(bout, Bout.Outcome.WITHDRAWN)
    return bout


def _locked(bout: Bout) -> tuple[Ladder, Bout]:
    """The ladder, locked until the transaction ends, and the challenge freshly read."""
    ladder = locked(bout.ladder)
    found = Bout.objects.select_related("challenger", "challenged", "below", "above", "match")
    return ladder, found.get(pk=bout.pk)


def _lock_players(bout: Bout) -> None:
    """Lock the rows of both players until the transaction ends, and read them again.

    The race: the challenger closes the account or is banned at this moment. Either they wait for us, and then find the
    match, or we see that they are gone.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[bout.challenger_id, bout.challenged_id])
    # Always in this order, so that two of these do not deadlock.
    found = {user.pk: user for user in rows.order_by("pk")}
    bout.challenger, bout.challenged = found[bout.challenger_id], found[bout.challenged_id]


def _check_waits(bout: Bout) -> None:
    """Check that the challenge can still be answered and played. Raises Refused."""
    if not bout.is_asked:
        raise Refused(_("This challenge is over."))
    now = timezone.now()
    if now >= deadlines([bout])[bout.pk]:
        raise Refused(_("The time to answer this challenge is up."))
    is_gone = bout.below is None or bout.above is None or not may_play(bout.challenger, now)
    if is_gone or bout.pk in blocked_bouts(bout.ladder):
        raise Refused(_("This challenge was called off."))


def _obstacle(standing: Standing, above: Rung) -> Obstacle | None:
    """What keeps the person on the last rung of a stretch from challenging the rung `above`; None if nothing does."""
    mine = len(standing.rungs) - 1
    if above.position >= standing.rungs[mine].position:
        return Obstacle.BELOW
    theirs = next((index for index, rung in enumerate(standing.rungs) if rung.pk == above.pk), None)
    return Obstacle.REACH if theirs is None else standing.obstacle(mine, theirs)


def _challenge(ladder: Ladder, below: Rung, above: Rung, now: datetime) -> Bout:
    """The challenge of one rung by another. Its match starts at once if a computer player holds the upper one."""
    bout = Bout.objects.create(
        ladder=ladder,
        challenger=below.user,
        challenged=above.user,
        below=below,
        above=above,
        made_at=now,
        answer_by=answer_by(now),
    )
    Rung.objects.filter(pk=below.pk).update(active_at=now, silences=0)
    if above.is_house:
        _begin(bout, ladder)
    else:
        tell_of_challenge(bout)
    return bout


def _answer(bout: Bout) -> None:
    """Record that the challenged player has answered."""
    now = timezone.now()
    bout.answered_at = now
    bout.save(update_fields=["answered_at"])
    assert bout.above is not None
    Rung.objects.filter(pk=bout.above.pk).update(active_at=now, silences=0)


def _begin(bout: Bout, ladder: Ladder) -> Match:
    """Start the match of an accepted challenge."""
    players = [bout.challenger, bout.challenged]
    matches.CHANCE.shuffle(players)
    bout.match = match_arrange(host=None, game=ladder.game, players=players, rated=True, pace=PACE, weekends_off=False)
    bout.answered_at = bout.answered_at or timezone.now()
    bout.save(update_fields=["match", "answered_at"])
    return bout.match


def _hindered(obstacle: Obstacle, above: Rung) -> str:
    if obstacle == Obstacle.AWAY:
        return _("%(name)s is on vacation.") % {"name": above.user.shown_name}
    return str(obstacle.label)
