"""Opening a cup, entering and leaving it, beginning it and calling it off."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import FOR_GOOD
from clubs.models import Club
from clubs.selectors import is_inside
from clubs.services.founding import locked as club_locked
from common.enumerating import enumerated
from common.refusals import Refused
from common.visible import is_seen, on_a_line
from cups.models import Cup, Entry
from cups.selectors import MOST, sizes_of
from cups.services.telling import tell_of_calling_off, tell_of_opening, tell_of_removal
from games.models import Match
from games.paces import PACES
from games.services.lobby import matches
from games.services.lobby.matches import check_is_here
from games.services.lobby.new_match import new_code
from games.services.refusals import GuestsUnrated

MOST_CUPS = 5
"""How many cups that are not over one person may host."""

WAITS = timedelta(days=60)
"""How long a cup waits for its host to start it. Its page says when it will be called off."""

MOST_ROUNDS = 30
"""How many rounds a cup may have."""

MOST_DAYS = 60
"""The longest time limit of a round, in days."""

LOTS = 10**9
"""The number of different lots: so many that equal ones hardly ever occur."""

OPEN_LATE = (Cup.System.SWISS, Cup.System.DUPLICATE)
"""The systems of cups that people can enter after they have begun."""


def cup_open(
    *,
    host: User,
    name: str,
    system: str,
    game: str,
    size: int,
    pace: str,
    weekends_off: bool = False,
    rated: bool = False,
    computers: bool = False,
    wanted_rounds: int | None = None,
    round_days: int | None = None,
    club: Club | None = None,
) -> Cup:
    """Open a cup that people can enter. Only members can enter a cup of a `club`; they are notified.

    Without a `game` each round plays another one. In knock-out and duplicate computer players always fill incomplete
    tables; duplicate is never rated.

    Raises Refused for guests and bots, a host outside the club, and a host with too many cups. Also for a name without
    visible characters, a size that not all its games have (`sizes_of`), a pace without a clock (a round might never
    end), and rounds or days out of range.
    """
    _check_is_person(host)
    if not is_seen(name):
        raise Refused(_("Give the cup a name."))
    _check_can_be_played(game, size, pace, rounds=wanted_rounds or 1, days=round_days or 1)
    with transaction.atomic():
        check_is_here(host)
        _check_may_open(host)
        # The lock: the club may be hidden at this moment, or remove its member. Either they wait for us, or we see it.
        club = None if club is None else club_locked(club)
        if club is not None and not is_inside(club, host):
            raise Refused(_("Only members of the club can open a cup for it."))
        cup = Cup.objects.create(
            code=new_code(),
            name=on_a_line(name),
            host=host,
            club=club,
            is_hidden=club is not None and not club.is_public,
            system=system,
            game=game,
            size=size,
            pace=pace,
            weekends_off=weekends_off and PACES[pace].is_slow,
            rated=rated and system != Cup.System.DUPLICATE,
            computers=computers or system in (Cup.System.KNOCK_OUT, Cup.System.DUPLICATE),
            wanted_rounds=wanted_rounds,
            round_days=round_days,
        )
        if club is not None:
            tell_of_opening(cup)
        return cup


def _check_may_open(host: User) -> None:
    """Raise Refused for a host with too many cups that are not over."""
    if Cup.objects.filter(host=host).exclude(status=Cup.Status.OVER).count() >= MOST_CUPS:
        raise Refused(
            _("You already have %(count)s unfinished cups, the most allowed. Finish one first.") % {"count": MOST_CUPS}
        )


def _check_can_be_played(game: str, size: int, pace: str, *, rounds: int, days: int) -> None:
    """Raise Refused for a cup whose rounds might never end, or that not all its games can be played in."""
    if pace == Match.Pace.NONE:
        raise Refused(_("A cup needs a time limit: without one a round might never end."))
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(_("A cup can have 1 to %(most)s rounds.") % {"most": MOST_ROUNDS})
    check_days(days)
    if size not in sizes_of(game):
        facts = {"count": size, "sizes": enumerated(sizes_of(game))}
        raise Refused(
            _("Not every game in this cup can be played with %(count)s seats. Possible numbers of seats: %(sizes)s.")
            % facts
        )


def check_days(days: int) -> None:
    """Raise Refused for a time limit of a round, in days, that is out of range."""
    if not 1 <= days <= MOST_DAYS:
        raise Refused(_("A round can last 1 to %(most)s days.") % {"most": MOST_DAYS})


def cup_enter(*, cup: Cup, user: User) -> Entry:
    """Enter a cup, or enter it again after leaving. For people already in it this changes nothing.

    People may enter Swiss and duplicate cups late, without points for the rounds they missed. Raises Refused, also for
    guests and bots, people outside the club, and people whom the host has removed.
    """
    _check_is_person(user)
    with transaction.atomic():
        cup = locked(cup)
        check_is_here(user)
        entry = cup.entries.filter(user=user).first()
        if entry is not None and entry.left_at is None:
            return entry
        if cup.status == Cup.Status.OVER:
            raise Refused(_("This cup is over."))
        if cup.club is not None and not is_inside(cup.club, user):
            raise Refused(_("This cup is for members of a club. Join the club first."))
        if entry is not None and entry.removed:
            raise Refused(_("The host has removed you from this cup."))
        if cup.status == Cup.Status.RUNNING and cup.system not in OPEN_LATE:
            raise Refused(_("This cup has started. Only Swiss and duplicate cups allow late entry."))
        if entry is not None:
            entry.left_at = None
            entry.save(update_fields=["left_at"])
            return entry
        number = cup.entries.count() + 1
        if number > MOST:
            raise Refused(_("This cup is full."))
        return Entry.objects.create(cup=cup, number=number, user=user, lot=matches.CHANCE.randrange(LOTS))


def cup_withdraw(*, cup: Cup, user: User, by: User) -> None:
    """Take `user` out of a cup from the next round on; running matches continue. Doing it again changes nothing.

    People may withdraw themselves; the host may remove anyone, who is notified and cannot come back. Raises Refused for
    everyone else, and when the cup was called off.
    """
    with transaction.atomic():
        cup = locked(cup)
        if by.pk not in (user.pk, cup.host_id):
            raise Refused(_("Only the host of the cup can do this."))
        removed = by.pk != user.pk
        here = cup.entries.filter(user=user, left_at=None)
        if here.update(left_at=timezone.now(), removed=removed) and removed:
            tell_of_removal(cup, user)


def cup_close(*, cup: Cup, user: User) -> None:
    """Call off a cup that has not begun: notify the people in it, and delete it. Closing twice changes nothing.

    Raises Refused for everyone but the host, and once the cup has begun.
    """
    with transaction.atomic():
        found = Cup.objects.select_for_update().filter(pk=cup.pk).first()
        if found is None:
            return
        if user.pk != found.host_id:
            raise Refused(_("Only the host of the cup can do this."))
        if found.status != Cup.Status.OPEN:
            raise Refused(_("This cup has started, so it cannot be called off."))
        tell_of_calling_off(found)
        found.delete()


def closes_at(cup: Cup) -> datetime:
    """When an open cup will be called off if its host has not started it."""
    return cup.opened_at + WAITS


def cups_call_off() -> None:
    """Call off the cups that have waited too long to be started, and those that nobody is left to start: the account of
    their host is closed, or banned for good.

    Safe to run at any time and concurrently. One query if there are none.
    """
    now = timezone.now()
    gone = Q(host=None) | Q(host__is_active=False) | Q(host__banned_until__gte=FOR_GOOD)
    ahead = Q(opened_at__gt=now)  # while the machine's date was: it waits from now on
    due = Cup.objects.filter(gone | Q(opened_at__lte=now - WAITS) | ahead, status=Cup.Status.OPEN)
    for key in list(due.values_list("pk", flat=True)):
        with transaction.atomic():
            found = Cup.objects.select_for_update().filter(pk=key, status=Cup.Status.OPEN).first()
            if found is not None and found.opened_at > now:
                found.opened_at = now
                found.save(update_fields=["opened_at"])
            elif found is not None:
                tell_of_calling_off(found, why="late" if closes_at(found) <= now else "without_host")
                found.delete()


def cup_begin(*, cup: Cup, user: User) -> Cup:
    """Begin a cup; the sweep pairs its first round. Beginning twice changes nothing.

    Raises Refused for everyone but the host, for too few players, and when the cup was called off.
    """
    with transaction.atomic():
        cup = locked(cup)
        if user.pk != cup.host_id:
            raise Refused(_("Only the host of the cup can do this."))
        if cup.status != Cup.Status.OPEN:
            return cup
        least = cup.size + 1 if cup.is_duplicate else 2 if cup.computers else cup.size
        if cup.entries.filter(left_at=None).count() < least:
            raise Refused(_("The cup needs at least %(count)s players.") % {"count": least})
        cup.status, cup.begun_at = Cup.Status.RUNNING, timezone.now()
        cup.save(update_fields=["status", "begun_at"])
    return cup


def locked(cup: Cup) -> Cup:
    """The cup, locked until the transaction ends. Raises Refused if its host has called it off meanwhile."""
    try:
        return Cup.objects.select_for_update().get(pk=cup.pk)
    except Cup.DoesNotExist:
        raise Refused(_("This cup was called off.")) from None


def _check_is_person(user: User) -> None:
    """Raise Refused for guests and bots: their matches would be unrated, also for the people they meet."""
    if user.is_guest:
        raise GuestsUnrated
    if user.is_bot or user.is_computer:
        raise Refused(_("Cups are for people: bots cannot take part."))
