"""Decides who may see which match: the only way from a URL to a match or a seat."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user, get_user_model
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from common.lookups import Lookup
from common.sessions import SessionStore
from games.engine import GAMES
from games.models import Friendship, Invitation, Match, Seat
from games.selectors.lobby.clubs import in_club_of

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase

    from accounts.models import User

INVITATIONS = "invitations"
"""Session key: the matches whose invitation link this browser has opened, each as its code and as code/secret."""

MOST_INVITATIONS = 200
"""The number of matches whose links a browser keeps: every request reads them, and every match may be asked for them.
Those who sit there need no link any more.
"""

HAND = "hand"
"""Session key: the proof that someone has lifted the curtain of a match on one device in this browser."""

READING = ("GET", "HEAD")
"""The methods of requests in which moderators oversee matches: they look, and change nothing."""


@dataclass(frozen=True)
class Visitor:
    """The person behind a request: a user or nobody in particular, with the invitations of their browser.

    `invitations` are the secrets of links that the browser has opened, as long as they are the links of their tables,
    and codes of matches.
    `hand` is the browser's proof of a lifted curtain (`seat_at`): only for pages that browsers must not store. A
    visitor who `oversees` the site may look at every match, as a spectator: moderators, as long as they only read.
    """

    user: User | AnonymousUser
    invitations: frozenset[str] = field(default_factory=frozenset)
    oversees: bool = False
    hand: str = field(default="", repr=False)

    @property
    def reader(self) -> User | None:
        """The user; None for someone who is not logged in."""
        return self.user if self.user.is_authenticated else None

    @property
    def user_id(self) -> int | None:
        """The user's id; None for someone who is not logged in."""
        return self.user.pk

    def has_invitation(self, match: Match) -> bool:
        """Whether the browser has opened the link of the match, or was given its password, since the link was made."""
        return match.invite in self.invitations or match.code in self.invitations


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor behind a page request."""
    return Visitor(
        user=request.user,
        invitations=invitations_in(request.session),
        oversees=request.method in READING and is_moderator(request.user),
    )


def invitations_in(session: SessionBase) -> frozenset[str]:
    """The invitations that a session remembers: for each match the latest secret, else its code.

    A session from before links could be replaced has codes alone.
    """
    known = session.get(INVITATIONS, ())
    secrets = dict(entry.split("/") for entry in known if "/" in entry)
    return frozenset(secrets.values()) | {entry for entry in known if "/" not in entry and entry not in secrets}


def holder_of(request: HttpRequest) -> Visitor:
    """The visitor behind a request for a page that browsers must not store, with the hand shown in this browser."""
    return replace(visitor_of(request), hand=request.session.get(HAND, ""))


def is_moderator(user: User | AnonymousUser) -> bool:
    """Whether the user may look at matches in the administration."""
    return user.is_staff and user.has_perm("games.view_match")


def still_overseeing(visitor: Visitor) -> Visitor:
    """The visitor, who was overseeing the site, as of now: overseeing only if still a moderator. Rereads the user and
    their rights.
    """
    user = visitor.user
    now = get_user_model()._default_manager.filter(pk=user.pk).first() if user.is_authenticated else None
    return replace(visitor, oversees=now is not None and is_moderator(now))


def visitor_of_scope(scope: dict[str, Any]) -> Visitor:
    """The visitor behind a socket, as of now (see `visitor_of_session`)."""
    return visitor_of_session(scope["session"].session_key)


def visitor_of_session(key: str | None) -> Visitor:
    """The visitor whose browser has this session, as of now; nobody in particular once it has ended.

    Rereads session and user, so it needs a thread that may use the database.
    """
    request = HttpRequest()
    request.session = SessionStore(key)
    user = get_user(request)
    return Visitor(user=user, invitations=invitations_in(request.session), oversees=is_moderator(user))


def match_for(visitor: Visitor, code: str) -> Match:
    """The match with this code, if `visitor` may see it.

    Raises Match.DoesNotExist alike, and after the same queries, for "no such match" and "not for you".
    """
    if visitor.oversees:
        return Match.objects.filter(unsealed(visitor)).get(code=code)
    # Most matches are public: for these the full condition need not be built and queried.
    for match in _for_anybody(code):
        return match
    return Match.objects.filter(seen_by(visitor)).get(code=code)


def match_again(visitor: Visitor, match: Match) -> Match:
    """A match that was just read for another visitor, with its seats, if `visitor` may see it too.

    It is read again for a visitor whose right to see it does not follow from these rows. Raises Match.DoesNotExist.
    """
    if match.access == Match.Access.ANYBODY or own_seat(seats_of(match), visitor.user_id) is not None:
        return match
    return match_for(visitor, match.code)


_for_anybody = Lookup(lambda code: Match.objects.filter(code=code, access=Match.Access.ANYBODY), str)


def seen_by(visitor: Visitor) -> Q:
    """The matches that `visitor`, who does not oversee the site, may see."""
    # Everyone can see that a table has a password; only those who know it can see the match.
    allowed = Q(access=Match.Access.ANYBODY) | Q(access=Match.Access.PASSWORD, status=Match.Status.OPEN)
    # No list shows an exhibition: only people who were given its address know it.
    allowed |= Q(exhibition=True)
    if visitor.invitations:
        held = Q(code__in=visitor.invitations) | Q(invite__in=visitor.invitations)
        allowed |= Q(access__in=[Match.Access.LINK, Match.Access.PASSWORD]) & held
    if visitor.user_id is not None:
        allowed |= Q(Exists(Seat.objects.filter(match=OuterRef("pk"), user_id=visitor.user_id)))
        allowed |= Q(host_id=visitor.user_id)
        allowed |= Q(access=Match.Access.FRIENDS) & friends_hosts(visitor.user_id)
        allowed |= Q(access=Match.Access.CLUB) & in_club_of(visitor.user_id)
        allowed |= is_invited(visitor.user_id)
    return (allowed | Q(sealed_until__lte=timezone.now())) & unsealed(visitor)


def unsealed(visitor: Visitor | None = None) -> Q:
    """The matches that are not sealed now, and those at which `visitor` sits: nobody else, not even a moderator, learns
    anything about a sealed match.

    Once its time is over, a match is open to everyone at once; lists include it a little later (`matches_unseal`).
    """
    open_now = Q(sealed_until=None) | Q(sealed_until__lte=timezone.now())
    if visitor is not None and visitor.user_id is not None:
        open_now |= Q(Exists(Seat.objects.filter(match=OuterRef("pk"), user_id=visitor.user_id)))
    return open_now


def friends_hosts(user_id: int) -> Q:
    """A condition for matches whose host is a friend of the user."""
    pair = Q(asker_id=user_id, asked=OuterRef("host")) | Q(asked_id=user_id, asker=OuterRef("host"))
    return Q(Exists(Friendship.objects.filter(pair, since__isnull=False)))


def is_invited(user_id: int) -> Q:
    """Matches to which the user was invited by name, whatever the answer, unless they were removed."""
    asked = Invitation.objects.exclude(state=Invitation.State.REMOVED)
    return Q(Exists(asked.filter(match=OuterRef("pk"), user_id=user_id)))


def seats_of(match: Match) -> list[Seat]:
    """The seats in turn order with their users: as read with the match (`seats_kept`), otherwise read now."""
    return list(match.seats_read) if match.seats_read is not None else _read(match)


def seats_kept(match: Match) -> list[Seat]:
    """The seats, read now; from now on `seats_of` returns the same objects, with any changes made to them."""
    match.seats_read = _read(match)
    return list(match.seats_read)


_seats = Lookup(
    lambda match_id: Seat.objects.filter(match_id=match_id).order_by("number"), int, along=("user", "stand_in")
)


def _read(match: Match) -> list[Seat]:
    seats = _seats(match.pk)
    for seat in seats:
        seat.match = match
    return seats


def own_seat(seats: list[Seat], user_id: int | None) -> Seat | None:
    """The seat whose hidden information this user may know: their own, even after a stand-in took over."""
    return next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)


def seat_at(match: Match, seats: list[Seat], user_id: int | None, hand: str) -> Seat | None:
    """The seat whose hidden information this user may know in this browser: as in `own_seat`; while a match at one
    device runs, the seat of the player who decides there.

    If seats hide something, it is theirs only while that player has lifted the curtain in the browser that holds
    `hand`.
    """
    if not match.at_device or match.status != Match.Status.RUNNING:
        return own_seat(seats, user_id)
    seat = hand_to_move(match, seats, user_id)
    if seat is None or not has_curtain(match):
        return seat
    is_shown = match.hand_shown == seat.number and hand != "" and constant_time_compare(match.hand_key, hand)
    return seat if is_shown else None


def hand_to_move(match: Match, seats: list[Seat], user_id: int | None) -> Seat | None:
    """The seat for which someone at this user's device must decide now; None if there is none, or for other users."""
    if not match.at_device or match.status != Match.Status.RUNNING or match.to_move is None:
        return None
    seat = seats[match.to_move]
    return seat if user_id is not None and user_id == match.host_id and seat.is_at_device else None


def has_curtain(match: Match) -> bool:
    """Whether a curtain separates the turns of a match on one device: its seats have something to hide."""
    return match.seat_count not in GAMES[match.game].OPEN_SEATS
