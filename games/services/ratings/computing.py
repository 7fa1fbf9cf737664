"""The effect of one match on the ratings: the same for a match that has just ended and for the whole history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, MutableMapping, Sequence

from games.engine import GAMES
from games.engine.contract import teams_of
from games.models import RatedMatch, Rating, RatingChange, Seat
from games.models.rating import ALL_SEATS, ALL_TIME, PROVISIONAL_STEP
from games.skill import Skill, rated

Book = MutableMapping[tuple[int, str, int], Rating]
"""The ratings of one game by user, season and seat count."""


def rating_changes(entry: RatedMatch, seats: Sequence[Seat], book: Book) -> list[RatingChange]:
    """Apply a match to the ratings in `book`, and return its changes to the all-time ratings, in turn order.

    `seats` are all seats in turn order. Users who are not in the book yet start as newcomers.
    """
    sides = teams_of(GAMES[entry.game], len(seats))
    places = _places(seats, sides)
    counting = [seat for seat in seats if seat.number in _counting(entry, seats)]
    changes = []
    for season, count in pools(entry, len(seats)):
        before = [skill_in(book, seat, season, count) for seat in seats]
        ranks = [places[side[0]] for side in sides]
        results = rated([[before[number] for number in side] for side in sides], ranks)
        after = {
            number: skill
            for side, skills in zip(sides, results, strict=True)
            for number, skill in zip(side, skills, strict=True)
        }
        for seat in counting:
            if (season, count) == (ALL_TIME, ALL_SEATS):
                changes.append(_change(entry, seat, places[seat.number], before[seat.number], after[seat.number]))
            _enter(book, entry, seat, (season, count), after[seat.number], places[seat.number])
    return changes


def pools(entry: RatedMatch, seat_count: int) -> Iterator[tuple[str, int]]:
    """Season and seat count of every pool of matches that a match belongs to."""
    for season in (ALL_TIME, entry.season):
        for count in (ALL_SEATS, seat_count):
            yield season, count


def skill_in(book: Book, seat: Seat, season: str, count: int) -> Skill:
    """The skill of the user of a taken seat; a newcomer's if the book does not have them."""
    assert seat.user_id is not None
    rating = book.get((seat.user_id, season, count))
    return Skill() if rating is None else rating.skill


def ended_by_leaving(entry: RatedMatch) -> bool:
    """Whether the match ended because someone left, not by its rules."""
    return entry.match.reason not in GAMES[entry.game].REASONS


def _is_lost_by_leaving(entry: RatedMatch, seats: Sequence[Seat]) -> bool:
    """Whether the match was a duel that one of the two gave up, which is a result like any other."""
    return len(seats) == 2 and ended_by_leaving(entry)


def _places(seats: Sequence[Seat], sides: Sequence[Sequence[int]]) -> dict[int, int]:
    """The place of every seat among the sides.

    Sides that someone left share the last place, so that nobody gains by leaving after someone else. If someone left
    every side, the places are those of the match: by its game, or else by who stayed longer.
    """
    broken_up = [any(seats[number].stand_in_id for number in side) for side in sides]
    if any(broken_up) and not all(broken_up):
        ranks = [2 if left else 1 for left in broken_up]
    else:
        ranks = [seats[side[0]].rank or 0 for side in sides]
        assert all(ranks), "a finished match has ranks"
    return {
        number: 1 + sum(other < rank for other in ranks)
        for side, rank in zip(sides, ranks, strict=True)
        for number in side
    }


def _counting(entry: RatedMatch, seats: Sequence[Seat]) -> set[int]:
    """The seats whose ratings change.

    If a computer took over a seat, those who left; otherwise all. A computer player at several seats has played against
    itself: its rating does not change.
    """
    left = {seat.number for seat in seats if seat.stand_in_id}
    if not left or _is_lost_by_leaving(entry, seats):
        left = {seat.number for seat in seats}
    times = Counter(seat.user_id for seat in seats)
    return {number for number in left if times[seats[number].user_id] == 1}


def _change(entry: RatedMatch, seat: Seat, place: int, before: Skill, after: Skill) -> RatingChange:
    assert seat.user_id is not None
    return RatingChange(
        rated_match=entry,
        user_id=seat.user_id,
        seat=seat.number,
        game=entry.game,
        number=entry.number,
        place=place,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu_after=after.mu,
        sigma_after=after.sigma,
    )


def _enter(book: Book, entry: RatedMatch, seat: Seat, pool: tuple[str, int], skill: Skill, place: int) -> None:
    assert seat.user_id is not None
    season, count = pool
    key = (seat.user_id, season, count)
    rating = book.get(key)
    if rating is None:
        rating = book[key] = Rating(user_id=seat.user_id, game=entry.game, season=season, seats=count)
    rating.mu, rating.sigma = skill.mu, skill.sigma
    rating.games += 1
    rating.firsts += place == 1
    rating.seconds += place == 2
    rating.thirds += place == 3
    rating.standing = rating.mu - PROVISIONAL_STEP * rating.is_provisional
    assert entry.match.finished_at is not None
    rating.last_at = entry.match.finished_at
