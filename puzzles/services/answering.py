"""Everyone's one try at a puzzle, which rates both person and puzzle."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from daily.calendar import today
from games.engine import GAMES
from games.engine.record import Ply, Record, final_state
from games.skill import rated
from puzzles.finding.moments import NEARLY
from puzzles.models import Answer, Five, Puzzle, Solver
from puzzles.selectors import five_of

RANKS = {Answer.Result.SOLVED: (1, 2), Answer.Result.NEARLY: (1, 1), Answer.Result.MISSED: (2, 1)}
"""The ranks of person and puzzle in the rated game between them."""


def answer_give(*, user: User, puzzle: Puzzle, text: str, is_known: bool = False) -> Answer:
    """Store the answer of `user`, or return the earlier one. Rates person and puzzle, except for own mistakes, and if
    someone else has answered it in the same browser (`is_known`), who may be the same person.

    Raises IllegalAction if `text` is not a legal action of the puzzle, and Refused for bots.
    """
    if user.is_bot:
        raise Refused(_("Puzzles are for people: bots cannot solve them."))
    action, day = action_of(puzzle, text), today()
    with transaction.atomic():
        # The race: if two tabs answer, one waits here, and then finds the answer of the other.
        solver, _new = Solver.objects.select_for_update().get_or_create(user=user)
        before = Answer.objects.filter(puzzle=puzzle, user=user).first()
        if before is not None:
            return before
        five = _five(user, day)
        answer = Answer(puzzle=puzzle, user=user, action=action, result=result_of(puzzle, action), day=day)
        answer.of_the_day = puzzle.pk in five.puzzles
        if puzzle.owner_id is None and not is_known:
            _rate(answer, solver)
        answer.save(force_insert=True)
    return answer


def _five(user: User, day: date) -> Five:
    """The five of a day as `user` is shown them now, stored: others may have taken the place of some."""
    keys = [one.pk for one in five_of(user, day)]
    five, _new = Five.objects.get_or_create(user=user, day=day, defaults={"puzzles": keys})
    now = [*keys, *(key for key in five.puzzles if key not in keys)][: len(five.puzzles)]
    if five.puzzles != now:
        five.puzzles = now
        five.save(update_fields=["puzzles"])
    return five


def action_of(puzzle: Puzzle, text: str) -> str:
    """The notation of the legal action that `text` names. Raises IllegalAction."""
    return str(GAMES[puzzle.game].parse(final_state(record_of(puzzle)), text))


def result_of(puzzle: Puzzle, action: str) -> Answer.Result:
    """The result of answering with a legal action."""
    if action == puzzle.best:
        return Answer.Result.SOLVED
    lost = lost_by(puzzle, action)
    return Answer.Result.NEARLY if lost is not None and lost <= NEARLY else Answer.Result.MISSED


def lost_by(puzzle: Puzzle, action: str) -> int | None:
    """The thousandths of a win that an action gives away; None if that is more than the worst compared one."""
    left = dict(map(tuple, puzzle.left))
    return left[puzzle.best] - left[action] if action in left else None


def record_of(puzzle: Puzzle) -> Record:
    """The game up to the decision."""
    plies = tuple(Ply(seat, text) for seat, text in puzzle.plies)
    return Record(puzzle.game, puzzle.rules_version, puzzle.seat_count, puzzle.options, puzzle.deal, plies)


def _rate(answer: Answer, solver: Solver) -> None:
    puzzle = Puzzle.objects.select_for_update().get(pk=answer.puzzle_id)
    answer.rating_before = solver.skill.rating
    [[person], [task]] = rated([[solver.skill], [puzzle.skill]], RANKS[Answer.Result(answer.result)])
    solver.mu, solver.sigma, solver.answers = person.mu, person.sigma, solver.answers + 1
    solver.save(update_fields=["mu", "sigma", "answers"])
    puzzle.mu, puzzle.sigma, puzzle.answered = task.mu, task.sigma, puzzle.answered + 1
    puzzle.save(update_fields=["mu", "sigma", "answered"])
    answer.rating_after = solver.skill.rating


def answers_merge(*, guest: User, user: User) -> None:
    """Transfer the answers, mistakes and rating of `guest` to `user`, who keeps their own where both have one.

    The caller has a transaction.
    """
    both = Answer.objects.filter(user=user).values("puzzle")
    Answer.objects.filter(user=guest).exclude(puzzle__in=both).update(user=user)
    Five.objects.filter(user=guest).exclude(day__in=Five.objects.filter(user=user).values("day")).update(user=user)
    Puzzle.objects.filter(owner=guest).update(owner=user)
    if not Solver.objects.filter(user=user).exists():
        Solver.objects.filter(user=guest).update(user=user)
    for left in (Answer, Five, Solver):
        left.objects.filter(user=guest).delete()
