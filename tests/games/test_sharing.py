"""What other sites show of a link: title, sentence and picture; for a private match nothing but the site itself."""

import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.ratings.finished import ratings_apply
from tests.games.standings import finished
from tests.visitors import visitor

pytestmark = pytest.mark.django_db
HOUSE = f"{settings.SITE_URL}/static/img/card.jpg"


def shared(client: Client, path: str) -> dict[str, str]:
    page = client.get(path).content.decode()
    found = re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page)
    assert len(found) == len(dict(found)) == 7
    return dict(found)


@pytest.fixture
def table(alice: User) -> Match:
    return match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="2d"))


def test_a_match_is_shared_with_its_game_at_every_stage(client: Client, table: Match, bob: User) -> None:
    card = shared(client, f"/match/{table.code}/")
    assert card["title"] == "Maya"
    assert card["image"] == f"{settings.SITE_URL}/static/img/card-maya.jpg"
    assert card["description"] == "2 players, 2 days a turn, waiting for players"
    match_join(match=table, user=bob)
    for page in ("", "replay/"):
        assert shared(client, f"/match/{table.code}/{page}")["description"].endswith(", running")


@pytest.mark.parametrize("access", ["link", "friends"])
def test_a_private_match_tells_nothing_but_the_house(table: Match, alice: User, access: str) -> None:
    Match.objects.update(access=access)
    card = shared(visitor(alice), f"/match/{table.code}/")
    assert (card["title"], card["image"]) == (settings.SITE_NAME, HOUSE)
    assert "Maya" not in card["description"]


@pytest.mark.half_second
def test_profiles_rules_and_leaderboards_say_whose_they_are(client: Client, alice: User) -> None:
    assert shared(client, "/people/Alice/")["title"] == "Alice"
    for game in GAMES:
        card = f"{settings.SITE_URL}/static/img/card-{game}.jpg"
        for path, word in ((f"/rules/{game}/", "Rules of "), (f"/leaderboards/{game}/", "Leaderboard: ")):
            meta = shared(client, path)
            assert meta["title"].startswith(word)
            assert meta["image"] == card
    assert shared(client, "/")["image"] == HOUSE


def test_a_profile_is_shared_with_its_games_and_the_one_played_most(client: Client, alice: User, bob: User) -> None:
    for number, game in enumerate(("maya", "rapa_nui", "rapa_nui")):
        finished(alice, bob, game=game, code=f"m{number}")
    ratings_apply(game="maya")
    ratings_apply(game="rapa_nui")
    card = shared(client, "/people/Alice/")
    assert card["image"] == f"{settings.SITE_URL}/static/img/card-rapa_nui.jpg"
    counts, *ratings = card["description"].rsplit(" · ", 2)
    assert counts == "Games finished: 3 · Won: 3"
    assert {rating[:-4] for rating in ratings} == {"Maya: ", "Rapa Nui: "}


@pytest.mark.parametrize("name", ["card", *(f"card-{game}" for game in GAMES)])
def test_every_picture_is_there_in_the_size_that_is_told(name: str) -> None:
    file = finders.find(f"img/{name}.jpg")
    assert file is not None
    content = Path(file).read_bytes()
    frame = re.search(rb"\xff[\xc0\xc2]..\x08(....)", content, re.DOTALL)
    assert frame is not None
    assert struct.unpack(">HH", frame[1]) == (630, 1200)
    assert len(content) < 120_000
