"""Tables: opening, joining, leaving, starting."""

import hashlib
import secrets
from collections.abc import Sequence
from random import Random, SystemRandom

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import Options, check_options
from games.models import Invitation, Match, Seat, UsualOrders
from games.paces import PACES
from games.selectors.access import seats_of
from games.selectors.admission import Obstacle, obstacle
from games.selectors.engines import game_of, options_of, options_text, snapshot
from games.services import tell
from games.services.advance import settle
from games.services.recorded import new_code
from games.services.refusals import GuestsUnrated, NoLimitAmongStrangers, NotYourSeat, Refused, TableClosed
from notices.kinds import Kind
from notices.services.outbox import notify

CHANCE: Random = SystemRandom()
"""Who sits where, who begins, and every deal."""

HINDERED: dict[Obstacle, type[Refused]] = {Obstacle.GUEST: GuestsUnrated}
"""Obstacles that callers tell from others."""

MOST_TABLES = 30
"""How many unfinished matches one person may have opened: enough for anybody, and a bound for a runaway script."""


def match_create(
    *,
    host: User,
    game: str,
    others: Sequence[User | None],
    access: str = Match.Access.ANYBODY,
    options: Options | None = None,
    rated: bool = False,
    pace: str = Match.Pace.LIVE,
    weekends_off: bool = False,
    password: str = "",
    host_starts: bool = False,
    seats_drawn: bool = True,
    rating_range: tuple[int | None, int | None] = (None, None),
    least_reliability: int | None = None,
    rematch_of: Match | None = None,
) -> Match:
    """Open a table where `host` sits with `others`: computer players, and None for each free seat. A full one starts.

    Where seats are not drawn by lot, all sit around the table in this order, and only who begins is drawn.
    `password` is what a table with that access asks for, `rematch_of` the match that is played again. A table that
    fills up later waits for its host where `host_starts`. Raises Refused for a seat count that the game does not have,
    for a host with too many tables, for a guest's rated table, for a guest's friends, for a missing password, for an
    empty range of ratings, and for a table without a time limit that everybody finds; BadDeal for unknown options.
    """
    lowest, highest = rating_range
    if host.is_guest and (rated or (lowest, highest, least_reliability) != (None, None, None)):
        raise GuestsUnrated
    if pace == Match.Pace.NONE and access in (Match.Access.ANYBODY, Match.Access.PASSWORD) and None in others:
        raise NoLimitAmongStrangers
    if access == Match.Access.FRIENDS and host.is_guest:
        raise Refused(_("Guests have no list of friends. Invite them by link instead."))
    if access == Match.Access.PASSWORD and not password:
        raise Refused(_("Say which password your table asks for."))
    if lowest is not None and highest is not None and lowest > highest:
        raise Refused(_("Nobody has a rating in this range: the lowest is above the highest."))
    engine = GAMES[game]
    seat_count = 1 + len(others)
    if seat_count not in engine.SEATS:
        allowed = ", ".join(str(count) for count in engine.SEATS)
        raise Refused(
            _("This game cannot be played with %(count)s seats; allowed: %(allowed)s.")
            % {"count": seat_count, "allowed": allowed}
        )
    check_options(engine, options or {})
    hashed = make_password(password) if access == Match.Access.PASSWORD else ""  # slow: outside of the transaction
    with transaction.atomic():
        check_is_here(host)
        check_may_open(host)
        match = Match.objects.create(
            code=new_code(),
            invite=secrets.token_urlsafe(12),
            game=game,
            seat_count=seat_count,
            options=options_text(options or {}),
            rules_version=engine.RULES_VERSION,
            access=access,
            password=hashed,
            host_starts=host_starts,
            seats_drawn=seats_drawn,
            lowest_rating=lowest,
            highest_rating=highest,
            least_reliability=least_reliability,
            rated=rated,
            pace=pace,
            weekends_off=weekends_off and PACES[pace].is_slow,
            rematch_of=rematch_of,
            host=host,
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, user=user) for number, user in enumerate([host, *others])
        )
        if None not in others:
            match_begin(match)
    return match


def check_may_open(host: User) -> None:
    """Refuse another match to somebody who has opened too many that are not finished. Raises Refused."""
    if Match.objects.filter(host=host, status__in=[Match.Status.OPEN, Match.Status.RUNNING]).count() >= MOST_TABLES:
        raise Refused(
            _("You have opened %(count)s tables that are not finished yet: finish or close one of them first.")
            % {"count": MOST_TABLES}
        )


def check_is_here(user: User) -> None:
    """Refuse somebody whose account was closed a moment ago: nobody would ever play for that seat. Raises Refused.

    The lock, until the transaction ends, makes whoever closes the account wait, and then find the seat.
    """
    here = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True)
    if here.values_list("pk").first() is None:
        raise Refused(_("This account is closed, so it cannot sit down anywhere."))


def match_join(*, match: Match, user: User, admitted: bool = False, number: int | None = None) -> Match:
    """Sit down on seat `number`, or the first free one; the last free seat starts the match, unless its host wants to
    do that.

    Sitting there already changes nothing. `admitted`: the password of the table was given. The caller has made sure
    that the user may see the match. Raises TableClosed when the table has started or is full, Refused when something
    keeps this user from it, or the seat is taken.
    """
    with transaction.atomic():
        match = _locked(match)
        seats = seats_of(match)
        if any(seat.user_id == user.pk for seat in seats):
            return match
        free = [seat for seat in seats if seat.user_id is None]
        if match.status != Match.Status.OPEN or not free:
            raise TableClosed
        hindrance = obstacle(match, seats, user, admitted=admitted)
        if hindrance is not None:
            raise HINDERED.get(hindrance, Refused)(str(hindrance.label))
        seat = free[0] if number is None else next((seat for seat in free if seat.number == number), None)
        if seat is None:
            raise Refused(_("Somebody else has this seat. Choose another one."))
        check_is_here(user)
        seat.user = user
        seat.save(update_fields=["user"])
        match.invitations.filter(user=user).update(state=Invitation.State.ACCEPTED)
        if len(free) == 1 and not match.host_starts:
            match_begin(match)
        else:
            tell.table_changed(match, seats)
    return match


def match_leave(*, match: Match, user: User) -> None:
    """Stand up from a table that has not started. When the host leaves, the table is closed and gone, and the others
    are told.

    Raises TableClosed once the match has started.
    """
    with transaction.atomic():
        match = _locked(match)
        if match.status != Match.Status.OPEN:
            raise TableClosed(_("The game has begun. You can resign, but no longer leave the table."))
        seats = seats_of(match)
        tell.table_changed(match, seats)
        if match.host_id == user.pk:
            others = [seat.user for seat in seats if seat.user_id != user.pk]
            notify(kind=Kind.CLOSED, users=others, about=user, game=match.game)
            match.delete()
        elif match.seats.filter(user=user).update(user=None) != 1:
            raise NotYourSeat(_("You do not sit at this table."))


def match_kick(*, match: Match, host: User, user_id: int) -> None:
    """Give free the seat of somebody who waits at the host's table, and tell them; they may come back only when
    invited again.

    Named by the person, not by the seat: whoever sits there a moment later is not meant. Raises Refused or TableClosed.
    """
    with transaction.atomic():
        match = locked_for_host(match, host)
        seats = seats_of(match)
        if user_id == host.pk:
            raise Refused(_("This is your own seat. You can close the table instead."))
        if match.seats.filter(user_id=user_id).update(user=None) != 1:
            raise Refused(_("This person does not sit at your table any more."))
        person = [seat.user for seat in seats if seat.user_id == user_id]
        notify(kind=Kind.CLOSED, users=person, about=host, game=match.game, sent_away=True)
        sent_away = {"state": Invitation.State.SENT_AWAY}
        Invitation.objects.update_or_create(match=match, user_id=user_id, defaults=sent_away)
        tell.table_changed(match, seats)


def match_start(*, match: Match, user: User) -> Match:
    """Start a table that is full. Only the host may. Raises Refused or TableClosed."""
    with transaction.atomic():
        match = locked_for_host(match, user)
        if match.seats.filter(user=None).exists():
            raise Refused(_("A seat is still free: wait for somebody, or let a computer player take it."))
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
    """SHA-256 of salt and deal, in hexadecimal: shown from the first move, so that the deal cannot be changed later."""
    return hashlib.sha256((salt + deal).encode()).hexdigest()


def match_begin(match: Match) -> None:
    """Draw lots, deal, and play what needs no decision. The caller holds the lock and every seat is taken."""
    seats = seats_of(match)
    _draw_lots(match, seats)
    game = game_of(match)
    deal = game.deal(match.seat_count, options_of(match), CHANCE)
    match.deal = game.deal_text(deal)
    match.salt = secrets.token_hex(16)
    match.commitment = commitment(match.salt, match.deal)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    state = game.start(deal)
    match.state = snapshot(state)
    settle(match, seats, state, [])
    match.save()
    notify(kind=Kind.STARTED, match=match, users=[seat.user for seat in seats if seat.number != match.awaited])
    tell.table_changed(match, seats)


def _draw_lots(match: Match, seats: list[Seat]) -> None:
    """Sit everybody down by lot, or as they sit, beginning by lot; with a full bank and their usual standing orders.

    Turning the table keeps partners together, and leaves nobody the first turn. Who watches has chosen also who begins.
    """
    users = [seat.user for seat in seats]
    if match.seats_drawn:
        CHANCE.shuffle(users)
    elif not match.exhibition:
        first = CHANCE.randrange(len(users))
        users = users[first:] + users[:first]
    usual = UsualOrders.objects.filter(game=match.game, user__in=[user for user in users if user is not None])
    orders: dict[int | None, dict[str, str]] = dict(usual.values_list("user", "orders"))
    for seat, user in zip(seats, users, strict=True):
        seat.user, seat.bank = user, PACES[match.pace].bank
        seat.orders = orders.get(seat.user_id, {})
    Seat.objects.bulk_update(seats, ["user", "bank", "orders"])
