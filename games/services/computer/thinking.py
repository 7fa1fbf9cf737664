"""Computer players at real tables."""

from datetime import timedelta
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from common import metrics
from games.ai import LEVELS, Choice, Level, choose, view_for
from games.models import Action, Match
from games.models.match import GIVES_WAY
from games.paces import PACES
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, plays_of, state_of
from games.services.computer.leases import lease
from games.services.computer.shares import as_one_of, in_turn, open_questions, served
from games.services.computer.work import ASK_AGAIN_AFTER, PendingJob, ask_again_for, attempt, lost_jobs
from games.services.live import broadcast
from games.services.moderation.quarantine import match_quarantine
from games.services.play.turns import play

ASK_AGAIN_SLOWLY_AFTER = timedelta(minutes=1)
"""Day games and exhibitions wait this long before a decision that was never taken up is asked for again: their queue is
longer.
"""

PATIENCE = 10.0
"""Seconds within which everyone who is waiting now should get an answer, if need be one with less thought."""

WHILE_OTHERS_WAIT = 2.0
"""Maximum seconds for a decision in an exhibition, and in a day game while people at a quick pace wait: they may need
the same worker.
"""


def think(*, code: str, ply: int) -> bool:
    """Decide for the computer player whose turn it is at log position `ply`, and play. False: nothing to do any more.

    The search sees only what the seat knows (see `view_for`) and runs outside any transaction. A repeated or late call
    finds another ply and ends quietly, as does the second of two concurrent calls; if a lease gets lost, `play` refuses
    the second.
    """
    with lease(code, ply) as is_ours:
        return is_ours and _think(code, ply)


def think_next(*, code: str, ply: int) -> bool:
    """Answer one question for the message that was sent for the decision at `ply`. False: no question is left.

    At a quick pace, this is the question of the person who was served longest ago: in the queue, the questions of
    someone with many tables may be ahead of everyone else's. There are as many messages as questions, so all are
    answered.
    """
    if Match.objects.filter(GIVES_WAY, code=code).exists():
        return think(code=code, ply=ply)
    for question in in_turn(open_questions()):
        served(question)
        if think(code=question.decision[0], ply=question.decision[1]):
            return True
    return False


def seconds_for(level: Level, waiting: float, *, exhibition: bool = False, slow: bool = False) -> float:
    """Seconds for a decision that is one of this many: the time of the level, less when the queue is long.

    Also less in an `exhibition`, and at a `slow` pace while anyone at a quick pace is waiting.
    """
    most = min(level.seconds, WHILE_OTHERS_WAIT) if exhibition or (slow and waiting) else level.seconds
    return min(most, PATIENCE * settings.AI_PROCESSES / max(1, waiting))


def _think(code: str, ply: int) -> bool:
    """The same as `think`, for the holder of the lease."""
    match = Match.objects.filter(code=code, status=Match.Status.RUNNING, ply=ply, asked_at__isnull=False).first()
    if match is None or match.to_move is None:
        return False
    player = seats_of(match)[match.to_move].decider
    if player is None or not player.is_computer:
        return False
    return attempt(
        f"match {code}: the decision at ply {ply}",
        partial(_decide, match, player),
        give_up=lambda trouble: match_quarantine(match_id=match.pk, ply=ply, trouble=f"thinking: {trouble}"),
        leased=(code, ply),
    )


def _decide(match: Match, player: User) -> bool:
    """Choose an action and play it."""
    assert match.to_move is not None
    game = game_of(match)
    view = view_for(game, state_of(match), match.to_move, player.level)
    choice = _alike(match, view, player.level) if match.thoughts else _in_time(match, view, player.level)
    metrics.THINKING.labels(match.game, player.level).observe(choice.seconds)
    play(
        match=match,
        seat=match.to_move,
        user=player,
        text=choice.action,
        ply=match.ply,
        source=Action.Source.COMPUTER,
        thought_ms=round(choice.seconds * 1000),
    )
    return True


def _in_time(match: Match, view: Any, level: str) -> Choice:
    """The computer player's choice within the time that is available for one decision."""
    assert match.to_move is not None
    slow = PACES[match.pace].is_slow
    waiting = how_many_wait() if slow or match.exhibition else _as_one_of_many(match.code, match.ply)
    seconds = seconds_for(LEVELS[level], waiting, exhibition=match.exhibition, slow=slow)
    return choose(game_of(match), view, match.to_move, level, Random(), seconds=seconds)


def _alike(match: Match, view: Any, level: str) -> Choice:
    """The computer player's choice, the same in every match with this deal and this course of play.

    Neither the machine's speed nor others who wait make a difference: the search has a fixed number of iterations, and
    is seeded by the deal and the actions that count. The match's number of thoughts is that of the strongest player at
    the table.
    """
    assert match.to_move is not None
    assert match.thoughts is not None
    played = plays_of(match)
    course = "\n".join([match.deal, *(entry.text for entry in played)])
    chance = Random(sha256(course.encode()).hexdigest())
    thoughts = min(match.thoughts, LEVELS[level].thoughts_in(match.game, match.seat_count))
    return choose(game_of(match), view, match.to_move, level, chance, iterations=thoughts)


def how_many_wait() -> int:
    """How many people are waiting for a computer player in matches at a quick pace."""
    return len({person for question in open_questions() for person in question.people})


def _as_one_of_many(code: str, ply: int) -> float:
    """The number of equal questions that this decision competes with, itself included: see `as_one_of`."""
    questions = open_questions()
    mine = next((question.people for question in questions if question.decision == (code, ply)), ())
    return as_one_of(mine, [question.people for question in questions])


def ask_again() -> int:
    """Ask again for every computer player's decision that got lost. Returns how many.

    Safe to run at any time and concurrently: each match is claimed by a conditional update, and a decision that is
    asked for twice is played once. However often it runs, there are never more messages in the queue than decisions
    waiting.
    """
    quick = _ask_again(~GIVES_WAY, broadcast.NOW, ASK_AGAIN_AFTER)
    return quick + _ask_again(GIVES_WAY, broadcast.LATER, ASK_AGAIN_SLOWLY_AFTER)


def _ask_again(which: Q, priority: int, patience: timedelta) -> int:
    """The same for the matches whose decisions have this priority in the queue."""
    now = timezone.now()
    asked_for = Match.objects.filter(which, status=Match.Status.RUNNING, asked_at__isnull=False)
    rows = asked_for.values_list("pk", "code", "ply", "asked_at")
    waiting = [PendingJob(pk, (code, ply), at) for pk, code, ply, at in rows if at is not None]
    return ask_again_for(
        lost_jobs(waiting, priority, patience),
        lambda one: Match.objects.filter(pk=one.pk, asked_at=one.at, ply=one.decision[1]).update(asked_at=now),
        lambda one: broadcast.ask_to_think_again(*one.decision, priority),
    )
