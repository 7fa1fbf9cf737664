"""Cautions: written warnings by moderators, milder than a silence or a ban but counted like them."""

from __future__ import annotations

import logging

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Caution, User
from common.refusals import Refused
from common.visible import is_seen
from games.models import Report
from notices.kinds import Kind
from notices.outbox import notify

log = logging.getLogger(__name__)


def caution_create(*, user: User, moderator: User, why: str, report: Report | None = None) -> Caution:
    """Caution `user`, or the owner of a bot, with the text `why`; every page points to it until they have read it.

    `report` led to it.

    Raises Refused for computer players and for a blank text.
    """
    if user.is_computer:
        raise Refused(_("Computer players don’t read messages."))
    user = user.owner or user
    if not is_seen(why):
        raise Refused(_("Say in your own words what they should stop doing."))
    with transaction.atomic():
        caution = Caution.objects.create(user=user, why=why.strip(), made_by=moderator, report=report)
        User.objects.filter(pk=user.pk).update(cautioned_at=caution.made_at)
        notify(kind=Kind.CAUTION, users=[user], caution=caution.pk)
    log.warning("%s warned %s: %s", moderator, user, why)
    return caution


def cautions_read(*, user: User) -> None:
    """Mark all cautions written so far as read. Idempotent."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # a caution written at this moment stays unread
        Caution.objects.filter(user=user, read_at=None).update(read_at=timezone.now())
        User.objects.filter(pk=user.pk).update(cautioned_at=None)
