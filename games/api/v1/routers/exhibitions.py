"""Exhibitions, in which computer players play for you to watch: yours, starting one, and ending it."""

from __future__ import annotations

from ninja import Router

from common.pausing import check_pauses
from games.api.v1 import schemas, shown
from games.api.v1.caller import ApiRequest, acting, match_of
from games.api.v1.game_names import check_game
from games.selectors.lobby.exhibitions import exhibitions_of
from games.services.lobby.computers import computers_at
from games.services.lobby.exhibitions import exhibition_create, exhibition_end

router = Router(tags=["exhibitions"])


@router.get("exhibitions", response=schemas.matches.Rows, url_name="exhibitions")
def exhibitions(request: ApiRequest) -> schemas.matches.Rows:
    """Your exhibitions: the running one first, then the latest ones that are over."""
    return schemas.matches.Rows(rows=[shown.row_of(row) for row in exhibitions_of(acting(request))], after="")


@router.post("exhibitions", response={201: schemas.matches.Done}, url_name="exhibitions")
def exhibition_start(request: ApiRequest, wish: schemas.exhibitions.NewExhibition) -> schemas.matches.Done:
    """Let computer players play, and watch them. It is never rated, and anyone who knows its code can watch too."""
    user = acting(request)
    check_game(wish.game)
    players = computers_at(wish.computers)
    check_pauses(request, "exhibition")
    return shown.done(exhibition_create(host=user, game=wish.game, players=players, instead=wish.instead))


@router.post("exhibitions/{code}/end", response=schemas.matches.Done, url_name="exhibition_end")
def end(request: ApiRequest, code: str) -> schemas.matches.Done:
    """End an exhibition of yours without a result."""
    return shown.done(exhibition_end(match=match_of(request, code), user=acting(request)))
