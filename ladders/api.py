"""Ladders in the API: the list, the rungs of one, challenges, results, past seasons; join, leave, challenge and answer.

Bots can read them but not join.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.http import Http404
from django.utils import timezone
from ninja import Router, Schema
from pydantic import Field

from accounts.models import User
from common.numbers import whole_number
from common.pausing import check_pauses
from games.api.v1.caller import ApiRequest, acting, reader
from games.api.v1.schemas.shared import Body, Key
from games.models.rating import season_of
from games.selectors.records.lists import PAGE, BadCursor
from ladders import selectors
from ladders.models import Bout, Ladder
from ladders.pages.parts import bout_or_404, check_duel, ladder_or_404
from ladders.selectors import Standing, Whereabouts
from ladders.services.challenging import WITHIN, bout_accept, bout_challenge, bout_decline, bout_withdraw
from ladders.services.joining import ladder_join, ladder_leave

router = Router(tags=["ladders"])


class ListedLadder(Schema):
    """The ladder of a game."""

    game: str
    people: int
    first: list[str] = Field(description="Who is at the top.")
    place: int | None = Field(description="Yours.")


class Ladders(Schema):
    """All ladders: one for each game that can be played by two."""

    ladders: list[ListedLadder]


class LadderRung(Schema):
    """A rung: to challenge its player, send `rung`. Computer players have no place, and can be on several rungs."""

    rung: int
    place: int | None
    name: str
    computer: bool
    away: bool
    challengeable: bool = Field(description="Whether you can challenge this player now.")
    obstacle: str | None = Field(description="Why you cannot, in words; null also if you are not near on the ladder.")


class LadderChallenge(Schema):
    """A challenge that is not over; `until` is when it must be answered: null once it is accepted."""

    challenge: int
    challenger: str
    challenged: str
    until: datetime | None
    match: str | None


class LadderPage(Schema):
    """Part of a ladder, from the top down; ask again with `after` until it is empty."""

    game: str
    season: str
    people: int
    place: int | None = Field(description="Yours.")
    rungs: list[LadderRung]
    after: str
    challenges: list[LadderChallenge] = Field(description="Yours that are not over, latest first.")


class LadderResult(Schema):
    """A challenge that is over, unless it was withdrawn or called off."""

    challenger: str
    challenged: str
    outcome: str = Field(description="For the challenger: won, lost, drawn, declined or silent (never answered).")
    place: int | None = Field(description="Where the challenger stood afterwards; null: nobody moved.")
    match: str | None
    ended_at: datetime


class LadderChallenges(Schema):
    """The challenges of all players that are not over, latest first (ask again with `after` until it is empty), and the
    latest results.
    """

    challenges: list[LadderChallenge]
    after: str
    results: list[LadderResult]


class LadderSeasons(Schema):
    """The seasons of a ladder that are over, latest first."""

    seasons: list[str]


class LadderFinal(Schema):
    """Where someone stood at the end of a season."""

    place: int
    name: str


class LadderSeason(Schema):
    """The end of a season, from the top down; ask again with `after` until it is empty."""

    game: str
    season: str
    places: list[LadderFinal]
    after: str


class Challenging(Body):
    """Who to challenge: a `rung` of the ladder."""

    rung: Key


class Accepted(Schema):
    """The match that has started."""

    match: str


@router.get("ladders", response=Ladders, url_name="ladders")
def ladders(request: ApiRequest) -> Ladders:
    """The ladders, who is at the top of each, and your places."""
    return Ladders(
        ladders=[
            ListedLadder(
                game=listed.game,
                people=listed.people,
                first=[rung.user.username for rung in listed.first],
                place=listed.place,
            )
            for listed in selectors.ladders_listed(reader(request))
        ]
    )


@router.get("ladders/{game}", response=LadderPage, url_name="ladder")
def ladder(request: ApiRequest, game: str, after: str = "") -> LadderPage:
    """The rungs of a ladder, highest first, and your challenges."""
    user, found, first = reader(request), _ladder_or_none(game), _first(after)
    if found is None:
        season = season_of(timezone.now())
        return LadderPage(game=game, season=season, people=0, place=None, rungs=[], after="", challenges=[])
    rungs, people = selectors.size_of(found)
    here = selectors.whereabouts_of(found, user)
    standing = selectors.standing_of(found, of=user, stretch=_stretch(first, here))
    mine, last = standing.index_of(user), first + PAGE
    own = standing.bouts_of(user)
    until = selectors.deadlines(own)
    return LadderPage(
        game=game,
        season=found.season,
        people=people,
        place=None if here is None else here.place,
        rungs=[_rung(standing, index, mine) for index in range(min(PAGE, len(standing.rungs)))],
        after=str(last) if last < rungs else "",
        challenges=[_challenge(bout, until) for bout in own],
    )


@router.get("ladders/{game}/challenges", response=LadderChallenges, url_name="ladder_challenges")
def challenges(request: ApiRequest, game: str, after: str = "") -> LadderChallenges:
    """The challenges of all players of a ladder that are not over, and the latest results."""
    found = _ladder_or_none(game)
    if found is None:
        return LadderChallenges(challenges=[], after="", results=[])
    page = selectors.open_bouts_listed(found, cursor=after)
    until = selectors.deadlines(page.rows)
    return LadderChallenges(
        challenges=[_challenge(bout, until) for bout in page.rows],
        after=page.following,
        results=[_result(bout) for bout in selectors.results_of(found)],
    )


@router.get("ladders/{game}/seasons", response=LadderSeasons, url_name="ladder_seasons")
def seasons(request: ApiRequest, game: str) -> LadderSeasons:
    """The seasons that are over."""
    found = _ladder_or_none(game)
    return LadderSeasons(seasons=[] if found is None else selectors.seasons_of(found))


@router.get("ladders/{game}/seasons/{season}", response=LadderSeason, url_name="ladder_season")
def season(request: ApiRequest, game: str, season: str, after: str = "") -> LadderSeason:
    """How a season ended; 404 for one that is not over."""
    found, first = ladder_or_404(game), _first(after)
    if season not in selectors.seasons_of(found):
        raise Http404
    finals = list(selectors.finals_of(found, season)[first : first + PAGE + 1])
    return LadderSeason(
        game=game,
        season=season,
        places=[LadderFinal(place=final.place, name=final.user.username) for final in finals[:PAGE]],
        after=str(first + PAGE) if len(finals) > PAGE else "",
    )


@router.post("ladders/{game}/join", response={204: None}, url_name="ladder_join")
def join(request: ApiRequest, game: str) -> None:
    """Join the ladder, at the bottom. Bots are refused."""
    check_duel(game)
    ladder_join(game=game, user=_changing(request))


@router.post("ladders/{game}/leave", response={204: None}, url_name="ladder_leave")
def leave(request: ApiRequest, game: str) -> None:
    """Leave the ladder. Running games continue, but move nobody."""
    user = _changing(request)
    ladder_leave(ladder=ladder_or_404(game), user=user)


@router.post("ladders/{game}/challenge", response=LadderChallenge, url_name="ladder_challenge")
def challenge(request: ApiRequest, game: str, whom: Challenging) -> LadderChallenge:
    """Challenge the player on a rung. A computer player accepts at once."""
    user = _changing(request)
    bout = bout_challenge(ladder=ladder_or_404(game), user=user, rung=whom.rung)
    return _challenge(bout, selectors.deadlines([bout]))


@router.post("ladders/{game}/challenges/{bout}/accept", response=Accepted, url_name="ladder_accept")
def accept(request: ApiRequest, game: str, bout: Key) -> Accepted:
    """Accept a challenge: the match starts."""
    user = _changing(request)
    return Accepted(match=bout_accept(bout=bout_or_404(ladder_or_404(game), bout, challenged=user), user=user).code)


@router.post("ladders/{game}/challenges/{bout}/decline", response={204: None}, url_name="ladder_decline")
def decline(request: ApiRequest, game: str, bout: Key) -> None:
    """Decline a challenge: the two of you swap places."""
    user = _changing(request)
    bout_decline(bout=bout_or_404(ladder_or_404(game), bout, challenged=user), user=user)


@router.post("ladders/{game}/challenges/{bout}/withdraw", response={204: None}, url_name="ladder_withdraw")
def withdraw(request: ApiRequest, game: str, bout: Key) -> None:
    """Withdraw a challenge that has no answer yet."""
    user = _changing(request)
    bout_withdraw(bout=bout_or_404(ladder_or_404(game), bout, challenger=user), user=user)


def _changing(request: ApiRequest) -> User:
    """The caller, who changes something on a ladder. Raises TooOften, as the page does."""
    user = acting(request)
    check_pauses(request, "ladder", user)
    return user


def _first(after: str) -> int:
    """The number of rungs above the stretch that a cursor names. Raises BadCursor."""
    first = whole_number(after or "0", digits=6)
    if first is None:
        raise BadCursor(after)
    return first


def _stretch(first: int, here: Whereabouts | None) -> slice:
    """The rungs of one response, extended down to the caller's rung if some of them may be in the caller's reach."""
    end = first + PAGE
    if here is not None and first <= here.index < end + WITHIN:
        end = max(end, here.index + 1)
    return slice(first, end)


def _ladder_or_none(game: str) -> Ladder | None:
    """The ladder of a game; None for one that nobody has joined, 404 for a game without ladder."""
    check_duel(game)
    return selectors.ladder_named(game)


def _rung(standing: Standing, index: int, mine: int | None) -> LadderRung:
    rung = standing.rungs[index]
    obstacle = None if mine is None or mine == index else standing.obstacle(mine, index)
    return LadderRung(
        rung=rung.pk,
        place=standing.places[index],
        name=rung.user.username,
        computer=rung.is_house,
        away=rung.user.is_away(standing.now),
        challengeable=mine is not None and mine != index and obstacle is None,
        obstacle=None if obstacle is None else str(obstacle.label),
    )


def _challenge(bout: Bout, until: Mapping[int, datetime]) -> LadderChallenge:
    return LadderChallenge(
        challenge=bout.pk,
        challenger=bout.challenger.username,
        challenged=bout.challenged.username,
        until=until.get(bout.pk),
        match=bout.match.code if bout.match is not None else None,
    )


def _result(bout: Bout) -> LadderResult:
    assert bout.ended_at is not None, "only challenges that are over are results"
    return LadderResult(
        challenger=bout.challenger.username,
        challenged=bout.challenged.username,
        outcome=bout.outcome,
        place=bout.challenger_place,
        match=bout.match.code if bout.match is not None else None,
        ended_at=bout.ended_at,
    )
