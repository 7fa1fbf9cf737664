"""The pages around the boards: what they offer when they are empty, and what they tell search engines."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.pages.lobby.table_form import TableForm
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from tests.markup import squeezed


@pytest.mark.half_second
def test_an_empty_lobby_opens_a_table_of_each_game_in_one_click(browser: Client) -> None:
    page = browser.get("/tables/").content.decode()
    form = re.search(r'<form class="pair" method="post" action="(/pair/)">(.*?)</form>', page, re.DOTALL)
    assert form
    address, fields = form.groups()
    assert re.findall(r'name="game" value="(\w+)"', fields) == list(GAMES)
    for game in GAMES:
        response = browser.post(address, {"game": game})
        match = Match.objects.latest("pk")
        assert response.url == match.get_absolute_url()
        assert (match.game, match.status, match.access) == (game, Match.Status.OPEN, Match.Access.ANYBODY)


def test_the_empty_lobby_of_one_game_offers_that_game(browser: Client) -> None:
    page = browser.get("/tables/?game=maya").content.decode()
    assert re.findall(r'<button class="btn pair__game [^>]* value="(\w+)"', page) == ["maya"]


def test_a_stranger_is_offered_a_game_at_once(client: Client, db: None) -> None:
    page = client.get("/tables/?game=maya").content.decode()
    assert 'name="game" value="maya"' in page
    assert "Play the computer" in page


@pytest.mark.parametrize("key", GAMES)
def test_open_tables_say_which_variant_is_played(client: Client, alice: User, key: str) -> None:
    form = TableForm(GAMES[key], host=alice)
    printed = {option.name: option.values[0] for option in GAMES[key].OPTIONS}
    match_create(host=alice, game=key, others=[None], terms=TableTerms(options={}))
    plain = client.get("/tables/").content.decode()
    for option in GAMES[key].OPTIONS:
        words = {value: str(text) for value, text in form.fields[f"option_{option.name}"].choices}
        match_create(host=alice, game=key, others=[None], terms=TableTerms(options={option.name: option.values[-1]}))
        varied = client.get("/tables/").content.decode()
        assert words[option.values[-1]] in varied
        assert words[option.values[-1]] not in plain
        assert words[printed[option.name]] not in varied


@pytest.mark.parametrize("address", ["/mine/", "/archive/", "/archive/?game=princes"])
def test_empty_lists_offer_a_game(browser: Client, address: str) -> None:
    assert "Play the computer" in browser.get(address).content.decode()


def test_every_page_describes_itself(browser: Client) -> None:
    descriptions = {
        address: re.findall(
            r'<meta name="description" content="([^"]+)">', squeezed(browser.get(address).content.decode())
        )
        for address in ("/tables/", "/archive/", "/rules/", "/credits/")
    }
    assert all(len(found) == 1 for found in descriptions.values()), descriptions
    assert len({found[0] for found in descriptions.values()}) == len(descriptions)


def test_search_engines_leave_forms_alone(client: Client) -> None:
    response = client.get("/robots.txt")
    assert response["Content-Type"] == "text/plain"
    assert "Disallow: /account/login/" in response.content.decode().splitlines()
