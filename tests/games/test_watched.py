"""What those who watch are sent by their sockets: what the page would show them, once for all, and to nobody else."""

import gzip
import json
from random import Random
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from games.models import Match
from games.pages import watched
from games.pages.patches import pieces_of
from games.selectors.engines import game_of, state_of
from games.services.leaving import resign
from tests.bench.client import Kept
from tests.games.conversation import run, socket
from tests.games.playing import play_once
from tests.games.test_patches import TABLES, plain
from tests.games.test_patches import people as people  # the fixture
from tests.games.test_timelines import seated

pytestmark = pytest.mark.django_db(transaction=True)

BOARDS = "?boards=en&zone="


async def told(match: Match, texts: list[str], *sockets: WebsocketCommunicator) -> list[list[dict[str, Any]]]:
    """What each socket says while the actions `texts` are played."""
    for each in sockets:
        assert (await each.connect(timeout=5))[0]
    news: list[list[dict[str, Any]]] = [[] for _ in sockets]
    for text in texts:
        match = await database_sync_to_async(play_once)(match, text)
        for heard, each in zip(news, sockets, strict=True):
            said = await each.receive_output(timeout=10)
            packed = said.get("bytes")
            heard.append(json.loads(gzip.decompress(packed) if packed else said["text"]))
    for each in sockets:
        await each.disconnect()
    return news


def page_of(match: Match, user: User | None, language: str = "en") -> str:
    """The `#match` that the page of `user` fetches."""
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    if user is not None:
        client.force_login(user)
    return client.get(match.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()


def next_ones(match: Match, count: int) -> list[str]:
    """Legal actions that may be played one after the other."""
    game, state, texts = game_of(match), state_of(match), []
    while len(texts) < count:
        action = Random(len(texts)).choice(game.legal_actions(state))
        texts.append(str(action))
        state = game.apply(state, action)
        while len(only := game.legal_actions(state)) == 1:
            state = game.apply(state, only[0])
    return texts


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_watcher_is_sent_what_the_page_would_fetch(table: tuple[str, int], people: list[User]) -> None:
    game, seats = table
    match, watcher = seated(game, people[:seats]), people[seats]
    path = f"/ws/match/{match.code}/"
    sockets = socket(path + BOARDS, watcher), socket(path + BOARDS.replace("en", "de"))
    by_user, by_guest = run(told(match, next_ones(match, 3), *sockets))
    for heard, user, language in ((by_user, watcher, "en"), (by_guest, None, "de")):
        kept = Kept("", [])
        for news in heard:
            kept = Kept("", pieces_of(kept.whole(news["html"])))
        page = page_of(match, user, language)
        assert plain("".join(kept.pieces)) == plain(page)
        assert "csrfmiddlewaretoken" not in page
        assert "<!--=" in heard[-1]["html"]
        assert len(heard[-1]["html"]) < len(heard[0]["html"])


def test_whoever_plays_is_sent_nothing_but_the_news(two_play: Match, alice: User, bob: User) -> None:
    path = f"/ws/match/{two_play.code}/{BOARDS}"
    for heard in run(told(two_play, next_ones(two_play, 2), socket(path, alice), socket(path, bob))):
        assert [set(news) for news in heard] == [{"type", "match", "ply"}] * 2


def test_a_private_match_is_fetched_by_each_as_they_may(two_play_by_link: Match, alice: User, charlie: User) -> None:
    client = Client()
    client.force_login(charlie)
    client.get(f"{two_play_by_link.get_absolute_url()}invite/{two_play_by_link.invite}/")
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    watcher = socket(f"/ws/match/{two_play_by_link.code}/{BOARDS}", more=[(b"cookie", cookie)])
    [heard] = run(told(two_play_by_link, next_ones(two_play_by_link, 1), watcher))
    assert set(heard[0]) == {"type", "match", "ply"}


@pytest.mark.parametrize("query", ["", "?boards=", "?boards=xx&zone=UTC", "?boards=%ff", "?zone=Europe/Berlin"])
def test_whoever_does_not_ask_rightly_is_sent_the_news(two_play: Match, query: str) -> None:
    [heard] = run(told(two_play, next_ones(two_play, 1), socket(f"/ws/match/{two_play.code}/{query}")))
    assert set(heard[0]) == {"type", "match", "ply"}


def test_equal_eyes_are_drawn_once(two_play: Match, charlie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = [], watched._drawn

    def counted(code: str, look: watched.Look) -> str | None:
        drawn.append(look)
        return draw(code, look)

    monkeypatch.setattr(watched, "_drawn", counted)
    path = f"/ws/match/{two_play.code}/{BOARDS}"
    sockets = [socket(path, user) for user in (None, None, charlie, None)]
    heard = run(told(two_play, next_ones(two_play, 2), *sockets))
    assert all(each == heard[0] for each in heard)
    assert drawn == [watched.Look("en", "")] * 2


def test_a_match_that_ends_is_fetched(two_play: Match, alice: User, computers: list[User]) -> None:
    """Its page shows who would play again, and to each what they may do."""
    watcher = socket(f"/ws/match/{two_play.code}/{BOARDS}")

    async def conversation() -> Any:
        assert (await watcher.connect(timeout=5))[0]
        await database_sync_to_async(resign)(match=two_play, user=alice)
        said = await watcher.receive_output(timeout=10)
        await watcher.disconnect()
        return json.loads(said["text"])

    assert set(run(conversation())) == {"type", "match", "ply"}
