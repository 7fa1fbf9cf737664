"""Notifications about ladders, written in the transaction that makes them true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from accounts.models import User
from ladders.models import Bout, Ladder, Rung
from notices.kinds import Kind
from notices.outbox import notify, notify_each


def tell_of_challenge(bout: Bout) -> None:
    """Notify the challenged player of the challenge, and until when to answer it."""
    own = _facts(bout.ladder, "challenged") | {"until": bout.answer_by.isoformat()}
    notify(kind=Kind.LADDER, users=[bout.challenged], about=bout.challenger, **own)


def tell_of_answer(bout: Bout, *, accepted: bool) -> None:
    """Notify the challenger of the answer."""
    event = "accepted" if accepted else "declined"
    notify(kind=Kind.LADDER, users=[bout.challenger], about=bout.challenged, **_facts(bout.ladder, event))


def tell_of_moves(ladder: Ladder, moved: Sequence[Rung]) -> None:
    """Notify all people on moved rungs of their new place: one query."""
    if not moved:
        return
    last = max(rung.position for rung in moved)
    people = Rung.objects.filter(ladder=ladder, is_house=False, position__lte=last).order_by("position")
    places = {user: place for place, user in enumerate(people.values_list("user", flat=True), 1)}
    own = _facts(ladder, "moved")
    notify_each(
        kind=Kind.LADDER,
        facts=[(rung.user, own | {"place": places[rung.user_id]}) for rung in moved if not rung.is_house],
    )


def tell_of_slipping(ladder: Ladder, user: User, *, is_silent: bool) -> None:
    """Notify someone that they are off the ladder, for not answering challenges or for being idle too long."""
    notify(kind=Kind.LADDER, users=[user], **_facts(ladder, "silent" if is_silent else "idle"))


def tell_of_season(ladder: Ladder, people: Iterable[User]) -> None:
    """Notify everyone of their place at the end of a season; `people` are in order, the first place first."""
    own = _facts(ladder, "season")
    notify_each(kind=Kind.LADDER, facts=[(user, own | {"place": place}) for place, user in enumerate(people, 1)])


def _facts(ladder: Ladder, event: str) -> dict[str, Any]:
    return {"game": ladder.game, "event": event}
