"""A whole match of every game with links and forms only, as a browser without scripts shows and sends them."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.services.computer.thinking import think
from tests.kills.forms import form_with

CHOICE = re.compile(r'<button[^>]*name="action"[^>]*value="([^"]*)"')
MOOD = re.compile(r'id="match"[^>]*data-mood="(\w+)"')


def page_at(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def open_table(browser: Client, game: str) -> Match:
    """An unrated live table for two against the easiest computer player, opened with the form's own defaults."""
    address = f"/tables/new/?game={game}"
    form = form_with(page_at(browser, address), "place_2")
    assert form is not None
    fields = form.fields | {"seats": "2", "place_2": "beginner", "access": "anybody", "pace": "live"}
    fields.pop("rated", None)
    answer = browser.post(form.action or address, fields)
    assert answer.status_code == 302, answer.content
    return Match.objects.get()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_forms(game: str, alice: User, computers: list[User]) -> None:
    browser, rng = Client(), Random(14)
    browser.force_login(alice)
    match = open_table(browser, game)
    decisions = 0
    while True:
        page = page_at(browser, match.get_absolute_url())
        assert page.count("<h1") == 1
        mood = MOOD.findall(page)[0]
        assert ('http-equiv="refresh"' in page) == (mood == "wait"), "only a page that waits reloads by itself"
        if mood == "done":
            break
        if mood == "wait":
            match.refresh_from_db()
            assert think(code=match.code, ply=match.ply)
            continue
        form = form_with(page, "ply", "/play/")
        assert form is not None
        answer = browser.post(form.action, form.fields | {"action": rng.choice(CHOICE.findall(page))})
        assert answer.status_code in (200, 302), answer.content
        decisions += 1
    assert decisions >= 10
    assert 'id="result"' in page
    replay = re.search(r'href="([^"]*/replay/[^"]*)"', page)
    assert replay is not None
    onward = re.search(r'href="([^"]*step=1\b[^"]*)"', page_at(browser, unescape(replay[1])))
    assert onward is not None
    assert "step 1 of" in page_at(browser, unescape(onward[1]))
