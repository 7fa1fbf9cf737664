"""Recalculates the ratings from the history of matches, and compares them with those that are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Prefetch

from games.models import RatedMatch, Rating, RatingChange, RatingLedger, Seat
from games.services.ratings.computing import Book, rating_changes
from games.services.ratings.finished import COLUMNS

CHUNK = 1000
"""Matches read at a time."""


@dataclass(frozen=True, slots=True)
class Rebuild:
    """How many matches of a game were rated, and how many rating changes and ratings differed from the stored ones."""

    matches: int
    changes: int
    ratings: int

    @property
    def differs(self) -> bool:
        """Whether anything stored differs from the recalculated values, to the last bit."""
        return self.changes + self.ratings > 0


def ratings_rebuild(*, game: str, write: bool) -> Rebuild:
    """Recalculate all ratings of `game` from the first match on; with `write`, correct what differs.

    Which matches count was decided when each of them ended, by the rules of that time (`match_number`), and is not
    asked again: neither how often someone had left early nor how often two had met.

    Safe while matches end: those applied meanwhile are rated last, under the lock of the ledger, which is held only
    then.
    """
    ledger = RatingLedger.objects.filter(game=game).first()
    if ledger is None:
        return Rebuild(0, 0, 0)
    book: Book = {}
    matches, changes = _changes(game, (0, ledger.applied), book, write)
    with transaction.atomic():
        now = RatingLedger.objects.select_for_update().get(game=game)
        more = _changes(game, (ledger.applied, now.applied), book, write)
        ratings = _ratings(game, book, write)
    return Rebuild(matches + more[0], changes + more[1], ratings)


def _changes(game: str, numbers: tuple[int, int], book: Book, write: bool) -> tuple[int, int]:
    """Rate the matches above the first and up to the second number. Returns how many, and how many changes differ."""
    matches = differing = 0
    for entries, (above, upto) in _chunks(game, *numbers):
        computed: list[RatingChange] = []
        for entry in entries:
            computed += rating_changes(entry, list(entry.match.seats.all()), book)
        stored = RatingChange.objects.filter(game=game, number__gt=above, number__lte=upto)
        right = {_facts(change): change for change in computed}
        known = {_facts(change): change.pk for change in stored}
        missing = [change for facts, change in right.items() if facts not in known]
        wrong = [pk for facts, pk in known.items() if facts not in right]
        matches += len(entries)
        differing += max(len(missing), len(wrong))
        if write and (missing or wrong):
            with transaction.atomic():
                RatingChange.objects.filter(pk__in=wrong).delete()
                RatingChange.objects.bulk_create(missing)
    return matches, differing


def _chunks(game: str, above: int, upto: int) -> Iterator[tuple[list[RatedMatch], tuple[int, int]]]:
    """The matches in order, a chunk at a time, each chunk with the range of numbers that it covers."""
    seats = Seat.objects.only("match_id", "number", "user_id", "stand_in_id", "rank").order_by("number")
    listed = (
        RatedMatch.objects.filter(game=game, struck=False)
        .select_related("match")
        .only("game", "number", "season", "match__reason", "match__finished_at")
        .prefetch_related(Prefetch("match__seats", queryset=seats))
        .order_by("number")
    )
    while above < upto:
        entries = list(listed.filter(number__gt=above, number__lte=upto)[:CHUNK])
        last = entries[-1].number if len(entries) == CHUNK else upto
        yield entries, (above, last)
        above = last


def _facts(change: RatingChange) -> tuple[object, ...]:
    before, after = (change.mu_before, change.sigma_before), (change.mu_after, change.sigma_after)
    return change.rated_match_id, change.number, change.seat, change.user_id, change.place, before, after


def _ratings(game: str, book: Book, write: bool) -> int:
    """Compare the ratings in `book` with the stored ones; with `write`, correct those. Returns how many differ."""
    stored = {(rating.user_id, rating.season, rating.seats): rating for rating in Rating.objects.filter(game=game)}
    missing = [rating for key, rating in book.items() if key not in stored]
    surplus = [rating.pk for key, rating in stored.items() if key not in book]
    wrong = []
    for key in stored.keys() & book.keys():
        if any(getattr(stored[key], column) != getattr(book[key], column) for column in COLUMNS):
            book[key].pk = stored[key].pk
            wrong.append(book[key])
    if write:
        Rating.objects.bulk_create(missing, batch_size=CHUNK)
        Rating.objects.bulk_update(wrong, COLUMNS, batch_size=CHUNK)
        for start in range(0, len(surplus), CHUNK):
            Rating.objects.filter(pk__in=surplus[start : start + CHUNK]).delete()
    return len(missing) + len(wrong) + len(surplus)
