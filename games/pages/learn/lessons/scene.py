"""A step of a lesson as an unsaved match, so that the pages of matches can show it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import cycle

from django.utils import timezone

from accounts.models import User
from accounts.names import COMPUTER_NAMES
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.engine.variants import options_text
from games.models import Action, Match, Seat
from games.pages.boards.lesson_script import Lesson, Step, Tried
from games.selectors.position.positions import Position, position_of
from games.selectors.position.timelines import LogEntry, Timeline


@dataclass(frozen=True, slots=True)
class Scene:
    """The start of a step: its match, the actions that led there, and who sits where."""

    lesson: Lesson
    step: Step
    match: Match
    timeline: Timeline
    seats: list[Seat]

    @property
    def game(self) -> AnyGame:
        """The engine of the lesson's game."""
        return GAMES[self.lesson.game]

    def position(self) -> Position:
        """The task as its learner sees it."""
        return position_of(self.match, self.seats, self.timeline, self.seats[self.lesson.seat], limit=1)

    def tried(self, text: str) -> Tried:
        """The result of the learner's action. Raises IllegalAction."""
        before = self.timeline.state
        action = self.game.parse(before, text)
        return Tried(before, action, self.game.apply(before, action), self.lesson.seat)

    def followed(self, text: str) -> Position:
        """The position after the learner's correct answer and what follows it; nothing is asked there."""
        state = self.tried(text).after
        texts = [text]
        for pattern in self.step.then:
            action = next(action for action in self.game.legal_actions(state) if re.fullmatch(pattern, str(action)))
            texts.append(str(action))
            state = self.game.apply(state, action)
        after = _scene(self.lesson, self.step, self.seats, (*self.step.line, *texts))
        after.match.to_move = None
        return position_of(after.match, self.seats, after.timeline, self.seats[self.lesson.seat], limit=len(texts))


def scene(lesson: Lesson, step: Step, learner: User) -> Scene:
    """The step with `learner` at the lesson's seat and computer players elsewhere. Raises IllegalAction."""
    others = cycle(User(username=name, level=level) for level, name in COMPUTER_NAMES.items())
    users = [learner if number == lesson.seat else next(others) for number in range(lesson.record.seats)]
    seats = [Seat(number=number, user=user) for number, user in enumerate(users)]
    return _scene(lesson, step, seats, step.line)


def _scene(lesson: Lesson, step: Step, seats: list[Seat], line: tuple[str, ...]) -> Scene:
    """The lesson's game after the step's `plies` and the actions of `line`."""
    record = lesson.record
    game = GAMES[record.game]
    timeline = Timeline.start(game, game.parse_deal(record.seats, record.options, record.deal))
    now = timezone.now()
    for text in (*(ply.text for ply in record.plies[: step.plies]), *line):
        seat = game.to_move(timeline.state)
        assert seat is not None, "nothing is played after the end"
        source = Action.Source.PERSON if seat == lesson.seat else Action.Source.COMPUTER
        timeline = timeline.grown([LogEntry(timeline.ply, seat, Action.Kind.PLAY, text, source, now)])
    match = Match(
        game=record.game,
        seat_count=record.seats,
        options=options_text(record.options),
        rules_version=record.rules,
        status=Match.Status.RUNNING if game.outcome(timeline.state) is None else Match.Status.FINISHED,
        deal=record.deal,
        ply=timeline.ply,
        to_move=game.to_move(timeline.state),
    )
    return Scene(lesson, step, match, timeline, seats)
