"""Sending what is due: claim, check that it is still true, send, mark; see `delivery_state` for crashes in between."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from math import ceil

from django.utils import timezone, translation
from django.utils.translation import gettext_noop

from accounts.languages import language_for_messages
from accounts.zones import zone_of
from common.limits import is_within_limit, seconds_left
from deliveries.channels.pages import show
from deliveries.channels.push import push
from deliveries.channels.results import Gone, Never, NotNow, Unsure, tried
from deliveries.channels.webhook import call
from deliveries.selectors.preferences import Channels, channels_of
from deliveries.selectors.relevance import notices_by_id, obsolete_reason
from deliveries.services import account_letters, digests, fan_out
from deliveries.services.delivery_state import begin, end_as, is_hopeless, put_off_others, rest, take_up, try_later
from deliveries.slow_servers import left_alone_until, server_of, timed
from deliveries.words import text_now
from games.selectors.records.lists import addresses_waiting
from notices.kinds import Channel
from notices.models import Browser, Delivery, Notice, Webhook

BATCH = 50
"""The number of deliveries fetched at once; each is claimed separately."""

FRESH = 1.0
"""Seconds for which the notifications of a batch are assumed to be still true."""

MOST_WAITING = 100
"""The maximum number of matches listed as waiting in a push: more would not fit into it."""

SECONDS = 20.0
"""How long one run lasts; the next one continues from there."""

OUTSIDE = (Channel.PUSH, Channel.WEBHOOK)
"""Channels to servers named by users. A separate worker sends there: slow servers do not hold up emails."""

OLDEST = timedelta(hours=8)
"""What has waited longer for a slow server is given up, like what was tried as often as it may be."""


def deliver_inside(*, seconds: float = SECONDS) -> int:
    """Plan due notifications, show them on open pages and send emails, until nothing is due or `seconds` are over.

    Returns the number of deliveries handled. May run concurrently and die at any moment.
    """
    end = time.monotonic() + seconds
    while fan_out.fan_out() >= fan_out.BATCH and time.monotonic() < end:
        pass
    handled = _until(end, partial(_send_batch, Channel.PAGES, end))
    handled += _until(end, partial(account_letters.send_batch, end))  # first, as people wait for these
    handled += _until(end, partial(digests.send_batch, end))  # each bundles several notifications
    return handled


def deliver_outside(*, seconds: float = SECONDS) -> int:
    """Send what is due to the servers named by users, until done or `seconds` are over, like `deliver_inside`.

    Guests come last: anyone can become one as often as they like, and name servers that never answer.
    """
    end = time.monotonic() + seconds
    return sum(
        _until(end, partial(_send_batch, channel, end, to_guests=to_guests))
        for to_guests in (False, True)
        for channel in OUTSIDE
    )


def _until(end: float, step: Callable[[], int]) -> int:
    """Repeat `step` while it handles something and time is left. Returns the total handled."""
    total = 0
    while time.monotonic() < end and (handled := step()):
        total += handled
    return total


def _send_batch(channel: str, end: float, *, to_guests: bool | None = None) -> int:
    """Send up to `BATCH` deliveries of one channel, only those to guests or only the others if `to_guests` says so.
    Returns how many were claimed, postponed or given up.
    """
    waiting = Delivery.objects.filter(channel=channel, state=Delivery.State.WAITING, due__lte=timezone.now())
    if to_guests is not None:
        waiting = waiting.filter(user__is_guest=to_guests)
    due = list(waiting.select_related("browser").order_by("due")[:BATCH])
    taken = 0
    channels: dict[int, Channels] = {}
    fresh_until = 0.0
    for delivery in due:
        if time.monotonic() > end:
            break
        if time.monotonic() > fresh_until:  # reload: while a slow server answered, things may have changed
            notices = notices_by_id(other.notice_id for other in due)
            channels = channels_of(other.user_id for other in due)
            fresh_until = time.monotonic() + FRESH
        notice = notices.get(delivery.notice_id)
        if notice is not None and _is_left_alone(delivery, notice, channels[delivery.user_id]):
            taken += 1
            continue
        if not take_up(delivery):
            continue
        if notice is not None:  # otherwise it was deleted with its match meanwhile
            _send(delivery, notice, channels[delivery.user_id])
        taken += 1
    return taken


def _is_left_alone(delivery: Delivery, notice: Notice, channels: Channels) -> bool:
    """Whether nothing is sent now to where this goes, as the server was slow. It is postponed then, or given up."""
    server = _server(delivery, channels)
    until = left_alone_until(delivery.user_id, server) if server else None
    if until is None:
        return False
    if notice.due < timezone.now() - OLDEST:
        end_as(delivery, Delivery.State.FAILED, delivery.trouble or gettext_noop("the server does not answer"))
    else:
        rest(delivery, until)
    return True


def _server(delivery: Delivery, channels: Channels) -> str:
    """The server to which it goes; "" for one of our own channels, and if the target is gone."""
    if delivery.channel == Channel.WEBHOOK:
        return "" if channels.webhook is None else server_of(channels.webhook.url)
    return "" if delivery.browser is None else server_of(delivery.browser.endpoint)


def _is_logged_out(delivery: Delivery, channels: Channels) -> bool:
    """Whether it would be pushed to a browser where its user is logged out by now."""
    return delivery.browser is not None and delivery.browser not in channels.browsers


def _send(delivery: Delivery, notice: Notice, channels: Channels) -> None:
    """Send a claimed delivery and mark the outcome."""
    if delivery.begun_at is not None:  # a worker began to send it, and died before or after sending
        end_as(delivery, Delivery.State.UNSURE)
        return
    reason = obsolete_reason(notice)
    is_wanted = channels.wants(notice.kind, delivery.channel) and not _is_logged_out(delivery, channels)
    if not reason and not is_wanted:
        reason = Delivery.State.UNWANTED
    if reason:
        end_as(delivery, reason)
        return
    if is_hopeless(delivery):
        end_as(delivery, Delivery.State.FAILED, delivery.trouble or gettext_noop("every attempt broke off"))
        return
    try:
        with tried():
            _send_by_channel(delivery, notice, channels)
    except Gone as error:
        _forget(delivery, str(error))
        end_as(delivery, Delivery.State.FAILED, str(error))
    except Never as error:
        end_as(delivery, Delivery.State.FAILED, str(error))
    except NotNow as error:
        if isinstance(error, Unsure) and delivery.channel == Channel.WEBHOOK:
            end_as(delivery, Delivery.State.UNSURE, str(error))
        else:
            try_later(delivery, str(error), error.seconds)
        put_off_others(delivery)
    else:
        end_as(delivery, Delivery.State.SENT)


def _send_by_channel(delivery: Delivery, notice: Notice, channels: Channels) -> None:
    with translation.override(language_for_messages(notice.user)), timezone.override(zone_of(notice.user) or None):
        words = text_now(notice)
    if delivery.channel == Channel.PAGES:
        show(words, delivery.user_id, delivery.code)
        return
    _count(delivery)
    if delivery.channel == Channel.PUSH:
        if delivery.browser is None:
            raise Never(gettext_noop("the browser no longer wants notifications"))
        waiting = addresses_waiting(notice.user, most=MOST_WAITING)
        with timed(delivery.user_id, _server(delivery, channels)):
            push(words, delivery.browser, delivery.code, waiting=waiting)
    else:
        if channels.webhook is None:
            raise Never(gettext_noop("there is no webhook any more"))
        with timed(delivery.user_id, _server(delivery, channels)):
            call(words, channels.webhook, delivery.code, partial(begin, delivery))


def _count(delivery: Delivery) -> None:
    """Count one more message to servers named by its user. Raises NotNow for one too many: nobody can have us send
    without end to a server that may not be theirs.
    """
    key = str(delivery.user_id)
    if not is_within_limit(None, delivery.channel, key=key):
        raise NotNow(gettext_noop("there were too many messages"), ceil(seconds_left(None, delivery.channel, key=key)))


def _forget(delivery: Delivery, why: str) -> None:
    """After an address is gone: delete the browser, or turn off the webhook and show its owner why."""
    if delivery.channel == Channel.PUSH:
        Browser.objects.filter(pk=delivery.target).delete()
    elif delivery.channel == Channel.WEBHOOK:
        Webhook.objects.filter(user=delivery.user_id).update(trouble=why)
