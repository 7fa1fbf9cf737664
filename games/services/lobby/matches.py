"""Tables: opening, joining, leaving, starting."""

import hashlib
import secrets
from collections.abc import Sequence
from random import Random, SystemRandom

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.zones import zone_of
from common.enumerating import enumerated
from common.refusals import Refused
from games.engine import GAMES
from games.engine.contract import AnyGame, check_options
from games.models import Invitation, Match, Seat, UsualOrders
from games.paces import PACES
from games.selectors.access import seats_of
from games.selectors.lobby.admission import Obstacle, obstacle
from games.selectors.position.engines import deal_of, game_of, options_of, snapshot
from games.services.live import broadcast
from games.services.lobby.new_match import match_new
from games.services.lobby.terms import TableTerms, check_access_of_club, club_lock
from games.services.moderation.reports import reports_keep
from games.services.play.advance import SETTLED, settle
from games.services.refusals import GuestsUnrated, NoSeatLeft, NotYourSeat, TableClosed
from notices.kinds import Kind
from notices.outbox import notify

CHANCE: Random = SystemRandom()
"""The source of randomness for seats, start players, and every deal."""

HINDERED: dict[Obstacle, type[Refused]] = {Obstacle.GUEST: GuestsUnrated}
"""Obstacles with an exception of their own, so that callers can handle them differently."""

MOST_TABLES = 30
"""How many unfinished matches one person may have opened: plenty for anyone, and a limit for runaway scripts."""


def match_create(
    *,
    host: User,
    game: str,
    others: Sequence[User | None],
    terms: TableTerms | None = None,
    rematch_of: Match | None = None,
) -> Match:
    """Open a table for `host` and `others`: computer players, or None for each free seat. A full table starts at once.

    `rematch_of` is the match that is played again. Raises Refused for a seat count that the game does not have, for a
    host with too many tables, for terms that this host's tables cannot have, and for a missing password; BadDeal for
    unknown options.
    """
    terms = terms or TableTerms()
    terms.check(host, is_full=None not in others)
    if terms.asks_password and not terms.password:
        raise Refused(_("Choose a password for the table."))
    engine = GAMES[game]
    check_seat_count(engine, 1 + len(others))
    check_options(engine, terms.options)
    password = terms.hashed_password()
    with transaction.atomic():
        check_may_play(host)
        check_may_open(host)
        club_lock(terms.club)
        check_access_of_club(terms.club, terms.access)
        match = match_new(
            game=game,
            sitting=[host, *others],
            options=terms.options,
            password=password,
            rematch_of=rematch_of,
            host=host,
            club_id=terms.club,
            **terms.columns(),
        )
        if None not in others:
            match_begin(match)
    return match


def check_seat_count(game: AnyGame, count: int) -> None:
    """Raise Refused for a number of seats that the game does not have."""
    if count not in game.SEATS:
        raise Refused(
            _("This game can’t be played with %(count)s seats. Possible numbers of seats: %(allowed)s.")
            % {"count": count, "allowed": enumerated(game.SEATS)}
        )


def check_may_open(host: User) -> None:
    """Check that `host` has not opened too many unfinished matches. Raises Refused.

    These count: open tables, running matches in which the host plays, those at the host's device, and the host's
    exhibitions. Matches of the host's cups count only if the host plays in them.
    """
    plays = Exists(Seat.objects.filter(match=OuterRef("pk"), user=host))
    opened = Q(status=Match.Status.OPEN) | Q(status=Match.Status.RUNNING) & (
        Q(exhibition=True) | Q(at_device=True) | plays
    )
    if Match.objects.filter(opened, host=host).count() >= MOST_TABLES:
        raise Refused(
            _("You already have %(count)s unfinished tables, the most allowed. Finish or close one first.")
            % {"count": MOST_TABLES}
        )


def check_is_here(user: User) -> None:
    """Raise Refused for an account that was closed a moment ago, since nobody would ever play for its seat.

    The lock is held until the transaction ends: closing the account waits for it, and then finds the seat.
    """
    here = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True)
    if here.values_list("pk").first() is None:
        raise Refused(_("This account is closed, so it cannot join a table."))


def check_may_play(user: User) -> None:
    """Like `check_is_here`, and raise Refused for a bot that has reached its limit of games."""
    check_is_here(user)
    if user.is_bot and is_busy(user):
        raise Refused(_("A bot can have at most %(count)s games at once.") % {"count": settings.BOT_GAMES})


def is_busy(bot: User) -> bool:
    """Whether a bot has as many games as the site allows, tables that wait for players included."""
    seats = Seat.objects.filter(user=bot, stand_in=None, match__status__in=[Match.Status.OPEN, Match.Status.RUNNING])
    return seats.values("match").distinct().count() >= settings.BOT_GAMES


def match_join(*, match: Match, user: User, admitted: bool = False, number: int | None = None) -> Match:
    """Take seat `number`, or the first free one; filling the last seat starts the match, unless its host wants to start
    it.

    Joining again changes nothing. `admitted`: the table's password was given. The caller has made sure that the user
    may see the match. Raises TableClosed when the table has started or is full, Refused when something keeps this user
    from it or the seat is taken.
    """
    with transaction.atomic():
        match = _locked(match)
        seats = seats_of(match)
        if any(seat.user_id == user.pk for seat in seats):
            return match
        free = [seat for seat in seats if seat.user_id is None]
        if match.status != Match.Status.OPEN or not free:
            raise NoSeatLeft
        hindrance = obstacle(match, seats, user, admitted=admitted)
        if hindrance is not None:
            raise HINDERED.get(hindrance, Refused)(str(hindrance.label))
        seat = free[0] if number is None else next((seat for seat in free if seat.number == number), None)
        if seat is None:
            raise Refused(_("Someone else has this seat. Choose another one."))
        check_may_play(user)
        seat.user = user
        seat.save(update_fields=["user"])
        match.invitations.filter(user=user).update(state=Invitation.State.ACCEPTED)
        if len(free) == 1 and not match.host_starts:
            match_begin(match)
        else:
            broadcast.table_changed(match, seats)
    return match


def match_leave(*, match: Match, user: User) -> None:
    """Leave a table that has not started. When the host leaves, the table is closed and deleted, and the others are
    told.

    Raises TableClosed once the match has started, and NotYourSeat for someone who does not sit there.
    """
    with transaction.atomic():
        match = _locked(match)
        if match.status != Match.Status.OPEN:
            raise TableClosed(_("The game has started. You can resign, but you can no longer leave the table."))
        seats = seats_of(match)
        broadcast.table_changed(match, seats)
        if match.host_id == user.pk:
            others = [seat.user for seat in seats if seat.user_id != user.pk]
            notify(kind=Kind.CLOSED, users=others, about=user, game=match.game)
            reports_keep(match=match)
            match.delete()
        elif match.seats.filter(user=user).update(user=None) != 1:
            raise NotYourSeat(_("You are not at this table."))


def player_remove(*, match: Match, host: User, user_id: int) -> None:
    """Remove someone who waits at the host's table, and tell them; they can return only when invited again.

    Takes the person, not the seat, so that it never hits someone who sits there a moment later. Raises Refused or
    TableClosed.
    """
    with transaction.atomic():
        match = locked_for_host(match, host)
        seats = seats_of(match)
        if user_id == host.pk:
            raise Refused(_("You can’t remove yourself, but you can close the table."))
        if match.seats.filter(user_id=user_id).update(user=None) != 1:
            raise Refused(_("This person is no longer at your table."))
        person = [seat.user for seat in seats if seat.user_id == user_id]
        # The fact is stored under its first name.
        notify(kind=Kind.CLOSED, users=person, about=host, game=match.game, sent_away=True)
        removed = {"state": Invitation.State.REMOVED}
        Invitation.objects.update_or_create(match=match, user_id=user_id, defaults=removed)
        broadcast.table_changed(match, seats)


def match_start(*, match: Match, user: User) -> Match:
    """Start a table that is full. Only the host may. Raises Refused or TableClosed."""
    with transaction.atomic():
        match = locked_for_host(match, user)
        if match.seats.filter(user=None).exists():
            raise Refused(_("A seat is still free: wait for someone, or let a computer player take it."))
        match_begin(match)
    return match


def match_start_with_computers(*, match: Match, user: User, computer: User) -> Match:
    """Fill the free seats with `computer` and start. Only the host may. Raises Refused or TableClosed."""
    with transaction.atomic():
        match = locked_for_host(match, user)
        match.seats.filter(user=None).update(user=computer)
        match_begin(match)
    return match


def locked_for_host(match: Match, user: User) -> Match:
    """The open match, locked, if `user` is its host. Raises Refused or TableClosed."""
    match = _locked(match)
    if match.host_id != user.pk:
        raise Refused(_("Only the host of the table can do this."))
    if match.status != Match.Status.OPEN:
        raise TableClosed
    return match


def _locked(match: Match) -> Match:
    """The match, locked until the transaction ends. Raises TableClosed when its host has closed the table meanwhile."""
    try:
        return Match.objects.select_for_update().get(pk=match.pk)
    except Match.DoesNotExist:
        raise TableClosed from None


def commitment(salt: str, deal: str) -> str:
    """SHA-256 of salt and deal, in hexadecimal: shown from the first move on, as proof that the deal is not changed
    later.
    """
    return hashlib.sha256((salt + deal).encode()).hexdigest()


def match_begin(match: Match, *, as_seated: bool = False, deal_text: str = "") -> None:
    """Draw the seats, deal, and play what needs no decision. The caller holds the lock, and every seat is taken.

    `as_seated`: seats and start player are given, and only the deal is drawn; with a `deal_text`, not even that.
    """
    seats = seats_of(match)
    _draw_seats(match, seats, as_seated=as_seated)
    _equip_seats(match, seats)
    Seat.objects.bulk_update(seats, ["user", "name_at_device", "bank", "orders", "weekend_zone"])
    game = game_of(match)
    match.deal = deal_text or game.deal_text(game.deal(match.seat_count, options_of(match), CHANCE))
    deal = deal_of(match)
    match.salt = secrets.token_hex(16)
    match.commitment = commitment(match.salt, match.deal)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    state = game.start(deal)
    match.state = snapshot(state)
    settle(match, seats, state, [])
    match.save(update_fields=[*SETTLED, "deal", "salt", "commitment", "started_at"])
    notify(kind=Kind.STARTED, match=match, users=[seat.user for seat in seats if seat.number != match.to_move])
    broadcast.table_changed(match, seats)


def _draw_seats(match: Match, seats: list[Seat], *, as_seated: bool) -> None:
    """Draw who sits where, or only the start player if people sit in the order in which they came.

    Rotating the table keeps partners together, and guarantees nobody the first turn. The host of an exhibition has also
    chosen who starts.
    """
    sitting = [(seat.user, seat.name_at_device) for seat in seats]
    if match.seats_drawn:
        CHANCE.shuffle(sitting)
    elif not match.exhibition and not as_seated:
        first = CHANCE.randrange(len(sitting))
        sitting = sitting[first:] + sitting[:first]
    for seat, (user, name) in zip(seats, sitting, strict=True):
        seat.user, seat.name_at_device = user, name


def _equip_seats(match: Match, seats: list[Seat]) -> None:
    """Give each seat the bank of the pace, its player's usual standing orders, and the time zone of their weekends."""
    usual = UsualOrders.objects.filter(game=match.game, user__in=[seat.user for seat in seats if seat.user is not None])
    orders: dict[int | None, dict[str, str]] = dict(usual.values_list("user", "orders"))
    for seat in seats:
        seat.bank = PACES[match.pace].bank
        seat.orders = orders.get(seat.user_id, {})
        # Fixed from now on: travelling, or changing the time zone, moves no deadline.
        seat.weekend_zone = zone_of(seat.user) if match.weekends_off and seat.user is not None else ""
