"""When rounds end at the latest: the host may change it, and what was written while the machine's date was ahead is put
right.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.zones import zone_named, zone_of
from common.refusals import Refused
from cups.models import Cup
from cups.services.entering import check_days, locked
from cups.services.telling import tell_of_less_time
from games.paces import later

LEFT = timedelta(days=1)
"""When the host shortens the time limit, the current round lasts at least this long from then on."""


def last_moment(cup: Cup, begins: datetime) -> datetime | None:
    """The deadline of a round that begins then; None without a time limit. Weekends off follow the host's time zone."""
    if cup.round_days is None:
        return None
    weekends = zone_named(zone_of(cup.host) if cup.host is not None else "") if cup.weekends_off else None
    return later(begins, timedelta(days=cup.round_days), weekends=weekends)


def round_days_change(*, cup: Cup, user: User, days: int) -> Cup:
    """Change how many days a round may last, also for the current one. If that ends sooner, those who still play in it
    are told; it does not end before `LEFT` has passed, unless it would have anyway. Doing it again changes nothing.

    Raises Refused for everyone but the host, for a number of days out of range, and once the cup is over or called off.
    """
    check_days(days)
    with transaction.atomic():
        cup = locked(cup)
        if user.pk != cup.host_id:
            raise Refused(_("Only the host of the cup can do this."))
        if cup.status == Cup.Status.OVER:
            raise Refused(_("This cup is over."))
        if cup.round_days != days:
            cup.round_days = days
            cup.save(update_fields=["round_days"])
            _move_deadline(cup, timezone.now())
    return cup


def _move_deadline(cup: Cup, now: datetime) -> None:
    """Give the current round, if any, the deadline by the time limit of the cup."""
    round_ = cup.rounds.filter(over_at=None).first()
    if round_ is None:
        return
    before, after = round_.last_moment, last_moment(cup, round_.paired_at)
    assert after is not None
    if before is None or after < before:
        after = max(after, now + LEFT if before is None else min(before, now + LEFT))
        tell_of_less_time(cup, round_)
    round_.last_moment = after
    round_.save(update_fields=["last_moment"])


def put_back(cup: Cup, now: datetime) -> None:
    """Correct what was written while the machine's date was ahead and has been set right since: otherwise the round
    would last until that date. A round then begins now.
    """
    cup.rounds.filter(paired_at__gt=now).update(paired_at=now, last_moment=last_moment(cup, now))
    for column in ("opened_at", "begun_at"):
        Cup.objects.filter(**{"pk": cup.pk, f"{column}__gt": now}).update(**{column: now})
