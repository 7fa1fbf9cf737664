"""The analysis of a finished match, as the replay shows it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.ai.evaluators import is_guesswork
from games.engine.contract import teams_of
from games.models import Judgement, Match
from games.pages.boards.actions import actions_in_words
from games.pages.boards.bands import bands
from games.pages.boards.names import as_decided, seat_name
from games.pages.boards.preview import marks_of
from games.selectors.position.positions import Position
from games.selectors.records.analyses import analysis_of, judgements_of, turning_points
from games.services.computer.analysing import starts_by_itself

ROWS = 24
"""Approximate number of steps listed in the table."""

LUCK = 0.1
"""The smallest jump of a chance that is called luck: less may be an error of the search."""

MOST_LUCK = 3
"""How many strokes of luck are listed, the largest."""


@dataclass(frozen=True, slots=True)
class Side:
    """The seats that win together, and their chance in per cent at the replay's step; None if it is not judged yet."""

    seat: int
    name: str
    percent: int | None


@dataclass(frozen=True, slots=True)
class Advice:
    """One action in words, the chance in per cent it would have left its seat, and whether it was played.

    `marks` is its drawing on the board, as JSON.
    """

    words: str
    percent: int
    is_played: bool
    marks: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The decision of `seat` at `step`, counted in actions: actions with the chances they would leave, best first."""

    step: int
    seat: int
    name: str
    advices: list[Advice]

    @property
    def number(self) -> int:
        """The number that the played action has in the log."""
        return self.step + 1

    @property
    def best(self) -> Advice:
        """The best action."""
        return self.advices[0]

    @property
    def played(self) -> Advice:
        """The action that was played."""
        return next(advice for advice in self.advices if advice.is_played)

    @property
    def lost(self) -> int:
        """The loss, in percentage points."""
        return self.best.percent - self.played.percent


@dataclass(frozen=True, slots=True)
class Luck:
    """What cards did to the chance of `seat`, in percentage points: the jump after its action number `step` that the
    choice does not explain.
    """

    step: int
    seat: int
    name: str
    points: int

    @property
    def is_good(self) -> bool:
        """Whether the chance rose."""
        return self.points > 0

    @property
    def amount(self) -> int:
        """The size of the jump."""
        return abs(self.points)


def progress_context(match: Match) -> dict[str, Any]:
    """How far the analysis of a finished match is: the analysis, whether one is about to start by itself, and whether
    the page waits for either.
    """
    found = analysis_of(match)
    begins = found is None and starts_by_itself(match)
    is_awaited = begins or (found is not None and found.is_under_way)
    return {"analysis": found, "starts_by_itself": begins, "is_awaited": is_awaited}


def analysis_context(position: Position) -> dict[str, Any]:
    """Context of `games/replay/replay.html`: the analysis at the step of `position`."""
    match = position.match
    progress = progress_context(match)
    found = progress["analysis"]
    if found is None or found.finished_at is None:
        return progress | {
            "can_analyse": match.may_be_analysed and position.last_step > match.inherited_plies,
            "query": f"step={position.step}&eyes={position.viewer}",
        }
    judgements = judgements_of(found)
    turning = [_choice(position, one) for one in turning_points(judgements)]
    here = next((one for one in judgements if one.step == position.step), None)
    return (
        _of_chances(position, judgements, [one.step for one in turning])
        | progress
        | {
            "with_open_cards": not position.hides_nothing,
            "lucks": [] if position.hides_nothing else [_named(position, *found) for found in lucks(judgements)],
            "turning": turning,
            "choice": _choice(position, here) if here is not None else None,
            "was_forced": position.step >= match.inherited_plies and not is_guesswork(position.game, position.view),
        }
    )


def _of_chances(position: Position, judgements: list[Judgement], turning: list[int]) -> dict[str, Any]:
    """The part of the context about everyone's chances: now, in the picture with its `turning` steps, in the table."""
    sides = teams_of(position.game, len(position.seats))
    firsts = [side[0] for side in sides]
    shares = _shares(position, judgements, firsts)
    before = [of_sides for step, of_sides in shares if step <= position.step]
    now = _percents(before[-1]) if before else [None] * len(sides)
    every = max(1, round(len(shares) / ROWS))
    return {
        "chances": bands(firsts, shares, position.step, position.last_step, turning),
        "sides": [
            Side(side[0], " + ".join(seat_name(position, seat) for seat in side), percent)
            for side, percent in zip(sides, now, strict=True)
        ],
        "in_teams": len(sides) < len(position.seats),
        "chance_rows": [(step, _percents(of_sides)) for step, of_sides in [*shares[:-1:every], shares[-1]]],
    }


def _shares(position: Position, judgements: list[Judgement], firsts: list[int]) -> list[tuple[int, list[float]]]:
    """Each side's expected share of the win at each decision, and its actual share at the end if anyone has won.

    Starts where the match does: after the steps taken over from another one.
    """
    found = [(one.step, [one.chances[seat] / 1000 for seat in firsts]) for one in judgements]
    first = position.match.inherited_plies
    if not found or found[0][0] > first:
        found.insert(0, (first, found[0][1] if found else [1 / len(firsts) for _first in firsts]))
    winners = [position.seats[seat].rank == 1 for seat in firsts]
    end = [is_first / sum(winners) for is_first in winners] if any(winners) else found[-1][1]
    if found[-1][0] < position.last_step:
        found.append((position.last_step, end))
    return found


def lucks(judgements: list[Judgement]) -> list[tuple[int, int, float]]:
    """The largest strokes of luck, in the order of the match: the step after the action, the seat, and the jump.

    Between a decision and the next the chance of its seat changes by what the choice gave away, and by cards. The end
    is no luck: what happens there was to be foreseen.
    """
    found = []
    for one, after in pairwise(judgements):
        jump = (after.chances[one.seat] - one.chances[one.seat] + one.loss) / 1000
        if abs(jump) >= LUCK:
            found.append((one.step + 1, one.seat, jump))
    largest = sorted(found, key=lambda luck: -abs(luck[2]))[:MOST_LUCK]
    return sorted(largest)


def _named(position: Position, step: int, seat: int, jump: float) -> Luck:
    return Luck(step, seat, seat_name(as_decided(position, step - 1), seat), round(100 * jump))


def _choice(position: Position, judgement: Judgement) -> Choice:
    """A decision in words: the best actions, and the one that was played, which may be one of them."""
    deciding = position.deciding_at(judgement.step)
    words = actions_in_words(deciding)
    compared = [(text, chance) for text, chance in judgement.best if text != judgement.played]
    compared = sorted([*compared, (judgement.played, judgement.kept)], key=lambda pair: -pair[1])
    return Choice(
        step=judgement.step,
        seat=judgement.seat,
        name=seat_name(as_decided(position, judgement.step), judgement.seat),
        advices=[
            Advice(
                words.get(text, text),
                _percent(chance / 1000),
                text == judgement.played,
                marks_of(deciding, position.tried_at(judgement.step, text)),
            )
            for text, chance in compared
        ],
    )


def _percents(shares: list[float]) -> list[int]:
    """Shares of a whole in per cent, rounded so that they add up to 100, with 0 only for no share at all."""
    rounded = [int(100 * share) or (1 if share else 0) for share in shares]
    rounded[rounded.index(max(rounded))] -= max(0, sum(rounded) - 100)
    most_cut = sorted(range(len(shares)), key=lambda number: rounded[number] - 100 * shares[number])
    for number in most_cut[: max(0, 100 - sum(rounded))]:
        rounded[number] += 1
    return rounded


def _percent(share: float) -> int:
    """Per cent; 0 and 100 only for certainty."""
    return round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))
