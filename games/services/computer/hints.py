"""Hints during a match: requested by the player who decides, found by the computer players, entered in the log."""

from collections.abc import Iterable
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.lookups import Numbers
from common.refusals import Refused
from games.ai import hint as search
from games.ai.analysis import ITERATIONS
from games.ai.evaluators import is_guesswork, progress_at
from games.models import Action, Hint, Match, Seat
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, plays_of, state_of, states_after
from games.selectors.position.timelines import LogEntry
from games.services.computer.leases import lease
from games.services.computer.shares import as_one_of, open_hints, open_questions
from games.services.computer.thinking import PATIENCE
from games.services.computer.work import ASK_AGAIN_AFTER, PendingJob, ask_again_for, attempt, lost_jobs
from games.services.fair_play.rated_games import check_match_not_a_rated_game
from games.services.live import broadcast
from games.services.play.locking import locked, seat_of
from games.services.refusals import NotYourTurn, StalePly

CHANGING = (Action.Kind.PLAY, Action.Kind.UNDO)
"""Log entries that change which decision is open."""

LONGEST = 6.0
"""Maximum seconds for a hint: as long as analysing one decision takes in Maya with four seats."""

LEAST_SHARE = 0.1
"""Every hint gets at least this share of the iterations of an analysis."""

_DECIDED = Action.objects.filter(match=OuterRef("match"), ply__gte=OuterRef("ply"), kind__in=CHANGING)
"""Entries made since a hint was requested that put a different decision on the table."""


def hint_ask(*, match: Match, user: User, ply: int) -> Match:
    """Request a hint for log position `ply`, where `user` decides. Asking twice for one decision gives one hint.

    Raises NotRunning, StalePly, NotYourSeat, NotYourTurn; or Refused in a rated or sealed match, in a copy of a running
    rated match or of the user's own sealed one, and while all choices look alike.
    """
    if match.status == Match.Status.RUNNING and match.has_hints:
        # Before anything is locked, since it may look at many matches.
        check_match_not_a_rated_game(match, user)
    with transaction.atomic():
        try:
            match, seats = locked(match, ply)
        except StalePly:
            raise StalePly(_("The game has moved on since you asked, so no hint is on its way.")) from None
        seat = seat_of(seats, user)
        if match.rated:
            raise Refused(_("This match is rated, so there are no hints."))
        if match.is_sealed:
            raise Refused(_("Others are playing the same deal, so there are no hints."))
        if match.to_move != seat.number:
            raise NotYourTurn(_("It’s not your turn. You can ask for a hint when it is."))
        if is_guesswork(game_of(match), state_of(match)):
            raise Refused(_("All choices look alike so far, so there is no hint."))
        if not is_hinted(match) and not any(_is_still_asked(hint, match, seats) for hint in _to_come(match)):
            _to_come(match).filter(ply=ply).delete()  # requested by someone who no longer decides
            Hint.objects.create(match=match, ply=ply, user=user, asked_at=timezone.now())
            broadcast.ask_for_hint(match.code, ply)
    return match


def is_hinted(match: Match) -> bool:
    """Whether the open decision has its hint already: no decision has been made or undone since."""
    entry = match.actions.filter(kind=Action.Kind.HINT, seat=match.to_move, ply=OuterRef("ply"))
    found = Hint.objects.filter(Exists(entry), match=match).exclude(own="")
    return found.exclude(Exists(_DECIDED)).exists()


def advise(*, code: str, ply: int, iterations: int | None = None) -> bool:
    """Find the hint requested at log position `ply`, and enter it in the log. False: nothing to do any more.

    A repeated or late call finds another ply and ends quietly, as does the second of two concurrent calls. The search
    runs outside any transaction; `iterations` replaces the number used by an analysis, or the share of it that time
    allows (see `share_for`).
    """
    with lease(code, ply) as is_ours:
        return is_ours and _advise(code, ply, iterations)


def share_for(waiting: float) -> float:
    """The share of an analysis's iterations that a hint gets as one of this many questions: all, or less if there are
    many.

    So the last in the queue waits no longer than people may be asked to wait.
    """
    return max(LEAST_SHARE, min(1.0, PATIENCE * settings.AI_PROCESSES / (LONGEST * max(1, waiting))))


def _advise(code: str, ply: int, iterations: int | None) -> bool:
    """The same as `advise`, for the holder of the lease."""
    hint = Hint.objects.filter(match__code=code, ply=ply, own="").select_related("match").first()
    if hint is None:
        return False
    match = hint.match
    if not _is_still_asked(hint, match, seats_of(match)):
        _forget(hint)
        return False
    return attempt(
        f"match {code}: the hint at ply {ply}",
        partial(_find, hint, match, iterations),
        give_up=lambda _trouble: _forget(hint),
        too_late=partial(_forget, hint),
        leased=(code, ply),
    )


def _find(hint: Hint, match: Match, iterations: int | None) -> bool:
    """Search for a hint that is still wanted, and enter it."""
    assert match.to_move is not None
    game, state = game_of(match), state_of(match)
    views = game.view(state, None), game.recall(state, match.to_move)
    played = plays_of(match)
    step = len(played)
    progress = progress_at(game, states_after(match, played), step)
    waiting = as_one_of((hint.user_id,), [*(question.people for question in open_questions()), *open_hints()])
    iterations = iterations or round(ITERATIONS[game.KEY] * share_for(waiting))
    found = search.advise(game, *views, match.to_move, progress, f"{match.code}/{step}", iterations=iterations)
    best = [[one.action, round(1000 * one.chances[match.to_move])] for one in found.best]
    with transaction.atomic():
        match, seats = locked(match, None)
        if not _is_still_asked(hint, match, seats):
            _forget(hint)
            return False
        if Hint.objects.filter(pk=hint.pk, own="").update(own=found.own, best=best, ply=match.ply) != 1:
            return False
        now = timezone.now()
        entry = {"kind": Action.Kind.HINT, "source": Action.Source.COMPUTER, "text": found.common, "made_at": now}
        Action.objects.create(match=match, ply=match.ply, seat=match.to_move, **entry)
        match.ply += 1
        match.save(update_fields=["ply"])
        broadcast.match_changed(match, seats)
    return True


def best_found(match: Match, user_id: int | None) -> list[tuple[str, int]]:
    """The best actions found for a person's latest hint in a match, with their chances in thousandths of a win. One
    query.
    """
    found = Hint.objects.filter(match=match, user=user_id).exclude(own="").order_by("-ply")
    return [(action, chance) for action, chance in found.values_list("best", flat=True).first() or ()]


def is_to_come(match: Match, log: Iterable[LogEntry]) -> bool:
    """Whether a hint was requested for the open decision and is not found yet. One query.

    It will come: a request that got lost is repeated, see `ask_again`.
    """
    asked = _last_to_come(match.pk)
    return bool(asked) and asked[0] > max((entry.ply for entry in log if entry.kind in CHANGING), default=-1)


def _to_come(match: Match | int) -> QuerySet[Hint]:
    """The hints of a match that were requested and not found yet."""
    return Hint.objects.filter(match=match, own="")


_last_to_come = Numbers(lambda pk: _to_come(pk).order_by("-ply").values_list("ply")[:1], int)
"""The log position at which the latest of these hints was requested; none if there is none."""


def _is_still_asked(hint: Hint, match: Match, seats: list[Seat]) -> bool:
    """Whether the person who asked still has the same decision to make: nothing was played or undone since, and there
    is no hint yet.
    """
    if match.status != Match.Status.RUNNING or match.to_move is None or is_hinted(match):
        return False
    decider = seats[match.to_move].decider
    changed = match.actions.filter(ply__gte=hint.ply, kind__in=CHANGING).exists()
    return decider is not None and decider.pk == hint.user_id and not changed


def _forget(hint: Hint) -> None:
    """Delete a hint that nobody needs, but never one that someone else has found meanwhile."""
    Hint.objects.filter(pk=hint.pk, own="").delete()


def ask_again() -> int:
    """Ask again for the hints that got lost, and delete those that nobody needs. Returns how many were asked for.

    Safe to run at any time and concurrently: each is claimed by a conditional update. However often it runs, there are
    never more messages in the queue than hints outstanding.
    """
    now = timezone.now()
    to_come = Hint.objects.filter(own="")
    needless = Exists(_DECIDED) | ~Q(match__status=Match.Status.RUNNING)
    to_come.filter(needless, asked_at__lt=now - ASK_AGAIN_AFTER).delete()
    rows = to_come.values_list("pk", "match__code", "ply", "asked_at")
    waiting = [PendingJob(pk, (code, ply), at) for pk, code, ply, at in rows]
    return ask_again_for(
        lost_jobs(waiting, broadcast.SOON),
        lambda one: Hint.objects.filter(pk=one.pk, asked_at=one.at).update(asked_at=now),
        lambda one: broadcast.ask_for_hint(*one.decision),
    )
