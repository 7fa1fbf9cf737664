"""Analyses of finished matches: asked for by people, made by a worker of their own, one chunk after the other."""

import logging
from datetime import timedelta
from random import Random
from time import monotonic

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.ai.analysis import course, judge
from games.ai.judging import is_guesswork, progress_at
from games.models import Action, Analysis, Judgement, Match
from games.selectors.analyses import of_today, version_of
from games.selectors.engines import entries_that_count, game_of, states_after
from games.selectors.records import record_of
from games.services import tell
from games.services.aside import PASSING
from games.services.at_stake import check_is_not_at_stake
from games.services.refusals import Refused
from machupicchu.queues import lengths
from machupicchu.trouble import is_trouble

log = logging.getLogger(__name__)

CHUNK = 5.0
"""Seconds after which what was found is stored, and another match may come first."""

ASK_AGAIN_AFTER = timedelta(minutes=1)
"""A chunk that is not stored by then may be asked for again: its worker died, or the broker lost it."""

QUEUE = "analysis"

BATCH = 50
LONGEST_TROUBLE = 200


def analysis_ask(*, match: Match) -> Analysis:
    """Ask for the analysis of `match`: once for everybody; asking again changes nothing. What was taken over from
    another match was decided by others, and is not judged.

    Analyses by other versions of the rules or the search are forgotten. Raises Refused for a match that is not over, a
    copy of one that is played for ratings, and where nobody has done anything.
    """
    if match.status != Match.Status.FINISHED:
        raise Refused(_("Only games that are over are analysed."))
    check_is_not_at_stake(record_of(match))
    now = timezone.now()
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        steps = match.actions.filter(kind=Action.Kind.PLAY, undone=False).count()
        if steps <= match.borrowed:
            raise Refused(_("Nobody has done anything in this game, so there is nothing to analyse."))
        wanted = {"match": match, "version": version_of(match)}
        begun = {"steps": steps, "upto": match.borrowed, "worked_at": now}
        analysis, made = Analysis.objects.get_or_create(**wanted, defaults=begun)
        if made:
            match.analyses.exclude(pk=analysis.pk).delete()
            tell.ask_to_analyse(analysis.pk, match.borrowed)
    return analysis


def analyse(*, analysis_id: int, upto: int, seconds: float = CHUNK) -> bool:
    """Judge the decisions from step `upto` on for some `seconds`, store them, ask for the rest. False: nothing to do.

    A repeated or late call finds that the analysis has got further, and ends quietly. Of two at the same time the
    second one to finish finds the same and stores nothing. A match that cannot be read is never asked for again, nor is
    an analysis that another version of the rules or the search has begun.
    """
    analysis = of_today().select_related("match").filter(pk=analysis_id, upto=upto).first()
    if analysis is None or not analysis.is_under_way:
        return False
    try:
        reached, found = _judged(analysis, seconds)
    except PASSING:
        raise
    except Exception as error:
        if is_trouble(error):
            raise
        log.exception("match %s cannot be analysed at step %s", analysis.match.code, upto)
        Analysis.objects.filter(pk=analysis_id, upto=upto).update(trouble=repr(error)[:LONGEST_TROUBLE])
        return False
    now = timezone.now()
    with transaction.atomic():
        is_whole = reached == analysis.steps
        facts = {"upto": reached, "worked_at": now, "finished_at": now if is_whole else None}
        if Analysis.objects.filter(pk=analysis_id, upto=upto).update(**facts) != 1:
            return False
        Judgement.objects.bulk_create(found)
        if not is_whole:
            tell.ask_to_analyse(analysis_id, reached)
    return True


def _judged(analysis: Analysis, seconds: float) -> tuple[int, list[Judgement]]:
    """The judgements of one chunk, and the step up to which they reach: one decision further at least."""
    match, end = analysis.match, monotonic() + seconds
    game = game_of(match)
    played = entries_that_count(list(match.actions.order_by("ply")))
    states = states_after(match, played)
    found: list[Judgement] = []
    step = analysis.upto
    while step < analysis.steps and (not found or monotonic() < end):
        state, entry, seat = states[step], played[step], played[step].played_by
        if len(game.legal_actions(state)) > 1 and not is_guesswork(game, state):
            rng = Random(f"{match.code}/{step}")
            progress = progress_at(game, states, step)
            view = game.recall(state, seat)
            judgement = judge(game, view, seat, entry.text, progress=progress, rng=rng)
            best, kept = judgement.best, judgement.played.chances[seat]
            found.append(
                Judgement(
                    analysis=analysis,
                    step=step,
                    seat=seat,
                    chances=[_thousandths(chance) for chance in course(game, state, judgement, progress)],
                    best=[[one.action, _thousandths(one.chances[seat])] for one in best],
                    played=entry.text,
                    kept=_thousandths(kept),
                    loss=_thousandths(judgement.loss),
                )
            )
        step += 1
    return step, found


def ask_again() -> int:
    """Ask once more for the chunks that nobody seems to work on. Returns how many.

    Safe to run at any time and twice at once: each is claimed by a conditional update. However often it runs, no more
    messages stand in the queue than analyses are under way.
    """
    now = timezone.now()
    under_way = of_today().filter(finished_at=None, trouble="")
    overdue = under_way.filter(worked_at__lt=now - ASK_AGAIN_AFTER).order_by("worked_at")
    rows = overdue.values_list("pk", "upto", "worked_at")[:BATCH]
    missing = under_way.count() - lengths([QUEUE])[QUEUE] if rows else 0
    asked = 0
    for pk, upto, worked_at in rows[: max(0, missing)]:
        if Analysis.objects.filter(pk=pk, upto=upto, worked_at=worked_at).update(worked_at=now) == 1:
            log.info("analysis %s: asking again from step %s", pk, upto)
            tell.ask_to_analyse(pk, upto)
            asked += 1
    return asked


def _thousandths(share: float) -> int:
    return round(share * 1000)
