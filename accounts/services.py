"""Services that change users: guests, claims, computer players, settings, email addresses."""

import secrets
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from functools import reduce
from itertools import chain, count
from operator import or_

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone

from accounts.languages import language_now
from accounts.models import NameChange, User
from accounts.names import COMPUTER_NAMES, GUEST, is_by_lot, skeleton
from accounts.passwords import hash_of
from accounts.selectors import has_confirmed_address
from common.besteffort import best_effort
from common.limits import is_within_limit
from common.people import sessions_changed

NAMESAKES = 9
"""How many guests may choose the same name; a number distinguishes them."""

GUEST_DIGITS = (4, 4, 4, 5, 6, 9, 12)
"""The number of digits in a guest's name, for each attempt: names stay short while there are few guests."""

TRIES = 9
"""How often computer players are created if others take their names meanwhile."""

NAME_CHANGES, NAME_CHANGES_WITHIN = 2, timedelta(days=30)
"""How many name changes are allowed in this time: enough to fix a typo, too few to be someone else every day."""


class NameTaken(ValueError):
    """Someone else has this name, or one that looks too much like it."""


class NameChangedTooOften(ValueError):
    """The name cannot be changed before `again`."""

    def __init__(self, again: datetime) -> None:
        super().__init__(again)
        self.again = again


class NotAGuest(ValueError):
    """The user is not a guest, or no longer one: another tab was faster."""


class Confirmed(ValueError):
    """The user has a confirmed address, which only a confirmed one may replace."""


def guest_create(*, request: HttpRequest, name: str = "") -> User:
    """Create a guest for a visitor who is not logged in, and log this browser in as that guest.

    The name starts with the guests' prefix, followed by the chosen `name` or else a number. Raises
    ImmediateHttpResponse (answered 429 by the middleware) if one address creates too many.
    """
    if not is_within_limit(request, "guest"):
        raise ImmediateHttpResponse(respond_429(request))
    guest = _guest_with_a_free_name(name)
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def user_or_guest(request: HttpRequest, *, name: str = "") -> User:
    """The user who is logged in, otherwise a new guest: see `guest_create`."""
    return request.user if request.user.is_authenticated else guest_create(request=request, name=name)


def guest_name(*, guest: User, name: str) -> None:
    """Rename a guest to their chosen `name`, as returned by `chosen_by_guest`.

    Raises NotAGuest for members, and for guests who have chosen a name before.
    """
    if not is_by_lot(guest.username):
        raise NotAGuest
    unnamed = User.objects.filter(pk=guest.pk, username=guest.username, is_guest=True)
    for free in _names_for_guest(name):
        try:
            with transaction.atomic():
                if unnamed.update(username=free, name_skeleton=skeleton(free)) != 1:
                    raise NotAGuest
        except IntegrityError:  # the name is in use
            continue
        guest.username = free
        return


def _guest_with_a_free_name(name: str) -> User:
    for free in _names_for_guest(name):
        try:
            with transaction.atomic():
                return User.objects.create(username=free, password=make_password(None), is_guest=True)
        except IntegrityError:  # the name is in use
            continue
    raise AssertionError("no free name for a guest")


def _names_for_guest(name: str) -> Iterator[str]:
    """Names that may be free, the nicest first."""
    if name:
        yield f"{GUEST}{name}"
        yield from (f"{GUEST}{name}-{number}" for number in range(2, NAMESAKES + 1))
    for digits in GUEST_DIGITS:
        yield f"{GUEST}{10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"


def guest_claim(*, guest: User, name: str, email: str, password: str) -> User:
    """Make `guest` a member: the same row, so all games stay. The form has checked `name` and `email`.

    Raises NameTaken, and NotAGuest if someone else (a second tab) has claimed this guest meanwhile.
    """
    claimed = {
        "username": name,
        "name_skeleton": skeleton(name),
        "email": email,
        "password": hash_of(password),
        "is_guest": False,
        "language": language_now(),
    }
    try:
        with transaction.atomic():
            if User.objects.filter(pk=guest.pk, is_guest=True).update(**claimed) != 1:
                raise NotAGuest
            if email:
                EmailAddress.objects.create(user=guest, email=email, primary=True)
    except IntegrityError:
        raise NameTaken from None
    sessions_changed(guest.pk)
    return User.objects.get(pk=guest.pk)


def computer_players_ensure() -> list[User]:
    """The computer players of all levels, created where missing. Nobody can log in as one of them."""
    for _attempt in range(TRIES):
        there = {user.level: user for user in User.objects.filter(level__in=COMPUTER_NAMES)}
        missing = {level: name for level, name in COMPUTER_NAMES.items() if level not in there}
        if not missing:
            return [there[level] for level in COMPUTER_NAMES]
        names = _free_names(missing.values())
        User.objects.bulk_create(
            [User(level=level, username=names[name], password=make_password(None)) for level, name in missing.items()],
            ignore_conflicts=True,  # another process was faster, or someone has just taken such a name
        )
    raise AssertionError("no free names for computer players")


def _free_names(names: Collection[str]) -> dict[str, str]:
    """By name, the same name, with a number appended if a person took it before it was reserved."""
    alike = reduce(or_, (Q(name_skeleton__startswith=skeleton(name)) for name in names))
    taken = set(User.objects.filter(alike).values_list("name_skeleton", flat=True))
    return {
        name: next(free for free in chain((name,), (f"{name}-{n}" for n in count(2))) if skeleton(free) not in taken)
        for name in names
    }


def settings_update(
    *,
    user: User,
    theme: str,
    confirm_turns: str,
    board_colours: str | None = None,
    single_keys: str | None = None,
    name: str | None = None,
    language: str | None = None,
    time_zone: str | None = None,
    open_games: str | None = None,
) -> None:
    """Set the theme, when to confirm the end of a turn, and each of the other settings that is not None.

    Raises NameTaken, NameChangedTooOften; then nothing is changed.
    """
    try:
        with transaction.atomic():
            before = User.objects.select_for_update().get(pk=user.pk).username
            if name is not None and name != before:
                _note_name_change(user, before, name)
            user.theme, user.confirm_turns, user.username = theme, confirm_turns, name or before
            user.board_colours = user.board_colours if board_colours is None else board_colours
            user.single_keys = user.single_keys if single_keys is None else single_keys
            user.language = user.language if language is None else language
            user.time_zone = user.time_zone if time_zone is None else time_zone
            user.open_games = user.open_games if open_games is None else open_games
            written = ["theme", "board_colours", "language", "confirm_turns", "single_keys", "time_zone", "open_games"]
            user.save(update_fields=[*written, "username", "name_skeleton"])
    except IntegrityError:
        raise NameTaken from None


def language_set(*, user: User, language: str) -> None:
    """Set the language of `user` on pages and in emails to `language`, one of the site's."""
    user.language = language
    user.save(update_fields=["language"])


def device_language_seen(*, user: User, language: str) -> None:
    """Store the language of the browser that `user` used last, for messages. Database errors do not fail the page."""
    with best_effort("the language of a browser"):
        User.objects.filter(pk=user.pk).update(device_language=language)
    user.device_language = language


def first_steps_end(*, user: User) -> None:
    """Stop showing `user` the first steps."""
    User.objects.filter(pk=user.pk).update(is_shown_around=False)


def device_zone_seen(*, user: User, zone: str) -> None:
    """Store the time zone of the browser that `user` used last, for emails. Database errors do not fail the page."""
    with best_effort("the time zone of a browser"):
        User.objects.filter(pk=user.pk).update(device_zone=zone)
    user.device_zone = zone


def _note_name_change(user: User, old: str, new: str) -> None:
    recent = NameChange.objects.filter(user=user, at__gt=timezone.now() - NAME_CHANGES_WITHIN)
    latest = list(recent.order_by("-at").values_list("at", flat=True)[:NAME_CHANGES])
    if len(latest) == NAME_CHANGES:
        raise NameChangedTooOften(latest[-1] + NAME_CHANGES_WITHIN)
    NameChange.objects.create(user=user, old=old, new=new)


def email_correct(*, user: User, email: str) -> EmailAddress:
    """Replace an address that was never confirmed with `email`, also unconfirmed; links sent to the old one are void.

    Raises Confirmed if another tab was faster.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if has_confirmed_address(user):
            raise Confirmed
        return email_set(user=user, email=email)


def email_set(*, user: User, email: str) -> EmailAddress:
    """Replace all addresses of `user` with `email`, unconfirmed."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # the form may be sent twice at once
        EmailAddress.objects.filter(user=user).delete()
        address = EmailAddress.objects.create(user=user, email=email, primary=True)
        user.email = email
        user.save(update_fields=["email"])
    return address


def logins_end() -> int:
    """Log all members out everywhere; return how many logins that were. Guests stay: they could not come back."""
    ended: int = Session.objects.filter(session_key__in=UserSession.objects.values("session_key")).delete()[0]
    return ended


def logins_forget() -> int:
    """Delete the records of logins whose session is gone; return the count. Safe to run twice at once.

    Logins of the last day are kept: a login is stored a moment before its session.
    """
    lasting = Session.objects.filter(session_key=OuterRef("session_key"))
    old = UserSession.objects.filter(~Exists(lasting), created_at__lt=timezone.now() - timedelta(days=1))
    return old.delete()[0]
