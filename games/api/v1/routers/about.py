"""Who you are, the games here, and who plays them."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from ninja import Router

from accounts.bots import bots_of
from accounts.names import COMPUTER_NAMES, LONGEST
from accounts.selectors import computer_players, user_with_profile
from games.api.v1 import schemas, shown
from games.api.v1.caller import ApiRequest, acting
from games.catalogue import game_or_404
from games.engine import GAMES
from games.engine.contract import AnyGame
from games.models.rating import ALL_SEATS, ALL_TIME
from games.selectors.people import profiles
from games.selectors.people.bots import bots as listed
from games.selectors.ratings import leaderboards
from games.selectors.records import lists
from games.titles import numbers

router = Router(tags=["the house"])


@router.get("account", response=schemas.about.Account, url_name="account")
def account(request: ApiRequest) -> schemas.about.Account:
    """Who you are here."""
    user = acting(request)
    return schemas.about.Account(
        name=user.username,
        guest=user.is_guest,
        bot=user.is_bot,
        owner=shown.owner_of(user),
        language=user.language,
        turns=lists.turns_waiting(user),
    )


@router.get("games", response=list[schemas.about.Game], url_name="games")
def games(request: ApiRequest) -> list[dict[str, Any]]:
    """All games, with the variants and seat counts that their tables can have."""
    return [_of_game(game) for game in GAMES.values()]


@router.get("games/{game}", response=schemas.about.GameWithData, url_name="game")
def game_data(request: ApiRequest, game: str) -> dict[str, Any]:
    """One game, with the numbers from its rule book."""
    return _of_game(game_or_404(game)) | {"data": numbers(game)}


@router.get("leaderboards/{game}", response=schemas.about.Leaderboard, url_name="leaderboard")
def leaderboard(
    request: ApiRequest,
    game: str,
    season: str = ALL_TIME,
    seats: int = ALL_SEATS,
    computers: bool = True,
    after: str = "",
    before: str = "",
) -> schemas.about.Leaderboard:
    """The leaderboard of a game: of all time, or a `season` like 2026-4, and of all seat counts, or one.

    With `computers=false` it is of people only: no computer players, no bots.
    """
    if seats not in (ALL_SEATS, *game_or_404(game).SEATS):
        raise Http404
    if season and season not in leaderboards.seasons(game, timezone.now()):
        raise Http404
    pool = leaderboards.Pool(game=game, season=season, seats=seats, computers=computers)
    return shown.leaderboard_of(leaderboards.leaderboard(pool, after=after, before=before))


@router.get("bots", response=schemas.about.Bots, url_name="bots")
def bots(request: ApiRequest, after: str = "") -> schemas.about.Bots:
    """The computer players of this site, and all bots with their owners."""
    found = listed(after=after[:LONGEST])
    players = {} if after else computer_players()
    everybody = [*(players[level] for level in COMPUTER_NAMES if level in players), *found.bots]
    return schemas.about.Bots(bots=[shown.bot_of(each) for each in everybody], after=found.following)


@router.get("people/{name}", response=schemas.about.Person, url_name="person")
def person(request: ApiRequest, name: str) -> schemas.about.Person:
    """The profile of a member, a bot or a computer player."""
    user = user_with_profile(name)
    if user is None:
        raise Http404
    record = profiles.record_of(user)
    return schemas.about.Person(
        name=user.username,
        computer=user.is_computer,
        bot=user.is_bot,
        owner=shown.owner_of(user),
        bots=[bot.username for bot in bots_of(user)],
        finished=record.finished,
        won=record.won,
        shared=record.shared,
        running=record.running,
        reliability=record.reliability,
        ratings=[shown.standing_of(line) for line in leaderboards.places(user)],
        results=[
            schemas.about.Placings(game=result.game, seats=result.seats, places=list(result.places))
            for result in record.results
        ],
    )


@router.get("people/{name}/ratings/{game}", response=schemas.about.RatingCourse, url_name="person_ratings")
def person_ratings(request: ApiRequest, name: str, game: str) -> schemas.about.RatingCourse:
    """The course of someone's rating in a game, of all time and all seat counts: empty without rated games."""
    user = user_with_profile(name)
    if user is None:
        raise Http404
    game_or_404(game)
    return schemas.about.RatingCourse(game=game, ratings=profiles.rating_history(user, game))


def _of_game(game: AnyGame) -> dict[str, Any]:
    return {
        "game": game.KEY,
        "rules": game.RULES_VERSION,
        "seats": list(game.SEATS),
        "options": [{"name": each.name, "values": list(each.values)} for each in game.OPTIONS],
        "standing_orders": [{"name": each.name, "values": list(each.values)} for each in game.STANDING_ORDERS],
        "reasons": list(game.REASONS),
        "actions": game.LONGEST,
    }
