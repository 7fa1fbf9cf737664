"""Analyses of finished matches: requested by people, made by a separate worker, one chunk after the other."""

from datetime import datetime, timedelta
from functools import partial
from random import Random
from time import monotonic

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.selectors import of_person
from common.besteffort import dispensable
from common.queues import lengths
from common.refusals import Refused
from games.ai.analysis import chances_at, judge
from games.ai.evaluators import is_guesswork, progress_at
from games.jobs import ANALYSIS
from games.models import Action, Analysis, Judgement, Match, Seat
from games.models.match import LONGEST_TROUBLE
from games.selectors.access import unsealed
from games.selectors.position.engines import game_of, plays_of, states_after
from games.selectors.records.analyses import of_today, version_of
from games.services.computer.shares import open_hints, open_questions
from games.services.computer.work import PendingJob, ask_again_for, attempt
from games.services.fair_play.rated_games import check_open_match_not_a_rated_game
from games.services.live import broadcast

CHUNK = 5.0
"""Seconds after which results are stored, and another match may come first."""

ASK_AGAIN_AFTER = timedelta(minutes=1)
"""A chunk not stored by then may be enqueued again: its worker died, or the broker lost the message."""

OF_LATE = timedelta(hours=1)
"""For this long after its end a match may be analysed automatically; later only on request."""

LOOKED_AT = 5
"""How many recently finished matches are tried at a time for one that may be analysed automatically."""

TRIED_AGAIN_AFTER = timedelta(minutes=5)
"""For this long one that may not be analysed automatically, such as a copy of a running rated match, is left alone."""

_REFUSED = "analysis-refused"
"""Cache: the keys of those that are left alone, each with the moment up to which."""

BATCH = 50
"""The number of overdue analyses that one sweep looks at."""


def analysis_ask(*, match: Match) -> Analysis:
    """Request the analysis of `match`: once for everyone; asking again changes nothing. Actions taken over from
    another match were decided by others, and are not judged.

    Analyses by other versions of the rules or the search are deleted. Raises Refused for a match that is not over, a
    copy of a running rated match, and a match in which nobody has done anything.
    """
    if not match.may_be_analysed:
        raise Refused(_("Only finished games can be analysed."))
    check_open_match_not_a_rated_game(match)
    now = timezone.now()
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        steps = match.actions.filter(kind=Action.Kind.PLAY, undone=False).count()
        if steps <= match.inherited_plies:
            raise Refused(_("Nobody has played anything in this game, so there is nothing to analyse."))
        wanted = {"match": match, "version": version_of(match)}
        begun = {"steps": steps, "upto": match.inherited_plies, "worked_at": now}
        analysis, made = Analysis.objects.get_or_create(**wanted, defaults=begun)
        if made:
            match.analyses.exclude(pk=analysis.pk).delete()
            broadcast.ask_to_analyse(analysis.pk, match.inherited_plies)
    return analysis


def analyse(*, analysis_id: int, upto: int, seconds: float = CHUNK) -> bool:
    """Judge the decisions from step `upto` on for about this many `seconds`, store them, and ask for the rest. False:
    nothing to do.

    A repeated or late call finds that the analysis is further along, and ends quietly. Of two concurrent calls, the
    second to finish finds the same and stores nothing. A match that cannot be read is never asked for again, nor is an
    analysis that another version of the rules or the search has started.
    """
    analysis = of_today().select_related("match").filter(pk=analysis_id, upto=upto).first()
    if analysis is None or not analysis.is_under_way:
        return False
    return attempt(
        f"match {analysis.match.code}: the analysis from step {upto} on",
        partial(_go_on, analysis, seconds),
        give_up=lambda trouble: _give_up(analysis, trouble),
    )


def _go_on(analysis: Analysis, seconds: float) -> bool:
    """Judge and store one chunk."""
    reached, found = _judged(analysis, seconds)
    now = timezone.now()
    with transaction.atomic():
        is_whole = reached == analysis.steps
        facts = {"upto": reached, "worked_at": now, "finished_at": now if is_whole else None}
        if Analysis.objects.filter(pk=analysis.pk, upto=analysis.upto).update(**facts) != 1:
            return False
        Judgement.objects.bulk_create(found)
        if not is_whole:
            broadcast.ask_to_analyse(analysis.pk, reached)
    return True


def _give_up(analysis: Analysis, trouble: str) -> None:
    Analysis.objects.filter(pk=analysis.pk, upto=analysis.upto).update(trouble=trouble[:LONGEST_TROUBLE])


def _judged(analysis: Analysis, seconds: float) -> tuple[int, list[Judgement]]:
    """The judgements of one chunk, and the step up to which they reach: at least one decision further."""
    match, end = analysis.match, monotonic() + seconds
    game = game_of(match)
    played = plays_of(match)
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
                    chances=[_thousandths(chance) for chance in chances_at(game, state, judgement, progress)],
                    best=[[one.action, _thousandths(one.chances[seat])] for one in best],
                    played=entry.text,
                    kept=_thousandths(kept),
                    loss=_thousandths(judgement.loss),
                )
            )
        step += 1
    return step, found


def ask_again() -> int:
    """Request again the chunks that nobody seems to be working on. Returns how many.

    Safe to run at any time and concurrently: each is claimed by a conditional update. However often it runs, there are
    never more messages in the queue than analyses under way.
    """
    now = timezone.now()
    under_way = of_today().filter(finished_at=None, trouble="")
    overdue = under_way.filter(worked_at__lt=now - ASK_AGAIN_AFTER).order_by("worked_at")
    rows = overdue.values_list("pk", "match__code", "upto", "worked_at")[:BATCH]
    lost = [PendingJob(pk, (code, upto), worked_at) for pk, code, upto, worked_at in rows]
    missing = under_way.count() - lengths([ANALYSIS])[ANALYSIS] if lost else 0
    return ask_again_for(
        lost[: max(0, missing)],
        lambda one: Analysis.objects.filter(pk=one.pk, upto=one.decision[1], worked_at=one.at).update(worked_at=now),
        lambda one: broadcast.ask_to_analyse(one.pk, one.decision[1]),
    )


def begin_by_itself() -> Analysis | None:
    """Request the analysis of the latest recently finished match without one, if nobody is waiting for the computer:
    for a player's answer, a hint or an analysis. Called every few seconds; None when there is nothing to do.

    Only matches that people have played are analysed automatically. Those that may not be analysed now hold up no
    others: the next call tries the next ones.
    """
    if not settings.ANALYSE_BY_ITSELF or of_today().filter(finished_at=None, trouble="").exists():
        return None
    if open_questions() or open_hints():
        return None
    now = timezone.now()
    refused = _refused(now)
    for match in _ended_of_late(now).exclude(pk__in=refused)[:LOOKED_AT]:
        try:
            return analysis_ask(match=match)
        except Refused:
            refused[match.pk] = now + TRIED_AGAIN_AFTER
            cache.set(_REFUSED, refused, TRIED_AGAIN_AFTER.total_seconds())
    return None


def starts_by_itself(match: Match) -> bool:
    """Whether `begin_by_itself` is going to request the analysis of this match, as soon as its turn comes: no query
    unless the match has ended of late.
    """
    now = timezone.now()
    if not settings.ANALYSE_BY_ITSELF or match.finished_at is None or match.finished_at <= now - OF_LATE:
        return False
    if match.pk in _refused(now):
        return False
    return _ended_of_late(now).filter(pk=match.pk).exists()


def _refused(now: datetime) -> dict[int, datetime]:
    """The matches that are left alone now, by key, each with the moment up to which. Empty while Valkey is away: then
    nothing begins either.
    """
    known: dict[int, datetime] = {}
    with dispensable("the analyses that were refused were not looked up"):
        known = cache.get(_REFUSED, {})
    return {pk: until for pk, until in known.items() if until > now}


def _ended_of_late(now: datetime) -> QuerySet[Match]:
    """The recently finished matches without an analysis in which people have played, latest first."""
    of_match = {"match": OuterRef("pk")}
    people = Seat.objects.filter(of_person(), **of_match)
    own = Action.objects.filter(**of_match, kind=Action.Kind.PLAY, undone=False, ply__gte=OuterRef("inherited_plies"))
    analyses = Analysis.objects.filter(**of_match)
    ended = Match.objects.filter(status=Match.Status.FINISHED, finished_at__gt=now - OF_LATE, exhibition=False)
    return ended.filter(unsealed(), Exists(people), Exists(own), ~Exists(analyses)).order_by("-finished_at", "-pk")


def _thousandths(share: float) -> int:
    return round(share * 1000)
