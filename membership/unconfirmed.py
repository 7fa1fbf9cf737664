"""Deleting accounts whose email address was never confirmed, which frees their names."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.letters import KEPT as LETTERS_KEPT
from accounts.letters import confirms_email
from accounts.models import Letter, User
from membership.guests import BATCH
from membership.guests import FORGET_AFTER as FORGET_GUESTS_AFTER

FORGET_AFTER = timedelta(days=7)
"""How long an account waits for its address to be confirmed if nobody has ever logged in to it."""

OF_SIGNING_UP = {
    "account.EmailAddress",
    "accounts.Letter",
    "accounts.Press",
    "notices.Delivery",
    "notices.Preference",
    "usersessions.UserSession",
}
"""Models whose rows may be deleted with the account. An account with a row of any other, such as a seat, stays."""

assert LETTERS_KEPT >= FORGET_AFTER, "letters tell who has asked for one lately"


def unconfirmed_forget() -> int:
    """Delete accounts without a confirmed address that own nothing worth keeping, and to which nobody is logged in.

    If nobody has ever logged in, this happens after `FORGET_AFTER`; otherwise, as for guests who signed up, when a
    guest would be deleted. Accounts with an account email from within `FORGET_AFTER` stay. So do all accounts on a site
    that sends no email, where nobody can confirm anything. Returns the count; safe to run twice at once.
    """
    if not confirms_email():
        return 0
    left = _left()
    with transaction.atomic():
        locked = list(left.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True)[:BATCH])
        # The race: the address may have been confirmed while we waited for the lock. So query again.
        _rows, removed = left.filter(pk__in=locked).delete()
    return removed.get(User._meta.label, 0)


def _left() -> QuerySet[User]:
    now = timezone.now()
    own = EmailAddress.objects.filter(user=OuterRef("pk"))
    asked = Letter.objects.filter(user=OuterRef("pk"), made_at__gte=now - FORGET_AFTER)
    living = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=now)
    logged_in = UserSession.objects.filter(Exists(living), user=OuterRef("pk"))
    early = Q(last_login=None, date_joined__lt=now - FORGET_AFTER) | Q(last_login__lt=now - FORGET_GUESTS_AFTER)
    people = User.objects.filter(early, is_guest=False, level="", owner=None, is_staff=False, is_superuser=False)
    people = people.filter(Exists(own.filter(verified=False)), ~Exists(own.filter(verified=True)), is_active=True)
    people = people.filter(~Exists(asked), ~Exists(logged_in))
    for relation in User._meta.get_fields(include_hidden=True):
        model = cast(type[models.Model], relation.related_model)
        if isinstance(relation, models.ManyToOneRel) and model._meta.label not in OF_SIGNING_UP:
            people = people.filter(~Exists(model._base_manager.filter(**{relation.field.name: OuterRef("pk")})))
    return people
