"""Bots: accounts for programs. The owner is responsible; a bot has no password and logs in only with its tokens."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from accounts.models import ApiToken, User
from accounts.names import normal, validate_name
from accounts.selectors import plays_rated_with
from common.refusals import Refused

MOST = 5
"""The maximum number of bots per person."""

SALT, LASTS = "accounts.bots.handover", timedelta(days=7)
"""Signing salt and lifetime of the links that hand over a bot."""


def bot_create(*, owner: User, name: str) -> User:
    """Create a bot called `name` that belongs to `owner`.

    Raises Refused for a name that is not allowed or taken, for too many bots, and for guests and bots as owners.
    """
    name = normal(name.strip())
    try:
        validate_name(name)
        name = get_adapter().clean_username(name)
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages)) from None
    try:
        with transaction.atomic():
            _check_may_have_one_more(owner)
            return User.objects.create(username=name, password=make_password(None), owner=owner)
    except IntegrityError:
        raise Refused(_("This name is taken.")) from None


def handover_begin(*, bot: User) -> None:
    """Make a link with which another user can take over `bot` for some days. An earlier link stops working.

    Raises Refused if the bot has been handed over at this moment.
    """
    bot.handover_at = timezone.now()
    if User.objects.filter(pk=bot.pk, owner=bot.owner_id).update(handover_at=bot.handover_at) != 1:
        raise Refused(_("This link no longer works. Ask the owner of the bot for a new one."))


def handover_withdraw(*, bots: QuerySet[User]) -> None:
    """End the links that hand over these bots. Doing so twice changes nothing."""
    bots.exclude(handover_at=None).update(handover_at=None)


def handover_link(bot: User) -> str:
    """The signed token, part of a URL, that hands over `bot`; empty if there is no link, or only an expired one."""
    return Signer(salt=SALT).sign_object([bot.pk, _mark(bot)]) if _can_be_taken(bot) else ""


def handover_end(bot: User) -> datetime | None:
    """The moment at which the link that hands over `bot` expires; None if there is none."""
    return None if bot.handover_at is None else bot.handover_at + LASTS


def bot_in(link: str) -> User | None:
    """The bot that the token `link` hands over, with its present owner.

    None if the token is invalid, expired, withdrawn or replaced, if the owner has changed since or closed the account,
    and while the bot is banned.
    """
    try:
        key, mark = Signer(salt=SALT).unsign_object(link)
    except (BadSignature, ValueError):
        return None
    bot = User.objects.filter(pk=key, is_active=True, owner__is_active=True).select_related("owner").first()
    if bot is None or not _can_be_taken(bot) or not constant_time_compare(_mark(bot), mark):
        return None
    return None if bot.is_banned(timezone.now()) else bot


def bot_take(*, bot: User, user: User) -> None:
    """Make `user` the owner of `bot`, and delete the bot's API tokens. Call only for a `bot` from `bot_in`.

    Raises Refused for a user who may have no more bots, for the present owner, and if someone else was faster, or the
    owner has withdrawn the link at this moment. Also while either of the two, or another bot of theirs, plays a rated
    game with the bot: whether that counts does not depend on how it goes.
    """
    with transaction.atomic():
        _check_may_have_one_more(user)
        meant = User.objects.filter(pk=bot.pk, owner=bot.owner_id, handover_at=bot.handover_at).exclude(owner=user)
        if meant.update(owner=user, handover_at=None) != 1:
            raise Refused(_("This link no longer works. Ask the owner of the bot for a new one."))
        # Only now: a bot that is sitting down at this moment waits for us, or we find it there.
        if bot.owner is not None and plays_rated_with(bot, bot.owner, user):
            raise Refused(
                _(
                    "This bot is playing a rated game with you or its owner, or with one of your bots or theirs. You "
                    "can take it over once that game is over."
                )
            )
        ApiToken.objects.filter(user=bot).delete()


def bots_of(owner: User) -> list[User]:
    """The bots of `owner`, sorted by name."""
    return list(owner.bots.order_by("username"))


def bot_of(owner: User, name: str) -> User | None:
    """The bot of `owner` with this name, or None."""
    return owner.bots.filter(username__iexact=normal(name)).first()


def _can_be_taken(bot: User) -> bool:
    end = handover_end(bot)
    return end is not None and timezone.now() < end


def _mark(bot: User) -> str:
    """A keyed hash of the owner and of when the link was made: links of other owners and earlier ones do not work."""
    return salted_hmac(SALT, f"{bot.owner_id} {bot.handover_at}", algorithm="sha256").hexdigest()


def _check_may_have_one_more(owner: User) -> None:
    """Raise Refused for guests and bots, and for owners who already have the maximum.

    The lock: two forms at once cannot create one too many, nor one for an account that is being deleted.
    """
    if owner.is_guest or owner.is_bot:
        raise Refused(_("Only members can have bots. Sign up first; you keep all your games."))
    if not User.objects.select_for_update(no_key=True).filter(pk=owner.pk, is_active=True):
        raise Refused
    if owner.bots.count() >= MOST:
        raise Refused(_("You already have %(count)s bots, the most allowed. Delete one first.") % {"count": MOST})
