"""Deals sent to others: which matches have one to send, who has played it, and who may see the results."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import RowNumber

from accounts.models import User
from games.ai import LEVELS
from games.engine import GAMES
from games.models import Attempt, Block, Challenge, Hint, Match, Seat
from games.selectors.access import own_seat

MOST = 100
"""Maximum lines shown from the top of a table."""

LATEST, NAMED = 30, 5
"""Maximum deals listed of each kind, and maximum players named for each deal."""

LEFT = Q(points=None) | Q(stand_in__isnull=False)
"""Seats whose person has not played to the end."""


@dataclass(frozen=True, slots=True)
class Line:
    """Someone's line in the table of a deal; equal results share a place. The sender's own line has no `attempt`."""

    place: int
    seat: Seat
    attempt: int
    is_reader: bool
    had_hints: bool = False
    is_drawn: bool = False
    """Whether the best place of a game for two is shared."""

    @property
    def has_left(self) -> bool:
        """Whether they did not play to the end."""
        return has_left(self.seat)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many people have played a deal to its end, or left it, and how many have more points than its sender.

    Games that were called off count nowhere.
    """

    played: int
    beaten: int


@dataclass(frozen=True, slots=True)
class Sending:
    """The options for the reader of a finished match: sending its deal, or the page of the deal that was sent."""

    may_send: bool = False
    challenge: Challenge | None = None


@dataclass(frozen=True, slots=True)
class SentDeal:
    """A deal someone has sent: their own `points`, and the best of those whose games are over."""

    challenge: Challenge
    points: int | None
    tally: Tally
    best: tuple[Seat, ...]

    @property
    def others(self) -> int:
        """How many more have played it than are named."""
        return self.tally.played - len(self.best)


@dataclass(frozen=True, slots=True)
class ReceivedDeal:
    """A deal of someone else: the `points` to beat, and the reader's `seat`, with no result while they play."""

    challenge: Challenge
    points: int | None
    seat: Seat

    @property
    def is_called_off(self) -> bool:
        """Whether the reader's game was called off."""
        return is_called_off(self.seat)

    @property
    def has_left(self) -> bool:
        """Whether the reader has not played to the end."""
        return has_left(self.seat)

    @property
    def difference(self) -> int:
        """By how many points the reader was better than the sender; below 0 for worse."""
        return (self.seat.points or 0) - (self.points or 0)


def sendable(match: Match, seats: Sequence[Seat], user_id: int | None) -> Seat | None:
    """The reader's seat in a match whose deal they may send; None in any other. They have played it to its end from its
    own deal, by the current rules and against computer players only, and it is open to all who may see it.
    """
    own = own_seat(list(seats), user_id)
    if own is None or own.user is None or own.user.is_bot or has_left(own):
        return None
    if not match.may_be_analysed or match.exhibition or match.at_device or match.is_fork:
        return None
    others = [seat.user for seat in seats if seat is not own]
    if any(other is None or other.level not in LEVELS for other in others):
        return None
    return own if match.rules_version == GAMES[match.game].RULES_VERSION else None


def sending(match: Match, seats: Sequence[Seat], user_id: int | None) -> Sending:
    """The reader's options for the deal of a finished match: one query, or none if there is nothing to offer."""
    seat = sendable(match, seats, user_id)
    if seat is None and (match.thoughts is None or own_seat(list(seats), user_id) is None):
        return Sending()
    found = Challenge.objects.filter(Q(match=match) | Q(attempts__match=match)).first()
    is_open = found is not None and (found.match_id != match.pk or found.closed_at is None)
    return Sending(may_send=seat is not None and not is_open, challenge=found if is_open else None)


def challenge_named(token: str) -> Challenge | None:
    """The challenge with this link, with its sender and the match it was dealt for."""
    found = Challenge.objects.select_related("sender", "match").defer("match__deal", "match__state")
    return found.filter(token=token).first()


def challenge_of(match: Match) -> Challenge | None:
    """The challenge that is played in a match; None if the deal was made for the match."""
    return Challenge.objects.select_related("sender").filter(attempts__match=match).first()


def attempt_of(challenge: Challenge, user: User | None) -> Attempt | None:
    """The one game of `user` with a sent deal, with its match and seats."""
    if user is None:
        return None
    found = challenge.attempts.select_related("match").defer("match__deal", "match__state").filter(user=user)
    return found.prefetch_related("match__seats").first()


def knows_it(challenge: Challenge, user: User | None, own: Attempt | None) -> bool:
    """Whether `user` may see how others have played a deal: they have sent it, or cannot play it any more."""
    if user is not None and user.pk == challenge.sender_id:
        return True
    if own is None:
        return False
    seat = next(seat for seat in own.match.seats.all() if seat.number == challenge.seat)
    return own.match.status == Match.Status.FINISHED or seat.stand_in_id is not None


def is_unwelcome(challenge: Challenge, user: User) -> bool:
    """Whether the sender of a deal does not want to play with `user`."""
    return Block.objects.filter(user=challenge.sender_id, blocked=user, only_mutes=False).exists()


def tally_of(challenge: Challenge, score: int) -> Tally:
    """How often a deal was played, and its `score` beaten: one query."""
    counted = _ended(challenge).aggregate(played=Count("pk"), beaten=Count("pk", filter=~LEFT & Q(points__gt=score)))
    return Tally(**counted)


def table_of(challenge: Challenge, sent: Sequence[Seat], reader: User | None) -> list[Line]:
    """The table of a deal: most points first, between equals the better rank at the table, with those who left at the
    end. It includes the sender; `sent` are the seats of their match. If there are many, only the best, and the reader:
    three queries at most.
    """
    reader_id = None if reader is None else reader.pk
    equals = Seat.objects.filter(match=OuterRef("match"), rank=OuterRef("rank")).exclude(number=OuterRef("number"))
    ended = _ended(challenge).select_related("user")
    seats = ended.annotate(attempt=F("match__attempt"), is_shared=Exists(equals))
    senders = sent[challenge.seat]
    is_shared = any(seat.rank == senders.rank for seat in sent if seat is not senders)
    found: list[Seat] = [*_best_first(seats)[:MOST]]
    own = [] if reader_id is None or len(found) < MOST else [*seats.filter(user=reader_id)]
    everybody = {seat.pk: seat for seat in (senders, *found, *own)}.values()
    advised = Hint.objects.filter(match__in=[seat.match_id for seat in everybody]).exclude(own="")
    drawn = {seat.pk for seat in everybody if seat.rank == 1 and getattr(seat, "is_shared", is_shared)}
    return list(
        _placed(
            sorted(everybody, key=_order),
            reader_id,
            advised=set(advised.values_list("match", flat=True)),
            drawn=drawn if len(sent) == 2 else (),
        )
    )


def deals_sent_by(user: User) -> list[SentDeal]:
    """The latest deals `user` has sent, with their results: three queries."""
    found = list(_with_points(Challenge.objects.filter(sender=user)).order_by("-sent_at", "-pk")[:LATEST])
    ended = Seat.objects.filter(_at_seat_of_attempt(), match__attempt__challenge__in=found, ended_at__isnull=False)
    ended = ended.filter(rank__isnull=False)
    in_deal: QuerySet[Any] = ended.annotate(challenge=F("match__attempt__challenge"))
    counted = in_deal.order_by().annotate(score=_score("challenge")).values("challenge")
    beaten = Count("pk", filter=~LEFT & Q(points__gt=F("score")))
    tallies = {
        key: Tally(played, more)
        for key, played, more in counted.annotate(played=Count("pk"), beaten=beaten).values_list(
            "challenge", "played", "beaten"
        )
    }
    order = [_is_left().asc(), F("points").desc(nulls_last=True), F("ended_at").asc(), F("pk").asc()]
    number = Window(RowNumber(), partition_by="challenge", order_by=order)
    best: dict[int, list[Seat]] = {}
    for seat in in_deal.select_related("user").annotate(number_in_deal=number).filter(number_in_deal__lte=NAMED):
        best.setdefault(seat.challenge, []).append(seat)
    return [
        SentDeal(
            each,
            each.points,
            tallies.get(each.pk, Tally(0, 0)),
            tuple(sorted(best.get(each.pk, ()), key=lambda seat: seat.number_in_deal)),
        )
        for each in found
    ]


def deals_received_by(user: User) -> list[ReceivedDeal]:
    """The latest deals of others that `user` has played or plays: two queries."""
    seats: QuerySet[Any] = Seat.objects.filter(_at_seat_of_attempt(), match__attempt__user=user)
    latest = seats.annotate(challenge=F("match__attempt__challenge")).order_by("-match__attempt__begun_at", "-pk")
    found = list(latest.select_related("match").defer("match__deal", "match__state")[:LATEST])
    of = _with_points(Challenge.objects.filter(pk__in=[seat.challenge for seat in found])).in_bulk()
    return [ReceivedDeal(of[seat.challenge], of[seat.challenge].points, seat) for seat in found]


def game_of_attempt(challenge: Challenge, number: int) -> Match | None:
    """The finished game with this number among those with a deal; 0 is that of its sender."""
    if number == 0:
        return challenge.match
    found = Match.objects.filter(attempt__challenge=challenge, attempt__pk=number, status=Match.Status.FINISHED)
    return found.first()


def is_called_off(seat: Seat) -> bool:
    """Whether the match of a seat has ended without a result."""
    return seat.ended_at is not None and seat.rank is None


def has_left(seat: Seat) -> bool:
    """Whether the person at a seat of a finished match did not play to its end."""
    return seat.points is None or seat.stand_in_id is not None


def _with_points(challenges: QuerySet[Challenge]) -> QuerySet[Any]:
    """The deals with their senders, games, and the `points` of their senders."""
    found = challenges.select_related("sender", "match").defer("match__deal", "match__state")
    return found.annotate(points=_score("pk"))


def _score(challenge: str) -> Subquery:
    """The points of the sender of the deal whose key a row has in the field `challenge`."""
    own = Seat.objects.filter(match__challenge=OuterRef(challenge), number=F("match__challenge__seat"))
    return Subquery(own.values("points")[:1])


def _at_seat_of_attempt() -> Q:
    """The seats at which people play deals that were sent to them."""
    return Q(number=F("match__attempt__challenge__seat"))


def _is_left() -> Case:
    return Case(When(LEFT, then=Value(1)), default=Value(0), output_field=IntegerField())


def _ended(challenge: Challenge) -> QuerySet[Seat]:
    """The seats of those whose games with a deal are over, with a result."""
    ended = Seat.objects.filter(match__attempt__challenge=challenge, ended_at__isnull=False)
    return ended.filter(number=challenge.seat, rank__isnull=False)


def _best_first(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.alias(left=_is_left()).order_by("left", F("points").desc(nulls_last=True), "rank", "ended_at", "pk")


def _order(seat: Seat) -> tuple[bool, int, int]:
    return (True, 0, 0) if has_left(seat) else (False, -(seat.points or 0), seat.rank or 0)


def _placed(
    seats: Sequence[Seat], reader_id: int | None, *, advised: Container[int], drawn: Container[int]
) -> Iterator[Line]:
    """The seats, which are sorted best first, as lines with their places; `advised` are the matches with hints, `drawn`
    the seats that share the best place of two.
    """
    place = 0
    for number, seat in enumerate(seats):
        if number == 0 or _order(seat) != _order(seats[number - 1]):
            place = number + 1
        attempt = getattr(seat, "attempt", 0)
        yield Line(
            place,
            seat,
            attempt,
            is_reader=seat.user_id == reader_id,
            had_hints=seat.match_id in advised,
            is_drawn=seat.pk in drawn,
        )
