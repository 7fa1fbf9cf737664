"""Puzzles in the API: today's five as their seats saw them, single puzzles, the caller's mistakes, answers and rating.

The best action is shown only to callers who have answered. Bots can read puzzles but not answer them.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.http import Http404, HttpResponse
from ninja import Router, Schema
from pydantic import Field

from accounts.models import User
from daily.calendar import end_of, today
from games.api.v1.caller import ApiRequest, acting, reader
from games.api.v1.schemas.shared import Body, Key, Short
from games.engine.codec import encode
from games.selectors.position.positions import Position
from puzzles import selectors
from puzzles.models import Answer, Puzzle
from puzzles.pages.mark import is_answered_here, leave_mark
from puzzles.scene import Scene, scene
from puzzles.services.answering import answer_give, lost_by

router = Router(tags=["puzzles"])


class PuzzleTask(Schema):
    """A decision of a game as its seat saw it. What was hidden from the seat is left out, or `?` in notation."""

    puzzle: int
    game: str
    options: str
    rules: str = Field(description="The version of the rules.")
    seats: int
    seat: int = Field(description="Whose decision it is.")
    view: Any
    legal: list[str] = Field(description="The legal actions, in notation: one is clearly best.")
    result: str | None = Field(description="Yours: solved, nearly or missed; null until you answer.")


class PuzzlesToday(Schema):
    """The five puzzles of a UTC day, or fewer if there are not enough.

    One that is taken away during the day is replaced, unless you have answered it: then it is left out, but counts.
    """

    day: date
    ends_at: datetime
    puzzles: list[PuzzleTask]


class PuzzlePly(Schema):
    """An action of the game, as the seat of the puzzle saw it."""

    seat: int
    action: str


class PuzzleVerdict(Schema):
    """What your answer was worth. Chances of winning are in thousandths."""

    action: str = Field(description="Your answer.")
    result: str = Field(description="solved, nearly or missed")
    best: str
    chance: int = Field(description="Your chance after the best action.")
    kept: int | None = Field(description="Your chance after your action; null: less than `least`.")
    least: int = Field(description="The lowest chance among the actions that were compared.")
    rating_before: int | None = Field(description="null: the answer is not rated.")
    rating_after: int | None
    line: list[PuzzlePly] = Field(description="How the game may continue.")
    match: str | None = Field(description="The match it is from, if everyone can see it.")


class PuzzlePage(PuzzleTask):
    """A puzzle with what happened before it; `verdict` is null until you answer."""

    log: list[PuzzlePly]
    verdict: PuzzleVerdict | None


class PuzzleAnswer(Body):
    """An action in notation: you have one try."""

    action: Short


class PuzzleMistake(Schema):
    """A mistake of yours as a puzzle: read it and answer it by its number, like any other."""

    puzzle: int
    game: str
    seats: int
    seat: int
    made_at: datetime = Field(description="When it became a puzzle.")
    result: str | None = Field(description="Yours: solved, nearly or missed; null until you answer.")


class PuzzleMistakes(Schema):
    """Your mistakes, the latest fifty, latest first. Nobody else sees them."""

    puzzles: list[PuzzleMistake]


class PuzzleRating(Schema):
    """How well you solve puzzles; `streak` is how many days in a row you have answered all five."""

    rating: int
    provisional: bool
    answers: int = Field(description="How many count.")
    streak: int
    best_streak: int


@router.get("puzzles", response=PuzzlesToday, url_name="puzzles")
def puzzles(request: ApiRequest) -> PuzzlesToday:
    """Your five puzzles of today."""
    user, day = reader(request), today()
    tasks = [
        PuzzleTask(**_facts(task.puzzle, _scene(task.puzzle, user).position(limit=0), task.answer))
        for task in selectors.tasks_of(user, day)
        if not task.is_gone
    ]
    return PuzzlesToday(day=day, ends_at=end_of(day), puzzles=tasks)


@router.get("puzzles/rating", response=PuzzleRating, url_name="puzzle_rating")
def rating(request: ApiRequest) -> PuzzleRating:
    """Your rating as a solver of puzzles."""
    user = acting(request)
    solver, streak = selectors.solver_of(user), selectors.streak_of(user)
    return PuzzleRating(
        rating=solver.skill.rating,
        provisional=solver.is_provisional,
        answers=solver.answers,
        streak=streak.now,
        best_streak=streak.best,
    )


@router.get("puzzles/mistakes", response=PuzzleMistakes, url_name="puzzle_mistakes")
def mistakes(request: ApiRequest) -> PuzzleMistakes:
    """Your own mistakes, found by analyses of your games."""
    return PuzzleMistakes(puzzles=[_mistake(task) for task in selectors.mistakes_of(acting(request))])


@router.get("puzzles/{int:puzzle}", response=PuzzlePage, url_name="puzzle")
def puzzle(request: ApiRequest, puzzle: Key) -> PuzzlePage:
    """A puzzle of any day, or one of your own mistakes, with what happened before."""
    user, found = reader(request), _puzzle(request, puzzle)
    answer, begun = selectors.answer_of(user, found), _scene(found, user)
    position = begun.position()
    return PuzzlePage(
        **_facts(found, position, answer),
        log=_read(position),
        verdict=None if answer is None else _verdict(begun, answer),
    )


@router.post("puzzles/{int:puzzle}/answer", response=PuzzleVerdict, url_name="puzzle_answer")
def answer(request: ApiRequest, response: HttpResponse, puzzle: Key, given: PuzzleAnswer) -> PuzzleVerdict:
    """Answer a puzzle. Only your first answer counts; later ones get its verdict. Bots are refused."""
    user, found = acting(request), _puzzle(request, puzzle)
    is_known = is_answered_here(request, found)
    answered = answer_give(user=user, puzzle=found, text=given.action, is_known=is_known)
    if request.token is None:  # a browser: programs may act for several people
        leave_mark(request, response, found)
    return _verdict(_scene(found, user), answered)


def _puzzle(request: ApiRequest, number: int) -> Puzzle:
    found = selectors.puzzle_for(number, reader(request))
    if found is None:
        raise Http404
    return found


def _scene(puzzle: Puzzle, user: User | None) -> Scene:
    return scene(puzzle, user or User(pk=-1))


def _facts(puzzle: Puzzle, position: Position, answer: Answer | None) -> dict[str, Any]:
    return {
        "puzzle": puzzle.pk,
        "game": puzzle.game,
        "options": position.match.options,
        "rules": puzzle.rules_version,
        "seats": puzzle.seat_count,
        "seat": puzzle.seat,
        "view": encode(position.view),
        "legal": [str(action) for action in position.legal],
        "result": None if answer is None else answer.result,
    }


def _mistake(task: selectors.Task) -> PuzzleMistake:
    puzzle, answer = task.puzzle, task.answer
    return PuzzleMistake(
        puzzle=puzzle.pk,
        game=puzzle.game,
        seats=puzzle.seat_count,
        seat=puzzle.seat,
        made_at=puzzle.made_at,
        result=None if answer is None else answer.result,
    )


def _read(position: Position) -> list[PuzzlePly]:
    return [PuzzlePly(seat=entry.seat, action=entry.text) for entry in position.entries]


def _verdict(begun: Scene, answer: Answer) -> PuzzleVerdict:
    found = begun.puzzle
    top, lost = found.left[0][1], lost_by(found, answer.action)
    return PuzzleVerdict(
        action=answer.action,
        result=answer.result,
        best=found.best,
        chance=top,
        kept=None if lost is None else top - lost,
        least=found.left[-1][1],
        rating_before=answer.rating_before,
        rating_after=answer.rating_after,
        line=_read(begun.followed()),
        match=found.match.code if found.match is not None and selectors.is_public(found.match) else None,
    )
