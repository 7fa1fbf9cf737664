"""Computer players at real tables."""

import logging
from datetime import timedelta
from random import Random

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games.ai import LEVELS, Level, choose, eyes_of
from games.models import Action, Match
from games.models.match import GIVES_WAY
from games.paces import PACES
from games.selectors.access import seats_of
from games.selectors.engines import game_of, state_of
from games.services import tell
from games.services.aside import TRIED_AGAIN, match_set_aside
from games.services.asking import ASK_AGAIN_AFTER, Asked, lost_ones
from games.services.leases import TRIES, is_hopeless, lease
from games.services.refusals import Refused
from games.services.shares import as_one_of, in_turn, open_questions, served
from games.services.turns import play
from machupicchu.trouble import is_trouble

log = logging.getLogger(__name__)

ASK_AGAIN_SLOWLY_AFTER = timedelta(minutes=1)
"""Day games and exhibitions are patient about decisions that were never taken up: they stand in a longer queue."""

PATIENCE = 10.0
"""Seconds in which everybody who waits now shall have an answer, if need be one that was thought about less."""


WHILE_OTHERS_WAIT = 2.0
"""Seconds for a decision at most where people only watch, and in day games while others wait who play now: they may
need the same worker."""


def think(*, code: str, ply: int) -> bool:
    """Decide for the computer player whose turn it is at log position `ply`, and play. False: nothing to do any more.

    The search sees only what the seat knows (see `eyes_of`) and runs outside any transaction. A repeated or late call
    finds another ply and ends quietly, as does the second of two at the same time; should a lease get lost, `play`
    refuses the second.
    """
    with lease(code, ply) as is_ours:
        return is_ours and _think(code, ply)


def think_next(*, code: str, ply: int) -> bool:
    """Answer one question for the message that was sent for the decision at `ply`. False: there is none any more.

    Where people play now, it is the question of whoever was served longest ago: in the queue, those of somebody with
    many tables may stand before everybody else's. There are as many messages as questions, so all are answered.
    """
    if Match.objects.filter(GIVES_WAY, code=code).exists():
        return think(code=code, ply=ply)
    for question in in_turn(open_questions()):
        served(question)
        if think(code=question.decision[0], ply=question.decision[1]):
            return True
    return False


def seconds_for(level: Level, waiting: float, *, exhibition: bool = False, slow: bool = False) -> float:
    """How long a decision may take that is one of so many: the time of the level, less when the queue is long.

    Less also in an `exhibition`, and at a `slow` pace while anybody waits who plays now.
    """
    most = min(level.seconds, WHILE_OTHERS_WAIT) if exhibition or (slow and waiting) else level.seconds
    return min(most, PATIENCE * settings.AI_PROCESSES / max(1, waiting))


def _think(code: str, ply: int) -> bool:
    """The same for whoever holds the lease."""
    match = Match.objects.filter(code=code, status=Match.Status.RUNNING, ply=ply, asked_at__isnull=False).first()
    if match is None or match.awaited is None:
        return False
    player = seats_of(match)[match.awaited].decider
    if player is None or not player.is_computer:
        return False
    if is_hopeless(code, ply):
        log.error("match %s: %s workers died at ply %s, and the match is set aside", code, TRIES, ply)
        match_set_aside(match_id=match.pk, ply=ply, trouble=f"thinking: {TRIES} workers died at ply {ply}")
        return False
    try:
        game = game_of(match)
        view = eyes_of(game, state_of(match), match.awaited, player.level)
        slow = PACES[match.pace].is_slow
        waiting = how_many_wait() if slow or match.exhibition else _as_one_of_many(code, ply)
        seconds = seconds_for(LEVELS[player.level], waiting, exhibition=match.exhibition, slow=slow)
        choice = choose(game, view, match.awaited, player.level, Random(), seconds=seconds)
        play(
            match=match,
            seat=match.awaited,
            user=player,
            text=choice.action,
            ply=ply,
            source=Action.Source.COMPUTER,
            thought_ms=round(choice.seconds * 1000),
        )
    except Refused as refusal:
        log.info("match %s: the answer at ply %s came too late: %s", code, ply, refusal)
        return False
    except TRIED_AGAIN:
        raise
    except Exception as error:  # a fault of ours: asked again it would be made again
        if is_trouble(error):
            raise
        log.exception("match %s: nothing can be found or played at ply %s, and the match is set aside", code, ply)
        match_set_aside(match_id=match.pk, ply=ply, trouble=f"thinking: {error!r}")
        return False
    return True


def how_many_wait() -> int:
    """How many people wait for a computer player in matches at a quick pace."""
    return len({person for question in open_questions() for person in question.people})


def _as_one_of_many(code: str, ply: int) -> float:
    """As one of how many equal questions this one counts: see `as_one_of`."""
    questions = open_questions()
    mine = next((question.people for question in questions if question.decision == (code, ply)), ())
    return as_one_of(mine, [question.people for question in questions])


def ask_again() -> int:
    """Ask once more for every computer player's decision that got lost. Returns how many were asked for.

    Safe to run at any time and twice at once: each match is claimed by a conditional update, and a decision that is
    asked for twice is played once. However often it runs, no more messages stand in the queue than decisions wait.
    """
    quick = _ask_again(~GIVES_WAY, tell.NOW, ASK_AGAIN_AFTER)
    return quick + _ask_again(GIVES_WAY, tell.LATER, ASK_AGAIN_SLOWLY_AFTER)


def _ask_again(which: Q, priority: int, patience: timedelta) -> int:
    """The same for the matches whose decisions stand in the queue with this priority."""
    now = timezone.now()
    asked_for = Match.objects.filter(which, status=Match.Status.RUNNING, asked_at__isnull=False)
    rows = asked_for.values_list("pk", "code", "ply", "asked_at")
    waiting = [Asked(pk, (code, ply), at) for pk, code, ply, at in rows if at is not None]
    asked = 0
    for pk, (code, ply), at in lost_ones(waiting, priority, patience):
        if Match.objects.filter(pk=pk, asked_at=at, ply=ply).update(asked_at=now) == 1:
            log.info("match %s: asking again for the decision at ply %s", code, ply)
            tell.ask_to_think_again(code, ply, priority)
            asked += 1
    return asked
