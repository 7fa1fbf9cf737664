"""Divides the computer players' time equally among the people who wait, however many questions they have.

If shares were by question, one person with thirty tables would leave a neighbour with one table a thirty-first. Instead
each person's questions divide that person's share, and the workers rotate among people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.core.cache import cache

from games.models import Hint, Match, Seat
from games.models.match import GIVES_WAY
from games.services.computer.leases import Decision, held

NOBODY = 0
"""Counts as the one person who waits in matches that all people have left."""

TICKETS = "thinking-tickets"
"""Cache key: how many questions have had their turn so far, which numbers them."""

REMEMBERED = 60 * 60
"""Seconds to remember when a person had their turn. Someone who has asked nothing since comes first anyway."""


class Question(NamedTuple):
    """A computer player's decision at a quick pace, and the people who wait for it."""

    decision: Decision
    people: tuple[int, ...]


def open_questions() -> list[Question]:
    """All decisions that people are waiting for now, the longest waiting first: two queries."""
    asked = Match.objects.filter(~GIVES_WAY, status=Match.Status.RUNNING, asked_at__isnull=False)
    seats = Seat.objects.filter(match__in=asked, user__level="", stand_in__isnull=True).order_by("number")
    people: dict[int, list[int]] = {}
    for match, user in seats.values_list("match_id", "user_id"):
        people.setdefault(match, []).append(user)
    rows = asked.order_by("to_move_since", "pk").values_list("pk", "code", "ply")
    return [Question((code, ply), tuple(people.get(pk, [NOBODY]))) for pk, code, ply in rows]


def open_hints() -> list[tuple[int, ...]]:
    """For each hint that was requested and is not found yet, the people who wait for it. One query."""
    return [(user,) for user in Hint.objects.filter(own="").values_list("user_id", flat=True)]


def as_one_of(mine: Collection[int], all_questions: Iterable[Collection[int]]) -> float:
    """The number of equal questions, itself included, among which a question of the people `mine` would get the same
    share: at least 1.

    Each person has an equal part of the whole, and each of their questions an equal part of that; a question for which
    several people wait has a part of each. So the parts of all questions add up to the whole.
    """
    asked = Counter(person for people in (mine, *all_questions) for person in people)
    asked.subtract(mine)  # they were counted twice
    waiting = sum(times > 0 for times in asked.values()) or 1
    return max(1.0, waiting / sum(1 / max(1, asked[person]) for person in mine)) if mine else float(waiting)


def in_turn(questions: Sequence[Question]) -> list[Question]:
    """The questions that nobody is thinking about yet, first those of people who were served longest ago, or never."""
    busy = held([question.decision for question in questions])
    keys = {person: _key(person) for question in questions for person in question.people}
    tickets = cache.get_many(keys.values())
    free = [question for question in questions if question.decision not in busy]
    return sorted(free, key=lambda question: min(tickets.get(keys[person], 0) for person in question.people))


def served(question: Question) -> None:
    """Note that the people of a question have just had their turn.

    A counter gives the order, since no clock can be trusted.
    """
    cache.add(TICKETS, 0, None)
    ticket = cache.incr(TICKETS)
    cache.set_many({_key(person): ticket for person in question.people}, REMEMBERED)


def _key(person: int) -> str:
    return f"served:{person}"
