"""Running matches put into the database as they are after some actions of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count

from accounts.models import User
from games.engine import GAMES
from games.engine.record import Record, final_state, replay
from games.engine.variants import options_text
from games.models import Action, Match, Seat
from games.selectors.position.engines import snapshot
from games.selectors.position.timelines import forget_timelines
from games.services.lobby.matches import commitment

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SALT = "salt"
_codes = count()


def staged(record: Record, users: Sequence[User], *, taken_back: str = "") -> Match:
    """The running match of `users` with this record; `taken_back` is an action played and undone after it."""
    match = Match(
        code=f"staged{next(_codes):02}",
        invite="invitation",
        game=record.game,
        seat_count=record.seats,
        options=options_text(record.options),
        rules_version=record.rules,
        access=Match.Access.ANYBODY,
        host=users[0],
        status=Match.Status.RUNNING,
        salt=SALT,
        commitment=commitment(SALT, record.deal),
        started_at=NOON,
        state={},
    )
    match.save()
    match.created_at = match.changed_at = NOON
    Seat.objects.bulk_create(Seat(match=match, number=number, user=user) for number, user in enumerate(users))
    rewrite(match, record, taken_back=taken_back)
    return match


def rewrite(match: Match, record: Record, *, taken_back: str = "") -> None:
    """Replace deal, position and log of the match by those of `record`. Everything that everyone sees stays."""
    state = final_state(record)
    match.deal, match.state, match.to_move = record.deal, snapshot(state), GAMES[record.game].to_move(state)
    keys = dict(match.actions.values_list("ply", "pk"))
    match.actions.all().delete()
    log = list(_log(match, record))
    if taken_back:
        seat = match.to_move
        log.append(Action(match=match, ply=len(log), seat=seat, text=taken_back, undone=True, made_at=NOON))
        log.append(Action(match=match, ply=len(log), seat=seat, kind=Action.Kind.UNDO, made_at=NOON))
    for entry in log:
        entry.pk = keys.get(entry.ply)
    Action.objects.bulk_create([entry for entry in log if entry.pk is None])
    Action.objects.bulk_create([entry for entry in log if entry.ply in keys])
    match.ply = len(log)
    match.save()
    forget_timelines()


def _log(match: Match, record: Record) -> Iterator[Action]:
    """The entries of the log, with forced choices marked as such."""
    for ply, step in enumerate(replay(record)):
        is_forced = len(GAMES[record.game].legal_actions(step.state)) == 1
        source = Action.Source.FORCED if is_forced else Action.Source.PERSON
        yield Action(match=match, ply=ply, seat=step.seat, text=str(step.action), source=source, made_at=NOON)
