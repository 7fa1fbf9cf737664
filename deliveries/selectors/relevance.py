"""Whether a notification is still true: checked when it is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.utils import timezone

from clubs.models import Member
from clubs.selectors import blocked_invitation
from deliveries.selectors.reach import ask_reach, is_reachable
from games.models import Friendship, Match, Seat
from games.paces import PACES, reminder_times
from games.paces import REMINDERS as REMINDER_PARTS
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Delivery, Notice


def with_match(notices: QuerySet[Notice], *, deals: bool = False) -> QuerySet[Notice]:
    """Notifications with everything that their texts and checks need: two queries, however many there are.

    With `deals`, also load the deals of their matches, which are needed to replay these.
    """
    seats = Seat.objects.select_related("user", "stand_in").order_by("number")
    calls = Notice.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"), kind__in=CALLS).order_by("-ply")
    unread = ["match__state", "match__salt", *([] if deals else ["match__deal"])]
    return (
        notices.select_related("user", "about", "match")
        .defer(*unread)
        .prefetch_related(Prefetch("match__seats", queryset=seats))
        .annotate(newest_call=Subquery(calls.values("ply")[:1]))
    )


def notices_by_id(ids: Iterable[int], *, deals: bool = False) -> dict[int, Notice]:
    """The notifications with these keys, ready for `obsolete_reason` and `text_of`; for `deals` see `with_match`."""
    found = {notice.pk: notice for notice in with_match(Notice.objects.filter(pk__in=list(ids)), deals=deals)}
    _ask_friendships([notice for notice in found.values() if notice.kind == Kind.FRIEND])
    _ask_clubs([notice for notice in found.values() if notice.kind == Kind.CLUB])
    ask_reach(found.values())
    return found


def obsolete_reason(notice: Notice) -> str:
    """The reason why a notification need not be sent any more, SEEN or PAST; empty while it is true."""
    if notice.kind in REMINDERS:
        return "" if _decides_still(notice) else Delivery.State.PAST
    if notice.kind == Kind.TEST:
        return ""
    if notice.seen_at is not None:
        return Delivery.State.SEEN
    if notice.kind in CALLS:
        return "" if _decides_still(notice) else Delivery.State.PAST
    holds = _HOLDS.get(Kind(notice.kind))
    return "" if holds is None or holds(notice) else Delivery.State.PAST


def reminder_due(notice: Notice) -> datetime | None:
    """The time at which a reminder is due, given the current deadline; None if its seat's clock is not running."""
    match = notice.match
    assert match is not None, "a reminder is about a match"
    if match.deadline is None or match.to_move != notice.seat:
        return None
    seat = next(seat for seat in match.seats.all() if seat.number == notice.seat)
    allowed = PACES[match.pace].turn + seat.bank
    parts = dict(zip((Kind.HALF, Kind.LAST), REMINDER_PARTS, strict=True))
    times = reminder_times(match.deadline, allowed, weekends=match.weekends_of(seat))
    return times[parts[Kind(notice.kind)]]


def _is_open(notice: Notice) -> bool:
    """Whether the table of the invitation is still waiting for players, and the invitation was not withdrawn."""
    return notice.match is not None and notice.match.status == Match.Status.OPEN and is_reachable(notice)


def _is_offered(notice: Notice) -> bool:
    """Whether an offer to end the match still waits for this user's answer."""
    match = notice.match
    assert match is not None, "an offer is made in a match"
    seats = match.seats.all()
    return (
        match.status == Match.Status.RUNNING
        and any(seat.agrees for seat in seats)
        and any(seat.user_id == notice.user_id and not seat.agrees and seat.stand_in_id is None for seat in seats)
    )


def _goes_on(notice: Notice) -> bool:
    """Whether the match in which a computer player has taken over is not finished."""
    return notice.match is not None and notice.match.status != Match.Status.FINISHED


def _is_away(notice: Notice) -> bool:
    """Whether the match is still running, and the user on vacation still plays in it and is still away."""
    match, who = notice.match, notice.about_id
    assert match is not None, "a vacation matters in a match"
    players = [seat.user for seat in match.seats.all() if seat.user is not None]
    return match.status == Match.Status.RUNNING and any(
        player.pk == who and player.is_away(timezone.now()) for player in players
    )


def _rests(notice: Notice) -> bool:
    """Whether the match is still quarantined, and the recipient is still staff."""
    return notice.match is not None and notice.match.status == Match.Status.BROKEN and notice.user.is_staff


def _ask_friendships(notices: list[Notice]) -> None:
    """Set on each of these notifications whether its friend request is still open: one query for all."""
    asked = [notice.user_id for notice in notices]
    waiting = set(Friendship.objects.filter(asked__in=asked, since=None).values_list("asked", "asker")) if asked else ()
    for notice in notices:
        notice.question_waits = (notice.user_id, notice.about_id) in waiting


def _ask_clubs(notices: list[Notice]) -> None:
    """Set on each of these notifications whether its invitation or request to join a club is still open: one query."""
    codes = [notice.facts.get("club", "") for notice in notices]
    waiting = Member.objects.filter(
        club__code__in=codes, club__closed_at=None, standing__in=[Member.Standing.INVITED, Member.Standing.ASKS]
    )
    waiting = waiting.exclude(blocked_invitation())
    asked = set(waiting.values_list("club__code", "user", "standing")) if codes else set()
    for notice in notices:
        code, event = notice.facts.get("club", ""), notice.facts.get("event")
        invited = (code, notice.user_id, Member.Standing.INVITED.value)
        asks = (code, notice.about_id, Member.Standing.ASKS.value)
        notice.question_waits = {"invited": invited in asked, "asks": asks in asked}.get(str(event), True)


def _is_asked(notice: Notice) -> bool:
    """Whether a friend request, a club invitation or a request to join is still open, as set by `notices_by_id`."""
    return notice.question_waits


def _is_asked_there(notice: Notice) -> bool:
    """The same for a notification about a club, which its reader must still see."""
    return _is_asked(notice) and is_reachable(notice)


_HOLDS: dict[Kind, Callable[[Notice], bool]] = {
    Kind.INVITATION: _is_open,
    Kind.FRIEND: _is_asked,
    Kind.CLUB: _is_asked_there,
    Kind.CUP: is_reachable,
    Kind.TAKEN_OVER: _goes_on,
    Kind.OFFER: _is_offered,
    Kind.VACATION: _is_away,
    Kind.QUARANTINED: _rests,
}
"""The checks of whether a notification is still true, by kind, for those that can become untrue."""


def _decides_still(notice: Notice) -> bool:
    """Whether the seat still decides, for the same user, and has not been called again since."""
    match = notice.match
    assert match is not None, "a decision is one of a match"
    if match.status != Match.Status.RUNNING or match.to_move != notice.seat:
        return False
    seat = next(seat for seat in match.seats.all() if seat.number == notice.seat)
    newest: int | None = getattr(notice, "newest_call")  # noqa: B009 (annotated by `with_match`)
    return seat.user_id == notice.user_id and seat.stand_in_id is None and (newest is None or newest <= notice.ply)
