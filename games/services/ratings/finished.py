"""Ratings of finished matches: which ones count, in which order, and rating them one after the other.

A match that counts gets its number in the transaction that ends it. A task applies it to the ratings a moment later, so
that the end of a match never waits for other matches and never fails because of a rating.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import User
from games.engine import GAMES
from games.models import Action, Match, RatedMatch, Rating, RatingChange, RatingLedger, Seat
from games.models.match import AGREED, RESIGNED, TIMED_OUT
from games.models.rating import season_of
from games.selectors.access import seats_of
from games.services.computer.work import is_passing
from games.services.live import broadcast
from games.services.ratings.computing import Book, pools, rating_changes

log = logging.getLogger(__name__)

REPEATS, REPEATS_WITHIN = 5, timedelta(hours=24)
"""At most this many matches of one game between the same two players count within this time; people count as one
together with their bots.
"""

EARLY, EARLY_WITHIN = 3, timedelta(hours=24)
"""At most this many matches of one game that someone leaves within this time before all have decided do not count:
players could look at one first hand after another until they like one.
"""

BATCH = 500
"""Maximum matches rated in one call."""

DECISIONS: dict[str, Any] = {
    "kind": Action.Kind.PLAY,
    "undone": False,
    "source__in": [Action.Source.PERSON, Action.Source.PLAN, Action.Source.COMPUTER],
}
"""Conditions on actions: they were decided, by the player of their seat or for them by their plan."""

COLUMNS = ("mu", "sigma", "games", "firsts", "seconds", "thirds", "standing", "last_at")
"""The columns of a rating that a match changes."""


def match_number(*, match: Match, seats: Sequence[Seat]) -> None:
    """If a match that has just ended counts (see the page about ratings), give it its number among those that count.

    The caller holds the lock on the match, and has saved seats and log. This locks the ledger of the game: all its
    matches end one after the other, so call it late in a transaction.
    """
    sitting = {seat.user for seat in seats if seat.user is not None and not seat.user.is_computer}
    people: set[int | None] = {user.pk for user in sitting}
    if len({user.household for user in sitting}) < len(people):  # a bot was transferred to someone who sits there
        return
    if not match.rated or match.reason == AGREED or not people or not _was_played(match, seats):
        return
    RatingLedger.objects.get_or_create(game=match.game)
    ledger = RatingLedger.objects.select_for_update().get(game=match.game)
    if _is_repeated(match, {user.household for user in sitting}, seats):
        return
    assert match.finished_at is not None
    ledger.given += 1
    ledger.save(update_fields=["given"])
    RatedMatch.objects.create(match=match, game=match.game, number=ledger.given, season=season_of(match.finished_at))
    broadcast.ratings_waiting(match.game)


def ratings_apply(*, game: str) -> int:
    """Rate the waiting matches of `game` in the order of their numbers. Returns how many.

    Each is a transaction that also records how far the ledger has got: a call that dies or runs twice does no harm.
    """
    for done in range(BATCH):
        if not _apply_next(game):
            return done
    return BATCH


def ask_again() -> None:
    """Request the ratings of every game with waiting matches: a task was lost, or had more than a batch to do."""
    for game in RatingLedger.objects.filter(applied__lt=F("given")).values_list("game", flat=True):
        broadcast.ratings_waiting(game)


def _apply_next(game: str) -> bool:
    with transaction.atomic():
        ledger = RatingLedger.objects.select_for_update().filter(game=game, applied__lt=F("given")).first()
        if ledger is None:
            return False
        entry = (
            RatedMatch.objects.select_related("match")
            .only("game", "number", "season", "match__reason", "match__finished_at")
            .filter(game=game, number__gt=ledger.applied, struck=False)
            .order_by("number")
            .first()
        )
        if entry is None:
            ledger.applied = ledger.given
        else:
            _apply(entry)
            ledger.applied = entry.number
        ledger.save(update_fields=["applied"])
    return entry is not None


def _apply(entry: RatedMatch) -> None:
    seats = seats_of(entry.match)
    keys = list(pools(entry, len(seats)))
    stored = Rating.objects.filter(
        game=entry.game,
        user__in={seat.user_id for seat in seats},
        season__in={season for season, _count in keys},
        seats__in={count for _season, count in keys},
    )
    book: Book = {(rating.user_id, rating.season, rating.seats): rating for rating in stored}
    try:
        changes = rating_changes(entry, seats, book)
    except Exception as error:
        if is_passing(error):
            raise
        log.exception("match %s cannot be rated and is struck from the ratings", entry.match_id)
        RatedMatch.objects.filter(pk=entry.pk).update(struck=True)
        return
    RatingChange.objects.bulk_create(changes)
    Rating.objects.bulk_update([rating for rating in book.values() if rating.pk], COLUMNS)
    Rating.objects.bulk_create([rating for rating in book.values() if not rating.pk])


def _was_played(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether a match ended by its rules, or was left after everyone had made a decision in it, or once too often."""
    if match.reason in GAMES[match.game].REASONS:
        return True
    if not any(seat.stand_in_id for seat in seats):
        return False
    by_hand = match.actions.filter(**DECISIONS)
    if set(by_hand.values_list("seat", flat=True)) == {seat.number for seat in seats}:
        return True
    return _has_left_early(match, {seat.user_id for seat in seats if seat.stand_in_id})


def _has_left_early(match: Match, users: set[int | None]) -> bool:
    """Whether one of the users has left as many other rated matches before everyone had decided as do not count."""
    assert match.finished_at is not None
    decisions = Q(**{f"match__actions__{name}": value for name, value in DECISIONS.items()})
    left = (
        Seat.objects.filter(
            user__in=users,
            stand_in__isnull=False,
            match__game=match.game,
            match__rated=True,
            match__reason__in=[RESIGNED, TIMED_OUT],
            match__finished_at__gt=match.finished_at - EARLY_WITHIN,
        )
        .exclude(match=match)
        .annotate(decided=Count("match__actions__seat", filter=decisions, distinct=True))
        .filter(decided__lt=F("match__seat_count"))
    )
    return any(count >= EARLY for count in Counter(left.values_list("user", flat=True)).values())


def _is_repeated(match: Match, people: set[int], seats: Sequence[Seat]) -> bool:
    """Whether two of those at the `seats`, at least one of them among the `people`, have reached the limit of rated
    games together. Each stands for their household.
    """
    assert match.finished_at is not None
    everybody = {seat.user.household for seat in seats if seat.user is not None}
    theirs = RatedMatch.objects.filter(
        game=match.game,
        match__seats__user__in=_with_bots(people),
        match__finished_at__gt=match.finished_at - REPEATS_WITHIN,
    )
    tables: dict[int, set[int]] = {}
    together = Seat.objects.filter(match__in=theirs.values("match"), user__in=_with_bots(everybody))
    for match_id, household in together.values_list("match", Coalesce("user__owner", "user")):
        tables.setdefault(match_id, set()).add(household)
    pairs = [{one, other} for one in people for other in everybody if one != other]
    return any(sum(pair <= table for table in tables.values()) >= REPEATS for pair in pairs)


def _with_bots(households: set[int]) -> QuerySet[User, Any]:
    """The keys of these members, and of their bots."""
    return User.objects.filter(Q(pk__in=households) | Q(owner__in=households)).values("pk")
