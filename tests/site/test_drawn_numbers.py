"""Numbers in drawings are for browsers, not for readers: no language may write them with a decimal comma."""

import re
from random import Random

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from accounts.services import computer_players_ensure
from games.engine import GAMES
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.ratings.finished import ratings_apply
from games.services.records.examples import example_ensure
from tests.games.playing import play_randomly

LANGUAGES = [code for code, _name in settings.LANGUAGES]

ONE = re.compile(
    r'[ "](?:d[xy]|[cr]?[xy]|[xy][12]|r|width|height|value|min|max|low|high|step|size|offset|stroke-width|font-size'
    r'|data-[a-z-]+)="(-?\d+,\d+)[^"]*"'
)
"""An attribute that starts with a number with a decimal comma."""

SEVERAL = re.compile(r'[ "](?:d|transform|viewBox|style)="([^"]*\d,\d[^"]*)"')
"""An attribute of several numbers, which are always separated by blanks here."""

POINTS = re.compile(r'[ "]points="([^"]*)"')
PAIR = re.compile(r"-?[\d.]+[ ,]-?[\d.]+")


def misread(page: str) -> list[str]:
    """The attributes of a page with numbers that a browser would misread."""
    pairs = [points for points in POINTS.findall(page) if PAIR.sub("", points).strip()]
    return [*ONE.findall(page), *SEVERAL.findall(page), *pairs]


@pytest.fixture
def pages(alice: User) -> list[str]:
    """Every kind of page with drawings: boards, results, courses, curves, bars, examples of the rules."""
    computer_players_ensure()
    bob = User.objects.create_user("Bob")

    def played(game: str, seed: int, until: int | None = None) -> Match:
        match = match_join(
            match=match_create(host=alice, game=game, others=[None], terms=TableTerms(rated=True)), user=bob
        )
        return play_randomly(match, Random(seed), until=until)

    codes = [played(game, 3, until=25).code for game in GAMES]
    over = [played("maya", seed).code for seed in range(4)]
    ratings_apply(game="maya")
    example_ensure("maya")
    paths = [f"/match/{code}/{part}" for code in (*codes, over[0]) for part in ("", "replay/?step=9")]
    rules = [f"/rules/{game}/{part}" for game in GAMES for part in ("", "lesson/2/")]
    return [*paths, *rules, "/", "/people/Alice/", "/people/Bob/", "/leaderboards/maya/", "/match/maya/play-on/?step=4"]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_writes_into_drawings(language: str, alice: User, pages: list[str]) -> None:
    browser = Client(headers={"Accept-Language": language})
    browser.force_login(alice)
    found = {}
    for address in pages:
        answer = browser.get(address, follow=True)
        assert answer.status_code == 200, address
        page = answer.content.decode()
        assert f'<html lang="{language}"' in page
        if wrong := misread(page):
            found[address] = wrong
    assert found == {}


def test_what_would_be_misread_is_found() -> None:
    assert misread('<rect x="33,33" width="2"/>') == ["33,33"]
    assert misread('<path d="M0 12,5H3"/><polyline points="2,13.5 4,1"/>') == ["M0 12,5H3"]
    assert misread('<polyline points="2,5,13,5"/><circle cx="1" aria-label="1,5"/>') == ["2,5,13,5"]
