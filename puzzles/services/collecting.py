"""People's own mistakes, found by an analysis, as puzzles for those who made them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.selectors import of_person
from games.engine.contract import AnyGame
from games.models import Action, Analysis, Judgement, Match, Seat
from games.selectors.position.engines import game_of, plays_of, states_after
from games.selectors.records.analyses import STILL_OPEN, of_today
from games.selectors.records.match_export import record_of
from puzzles.finding.file import cut
from puzzles.finding.moments import CLEAR, FEWEST, NEARLY, Moment, is_sure
from puzzles.models import Collected
from puzzles.services.shelving import puzzle_keep

MOST = 3
"""The most mistakes of each seat made into puzzles: the costliest ones."""
LOOKED_AT = 6
"""The most mistakes of each seat searched a second time to find them."""
BATCH = 2
"""Analyses per run; the next run continues."""
SECONDS = 10.0
"""After this, a run begins no further search: it must end well before the time limit of tasks, however busy."""


class Search(Protocol):
    """A search like `is_sure`."""

    def __call__(self, game: AnyGame, states: Sequence[Any], ply: int, best: str, *, seed: str) -> bool:
        """Whether it finds `best` clearly best at `states[ply]`."""


def mistakes_collect(*, seconds: float = SECONDS, agrees: Search = is_sure) -> int:
    """Make puzzles of the clear mistakes in matches analysed since the last run. Returns how many are new.

    A second search, `agrees`, must confirm each mistake; no search begins after `seconds`. If the time is over during
    the first match of a run, the mistakes found so far are all that this match gets; a later match is left to the next
    run as a whole. Each analysis is a separate transaction, so this may run twice or die at any moment.
    """
    end = time.monotonic() + seconds
    done = Collected.objects.filter(match=OuterRef("match"))
    people = Seat.objects.filter(of_person(), match=OuterRef("match"))
    ready = of_today().filter(Exists(people), ~Exists(done), match__status=Match.Status.FINISHED)
    fresh = ready.exclude(finished_at=None).select_related("match").order_by("-pk")[:BATCH]
    made = 0
    for number, analysis in enumerate(fresh):
        made += _collect(analysis, end, agrees, waits=number > 0)
        if time.monotonic() >= end:
            break
    return made


def _collect(analysis: Analysis, end: float, agrees: Search, *, waits: bool) -> int:
    """Make puzzles of the mistakes in one match; with `waits`, none if there was not enough time for all of them."""
    match = analysis.match
    record = record_of(match)
    seats = Seat.objects.filter(of_person(), match=match, user__is_active=True)
    people = {seat.number: seat.user for seat in seats.select_related("user")}
    judgements = analysis.judgements.filter(seat__in=people, loss__gte=NEARLY).order_by("-loss", "step")
    chosen, is_whole = _confirmed(match, judgements, end, agrees)
    if waits and not is_whole:
        return 0
    with transaction.atomic():
        if not Collected.objects.get_or_create(match=match)[1]:
            return 0
        kept = (
            puzzle_keep(found=cut(record, _as_moment(one), match.code), match=match, owner=people[one.seat])
            for one in chosen
        )
        return sum(is_new for _puzzle, is_new in kept)


def _confirmed(
    match: Match, judgements: Iterable[Judgement], end: float, agrees: Search
) -> tuple[list[Judgement], bool]:
    """The costliest mistakes of each seat that a second search confirms, and whether there was time for all of them."""
    plays = plays_of(match)
    states = states_after(match, plays)
    searched, confirmed, chosen = Counter[int](), Counter[int](), list[Judgement]()
    for one in judgements:
        if time.monotonic() >= end:
            return chosen, False
        if searched[one.seat] == LOOKED_AT or confirmed[one.seat] == MOST:
            continue
        if not _may_be_puzzle(match, one, plays[one.step], states[one.step]):
            continue
        searched[one.seat] += 1
        if agrees(game_of(match), states, one.step, one.best[0][0], seed=match.code):
            confirmed[one.seat] += 1
            chosen.append(one)
    return chosen, True


def _may_be_puzzle(match: Match, one: Judgement, play: Action, state: Any) -> bool:
    """Whether a mistake is worth a second search: made in this match, by a person, with one clearly best action."""
    return (
        one.step >= match.inherited_plies
        and play.source != Action.Source.COMPUTER  # it plays on for someone who has left
        and _is_clear(one)
        and len(game_of(match).legal_actions(state)) >= FEWEST
    )


def _is_clear(one: Judgement) -> bool:
    """Whether the game was open, and one action was clearly best."""
    second = one.best[1][1] if len(one.best) > 1 else one.kept
    return one.chances[one.seat] >= STILL_OPEN and one.best[0][1] - second >= CLEAR


def _as_moment(one: Judgement) -> Moment:
    """The decision as a moment. Its line has only the best action, as an analysis does not play on, and nobody's first
    thought is known to be right.
    """
    left = dict(one.best)
    left.setdefault(one.played, one.kept)
    return Moment(ply=one.step, seat=one.seat, left=left, missed=100, line=(one.best[0][0],))
