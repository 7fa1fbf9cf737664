"""Matches created from a record instead of being played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine import GAMES
from games.engine.record import Record, final_state
from games.engine.variants import changed, options_text
from games.models import Action, Match, Seat
from games.selectors.position.engines import snapshot


def match_from_record(
    record: Record, *, users: Sequence[User | None], source: str, began: datetime, pace: timedelta, **columns: Any
) -> Match:
    """Write the match that `record` describes, with `users` at its seats, as if an action had been played every `pace`.

    `columns` are the other columns of the match. Raises RecordError, and IntegrityError when its code is in use.
    """
    state = final_state(record)
    outcome = GAMES[record.game].outcome(state)
    ended = began + pace * len(record.plies)
    with transaction.atomic():
        match = Match.objects.create(
            game=record.game,
            seat_count=record.seats,
            options=options_text(changed(GAMES[record.game], record.options)),
            rules_version=record.rules,
            deal=record.deal,
            record_headers=dict(record.occasion.headers()),
            state=snapshot(state),
            ply=len(record.plies),
            reason=outcome.reason if outcome else "",
            started_at=began,
            changed_at=ended,
            finished_at=ended if outcome else None,
            **columns,
        )
        Seat.objects.bulk_create(
            Seat(
                match=match,
                number=number,
                user=user,
                points=outcome.points[number] if outcome else None,
                rank=outcome.ranks[number] if outcome else None,
                ended_at=match.finished_at,
            )
            for number, user in enumerate(users)
        )
        Action.objects.bulk_create(
            Action(match=match, ply=ply, seat=seat, text=text, source=source, made_at=began + pace * (ply + 1))
            for ply, (seat, text) in enumerate(record.plies)
        )
    return match
