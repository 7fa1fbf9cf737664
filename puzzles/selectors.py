"""Queries about puzzles: which are for whom, answers, ratings and streaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from accounts.models import User
from daily.calendar import today
from daily.selectors import Streak, streak
from games.engine import GAMES
from games.models import Match, Seat
from puzzles.models import Answer, Five, Puzzle, Solver

A_DAY = 5
"""How many puzzles everyone gets on a day."""
MOST_MISTAKES = 50
"""How many of their own mistakes someone is shown."""
NEAR = 15
"""How many puzzles above and below a rating are candidates."""

EVERYONES = Q(owner=None) & (Q(match=None) | Q(match__access=Match.Access.ANYBODY))
"""Condition: puzzles for everyone, without those of games that only members of a club may see by now."""


@dataclass(frozen=True, slots=True)
class Task:
    """A numbered puzzle in a list, and the reader's answer.

    `is_gone`: it was taken away after the reader answered it, for example because a club has hidden its matches. The
    answer counts, but the position is not shown again.
    """

    number: int
    puzzle: Puzzle
    answer: Answer | None
    is_gone: bool = False


def puzzle_for(number: int, user: User | None) -> Puzzle | None:
    """The puzzle with this number if `user` may see it, otherwise None: mistakes are only for those who made them."""
    mine = EVERYONES if user is None else EVERYONES | Q(owner=user)
    puzzle = Puzzle.objects.select_related("match").filter(mine, pk=number).first()
    return puzzle if puzzle is not None and _can_be_played(puzzle) else None


def answer_of(user: User | None, puzzle: Puzzle) -> Answer | None:
    """The answer of `user` to this puzzle; None without one."""
    return None if user is None else Answer.objects.filter(puzzle=puzzle, user=user).first()


def solver_of(user: User | None) -> Solver:
    """The solver row of `user`; a new, unsaved row for someone who has not answered any."""
    found = None if user is None else Solver.objects.filter(user=user).first()
    return found or Solver(user=user)


def five_of(user: User | None, day: date) -> list[Puzzle]:
    """The five puzzles of a day for `user`, in order, as in `tasks_of`. At most seven queries."""
    return [task.puzzle for task in tasks_of(user, day)]


def tasks_of(user: User | None, day: date) -> list[Task]:
    """The five of a day with the answers of `user`: those given, or those to be given.

    Of those given, one that was taken away since then stays if `user` has answered it. Otherwise another one takes its
    place, as long as there is one.
    """
    given = None if user is None else Five.objects.filter(user=user, day=day).first()
    found, open_ones = _to_be_given(user, day) if given is None else _as_given(given)
    keys = [puzzle.pk for puzzle in found if puzzle is not None]
    answers = {} if user is None else {one.puzzle_id: one for one in Answer.objects.filter(user=user, puzzle__in=keys)}
    stays = [puzzle if puzzle and (puzzle.pk in open_ones or puzzle.pk in answers) else None for puzzle in found]
    if given is not None and None in stays:
        spare = iter(_drawn(user, day, besides=given.puzzles))
        stays = [next(spare, None) if puzzle is None else puzzle for puzzle in stays]
        open_ones |= {puzzle.pk for puzzle in stays if puzzle is not None and puzzle.pk not in answers}
    return [
        Task(number, puzzle, answers.get(puzzle.pk), is_gone=puzzle.pk not in open_ones)
        for number, puzzle in enumerate(filter(None, stays), 1)
    ]


def _to_be_given(user: User | None, day: date) -> tuple[list[Puzzle | None], set[int]]:
    """The five that `user` will get on a day, and the keys of those that are open: all of them."""
    drawn = _drawn(user, day)
    return [*drawn], {puzzle.pk for puzzle in drawn}


def _as_given(five: Five) -> tuple[list[Puzzle | None], set[int]]:
    """The puzzles of a five, None for one that was deleted, and the keys of those that are still open."""
    rows = Puzzle.objects.annotate(is_open=ExpressionWrapper(_shown(), output_field=BooleanField()))
    by_key = rows.in_bulk(five.puzzles)
    return [by_key.get(key) for key in five.puzzles], {key for key, puzzle in by_key.items() if puzzle.is_open}


def streak_of(user: User | None) -> Streak:
    """For how many days in a row `user` has answered all five. One query."""
    if user is None:
        return Streak()
    days = Answer.objects.filter(user=user, of_the_day=True).values("day").annotate(count=Count("pk"))
    return streak(set(days.filter(count__gte=A_DAY).values_list("day", flat=True)), today())


def mistakes_of(user: User) -> list[Task]:
    """The newest mistakes of `user`, latest first. Two queries."""
    found = list(Puzzle.objects.filter(owner=user).select_related("match").order_by("-pk")[:MOST_MISTAKES])
    answers = {one.puzzle_id: one for one in Answer.objects.filter(user=user, puzzle__in=found)}
    return [
        Task(number, puzzle, answers.get(puzzle.pk)) for number, puzzle in enumerate(filter(_can_be_played, found), 1)
    ]


def is_public(match: Match | None) -> bool:
    """Whether everyone may look at the replay."""
    return match is not None and match.access == Match.Access.ANYBODY and match.status == Match.Status.FINISHED


def _can_be_played(puzzle: Puzzle) -> bool:
    return puzzle.game in GAMES and puzzle.rules_version == GAMES[puzzle.game].RULES_VERSION


def _shown() -> Q:
    """The puzzles that are shown to everyone: by the current rules, and of no game that was hidden since."""
    rules = Q()
    for game in GAMES.values():
        rules |= Q(game=game.KEY, rules_version=game.RULES_VERSION)
    return EVERYONES & rules


def _drawn(user: User | None, day: date, *, besides: Collection[int] = ()) -> list[Puzzle]:
    """Five puzzles that `user` has not answered, near their rating, from as many games as possible.

    None of them has its key in `besides`. They are shuffled with a seed from the day and the user, so asking again
    gives the same ones.
    """
    open_ones, solver = _open_to(user).exclude(pk__in=besides), solver_of(user)
    mu = solver.mu
    above = list(open_ones.filter(mu__gte=mu).order_by("mu", "pk")[:NEAR])
    below = list(open_ones.filter(mu__lt=mu).order_by("-mu", "pk")[:NEAR])
    near = sorted(above + below, key=lambda one: one.pk)
    # Newcomers all get the same five, so nothing changes for someone who becomes a guest with the first answer.
    Random(f"{day}/{solver.user_id if solver.answers else ''}").shuffle(near)
    return _mixed(near)


def _mixed(found: Sequence[Puzzle]) -> list[Puzzle]:
    """The first few, from as many games as possible."""
    before: Counter[str] = Counter()
    places = []
    for place, puzzle in enumerate(found):
        places.append((before[puzzle.game], place, puzzle))
        before[puzzle.game] += 1
    return [puzzle for _turn, _place, puzzle in sorted(places, key=lambda one: one[:2])[:A_DAY]]


def _open_to(user: User | None) -> QuerySet[Puzzle]:
    """The puzzles for everyone that `user` has neither answered nor played in."""
    found = Puzzle.objects.filter(_shown())
    if user is None:
        return found
    seen = Answer.objects.filter(puzzle=OuterRef("pk"), user=user)
    sat = Seat.objects.filter(match=OuterRef("match"), user=user)
    return found.filter(~Exists(seen), ~Exists(sat))
