"""Queries about ladders: rungs and places, who may challenge whom, and deadlines of answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, TextChoices, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User, Vacation
from accounts.selectors import VACATION_DAYS
from games.engine import GAMES
from games.models import Block, Match, Seat
from games.selectors.records.lists import PAGE, stretch
from ladders.models import Bout, Final, Ladder, Rung
from ladders.ranking import places, reached
from ladders.terms import AGAIN, AGAIN_HOUSE, ANSWER, GIVE_WAY, HOUSE_BRINGS, OPEN_IN, OPEN_OUT, REACH

Pair = frozenset[int]

LATEST = 10
"""How many results the page of a ladder shows."""

FIRST = 3
"""How many people from the top the list of ladders names."""


@dataclass(frozen=True, slots=True)
class Bouts:
    """A stretch of a list of challenges; `following` is the cursor of the next."""

    rows: tuple[Bout, ...]
    following: str


def duels() -> list[str]:
    """The games that have a ladder: those that can be played by two."""
    return [key for key, game in GAMES.items() if 2 in game.SEATS]


class Obstacle(TextChoices):
    """Why someone may not challenge another player, with a message for them."""

    BELOW = "below", _("You can only challenge players above you.")
    REACH = "reach", _("This player is too far above you.")
    GONE = "gone", _("This player cannot play at the moment.")
    AWAY = "away", _("On vacation.")
    BETWEEN = "between", _("There is already a challenge between you two.")
    AGAIN = "again", _("You two played here recently. Wait a few days before the next challenge.")
    OTHERS = (
        "others",
        _("You two played here recently. You can challenge this player again once nobody else is doing so."),
    )
    BUSY = "busy", _("This player can’t take on any more challenges for now.")
    APART = "apart", _("You can’t challenge this player.")
    FULL = "full", _("You can’t have any more open challenges. Finish one first.")


@dataclass(frozen=True)
class Standing:
    """A ladder or a stretch of it at one moment: rungs from the top down, open challenges, and obstacles to new ones.

    Indexes count the rungs that were read. Answers about someone's reach are right only if the stretch contains it.
    """

    rungs: Sequence[Rung]
    bouts: Sequence[Bout]
    rested: dict[Pair, datetime] = field(default_factory=dict)
    """For each pair that met lately, when they may meet again."""
    gives_way: dict[Pair, datetime] = field(default_factory=dict)
    """For each pair that met lately, until when a challenge between them gives way to those of others."""
    apart: frozenset[Pair] = frozenset()
    """Pairs of people of whom each has blocked the other: with one block alone nobody can avoid a challenge."""
    now: datetime = field(default_factory=timezone.now)
    above: int = 0
    """The number of people above the stretch."""

    @cached_property
    def houses(self) -> list[bool]:
        """For each rung, whether a computer player holds it."""
        return [rung.is_house for rung in self.rungs]

    @cached_property
    def places(self) -> list[int | None]:
        """The place of each rung; None for house rungs."""
        return [None if place is None else self.above + place for place in places(self.houses)]

    @cached_property
    def _got(self) -> Counter[int]:
        return Counter(bout.challenged_id for bout in self.bouts)

    @cached_property
    def _made(self) -> Counter[int]:
        return Counter(bout.challenger_id for bout in self.bouts)

    @cached_property
    def _between(self) -> set[Pair]:
        return {frozenset((bout.challenger_id, bout.challenged_id)) for bout in self.bouts}

    def index_of(self, user: User | None) -> int | None:
        """The index of a person's rung; None without a user, and for someone who is not in the stretch."""
        if user is None:
            return None
        return next(
            (index for index, rung in enumerate(self.rungs) if rung.user_id == user.pk and not rung.is_house), None
        )

    def bouts_of(self, user: User | None) -> list[Bout]:
        """The open challenges of a person, made and received; none without a user."""
        if user is None:
            return []
        return [bout for bout in self.bouts if user.pk in (bout.challenger_id, bout.challenged_id)]

    def reach_of(self, mine: int) -> range:
        """The indexes in reach of the person at `mine`."""
        return reached(self.houses, mine, REACH)

    def is_full(self, mine: int) -> bool:
        """Whether the person at `mine` has as many open challenges as they may make."""
        return self._made[self.rungs[mine].user_id] >= OPEN_OUT

    def obstacle(self, mine: int, theirs: int) -> Obstacle | None:
        """What keeps the person at `mine` from challenging the player at `theirs`; None if nothing does."""
        if theirs >= mine:
            return Obstacle.BELOW
        if theirs not in self.reach_of(mine):
            return Obstacle.REACH
        hindered = self.hindrance(mine, theirs)
        return Obstacle.FULL if hindered is None and self.is_full(mine) else hindered

    def hindrance(self, mine: int, theirs: int) -> Obstacle | None:
        """What keeps the person at `mine` from challenging the player at `theirs`, who is in reach.

        None if nothing does, or nothing but the number of their own open challenges. House rungs that would bring too
        many places count as out of reach.
        """
        other = self.rungs[theirs]
        pair = frozenset((self.rungs[mine].user_id, other.user_id))
        if not may_play(other.user, self.now):
            return Obstacle.GONE
        if other.is_house and self.houses[theirs:mine].count(False) > HOUSE_BRINGS:
            return Obstacle.REACH
        if pair in self.apart:
            return Obstacle.APART
        if pair in self._between:
            return Obstacle.BETWEEN
        if other.user.is_away(self.now):
            return Obstacle.AWAY
        if self.now < self.rested.get(pair, self.now):
            return Obstacle.AGAIN
        if other.is_house or not self._got[other.user_id]:
            return None
        if self._got[other.user_id] >= OPEN_IN:
            return Obstacle.BUSY
        return Obstacle.OTHERS if self.now < self.gives_way.get(pair, self.now) else None


def may_play(user: User, now: datetime) -> bool:
    """Whether `user` can begin a match: the account is active and not banned."""
    return user.is_active and not user.is_banned(now)


def ladder_named(game: str) -> Ladder | None:
    """The ladder of a game; None before it is first needed (`ladder_ensure`)."""
    return Ladder.objects.filter(game=game).first()


def standing_of(
    ladder: Ladder, *, of: User | None = None, now: datetime | None = None, stretch: slice | None = None
) -> Standing:
    """The current state of the ladder: four queries, at most five for a stretch.

    With `of`, it reads recent meetings and blocks of this person only. With `stretch`, it reads only these rungs and
    the challenges that matter to this person there; without `of` no challenges.
    """
    now = now or timezone.now()
    rungs = ladder.rungs.select_related("user").order_by("position")
    if stretch is None:
        return Standing(list(rungs), list(open_bouts(ladder)), *_met(ladder, of, now), _apart(ladder, of), now)
    read = list(rungs[stretch])
    above = 0
    if stretch.start and read:
        above = ladder.rungs.filter(position__lt=read[0].position, is_house=False).count()
    if of is None:
        return Standing(read, [], now=now, above=above)
    concerned = Q(challenged__in=[rung.user_id for rung in read if not rung.is_house])
    bouts = list(open_bouts(ladder).filter(concerned | Q(challenger=of) | Q(challenged=of)))
    return Standing(read, bouts, *_met(ladder, of, now), _apart(ladder, of), now, above)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Someone's position on a ladder: the number of rungs above, and the place."""

    index: int
    place: int


def whereabouts_of(ladder: Ladder, user: User | None) -> Whereabouts | None:
    """The whereabouts of a person; None without a user, and for someone who is not on the ladder. One query."""
    if user is None:
        return None
    above = Rung.objects.filter(ladder=ladder, position__lt=OuterRef("position")).order_by().values("ladder")
    numbers = above.annotate(rungs=Count("pk"), people=Count("pk", filter=Q(is_house=False)))
    own = ladder.rungs.filter(user=user, is_house=False)
    rung = own.annotate(
        rungs_above=Subquery(numbers.values("rungs")), people_above=Subquery(numbers.values("people"))
    ).first()
    return None if rung is None else Whereabouts(rung.rungs_above or 0, (rung.people_above or 0) + 1)


def size_of(ladder: Ladder) -> tuple[int, int]:
    """The numbers of rungs and of people on a ladder: one query."""
    numbers = ladder.rungs.aggregate(rungs=Count("pk"), people=Count("pk", filter=Q(is_house=False)))
    return numbers["rungs"], numbers["people"]


def open_bouts(ladder: Ladder) -> QuerySet[Bout]:
    """The challenges of a ladder that are not over, latest first, each with its two players and its match."""
    return _with_players(ladder.bouts.filter(outcome=""))


def _with_players(bouts: QuerySet[Bout]) -> QuerySet[Bout]:
    """These challenges with their two players and their matches, whose large columns are left out."""
    found = bouts.select_related("challenger", "challenged", "match")
    return found.defer("match__state", "match__deal", "match__salt")


def open_bouts_listed(ladder: Ladder, *, cursor: str = "", limit: int = PAGE) -> Bouts:
    """A stretch of the challenges of a ladder that are not over, latest first: two queries. Raises BadCursor."""
    found = stretch(ladder.bouts.filter(outcome=""), moment="made_at", key="id", cursor=cursor, limit=limit)
    rows = open_bouts(ladder).in_bulk(found.keys)
    return Bouts(tuple(rows[key] for key in found.keys if key in rows), found.following)


def running_of_others(ladder: Ladder, reader: User | None) -> QuerySet[Bout]:
    """The open challenges between people other than the reader, latest first."""
    running = open_bouts(ladder)
    return running if reader is None else running.exclude(Q(challenger=reader) | Q(challenged=reader))


def _met(ladder: Ladder, of: User | None, now: datetime) -> tuple[dict[Pair, datetime], dict[Pair, datetime]]:
    """For each pair that met lately, when they may meet again, and until when they give way to others."""
    since = now - max(AGAIN, AGAIN_HOUSE, GIVE_WAY)
    lately = ladder.bouts.filter(ended_at__gt=since).exclude(outcome=Bout.Outcome.VOID)
    if of is not None:
        lately = lately.filter(Q(challenger=of) | Q(challenged=of))
    rested: dict[Pair, datetime] = {}
    gives_way: dict[Pair, datetime] = {}
    columns = ("challenger", "challenged", "challenged__level", "ended_at")
    for one, other, level, ended_at in lately.order_by("ended_at", "pk").values_list(*columns):
        assert ended_at is not None
        pair = frozenset((one, other))
        rested[pair], gives_way[pair] = ended_at + (AGAIN_HOUSE if level else AGAIN), ended_at + GIVE_WAY
    return rested, gives_way


def _apart(ladder: Ladder, of: User | None) -> frozenset[Pair]:
    here = Rung.objects.filter(ladder=ladder, is_house=False).values("user")
    whose = Q(user__in=here, blocked__in=here) if of is None else Q(user=of) | Q(blocked=of)
    blocks = set(Block.objects.filter(whose, only_mutes=False).values_list("user", "blocked"))
    return frozenset(frozenset((user, blocked)) for user, blocked in blocks if (blocked, user) in blocks)


def blocked_bouts(ladder: Ladder) -> dict[int, bool]:
    """The keys of unanswered challenges of whose two players one has blocked the other since: one query.

    Each with whether it was the challenger who did.
    """
    since = Block.objects.filter(only_mutes=False, made_at__gte=OuterRef("made_at"))
    asked = ladder.bouts.filter(outcome="", answered_at=None).annotate(
        by_challenger=Exists(since.filter(user=OuterRef("challenger"), blocked=OuterRef("challenged"))),
        by_challenged=Exists(since.filter(user=OuterRef("challenged"), blocked=OuterRef("challenger"))),
    )
    found = asked.filter(Q(by_challenger=True) | Q(by_challenged=True))
    return dict(found.values_list("pk", "by_challenger"))


def deadlines(bouts: Iterable[Bout]) -> dict[int, datetime]:
    """The deadline of each of these challenges that waits for an answer, by key, extended by vacations.

    At most one query.
    """
    asked = [bout for bout in bouts if bout.is_asked]
    if not asked:
        return {}
    since = min(bout.made_at for bout in asked) - timedelta(days=VACATION_DAYS)
    found: dict[int, list[Vacation]] = {}
    people = {bout.challenged_id for bout in asked}
    for vacation in Vacation.objects.filter(user__in=people, began_at__gte=since).order_by("began_at"):
        found.setdefault(vacation.user_id, []).append(vacation)
    return {bout.pk: _deadline(bout, found.get(bout.challenged_id, [])) for bout in asked}


def _deadline(bout: Bout, vacations: Sequence[Vacation]) -> datetime:
    """When an answer is due: later by the time that the challenged player has been away on these vacations."""
    end, last = bout.answer_by, bout.challenged.away_until
    for vacation in vacations:
        back = vacation.began_at + timedelta(days=vacation.days)
        if last is not None:  # people who come back early are away only until `away_until`
            back = min(back, last)
        gone = max(vacation.began_at, bout.made_at)
        if gone < min(end, back):
            end += back - gone
    return end


def answer_by(now: datetime) -> datetime:
    """The deadline for answering a challenge made now, before vacations."""
    return now + ANSWER


def due_bouts(now: datetime) -> QuerySet[Bout]:
    """The open challenges that may have to be ended.

    Their match is over or gone, the time to answer is up before vacations, or someone has left the ladder.
    """
    over = Q(match__status=Match.Status.FINISHED) | Q(match=None, answered_at__isnull=False)
    silent = Q(answered_at=None, answer_by__lte=now)
    gone = Q(answered_at=None) & (Q(below=None) | Q(above=None))
    return Bout.objects.filter(over | silent | gone, outcome="").select_related("ladder").order_by("pk")


def outcome_of(bout: Bout, seats: Sequence[Seat]) -> Bout.Outcome:
    """The outcome of a finished match for the challenger. Leaving or running out of time loses to staying."""
    keys = {seat.user_id: (seat.stand_in_id is not None, seat.rank or 1) for seat in seats}
    mine, theirs = keys[bout.challenger_id], keys[bout.challenged_id]
    if mine == theirs:
        return Bout.Outcome.DRAWN
    return Bout.Outcome.WON if mine < theirs else Bout.Outcome.LOST


@dataclass(frozen=True, slots=True)
class Listed:
    """A ladder in the list: the number of people, the first of them, and the reader's place."""

    game: str
    people: int
    first: tuple[Rung, ...]
    place: int | None


def ladders_listed(reader: User | None) -> list[Listed]:
    """The ladder of every two-player game, even if nobody has joined it: two queries, three for a reader."""
    people = {
        row["ladder__game"]: row["people"]
        for row in Rung.objects.filter(is_house=False).order_by().values("ladder__game").annotate(people=Count("pk"))
    }
    first: dict[str, list[Rung]] = {}
    counted = Window(RowNumber(), partition_by=F("ladder"), order_by="position")
    top = Rung.objects.filter(is_house=False).annotate(number=counted).filter(number__lte=FIRST)
    for rung in top.select_related("user", "ladder").order_by("position"):
        first.setdefault(rung.ladder.game, []).append(rung)
    own = {} if reader is None else {rung.ladder.game: rung.place for rung in places_of(reader)}
    return [Listed(game, people.get(game, 0), tuple(first.get(game, ())), own.get(game)) for game in duels()]


def places_of(user: User) -> list[Any]:
    """The rungs of a person, each with its ladder, its `place` and the number of `people` there: one query."""
    others = Rung.objects.filter(ladder=OuterRef("ladder"), is_house=False).order_by().values("ladder")
    above = others.filter(position__lte=OuterRef("position")).annotate(number=Count("pk")).values("number")
    people = others.annotate(number=Count("pk")).values("number")
    own = Rung.objects.filter(user=user, is_house=False).select_related("ladder")
    return list(own.annotate(place=Subquery(above), people=Subquery(people)).order_by("ladder__game"))


def results_of(ladder: Ladder) -> list[Bout]:
    """The latest challenges that were answered or left unanswered, latest first: one query."""
    shown = ladder.bouts.exclude(outcome__in=["", Bout.Outcome.VOID, Bout.Outcome.WITHDRAWN])
    return list(_with_players(shown).order_by("-ended_at", "-id")[:LATEST])


def seasons_of(ladder: Ladder) -> list[str]:
    """The seasons that are over, latest first."""
    return list(ladder.finals.order_by("-season").values_list("season", flat=True).distinct())


def finals_of(ladder: Ladder, season: str) -> QuerySet[Final]:
    """The final places of a season, the first place first."""
    return ladder.finals.filter(season=season).select_related("user").order_by("place")


def bout_of_match(match: Match) -> Bout | None:
    """The challenge that a match decides, with its ladder; None outside ladders."""
    return Bout.objects.filter(match=match).select_related("ladder").first()
