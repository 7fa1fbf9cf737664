"""Matches on one device: people share it, play under names that they enter, and pass it around."""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.contract import Options, check_options, check_seats
from games.models import Match
from games.models.match import ENDED
from games.selectors.access import hand_to_move, seats_of
from games.services.lobby.matches import check_is_here, check_may_open, check_may_play, match_begin
from games.services.lobby.new_match import match_new
from games.services.play.advance import hand_cover
from games.services.play.locking import locked
from games.services.play.takeover import end_by_host
from games.services.refusals import NotYourSeat, NotYourTurn

HAND_COLUMNS = ("hand_shown", "hand_key")
"""The columns that say who has lifted the curtain, and in which browser."""


def device_create(
    *, host: User, game: str, names: Sequence[str], computers: Sequence[User] = (), options: Options | None = None
) -> Match:
    """Start a match at the device of `host`: people with these `names`, in this order, then `computers`.

    The start player is drawn at random. Never rated, without clocks, and public to watch. Raises Refused for someone
    who has opened too many matches; BadDeal for a number of seats, or options, that the game does not have.
    """
    check_seats(GAMES[game], len(names) + len(computers))
    check_options(GAMES[game], options or {})
    with transaction.atomic():
        check_may_play(host)
        check_may_open(host)
        match = match_new(
            game=game,
            sitting=[*names, *computers],
            options=options,
            access=Match.Access.ANYBODY,
            pace=Match.Pace.NONE,
            at_device=True,
            seats_drawn=False,
            host=host,
        )
        match_begin(match)
    return match


def hand_show(*, match: Match, user: User, seat: int | None) -> Match:
    """Lift the curtain for the deciding `seat`, only in the browser that is given the new `Match.hand_key`.

    Raises NotRunning; NotYourTurn when another seat decides, or the device is not that of `user`.
    """
    with transaction.atomic():
        match, seats = locked(match, None)
        decider = hand_to_move(match, seats, user.pk)
        if decider is None or decider.number != seat:
            raise NotYourTurn
        match.hand_shown, match.hand_key = decider.number, secrets.token_hex(16)
        match.save(update_fields=HAND_COLUMNS)
    return match


def hand_hide(*, match: Match, user: User) -> Match:
    """Lower the curtain before the turn is over. Raises NotRunning; Refused if the device is someone else's."""
    with transaction.atomic():
        match, _seats = locked(match, None)
        _check_device(match, user)
        hand_cover(match)
        match.save(update_fields=HAND_COLUMNS)
    return match


def device_end(*, match: Match, user: User) -> Match:
    """End a match at the device of `user` without a result. Raises NotRunning, Refused."""
    with transaction.atomic():
        match, seats = locked(match, None)
        _check_device(match, user)
        end_by_host(match, seats)
    return match


def seat_claim(*, match: Match, user: User, seat: int | None) -> Match:
    """Record that it was `user` who played at `seat` of a finished match on one device.

    To claim a seat, people need the link that its page shows at the end. Raises Refused for a guest, a game without a
    result, a seat that is taken, and a second seat; NotYourSeat for a seat at which nobody at the device sat.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        if user.is_guest:
            raise Refused(_("Only members can claim a seat: a guest’s games would be lost with the browser."))
        if match.status != Match.Status.FINISHED:
            raise Refused(_("You can claim a seat when the game is over."))
        if match.reason == ENDED:
            raise Refused(_("This game ended without a result, so there is nothing to claim."))
        check_is_here(user)
        seats = seats_of(match)
        if any(one.user_id == user.pk for one in seats):
            raise Refused(_("You have already claimed a seat in this game."))
        claimed = next((one for one in seats if one.number == seat and one.name_at_device), None)
        if claimed is None:
            raise NotYourSeat(_("Choose one of this game’s seats."))
        if not claimed.is_at_device:
            raise Refused(_("Someone has already claimed this seat. Choose another one."))
        claimed.user = user
        claimed.save(update_fields=["user"])
    return match


def _check_device(match: Match, user: User) -> None:
    if not match.at_device or match.host_id != user.pk:
        raise Refused(_("This game is being played on another device."))
