"""Hints in the middle of a match: asked for by whoever decides, found by the computer players, entered in the log."""

import logging
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.ai import hint as search
from games.ai.analysis import ITERATIONS
from games.ai.judging import is_guesswork, progress_at
from games.models import Action, Hint, Match, Seat
from games.selectors.access import seats_of
from games.selectors.engines import entries_that_count, game_of, state_of, states_after
from games.selectors.timelines import LogEntry
from games.services import tell
from games.services.aside import TRIED_AGAIN
from games.services.asking import ASK_AGAIN_AFTER, Asked, lost_ones
from games.services.at_stake import check_match_is_not_at_stake
from games.services.leases import TRIES, is_hopeless, lease
from games.services.refusals import NotYourTurn, Refused
from games.services.running import locked, seat_of
from games.services.shares import as_one_of, open_hints, open_questions
from games.services.thinking import PATIENCE

log = logging.getLogger(__name__)

CHANGING = (Action.Kind.PLAY, Action.Kind.UNDO)
"""Entries of the log after which there is another decision."""

LONGEST = 6.0
"""Seconds that a hint takes at most: as long as the analysis of one decision, in Maya with four seats."""

LEAST_SHARE = 0.1
"""Every hint is searched for at least with this share of the walks of an analysis."""

_DECIDED = Action.objects.filter(match=OuterRef("match"), ply__gte=OuterRef("ply"), kind__in=CHANGING)
"""What was done since a hint was asked for: it is about another decision."""


def hint_ask(*, match: Match, user: User, ply: int) -> Match:
    """Ask what to do at log position `ply`, where `user` decides. Asking twice for one decision gives one hint.

    Raises NotRunning, StalePly, NotYourSeat, NotYourTurn; or Refused in a rated match, in a copy of one that goes on,
    and where nothing tells one choice from another.
    """
    if match.status == Match.Status.RUNNING and not match.rated:
        # Before anything is locked: it may look at many matches.
        check_match_is_not_at_stake(match, user)
    with transaction.atomic():
        match, seats = locked(match, ply)
        seat = seat_of(seats, user)
        if match.rated:
            raise Refused(_("This match is rated, so nobody gets hints in it."))
        if match.awaited != seat.number:
            raise NotYourTurn
        if is_guesswork(game_of(match), state_of(match)):
            raise Refused(_("Nothing tells one choice from another yet, so there is no advice."))
        if not is_hinted(match) and not any(_is_still_asked(hint, match, seats) for hint in _to_come(match)):
            _to_come(match).filter(ply=ply).delete()  # asked for by somebody who does not decide any more
            Hint.objects.create(match=match, ply=ply, user=user, asked_at=timezone.now())
            tell.ask_for_hint(match.code, ply)
    return match


def is_hinted(match: Match) -> bool:
    """Whether the decision that is awaited has its hint already: nothing was decided since, whatever else was said."""
    entry = match.actions.filter(kind=Action.Kind.HINT, seat=match.awaited, ply=OuterRef("ply"))
    found = Hint.objects.filter(Exists(entry), match=match).exclude(own="")
    return found.exclude(Exists(_DECIDED)).exists()


def advise(*, code: str, ply: int, iterations: int | None = None) -> bool:
    """Find the hint that was asked for at log position `ply`, and enter it in the log. False: nothing to do any more.

    A repeated or late call finds another ply and ends quietly, as does the second of two at the same time. The search
    is outside of any transaction; `iterations` replace those of the analysis, or the share of them for which there is
    time, see `share_for`.
    """
    with lease(code, ply) as is_ours:
        return is_ours and _advise(code, ply, iterations)


def share_for(waiting: float) -> float:
    """Which share of the walks of an analysis a hint takes as one of so many questions: all, or less of many.

    So the last of them waits no longer than everybody may be asked to.
    """
    return max(LEAST_SHARE, min(1.0, PATIENCE * settings.AI_PROCESSES / (LONGEST * max(1, waiting))))


def _advise(code: str, ply: int, iterations: int | None) -> bool:
    """The same for whoever holds the lease."""
    hint = Hint.objects.filter(match__code=code, ply=ply, own="").select_related("match").first()
    if hint is None:
        return False
    match = hint.match
    if not _is_still_asked(hint, match, seats_of(match)):
        _forget(hint)
        return False
    assert match.awaited is not None
    if is_hopeless(code, ply):
        log.error("match %s: %s workers died of the hint at ply %s, and it is forgotten", code, TRIES, ply)
        _forget(hint)
        return False
    try:
        game, state = game_of(match), state_of(match)
        views = game.view(state, None), game.recall(state, match.awaited)
        played = entries_that_count(list(match.actions.order_by("ply")))
        step = len(played)
        progress = progress_at(game, states_after(match, played), step)
        waiting = as_one_of((hint.user_id,), [*(question.people for question in open_questions()), *open_hints()])
        iterations = iterations or round(ITERATIONS[game.KEY] * share_for(waiting))
        found = search.advise(game, *views, match.awaited, progress, f"{code}/{step}", iterations=iterations)
        with transaction.atomic():
            match, seats = locked(match, None)
            if not _is_still_asked(hint, match, seats):
                _forget(hint)
                return False
            if Hint.objects.filter(pk=hint.pk, own="").update(own=found.own, ply=match.ply) != 1:
                return False
            now = timezone.now()
            entry = {"kind": Action.Kind.HINT, "source": Action.Source.COMPUTER, "text": found.common, "made_at": now}
            Action.objects.create(match=match, ply=match.ply, seat=match.awaited, **entry)
            match.ply += 1
            match.save(update_fields=["ply"])
            tell.match_changed(match, seats)
    except Refused as refusal:
        log.info("match %s: the hint at ply %s came too late: %s", code, ply, refusal)
        _forget(hint)
        return False
    except TRIED_AGAIN:
        raise
    except Exception:  # a fault of ours: asked again it would be made again
        log.exception("match %s: no hint can be found or entered at ply %s", code, ply)
        _forget(hint)
        return False
    return True


def is_to_come(match: Match, log: Iterable[LogEntry]) -> bool:
    """Whether a hint was asked for about the decision that is awaited, and is not found yet. One query.

    It comes: what nobody thinks about is asked for again, see `ask_again`.
    """
    changed = max((entry.ply for entry in log if entry.kind in CHANGING), default=-1)
    return any(ply > changed for ply in _to_come(match).values_list("ply", flat=True))


def _to_come(match: Match) -> QuerySet[Hint]:
    """The hints of a match that were asked for and not found yet."""
    return Hint.objects.filter(match=match, own="")


def _is_still_asked(hint: Hint, match: Match, seats: list[Seat]) -> bool:
    """Whether whoever asked has the same decision still: nothing was played since, whatever else was said or done."""
    if match.status != Match.Status.RUNNING or match.awaited is None or is_hinted(match):
        return False
    decider = seats[match.awaited].decider
    changed = match.actions.filter(ply__gte=hint.ply, kind__in=CHANGING).exists()
    return decider is not None and decider.pk == hint.user_id and not changed


def _forget(hint: Hint) -> None:
    """Forget a hint that nobody needs, but never one that somebody else has found meanwhile."""
    Hint.objects.filter(pk=hint.pk, own="").delete()


def ask_again() -> int:
    """Ask once more for the hints that got lost, and forget those that nobody needs. Returns how many were asked for.

    Safe to run at any time and twice at once: each is claimed by a conditional update. However often it runs, no more
    messages stand in the queue than hints are to come.
    """
    now = timezone.now()
    to_come = Hint.objects.filter(own="")
    needless = Exists(_DECIDED) | ~Q(match__status=Match.Status.RUNNING)
    to_come.filter(needless, asked_at__lt=now - ASK_AGAIN_AFTER).delete()
    rows = to_come.values_list("pk", "match__code", "ply", "asked_at")
    waiting = [Asked(pk, (code, ply), at) for pk, code, ply, at in rows]
    asked = 0
    for pk, (code, ply), at in lost_ones(waiting, tell.SOON):
        if Hint.objects.filter(pk=pk, asked_at=at).update(asked_at=now) == 1:
            tell.ask_for_hint(code, ply)
            asked += 1
    return asked
