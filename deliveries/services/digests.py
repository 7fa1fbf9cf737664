"""Notification emails: everything due for one user goes into one email, at most once an hour unless it is urgent.

An email is composed under a lock on its user, so two workers never write two. It keeps its `head` delivery, and so its
Message-ID, at every attempt.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.languages import language_for_messages
from accounts.models import User
from accounts.zones import zone_of
from deliveries.channels.mail import mail
from deliveries.channels.results import Never, NotNow, tried
from deliveries.selectors.preferences import channels_of
from deliveries.selectors.relevance import notices_by_id, obsolete_reason
from deliveries.services.briefing import tidings_of
from deliveries.services.delivery_state import LEASE, end_all, take_up, try_later
from notices.kinds import AT_ONCE, Channel, Kind
from notices.models import Delivery

HOUR = timedelta(hours=1)
"""The time between two emails to a person, except about what cannot wait for it (`AT_ONCE`)."""

MOST_INVITATIONS = 3
"""How many emails about invitations a person gets within an hour that do not wait for the next hourly one: anyone can
invite anyone.
"""

PEOPLE = 50
"""The maximum number of retried emails, and of users with new ones, in one batch."""


def send_batch(end: float) -> int:
    """Retry the emails that are due again, then compose and send new ones. Returns how many were handled."""
    waiting = Delivery.objects.filter(channel=Channel.MAIL, state=Delivery.State.WAITING, due__lte=timezone.now())
    worked = 0
    for head in waiting.filter(head=F("id")).order_by("due")[:PEOPLE]:
        if time.monotonic() < end and take_up(head):
            _send(head)
            worked += 1
    fresh = waiting.filter(head=None).order_by("due").values_list("user_id", flat=True)[:PEOPLE]
    for user_id in dict.fromkeys(fresh):
        if time.monotonic() < end:
            written = _write(user_id, timezone.now())
            if written is not None:
                _send(written)
            worked += 1
    return worked


def _write(user_id: int, now: datetime) -> Delivery | None:
    """Compose the email of a user, claim it and return its head; None if there is nothing to send now, or nobody to
    send it to any more.

    Within an hour of the last email, only urgent kinds (`AT_ONCE`) are sent; the others are postponed, as are
    invitations after many.
    """
    with transaction.atomic():
        if User.objects.select_for_update(no_key=True).filter(pk=user_id).values_list("pk").first() is None:
            return None
        at_once = AT_ONCE - {Kind.INVITATION} if _has_been_invited_often(user_id, now) else AT_ONCE
        due = _that_hold(_due(user_id, now), now)
        heads = Delivery.objects.filter(user=user_id, head=F("id"), written_at__gt=now - HOUR)
        written = heads.order_by("-written_at").values_list("written_at", flat=True).first()
        if written is not None:
            late = [delivery for delivery in due if delivery.notice.kind not in at_once]
            Delivery.objects.filter(pk__in=[delivery.pk for delivery in late]).update(due=written + HOUR)
            due = [delivery for delivery in due if delivery not in late]
        if not due:
            return None
        head = due[0]
        Delivery.objects.filter(pk__in=[delivery.pk for delivery in due]).update(head=head)
        head.due, head.attempts = now + LEASE, head.attempts + 1
        head.written_at = now if any(delivery.notice.kind not in at_once for delivery in due) else None
        head.save(update_fields=["due", "attempts", "written_at"])
    return head


def _has_been_invited_often(user_id: int, now: datetime) -> bool:
    """Whether `MOST_INVITATIONS` emails that did not wait have told a user of invitations within an hour."""
    sent = Delivery.objects.filter(user=user_id, channel=Channel.MAIL, head=F("id"), written_at=None)
    lately = sent.filter(notice__kind=Kind.INVITATION, ended_at__gt=now - HOUR, state=Delivery.State.SENT)
    return lately[:MOST_INVITATIONS].count() == MOST_INVITATIONS


def _due(user_id: int, now: datetime) -> list[Delivery]:
    """The deliveries that wait for a user's next email."""
    waiting = Delivery.objects.filter(user=user_id, channel=Channel.MAIL, state=Delivery.State.WAITING, head=None)
    return list(waiting.filter(due__lte=now).select_related("notice").order_by("id"))


def _that_hold(deliveries: list[Delivery], now: datetime) -> list[Delivery]:
    """The deliveries that are still true and wanted; ends the others."""
    notices = notices_by_id(delivery.notice_id for delivery in deliveries)
    channels = channels_of(delivery.user_id for delivery in deliveries)
    holding = []
    for delivery in deliveries:
        notice = notices.get(delivery.notice_id)
        if notice is None:  # it was deleted with its match, and the delivery with it
            continue
        reason = obsolete_reason(notice)
        if not reason and not channels[delivery.user_id].wants(notice.kind, Channel.MAIL):
            reason = Delivery.State.UNWANTED
        if reason:
            end_all([delivery.pk], reason, now)
        else:
            holding.append(delivery)
    return holding


def _send(head: Delivery) -> None:
    """Send a claimed email, and mark the outcome on all its deliveries."""
    members = list(head.members.filter(state=Delivery.State.WAITING).select_related("user").order_by("id"))
    holding = _that_hold([member for member in members if member != head], timezone.now())
    # The head identifies the email, so it ends last, even if its own notification is no longer true.
    notices = notices_by_id([head.notice_id, *(member.notice_id for member in holding)], deals=True)
    if head.notice_id not in notices:  # it was deleted with its match: the others go into the next email
        return
    reason = obsolete_reason(notices[head.notice_id])
    said = [each for each in (holding if reason else [head, *holding]) if each.notice_id in notices]
    if not said:
        end_all([head.pk], reason, timezone.now())
        return
    keys = [delivery.pk for delivery in said]
    address = channels_of([head.user_id])[head.user_id].address
    try:
        zone = timezone.override(zone_of(head.user) or None)
        with tried(), translation.override(language_for_messages(head.user)), zone:
            tidings = tidings_of([notices[delivery.notice_id] for delivery in said])
            mail(tidings, head.user, address, code_of(head))
    except NotNow as error:
        if not try_later(head, str(error)):
            end_all(keys, Delivery.State.FAILED, timezone.now(), str(error))
    except Never as error:
        end_all([*keys, head.pk], Delivery.State.FAILED, timezone.now(), str(error))
    else:
        with transaction.atomic():
            end_all(keys, Delivery.State.SENT, timezone.now())
            end_all([head.pk], reason or Delivery.State.SENT, timezone.now())


def code_of(head: Delivery) -> str:
    """The unique part of an email's Message-ID: the same at every attempt, and different on every other site."""
    return salted_hmac("notices.letters", f"{head.pk} {head.user.date_joined}").hexdigest()[:24]
