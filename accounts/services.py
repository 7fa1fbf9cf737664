"""Every change to users: guests, claims, computer players, settings."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, count

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone

from accounts.languages import language_now
from accounts.models import NameChange, User
from accounts.names import COMPUTER_NAMES, look
from games.models import Hint, Match, Seat
from notices.models import Delivery, Notice

GUEST_DIGITS = (4, 4, 4, 5, 6, 9, 12)
"""How many digits the name of a guest has, try after try: names stay short while few guests are about."""

FORGET_AFTER = timedelta(days=30)
"""How long a guest without any game is kept."""

BATCH = 1000
"""Guests removed in one transaction; the rest have time until tomorrow."""


NAME_CHANGES, NAME_CHANGES_WITHIN = 2, timedelta(days=30)
"""So often may a name be changed in this time: enough to mend a slip, too few to be somebody else every day."""


class NameTaken(ValueError):
    """Somebody else has this name, or one that looks much like it."""


class NameChangedTooOften(ValueError):
    """The name cannot be changed before `again`."""

    def __init__(self, again: datetime) -> None:
        super().__init__(again)
        self.again = again


class NotAGuest(ValueError):
    """The user is no guest, or no longer: another tab was faster."""


@dataclass(frozen=True)
class Merge:
    """How many games a guest handed to an account, and how many stayed since the account sits at the same table."""

    moved: int
    left: int


def guest_create(*, request: HttpRequest) -> User:
    """Make a guest with a free name for somebody who is not logged in, and log this browser in as that guest.

    Raises ImmediateHttpResponse (answered 429 by the middleware) when one address makes too many.
    """
    if not ratelimit.consume(request, action="guest"):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    guest = _guest_with_a_free_name()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def _guest_with_a_free_name() -> User:
    for digits in GUEST_DIGITS:
        number = 10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))
        try:
            with transaction.atomic():
                return User.objects.create(username=f"Guest-{number}", password=make_password(None), is_guest=True)
        except IntegrityError:  # the name is in use
            continue
    raise AssertionError("no free name for a guest")


def guest_claim(*, guest: User, name: str, email: str, password: str) -> User:
    """Make `guest` a member: the same row, so every game stays. `name` and `email` have been checked by the form.

    Raises NameTaken, and NotAGuest when somebody else (a second tab) has claimed this guest meanwhile.
    """
    claimed = {
        "username": name,
        "name_look": look(name),
        "email": email,
        "password": make_password(password),
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
    return User.objects.get(pk=guest.pk)


def guests_forget() -> int:
    """Remove guests who sit nowhere and came `FORGET_AFTER` ago or earlier, with their studies of that age.

    Those of whom a notice tells stay as long as it does. Returns how many; safe twice at once.
    """
    before = timezone.now() - FORGET_AFTER
    young = Match.objects.filter(host=OuterRef("pk"), status=Match.Status.STUDY, created_at__gte=before)
    told = Notice.objects.filter(about=OuterRef("pk"))  # others read there what the guest has done
    alone = User.objects.filter(~Exists(young), ~Exists(told), is_guest=True, seats=None, last_login__lt=before)
    with transaction.atomic():
        locked = list(alone.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True)[:BATCH])
        # The race: a guest may have sat down while we waited for the lock. So ask again, now that nobody can.
        Match.objects.filter(host__in=alone.filter(pk__in=locked), status=Match.Status.STUDY).delete()
        _rows, removed = alone.filter(pk__in=locked).delete()
    return removed.get(User._meta.label, 0)


def guest_merge(*, guest: User, user: User) -> Merge:
    """Hand the seats of `guest` to `user`, finished games too, except where `user` sits at the same table already.

    Studies, exhibitions and hints go along. Raises NotAGuest when `guest` is none.
    """
    if not User.objects.filter(pk=guest.pk, is_guest=True).exists():
        raise NotAGuest
    with transaction.atomic():
        # The locks keep `user` from sitting down in another tab meanwhile; taken in one order, so that nobody waits
        # for somebody who waits for them.
        locked = Match.objects.select_for_update().order_by("pk")
        matches = {match.pk for match in locked.filter(pk__in=Seat.objects.filter(user=guest).values("match"))}
        shared = set(Seat.objects.filter(match__in=matches, user=user).values_list("match_id", flat=True))
        Seat.objects.filter(match__in=matches - shared, user=guest).update(user=user)
        Notice.objects.filter(match__in=matches - shared, user=guest).update(user=user)
        Delivery.objects.filter(notice__match__in=matches - shared, user=guest).update(user=user)
        Notice.objects.filter(match__in=matches - shared, about=guest).update(about=user)
        Hint.objects.filter(match__in=matches - shared, user=guest).update(user=user)
        Match.objects.filter(pk__in=matches - shared, host=guest).update(host=user)
        only_watched = Q(status=Match.Status.STUDY) | Q(exhibition=True)
        Match.objects.filter(only_watched, host=guest).update(host=user)
    return Merge(moved=len(matches - shared), left=len(shared))


def computer_players_ensure() -> list[User]:
    """The computer player of every level, made where it is missing. Nobody can log in as one of them."""
    return [
        # get_or_create finds the row of another process that was faster: the level is unique.
        User.objects.get_or_create(
            level=level, defaults={"username": partial(_free_name, name), "password": make_password(None)}
        )[0]
        for level, name in COMPUTER_NAMES.items()
    ]


def _free_name(name: str) -> str:
    """`name`, with a number behind it where a person took such a name before it was kept."""
    taken = set(User.objects.filter(name_look__startswith=look(name)).values_list("name_look", flat=True))
    return next(free for free in chain((name,), (f"{name}-{n}" for n in count(2))) if look(free) not in taken)


def settings_update(
    *,
    user: User,
    theme: str,
    confirm_turns: str,
    board_colours: str | None = None,
    single_keys: str | None = None,
    name: str | None = None,
    language: str | None = None,
) -> None:
    """Set the colours, when to ask before a turn ends, and unless None those of the boards, whether single keys
    do something, the name, the language.

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
            written = ["theme", "board_colours", "language", "confirm_turns", "single_keys", "username", "name_look"]
            user.save(update_fields=written)
    except IntegrityError:
        raise NameTaken from None


def _note_name_change(user: User, old: str, new: str) -> None:
    recent = NameChange.objects.filter(user=user, at__gt=timezone.now() - NAME_CHANGES_WITHIN)
    latest = list(recent.order_by("-at").values_list("at", flat=True)[:NAME_CHANGES])
    if len(latest) == NAME_CHANGES:
        raise NameChangedTooOften(latest[-1] + NAME_CHANGES_WITHIN)
    NameChange.objects.create(user=user, old=old, new=new)


def email_set(*, user: User, email: str) -> EmailAddress:
    """Make `email`, unconfirmed, the one address of `user`: for sites that cannot send a mail to confirm it."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # the form may be sent twice at once
        EmailAddress.objects.filter(user=user).delete()
        address = EmailAddress.objects.create(user=user, email=email, primary=True)
        user.email = email
        user.save(update_fields=["email"])
    return address
