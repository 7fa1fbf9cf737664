"""Bots: accounts for programs. The owner is responsible; a bot has no password and logs in only with its tokens."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import ApiToken, User
from accounts.names import normal, validate_name
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


def handover_link(bot: User) -> str:
    """A signed token, part of a URL, with which another user can take over `bot` for some days."""
    return signing.dumps([bot.pk, _mark(bot)], salt=SALT)


def bot_in(link: str) -> User | None:
    """The bot that the token `link` hands over, with its present owner.

    None if the token is invalid or expired, if the owner has changed since, and while the bot is banned.
    """
    try:
        key, mark = signing.loads(link, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    bot = User.objects.filter(pk=key, is_active=True).select_related("owner").first()
    if bot is None or _mark(bot) != mark or bot.is_banned(timezone.now()):
        return None
    return bot


def bot_take(*, bot: User, user: User) -> None:
    """Make `user` the owner of `bot`, and delete the bot's API tokens. Call only for a `bot` from `bot_in`.

    Raises Refused for a user who may have no more bots, for the present owner, and if someone else was faster.
    """
    with transaction.atomic():
        _check_may_have_one_more(user)
        meant = User.objects.filter(pk=bot.pk, owner=bot.owner_id, password=bot.password).exclude(owner=user)
        if meant.update(owner=user, password=make_password(None)) != 1:
            raise Refused(_("This link no longer works. Ask the owner of the bot for a new one."))
        ApiToken.objects.filter(user=bot).delete()


def bots_of(owner: User) -> list[User]:
    """The bots of `owner`, sorted by name."""
    return list(owner.bots.order_by("username"))


def bot_of(owner: User, name: str) -> User | None:
    """The bot of `owner` with this name, or None."""
    return owner.bots.filter(username__iexact=normal(name)).first()


def _mark(bot: User) -> str:
    """A keyed hash of the owner and the unusable password, which is redrawn for each owner: old links stop working."""
    return salted_hmac(SALT, f"{bot.owner_id} {bot.password}", algorithm="sha256").hexdigest()


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
