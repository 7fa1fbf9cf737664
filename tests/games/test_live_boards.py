"""What sockets send with news: to a player what their own page would fetch, to all spectators one board."""

import gzip
import json
import re
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from common import group_send
from games.models import Match, Seat
from games.pages.match import live_boards
from games.pages.match.patches import pieces_of
from games.selectors.access import Visitor, seats_of
from games.selectors.position.engines import game_of, state_of
from games.services.live.broadcast import match_group
from games.services.play.resignation import resign
from tests.bench.client import Kept
from tests.first import first
from tests.games.conversation import BOARDS, TOKEN, run, socket
from tests.games.playing import TABLES, play_once, seated
from tests.markup import comparable_text
from tests.visitors import visitor

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN = {"type", "match", "ply"}
"""The keys of news without a board."""


async def news_of(match: Match, texts: list[str], *sockets: WebsocketCommunicator) -> list[list[dict[str, Any]]]:
    """The messages of each socket while the actions `texts` are played."""
    for each in sockets:
        assert (await each.connect(timeout=60))[0]
    news: list[list[dict[str, Any]]] = [[] for _ in sockets]
    for text in texts:
        match = await database_sync_to_async(play_once)(match, text)
        for heard, each in zip(news, sockets, strict=True):
            said = await each.receive_output(timeout=60)
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
    """Legal actions that can be played one after another."""
    game, state, texts = game_of(match), state_of(match), []
    while len(texts) < count:
        action = Random(len(texts)).choice(game.legal_actions(state))
        texts.append(str(action))
        state = game.apply(state, action)
        while len(only := game.legal_actions(state)) == 1:
            state = game.apply(state, only[0])
    return texts


@pytest.mark.half_second
@pytest.mark.parametrize("table", first([("maya", 2), ("princes", 5)], of=TABLES), ids=str)
def test_a_watcher_is_sent_what_the_page_would_fetch(
    table: tuple[str, int], people: list[User], stranger: User
) -> None:
    game, seats = table
    match = seated(game, people[:seats])
    path = f"/ws/match/{match.code}/"
    sockets = [
        socket(path + BOARDS, stranger),
        *(socket(path + BOARDS.replace("en", each)) for each in ("de", "zh-hans")),
    ]
    by_user, by_german, by_chinese = run(news_of(match, next_ones(match, 3), *sockets))
    for heard, user, language in ((by_user, stranger, "en"), (by_german, None, "de"), (by_chinese, None, "zh-hans")):
        kept = Kept("", [])
        for news in heard:
            kept = Kept("", pieces_of(kept.whole(news["html"])))
        page = page_of(match, user, language)
        assert comparable_text("".join(kept.pieces)) == comparable_text(page)
        assert "csrfmiddlewaretoken" not in page
        assert "<!--=" in heard[-1]["html"]
        assert len(heard[-1]["html"]) < len(heard[0]["html"])


@pytest.mark.half_second
@pytest.mark.parametrize("table", first([("maya", 2), ("princes", 5)], of=TABLES), ids=str)
def test_a_player_is_sent_what_their_page_would_fetch(table: tuple[str, int], people: list[User]) -> None:
    game, seats = table
    match = seated(game, people[:seats])
    path = f"/ws/match/{match.code}/{BOARDS}"
    players = people[:seats]
    sockets = [socket(path, user, token=TOKEN) for user in players]
    texts = next_ones(match, 4)
    for user, heard in zip(players, run(news_of(match, texts, *sockets)), strict=True):
        kept, boards = Kept("", []), [news for news in heard if "html" in news]
        for news in boards:
            kept = Kept("", pieces_of(kept.whole(news["html"])))
        assert boards, "someone else has played too"
        assert all("<!--=" in news["html"] for news in boards[1:])
        if "html" in heard[-1]:
            assert comparable_text("".join(kept.pieces)) == comparable_text(page_of(match, user))


def test_the_player_who_has_played_is_told_only_that(two_play: Match, alice: User, bob: User) -> None:
    """The response to one's own request has the board."""
    path = f"/ws/match/{two_play.code}/{BOARDS}"
    mover = seats_of(two_play)[two_play.to_move or 0].user
    own, other = [socket(path, user, token=TOKEN) for user in (alice, bob)][:: 1 if mover == alice else -1]
    to_mover, to_other = run(news_of(two_play, next_ones(two_play, 1), own, other))
    assert [set(news) for news in to_mover] == [PLAIN]
    assert [set(news) for news in to_other] == [PLAIN | {"html"}]


def test_the_forms_of_a_board_are_taken(two_play: Match, alice: User, bob: User) -> None:
    path = f"/ws/match/{two_play.code}/{BOARDS}"
    sent = run(news_of(two_play, next_ones(two_play, 1), *(socket(path, user, token=TOKEN) for user in (alice, bob))))
    [board] = [news["html"] for [news] in sent if "html" in news]
    match = Match.objects.get(pk=two_play.pk)
    client = Client(enforce_csrf_checks=True)
    decider = seats_of(match)[match.to_move or 0].user
    assert decider is not None
    client.force_login(decider)
    client.cookies["csrftoken"] = TOKEN
    [form_token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', board))
    form = {"action": next_ones(match, 1)[0], "ply": match.ply, "csrfmiddlewaretoken": form_token}
    address = f"{match.get_absolute_url()}play/"
    assert client.post(address, form | {"csrfmiddlewaretoken": "c" * 64}).status_code == 403
    assert client.post(address, form).status_code == 302


@pytest.mark.parametrize("token", ["", "short", "b" * 64, "ö" * 32, "-" * 32])
def test_without_what_its_forms_need_a_page_fetches_the_board(
    two_play: Match, alice: User, bob: User, token: str
) -> None:
    path = f"/ws/match/{two_play.code}/{BOARDS}"
    sockets = [socket(path, user, token=token) for user in (alice, bob)]
    for heard in run(news_of(two_play, next_ones(two_play, 1), *sockets)):
        assert [set(news) for news in heard] == [PLAIN]


def _log_out(user: User) -> None:
    for session in Session.objects.all():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()


def _ban(user: User) -> None:
    User.objects.filter(pk=user.pk).update(banned_until=timezone.now() + timedelta(days=1))


def _stand_up(user: User) -> None:
    Seat.objects.filter(user=user).update(user=None)


@pytest.mark.parametrize("end", [_log_out, _ban, _stand_up])
def test_who_may_see_the_board_is_asked_each_time(
    two_play: Match, alice: User, bob: User, end: Callable[[User], None]
) -> None:
    mover = seats_of(two_play)[two_play.to_move or 0].user
    other = bob if mover == alice else alice
    waiting = socket(f"/ws/match/{two_play.code}/{BOARDS}", other, token=TOKEN)

    async def conversation() -> Any:
        assert (await waiting.connect(timeout=60))[0]
        await database_sync_to_async(end)(other)
        await database_sync_to_async(play_once)(two_play, next_ones(two_play, 1)[0])
        said = await waiting.receive_output(timeout=60)
        await waiting.disconnect()
        return json.loads(said["text"])

    assert set(run(conversation())) == PLAIN


def test_a_board_is_as_new_as_the_match_and_is_sent_once(two_play: Match, alice: User, bob: User) -> None:
    """News may wait in a queue while the match continues."""
    mover = seats_of(two_play)[two_play.to_move or 0].user
    other = bob if mover == alice else alice
    waiting = socket(f"/ws/match/{two_play.code}/{BOARDS}", other, token=TOKEN)

    async def conversation() -> list[Any]:
        assert (await waiting.connect(timeout=60))[0]
        match = await database_sync_to_async(play_once)(two_play, next_ones(two_play, 1)[0])
        first = await waiting.receive_output(timeout=60)
        news = {"type": "match.changed", "match": match.code, "ply": match.ply - 1}
        await database_sync_to_async(group_send.send)([(match_group(match.code), news)])
        late = await waiting.receive_output(timeout=60)
        await waiting.disconnect()
        return [json.loads(gzip.decompress(first["bytes"])), json.loads(late["text"])]

    first, late = run(conversation())
    assert first["ply"] == Match.objects.get(pk=two_play.pk).ply
    assert set(late) == PLAIN


def test_a_private_match_is_fetched_by_each_as_they_may(two_play_by_link: Match, alice: User, charlie: User) -> None:
    client = visitor(charlie)
    client.get(f"{two_play_by_link.get_absolute_url()}invite/{two_play_by_link.invite}/")
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    watcher = socket(f"/ws/match/{two_play_by_link.code}/{BOARDS}", more=[(b"cookie", cookie)])
    [heard] = run(news_of(two_play_by_link, next_ones(two_play_by_link, 1), watcher))
    assert set(heard[0]) == PLAIN


@pytest.mark.parametrize(
    "query", ["", "?pieces=", "?pieces=xx&zone=UTC", "?pieces=%ff", "?zone=Europe/Berlin", "?boards=en&zone="]
)
def test_a_browser_that_does_not_ask_rightly_is_sent_the_news(two_play: Match, query: str) -> None:
    [heard] = run(news_of(two_play, next_ones(two_play, 1), socket(f"/ws/match/{two_play.code}/{query}")))
    assert set(heard[0]) == PLAIN


def test_equal_eyes_are_drawn_once(two_play: Match, charlie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = [], live_boards._drawn

    def counted(read: Callable[[Visitor], Match], audience: live_boards.Audience) -> live_boards.LiveBoard | None:
        drawn.append(audience)
        return draw(read, audience)

    monkeypatch.setattr(live_boards, "_drawn", counted)
    path = f"/ws/match/{two_play.code}/{BOARDS}"
    sockets = [socket(path, user) for user in (None, None, charlie, None)]
    heard = run(news_of(two_play, next_ones(two_play, 2), *sockets))
    assert all(each == heard[0] for each in heard)
    assert drawn == [live_boards.Audience("en", "")] * 2


def zoned(match: Match, zone: str, user: User | None = None) -> WebsocketCommunicator:
    """The socket of a page whose reader is in this time zone."""
    path = f"/ws/match/{match.code}/{BOARDS}".replace("zone=", f"zone={zone}")
    return socket(path, user, token=TOKEN if user else "")


def test_clocks_that_show_the_same_are_drawn_once(two_play: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = [], live_boards._drawn

    def counted(read: Callable[[Visitor], Match], audience: live_boards.Audience) -> live_boards.LiveBoard | None:
        drawn.append(audience)
        return draw(read, audience)

    monkeypatch.setattr(live_boards, "_drawn", counted)
    zones = ("Europe/Berlin", "Europe/Vienna", "Asia/Tokyo", "Asia/Seoul", "Etc/UTC", "UTC", "Africa/Abidjan")
    run(news_of(two_play, next_ones(two_play, 1), *(zoned(two_play, zone) for zone in zones)))
    assert len(drawn) == 4  # UTC counts separately, as it has another name than zones with the same time


@pytest.mark.half_second
def test_a_match_is_drawn_in_a_few_ways_and_others_fetch_it(two_play: Match, alice: User) -> None:
    zones = [f"Etc/GMT-{hours}" for hours in range(1, live_boards.MOST_AUDIENCES + 4)]
    heard = run(news_of(two_play, next_ones(two_play, 2), *(zoned(two_play, zone) for zone in zones)))
    for news in zip(*heard, strict=True):
        assert sum("html" in each for each in news) == live_boards.MOST_AUDIENCES
    mover = two_play.seats.get(number=Match.objects.get(pk=two_play.pk).to_move).user
    sitter = next(seat.user for seat in two_play.seats.all() if seat.user != mover)
    match = Match.objects.get(pk=two_play.pk)
    heard = run(news_of(match, next_ones(match, 1), *(zoned(match, zone, sitter) for zone in zones)))
    assert sum("html" in each for [each] in heard) == live_boards.MOST_AUDIENCES_OF_A_SITTER


def test_a_match_that_ends_is_fetched(two_play: Match, alice: User, computers: list[User]) -> None:
    """Its page shows who would play again, and to each what they may do."""
    watcher = socket(f"/ws/match/{two_play.code}/{BOARDS}")

    async def conversation() -> Any:
        assert (await watcher.connect(timeout=60))[0]
        await database_sync_to_async(resign)(match=two_play, user=alice)
        said = await watcher.receive_output(timeout=60)
        await watcher.disconnect()
        return json.loads(said["text"])

    assert set(run(conversation())) == PLAIN


def test_the_match_is_read_once_for_all_who_may_see_it(two_play_by_link: Match, alice: User, bob: User) -> None:
    code, ply = two_play_by_link.code, two_play_by_link.ply
    rows = live_boards.Rows()
    read = rows.match(code, ply, Visitor(alice))
    with CaptureQueriesContext(connection) as queries:
        assert rows.match(code, ply, Visitor(bob)) is read
        assert {seat.user for seat in seats_of(read)} == {alice, bob}
    assert len(queries) == 0
    assert rows.match(code, ply + 1, Visitor(alice)) is not read


def test_what_was_read_for_a_player_is_not_given_to_who_may_not_see_it(
    two_play_by_link: Match, alice: User, charlie: User
) -> None:
    code, ply = two_play_by_link.code, two_play_by_link.ply
    rows = live_boards.Rows()
    read = rows.match(code, ply, Visitor(alice))
    for stranger in (Visitor(charlie), live_boards.STRANGER):
        with pytest.raises(Match.DoesNotExist):
            rows.match(code, ply, stranger)
    invited = rows.match(code, ply, Visitor(charlie, frozenset({code})))
    assert invited is not read
    assert invited == read


def test_what_was_read_is_forgotten(two_play: Match, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ply = two_play.code, two_play.ply
    rows = live_boards.Rows()
    read = rows.match(code, ply, Visitor(alice))
    monkeypatch.setattr(live_boards, "FRESH", 0.0)
    assert rows.match(code, ply, Visitor(alice)) is not read
    for more in range(1, 2 * live_boards.MOST_ROWS):
        rows.match(code, ply + more, Visitor(alice))
    assert len(rows._read) == live_boards.MOST_ROWS
