"""Queries about users."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.known import NAME
from accounts.models import Ban, User, Vacation
from accounts.names import LONGEST_TYPED, normal, skeleton

VACATION_DAYS = 30
"""Days of vacation a person may take in a calendar year. Each counts in the year in which its vacation began."""

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a permanent ban, for comparisons."""


def computer_player(level: str) -> User | None:
    """The computer player of `level`; None before `manage.py computer_players` has run."""
    return User.objects.filter(level=level).exclude(level="").first()


def computer_players() -> dict[str, User]:
    """The computer players by level; empty before `manage.py computer_players` has run."""
    return {user.level: user for user in User.objects.exclude(level="")}


def user_with_profile(name: str) -> User | None:
    """The member, bot or computer player of this name, case-insensitive; None for guests, who have no profile."""
    return (
        User.objects.filter(username__iexact=normal(name), is_guest=False, is_active=True)
        .select_related("owner")
        .first()
    )


def of_household(user: User, column: str = "user") -> Q:
    """Condition on rows whose `column` is a member with all their bots, where `user` is that member or one of these."""
    return Q(**{column: user.household}) | Q(**{f"{column}__owner": user.household})


def of_person(column: str = "user") -> Q:
    """Condition on rows whose `column` is a member or a guest: neither a computer player nor a bot."""
    return Q(**{f"{column}__level": "", f"{column}__owner": None})


def of_open_account(column: str) -> Q:
    """Condition on rows whose `column` is a user whose account is not closed. Bots are closed with their owners."""
    owner = f"{column}__owner"
    return Q(**{f"{column}__is_active": True}) & (Q(**{owner: None}) | Q(**{f"{owner}__is_active": True}))


def of_closed_account() -> Q:
    """Condition on users whose account is closed, or who are bots of one that is."""
    return Q(is_active=False) | Q(owner__is_active=False)


def closed_accounts() -> QuerySet[User, Any]:
    """The users for whom `of_closed_account` holds, to look for rows of theirs: `filter(user__in=closed_accounts())`.

    Each half has an index, which a condition with “or” would not use. That owners exist is said again for PostgreSQL,
    which else reads all users. A union cannot be filtered further.
    """
    closed = User.objects.filter(is_active=False)
    return closed.values("pk").union(User.objects.filter(owner__isnull=False, owner__in=closed).values("pk"))


def users_by_id(ids: Iterable[int]) -> dict[int, User]:
    """The users with these primary keys, by key."""
    return User.objects.in_bulk(list(ids))


def user_of(request: HttpRequest) -> User:
    """The requesting user, member or guest, of a view that only logged-in people reach."""
    assert request.user.is_authenticated
    return request.user


def guest_of(request: HttpRequest) -> User | None:
    """The requesting user if a guest; None for members and visitors who are not logged in."""
    user = request.user
    return user if isinstance(user, User) and user.is_guest else None


def user_named(login: str) -> User | None:
    """The user who logs in with this name or email address; None if there is none."""
    if "@" not in login:
        return User.objects.filter(username__iexact=normal(login)).first()
    if len(login) > LONGEST_TYPED:
        return None
    found: list[User] = filter_users_by_email(login, prefer_verified=True)
    return found[0] if found else None


def users_with(email: str) -> list[User]:
    """The users with this email address: first the one who has confirmed it, then the earliest."""
    confirmed = set(EmailAddress.objects.filter(email=email.lower(), verified=True).values_list("user", flat=True))
    return sorted(set(filter_users_by_email(email)), key=lambda user: (user.pk not in confirmed, user.pk))


def name_is_taken(name: str) -> bool:
    """Whether someone has this name or one that looks too much like it."""
    return User.objects.filter(name_skeleton=skeleton(name)).exists()


def name_as_written(name: str) -> str:
    """The name as its owner writes it, if `name` differs in case only; otherwise `name`.

    Not every database folds the case of letters with accents.
    """
    same = User.objects.filter(name_skeleton=skeleton(name)).values_list("username", flat=True).first()
    return same if same is not None and same.casefold() == normal(name).casefold() else name


def match_count(user: User) -> int:
    """The number of tables where `user` sits or sat."""
    return user.seats.values("match").distinct().count()


def plays_rated_with(bot: User, *others: User) -> bool:
    """Whether `bot` sits at a rated table that is not over, together with one of these members or with another bot of
    theirs.
    """
    members = [other.pk for other in others]
    theirs = User.objects.filter(Q(pk__in=members) | Q(owner__in=members)).exclude(pk=bot.pk)
    return bot.seats.filter(match__rated=True, ended_at=None, match__seats__user__in=theirs).exists()


def sessions_of(user: User) -> list[UserSession]:
    """The logins of `user` with a session that still works, oldest first: two queries, however many there are.

    Sessions that have expired, or that a new password has ended, are left out.
    """
    known = list(UserSession.objects.filter(user=user).order_by("created_at", "pk"))
    kept = Session.objects.filter(session_key__in=[each.session_key for each in known], expire_date__gt=timezone.now())
    living = {session.session_key for session in kept if is_login_of(user, session.get_decoded())}
    return [each for each in known if each.session_key in living]


def logged_in_at(user_ids: Collection[int]) -> set[tuple[int, str, datetime]]:
    """The key of each of these members with the names of the browsers (`accounts.known`) in which they are logged in
    now, and since when: two queries at most.
    """
    logins = UserSession.objects.filter(user__in=user_ids).select_related("user") if user_ids else ()
    by_session = {login.session_key: login for login in logins}
    if not by_session:
        return set()
    found = set()
    for session in Session.objects.filter(session_key__in=by_session, expire_date__gt=timezone.now()):
        login, data = by_session[session.session_key], session.get_decoded()
        if is_login_of(login.user, data):
            found.add((login.user_id, str(data.get(NAME, "")), login.created_at))
    return found


def has_second_step(user: User) -> bool:
    """Whether `user` has two-step login."""
    return Authenticator.objects.filter(user=user).exists()


def has_confirmed_address(user: User) -> bool:
    """Whether `user` has confirmed an email address."""
    return EmailAddress.objects.filter(user=user, verified=True).exists()


def has_unconfirmed_address(user: User, address: str) -> bool:
    """Whether `address` is an unconfirmed address of `user`."""
    return EmailAddress.objects.filter(user=user, email__iexact=address, verified=False).exists()


def is_login_of(user: User, session: dict[str, Any]) -> bool:
    """Whether this session data logs a browser in as `user`."""
    marks = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    held = str(session.get(HASH_SESSION_KEY, ""))
    return session.get(SESSION_KEY) == str(user.pk) and any(constant_time_compare(held, mark) for mark in marks)


def vacation_days_left(user: User, now: datetime) -> int:
    """The days of vacation that `user` may still take this calendar year (UTC)."""
    first, next_first = (datetime(year, 1, 1, tzinfo=UTC) for year in (now.year, now.year + 1))
    begun = Vacation.objects.filter(user=user, began_at__gte=first, began_at__lt=next_first)
    taken = begun.aggregate(days=Sum("days"))["days"]
    return VACATION_DAYS - (taken or 0)


def vacation_now(user: User, now: datetime) -> Vacation | None:
    """The vacation that `user` is currently on, or None."""
    return Vacation.objects.filter(user=user).latest("began_at") if user.is_away(now) else None


def ban_of(user: User) -> Ban | None:
    """The ban of `user` in force that ends last, or None."""
    now = timezone.now()
    bans = Ban.objects.filter(Q(until=None) | Q(until__gt=now), user=user, lifted_at=None)
    return max(bans, key=end_of, default=None)


def end_of(ban: Ban) -> datetime:
    """The end of a ban; `FOR_GOOD` for a permanent one."""
    return ban.until or FOR_GOOD
