"""Who may see which match: the only way from an address to a match or a seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest

from games.models import Friendship, Invitation, Match, Seat
from machupicchu.lookups import Lookup
from machupicchu.sessions import SessionStore

if TYPE_CHECKING:
    from accounts.models import User

INVITATIONS = "invitations"
"""Session key: codes of the matches whose invitation link this browser has opened."""

READING = ("GET", "HEAD")


@dataclass(frozen=True)
class Visitor:
    """Whoever asks: a user or nobody in particular, with the invitations of the browser.

    Who `oversees` the site may look at every match, as a spectator: moderators, as long as they only read.
    """

    user: User | AnonymousUser
    invitations: frozenset[str] = field(default_factory=frozenset)
    oversees: bool = False

    @property
    def user_id(self) -> int | None:
        """The user's id, None for somebody not signed in."""
        return self.user.pk


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor behind a page request."""
    return Visitor(
        user=request.user,
        invitations=frozenset(request.session.get(INVITATIONS, ())),
        oversees=request.method in READING and is_moderator(request.user),
    )


def is_moderator(user: User | AnonymousUser) -> bool:
    """Whether the user may look at matches in the administration."""
    return user.is_staff and user.has_perm("games.view_match")


def visitor_of_scope(scope: dict[str, Any]) -> Visitor:
    """The visitor behind a socket as of now: nobody in particular once the session has ended.

    Reads session and user anew, so it needs a thread that may use the database.
    """
    request = HttpRequest()
    request.session = SessionStore(scope["session"].session_key)
    user = get_user(request)
    invitations = frozenset(request.session.get(INVITATIONS, ()))
    return Visitor(user=user, invitations=invitations, oversees=is_moderator(user))


def match_for(visitor: Visitor, code: str) -> Match:
    """The match with this code if `visitor` may see it.

    Raises Match.DoesNotExist alike, and after the same queries, for "no such match" and "not for you".
    """
    if visitor.oversees:
        return Match.objects.get(code=code)
    # Most matches are for anybody: for these the whole question need not be put together and asked.
    for match in _for_anybody(code):
        return match
    return Match.objects.filter(seen_by(visitor)).get(code=code)


_for_anybody = Lookup(lambda code: Match.objects.filter(code=code, access=Match.Access.ANYBODY), str)


def seen_by(visitor: Visitor) -> Q:
    """The matches that `visitor`, who oversees nothing, may see."""
    # Everybody sees that a table asks for a password; only who knows it sees the match.
    allowed = Q(access=Match.Access.ANYBODY) | Q(access=Match.Access.PASSWORD, status=Match.Status.OPEN)
    # No list shows an exhibition: its address is known to whoever got it from somebody who watches.
    allowed |= Q(exhibition=True)
    if visitor.invitations:
        allowed |= Q(access__in=[Match.Access.LINK, Match.Access.PASSWORD], code__in=visitor.invitations)
    if visitor.user_id is not None:
        allowed |= Q(Exists(Seat.objects.filter(match=OuterRef("pk"), user_id=visitor.user_id)))
        allowed |= Q(host_id=visitor.user_id)
        allowed |= Q(access=Match.Access.FRIENDS) & friends_hosts(visitor.user_id)
        allowed |= is_invited(visitor.user_id)
    return allowed


def friends_hosts(user_id: int) -> Q:
    """Matches whose host is a friend of the user."""
    pair = Q(asker_id=user_id, asked=OuterRef("host")) | Q(asked_id=user_id, asker=OuterRef("host"))
    return Q(Exists(Friendship.objects.filter(pair, since__isnull=False)))


def is_invited(user_id: int) -> Q:
    """Matches to which the user was invited by name, whatever the answer, and from which nobody has sent them away."""
    asked = Invitation.objects.exclude(state=Invitation.State.SENT_AWAY)
    return Q(Exists(asked.filter(match=OuterRef("pk"), user_id=user_id)))


def seats_of(match: Match) -> list[Seat]:
    """The seats in turn order with their users: those that were read with the match (`seats_kept`), else as they are
    now.
    """
    return list(match.seats_read) if match.seats_read is not None else _read(match)


def seats_kept(match: Match) -> list[Seat]:
    """The seats as they are now; `seats_of` gives the same ones from now on, with what is changed in them."""
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
    """The seat whose hidden things this user may know: their own, also after a stand-in took over."""
    return next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
