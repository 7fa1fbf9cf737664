"""Users' notification preferences: kinds and channels, browsers, webhooks, and stopping all emails."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.moderators import REPAIRING
from deliveries.channels import encryption
from deliveries.channels.webhook import server_and_topic
from deliveries.safe_http import Forbidden, check_url
from notices.kinds import Channel, Kind, is_usual
from notices.models import Browser, Notice, Preference, Webhook
from notices.outbox import notify

MOST_BROWSERS = 20
"""How many browsers of a user may get pushes."""

LONGEST_ENDPOINT = 600
"""The longest address of a push service that its column can hold."""

POINT, SECRET = 65, 16
"""Length in bytes of a browser's public key, and of the secret shared with it."""

CHOSEN = (Channel.PUSH, Channel.MAIL, Channel.WEBHOOK)
"""The channels that users may turn on and off for each kind; pages always tell everything."""

CHOOSABLE = tuple(kind for kind in Kind if kind != Kind.TEST)
"""The kinds for which they may do so. A test is sent by the channel that it tests."""

FOR_REPAIRERS = frozenset({Kind.QUARANTINED})
"""Kinds that are sent only to users who may repair matches."""


_NOT_SENT = gettext_lazy("This is not the subscription a browser sends when you allow notifications.")


class Unusable(ValueError):
    """The input cannot be used; the text says why, and what can."""


def choosable(user: User) -> tuple[Kind, ...]:
    """The kinds of notifications that `user` can turn on or off."""
    repairs = user.is_staff and user.has_perm(REPAIRING)
    return tuple(kind for kind in CHOOSABLE if repairs or kind not in FOR_REPAIRERS)


def preferences_set(*, user: User, wanted: Mapping[tuple[str, str], bool]) -> None:
    """Set whether each (kind, channel) is wanted. Stores only what differs from the default."""
    unusual = [
        Preference(user=user, kind=kind, channel=channel, wanted=choice)
        for (kind, channel), choice in wanted.items()
        if choice != is_usual(kind, channel)
    ]
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two tabs save one after the other
        for channel in {channel for _kind, channel in wanted}:
            kinds = [kind for kind, other in wanted if other == channel]
            Preference.objects.filter(user=user, channel=channel, kind__in=kinds).delete()
        Preference.objects.bulk_create(unusual)


def mails_stop(*, user_id: int) -> bool:
    """Stop all notification emails to a user. Idempotent. False if there is no such user."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return False
    preferences_set(user=user, wanted={(kind, Channel.MAIL): False for kind in CHOOSABLE})
    return True


def browser_add(*, user: User, endpoint: str, key: str, auth: str, label: str, known_as: str = "") -> Browser:
    """Store a browser that allows Web Push. If another user had it, it moves to this one, which has the same secret
    then. With its name in the user's sessions, `known_as`, it gets nothing while they are logged out there.

    Raises Unusable for data that no browser would send, for another secret, and for too many browsers.
    """
    keys = _keys(endpoint, key, auth)
    theirs = Browser.objects.filter(endpoint=endpoint).exclude(user=user).first()
    if theirs is not None and not constant_time_compare(theirs.auth, keys["auth"]):
        raise Unusable(_NOT_SENT)
    if Browser.objects.filter(user=user).exclude(endpoint=endpoint).count() >= MOST_BROWSERS:
        raise Unusable(
            _("You already have %(count)s devices here, the most allowed. Remove one first.") % {"count": MOST_BROWSERS}
        )
    printable = "".join(letter for letter in label if letter.isprintable())
    facts = {"user": user, "label": printable[:80], "known_as": known_as} | keys
    return Browser.objects.update_or_create(endpoint=endpoint, defaults=facts)[0]


def browser_renew(*, old: str, secret: str, endpoint: str, key: str, auth: str) -> bool:
    """Replace a browser's push address `old` with the new `endpoint` and keys. Idempotent.

    The old address and its `secret` authenticate the browser, whether or not a user is logged in there: only the
    browser and the site know them. False if there is no such browser. Raises Unusable for data that no browser would
    send.
    """
    keys = _keys(endpoint, key, auth)
    with transaction.atomic():
        known = Browser.objects.select_for_update().filter(endpoint__in={old, endpoint}).order_by("pk")
        found = {browser.endpoint: browser for browser in known}
        here = found.pop(old, None)
        there = found.pop(endpoint, None)
        if here is not None and not constant_time_compare(here.auth, secret):
            return False
        if there is not None and not constant_time_compare(there.auth, auth):
            return False
        if here is not None and there is not None:  # a page reported the new address first
            there.delete()
        if here is not None:
            Browser.objects.filter(pk=here.pk).update(endpoint=endpoint, **keys)
    return here is not None or there is not None


def _keys(endpoint: str, key: str, auth: str) -> dict[str, str]:
    """A browser's keys as they are stored. Raises Unusable if they or the address are not what a browser would send."""
    try:
        check_url(endpoint)
        raw, secret = encryption.decode(key), encryption.decode(auth)
        if len(raw) != POINT or len(secret) != SECRET or len(endpoint) > LONGEST_ENDPOINT:
            raise ValueError(key)
        encryption.public_key(raw)
    except Forbidden as error:
        raise Unusable(str(error)) from error
    except ValueError as error:
        raise Unusable(_NOT_SENT) from error
    return {"key": encryption.encode(raw), "auth": encryption.encode(secret)}


def browser_remove(*, user: User, browser_id: int) -> None:
    """Delete a browser of this user. Does nothing if it is gone or belongs to someone else."""
    Browser.objects.filter(user=user, pk=browser_id).delete()


def webhook_set(*, user: User, url: str, style: str) -> None:
    """Set the URL and format of the user's webhook, or remove it if `url` is empty. Raises Unusable."""
    if not url:
        Webhook.objects.filter(user=user).delete()
        return
    try:
        check_url(url)
        if style == Webhook.Style.NTFY:
            server_and_topic(url)
    except Forbidden as error:
        raise Unusable(str(error)) from error
    except ValueError as error:
        raise Unusable(_("The address must end with a topic, as in https://ntfy.sh/my-topic.")) from error
    Webhook.objects.update_or_create(user=user, defaults={"url": url, "style": style, "trouble": ""})


def trial_ask(*, user: User, channel: str) -> None:
    """Enqueue a test notification to the user by one channel; it replaces one that still waits there."""
    Notice.objects.filter(user=user, kind=Kind.TEST, planned=False, facts__channel=channel).delete()
    notify(kind=Kind.TEST, users=[user], channel=channel)
