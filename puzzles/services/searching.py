"""Finding puzzles in finished games, at night and a little at a time."""

from __future__ import annotations

from functools import partial
from time import monotonic

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.selectors import of_person
from common.refusals import Refused
from cups.models import Cup, Pairing
from games.models import Challenge, Match, Seat
from games.selectors.access import unsealed
from games.selectors.position.engines import game_of, plays_of, states_after
from games.selectors.records.match_export import record_of
from games.services.computer.shares import open_hints, open_questions
from games.services.computer.work import attempt
from games.services.fair_play.rated_games import check_open_match_not_a_rated_game
from puzzles.finding.file import Found, cut
from puzzles.finding.moments import may_follow, moment
from puzzles.models import Puzzle, Search
from puzzles.services.shelving import puzzle_keep

CHUNK = 5.0
"""Seconds after which the progress in a match is stored."""
LOOKED_AT = 5
"""The most matches examined to find one that may be searched."""


def may_be_searched() -> QuerySet[Match]:
    """The matches whose moments may be shown to everyone: public, over, and with a deal that nobody may play any more.

    The deal must not be in a running cup, nor in an open link.
    """
    people = Seat.objects.filter(of_person(), match=OuterRef("pk"))
    running = Pairing.objects.filter(match=OuterRef("pk")).exclude(round__cup__status=Cup.Status.OVER)
    of_it = Challenge.objects.filter(Q(match=OuterRef("pk")) | Q(attempts__match=OuterRef("pk")))
    open_ones = of_it.filter(closed_at=None)
    played = Match.objects.filter(attempt__challenge__match__deal=OuterRef("deal")).exclude(
        status__in=[Match.Status.FINISHED, Match.Status.BROKEN]
    )
    return Match.objects.filter(
        unsealed(),
        Exists(people),
        ~Exists(running),
        ~Exists(open_ones),
        ~Exists(played),
        status=Match.Status.FINISHED,
        access=Match.Access.ANYBODY,
        is_fork=False,
        exhibition=False,
        at_device=False,
    )


def puzzles_search(*, seconds: float = CHUNK) -> Match | None:
    """Search one finished match for puzzles for `seconds`. Returns it; None if there is nothing to do, or someone is
    waiting for the computer.

    Puzzles are stored together with the progress of the search, so it may die at any moment; of two concurrent
    searches the second one to finish stores nothing.
    """
    if open_questions() or open_hints():
        return None
    search = _next()
    if search is None:
        return None
    attempt(
        f"match {search.match.code}: the search for puzzles from step {search.upto} on",
        partial(_go_on, search, seconds),
        give_up=lambda trouble: _end(search),
    )
    return search.match


def puzzles_search_until(*, game: str, count: int) -> int:
    """Search finished matches of a game until `count` puzzles are found, or none is left. Returns the number found."""
    before = Puzzle.objects.filter(game=game, owner=None).count()
    found = 0
    while found < count and (search := _next(game)) is not None:
        _go_on(search, CHUNK)
        found = Puzzle.objects.filter(game=game, owner=None).count() - before
    return found


def _next(game: str = "") -> Search | None:
    """The search begun last, or a new one for the match that ended last; of any game or of one."""
    matches = may_be_searched().filter(game=game) if game else may_be_searched()
    begun = Search.objects.select_related("match").filter(finished_at=None, match__in=matches)
    found = begun.order_by("-pk").first()
    if found is not None:
        return found
    fresh = matches.filter(~Exists(Search.objects.filter(match=OuterRef("pk"))))
    for match in fresh.order_by("-finished_at", "-pk")[:LOOKED_AT]:
        search, _new = Search.objects.get_or_create(match=match)
        try:
            check_open_match_not_a_rated_game(match)
        except Refused:
            _end(search)
        else:
            return search
    return None


def _go_on(search: Search, seconds: float) -> bool:
    """Search on for about this many `seconds`, and store what was found. False: someone else was faster.

    At least one decision is looked at.
    """
    match, end, upto = search.match, monotonic() + seconds, search.upto
    game, record = game_of(match), record_of(match)
    states = states_after(match, plays_of(match))
    kept = {len(puzzle.plies): puzzle.best for puzzle in Puzzle.objects.filter(match=match, owner=None)}
    found: list[Found] = []
    while upto < len(record.plies) and (upto == search.upto or monotonic() < end):
        if may_follow(upto, kept):
            one = moment(game, states, upto, seed=match.code, known=kept.values())
            if one is not None:
                kept[upto] = one.best
                found.append(cut(record, one, match.code))
        upto += 1
    now = timezone.now()
    with transaction.atomic():
        facts = {"upto": upto, "worked_at": now, "finished_at": now if upto == len(record.plies) else None}
        facts["found"] = search.found + len(found)
        if Search.objects.filter(pk=search.pk, upto=search.upto, finished_at=None).update(**facts) != 1:
            return False
        for each in found:
            puzzle_keep(found=each, match=match)
    return True


def _end(search: Search) -> None:
    """Finish the search, so that the match is never searched again."""
    Search.objects.filter(pk=search.pk).update(finished_at=timezone.now())
