"""Challenges: sending the deal of a finished match to others, and playing a deal that was sent."""

import secrets

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.ai import LEVELS
from games.engine import GAMES
from games.models import Attempt, Challenge, Match
from games.selectors.access import seats_of
from games.selectors.lobby.challenges import is_unwelcome, sendable
from games.selectors.position.engines import options_of
from games.services.lobby.arranged import match_arrange
from games.services.lobby.matches import check_may_open, check_may_play
from games.services.refusals import AlreadyPlayedHere


def challenge_send(*, match: Match, user: User) -> Challenge:
    """Make a link with which others can play the deal of a finished match of `user`, or reopen an existing one.

    Raises Refused for a match whose deal `user` may not send (see `sendable`), and for one that was itself played from
    a sent deal.
    """
    seats = seats_of(match)
    own = sendable(match, seats, user.pk)
    if own is None or Attempt.objects.filter(match=match).exists():
        raise Refused(
            _("You can send a deal only if you played its game against computer players from start to finish.")
        )
    levels = [LEVELS[seat.user.level] for seat in seats if seat.user is not None and seat is not own]
    facts = {
        "token": secrets.token_urlsafe(12),
        "sender": user,
        "seat": own.number,
        "thoughts": match.thoughts or max(level.thoughts_in(match.game, match.seat_count) for level in levels),
    }
    challenge, is_new = Challenge.objects.get_or_create(match=match, defaults=facts)
    if not is_new and challenge.closed_at is not None:
        challenge.closed_at = None
        challenge.save(update_fields=["closed_at"])
    return challenge


def challenge_close(*, challenge: Challenge, user: User) -> None:
    """Let nobody else start a deal that `user` has sent; running games continue. Idempotent.

    Raises Refused for someone else's challenge.
    """
    if challenge.sender_id != user.pk:
        raise Refused(_("Only the person who sent this deal can close it."))
    Challenge.objects.filter(pk=challenge.pk, closed_at=None).update(closed_at=timezone.now())


def attempt_begin(*, challenge: Challenge, user: User, is_used: bool = False) -> Attempt:
    """Start the user's game with a deal that was sent, or return the one already started: each person has only one.

    While it runs it is visible to its player alone, and it is never rated. Raises Refused if someone else has played
    this deal in the same browser (`is_used`), for the sender, for bots, for those whom the sender has blocked, for a
    deal that is closed or of outdated rules, and for someone with too many tables.
    """
    with transaction.atomic():
        check_may_play(user)  # the race: of two tabs, the second waits here and then finds the first one's game
        before = challenge.attempts.select_related("match").filter(user=user).first()
        if before is not None:
            return before
        if is_used:
            raise AlreadyPlayedHere
        _check_may_play(challenge, user)
        check_may_open(user)
        sent = Match.objects.get(pk=challenge.match_id)
        players = [seat.user for seat in seats_of(sent)]
        match = match_arrange(
            host=user,
            game=sent.game,
            players=[user if number == challenge.seat else player for number, player in enumerate(players) if player],
            rated=False,
            pace=Match.Pace.NONE,
            weekends_off=False,
            options=options_of(sent),
            access=Match.Access.LINK,
            deal_text=sent.deal,
            thoughts=challenge.thoughts,
        )
        return Attempt.objects.create(challenge=challenge, user=user, match=match)


def attempts_merge(*, guest: User, user: User) -> None:
    """Transfer the challenges and attempts of `guest` to `user`. Of two attempts at one deal only the one that ended
    first is kept, or else the one that began first; of attempts at a deal that either of them sent, none. The caller
    has a transaction that locks the games of both.
    """
    Challenge.objects.filter(sender=guest).update(sender=user)
    first: dict[int, Attempt] = {}
    spare: list[int] = []
    theirs = Attempt.objects.select_related("challenge").filter(user__in=[guest, user])
    for each in theirs.order_by(F("match__finished_at").asc(nulls_last=True), "begun_at", "pk"):
        is_own = each.challenge.sender_id == user.pk
        if is_own or first.setdefault(each.challenge_id, each) is not each:
            spare.append(each.pk)
    Attempt.objects.filter(pk__in=spare).delete()
    Attempt.objects.filter(user=guest).update(user=user)


def _check_may_play(challenge: Challenge, user: User) -> None:
    if user.is_bot:
        raise Refused(_("Sent deals are for people: bots cannot play them."))
    if challenge.sender_id == user.pk:
        raise Refused(_("You sent this deal yourself, so only others can play it."))
    if is_unwelcome(challenge, user):
        raise Refused(_("The person who sent this deal does not want to play with you."))
    if not Challenge.objects.filter(pk=challenge.pk, closed_at=None).exists():
        raise Refused(_("This deal is closed: nobody can start it any more."))
    if challenge.match.rules_version != GAMES[challenge.match.game].RULES_VERSION:
        raise Refused(_("The rules of this game have changed since then, so this deal can no longer be played."))
