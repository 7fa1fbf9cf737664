"""When rounds end at the latest, and putting right what was written while the machine's date was ahead."""

from datetime import datetime, timedelta

from accounts.zones import zone_named, zone_of
from cups.models import Cup
from games.paces import later


def last_moment(cup: Cup, begins: datetime) -> datetime | None:
    """The deadline of a round that begins then; None without a time limit. Weekends off follow the host's time zone."""
    if cup.round_days is None:
        return None
    weekends = zone_named(zone_of(cup.host) if cup.host is not None else "") if cup.weekends_off else None
    return later(begins, timedelta(days=cup.round_days), weekends=weekends)


def put_back(cup: Cup, now: datetime) -> None:
    """Correct what was written while the machine's date was ahead and has been set right since: otherwise the round
    would last until that date. A round then begins now.
    """
    cup.rounds.filter(paired_at__gt=now).update(paired_at=now, last_moment=last_moment(cup, now))
    for column in ("opened_at", "begun_at"):
        Cup.objects.filter(**{"pk": cup.pk, f"{column}__gt": now}).update(**{column: now})
