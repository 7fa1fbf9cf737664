"""Sockets: who receives what, through the real application and a real Valkey."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django import db
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import Settings
from redis.connection import Connection

from accounts.models import User
from common import group_send
from common.limits import OF_A_SITE
from games.models import Friendship, Match
from games.selectors.access import Visitor, match_for
from games.services.live.broadcast import match_group
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from games.sockets import consumers, origins
from games.sockets.consumers import NOT_FOUND, NOT_LOGGED_IN, TOO_MANY
from tests.games.conversation import run, socket
from tests.games.playing import legal, play_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_watcher_hears_that_the_match_has_changed_and_nothing_else(two_play: Match) -> None:
    watcher = socket(f"/ws/match/{two_play.code}/")

    async def conversation() -> Any:
        connected, _code = await watcher.connect(timeout=60)
        assert connected
        await database_sync_to_async(play_once)(two_play, legal_text)
        news = await watcher.receive_json_from(timeout=60)
        await watcher.disconnect()
        return news

    legal_text = legal(two_play)[-1]
    assert run(conversation()) == {"type": "match.changed", "match": two_play.code, "ply": two_play.ply + 1}


def test_players_hear_whether_it_is_their_turn(two_play: Match) -> None:
    players = {seat.number: socket("/ws/me/", seat.user) for seat in two_play.seats.select_related("user")}
    text = legal(two_play)[-1]

    async def conversation() -> dict[int, Any]:
        for player in players.values():
            assert (await player.connect(timeout=60))[0]
        await database_sync_to_async(play_once)(two_play, text)
        news = {number: await player.receive_json_from(timeout=60) for number, player in players.items()}
        for player in players.values():
            await player.disconnect()
        return news

    news = run(conversation())
    awaited = Match.objects.get(pk=two_play.pk).to_move
    assert {number: item["yours"] for number, item in news.items()} == {0: awaited == 0, 1: awaited == 1}
    assert {item["type"] for item in news.values()} == {"turn.changed"}


async def close_code(communicator: WebsocketCommunicator) -> int:
    connected, _code = await communicator.connect(timeout=60)
    assert connected
    message = await communicator.receive_output(timeout=60)
    assert message["type"] == "websocket.close"
    return int(message["code"])


def test_a_cookie_that_no_database_can_look_for_is_that_of_no_member(two_play: Match) -> None:
    odd = (b"cookie", settings.SESSION_COOKIE_NAME.encode() + b'="\\000 of no session"')
    assert run(close_code(socket("/ws/me/", more=[odd]))) == NOT_LOGGED_IN


def test_a_stranger_learns_nothing_of_a_private_match(two_play_by_link: Match, charlie: User) -> None:
    private = socket(f"/ws/match/{two_play_by_link.code}/", charlie)
    unknown = socket("/ws/match/nosuchmatch/", charlie)
    elsewhere = socket("/ws/nothing/", charlie)
    assert run(close_code(private)) == run(close_code(unknown)) == run(close_code(elsewhere)) == NOT_FOUND


def test_a_player_hears_of_the_private_match(two_play_by_link: Match, alice: User) -> None:
    player = socket(f"/ws/match/{two_play_by_link.code}/", alice)

    async def conversation() -> bool:
        connected, _code = await player.connect(timeout=60)
        silent = await player.receive_nothing(timeout=0.2)
        await player.disconnect()
        return bool(connected and silent)

    assert run(conversation())


def test_a_stranger_has_no_news_of_their_own() -> None:
    assert run(close_code(socket("/ws/me/"))) == NOT_LOGGED_IN


OTHERS = ["http://elsewhere.example", "http://localhost:8443", "https://localhost", "null", "", "http://localhost.x"]


@pytest.mark.parametrize("origin", OTHERS)
def test_another_sites_page_is_refused(two_play: Match, alice: User, origin: str) -> None:
    """Another port of one of our hosts may belong to someone else's program."""
    foreign = socket(f"/ws/match/{two_play.code}/", alice, origin=origin)
    connected, _code = run(foreign.connect(timeout=60))
    assert not connected


async def is_let_in(communicator: WebsocketCommunicator) -> bool:
    connected, _code = await communicator.connect(timeout=60)
    await communicator.disconnect()
    return bool(connected)


def test_a_trusted_origin_is_as_good_as_our_own(two_play: Match, settings: Settings) -> None:
    path, origin = f"/ws/match/{two_play.code}/", "https://play.example:8443"
    assert not run(is_let_in(socket(path, origin=origin)))
    settings.CSRF_TRUSTED_ORIGINS = [origin]
    origins.forms.cache_clear()
    assert run(is_let_in(socket(path, origin=origin)))
    origins.forms.cache_clear()


def test_behind_a_proxy_that_ends_https_the_page_is_one_of_https(two_play: Match, settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    passed_on = [(b"x-forwarded-proto", b"https")]
    let_in = [
        run(is_let_in(socket(f"/ws/match/{two_play.code}/", origin=f"{scheme}://localhost", more=passed_on)))
        for scheme in ("https", "http")
    ]
    assert let_in == [True, False]


def test_what_a_browser_sends_is_ignored(two_play: Match) -> None:
    watcher = socket(f"/ws/match/{two_play.code}/")

    async def conversation() -> bool:
        assert (await watcher.connect(timeout=60))[0]
        await watcher.send_to(text_data="{not json" + "x" * 1000)
        await watcher.send_to(bytes_data=b"\x00\xff")
        silent = await watcher.receive_nothing(timeout=0.3)
        await watcher.disconnect()
        return bool(silent)

    assert run(conversation())


async def code_after(communicator: WebsocketCommunicator, happens: Callable[[], object]) -> int:
    """The code with which an open socket is closed after `happens` has run."""
    connected, _code = await communicator.connect(timeout=60)
    assert connected
    await database_sync_to_async(happens)()
    message = await communicator.receive_output(timeout=60)
    assert message["type"] == "websocket.close"
    return int(message["code"])


@pytest.mark.parametrize("happens", ["logged out", "closed", "new password"])
def test_a_socket_does_not_outlive_its_session(alice: User, happens: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if nothing tells it: see `tests/accounts/test_ended_sessions.py`."""
    monkeypatch.setattr(consumers, "AGAIN", 0.1)

    def happen() -> None:
        if happens == "logged out":
            Session.objects.all().delete()
        elif happens == "closed":
            User.objects.update(is_active=False)
        else:
            User.objects.filter(pk=alice.pk).update(password=make_password("another-terrace-7"))

    assert run(code_after(socket("/ws/me/", alice), happen)) == NOT_LOGGED_IN


@pytest.mark.parametrize("trouble", [None, db.InterfaceError, db.OperationalError])
def test_a_socket_does_not_outlive_the_right_to_see_the_match(
    trouble: type[Exception] | None, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the database was unreachable at the last check."""
    monkeypatch.setattr(consumers, "AGAIN", 0.1)
    answers: list[type[Exception] | None] = [None, trouble]

    def asked(visitor: Visitor, code: str) -> Match:
        answer = answers.pop(0) if answers else None
        if answer is not None:
            raise answer("the connection is closed")
        return match_for(visitor, code)

    monkeypatch.setattr(consumers, "match_for", asked)
    friendship = Friendship.objects.create(asker=alice, asked=bob, since=timezone.now())
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.FRIENDS))
    watcher = socket(f"/ws/match/{match.code}/", bob)
    assert run(code_after(watcher, friendship.delete)) == NOT_FOUND


def test_a_visitor_who_opens_too_many_sockets_is_told_so_until_one_is_closed(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "MOST_OF_A_PERSON", 2)
    first, second, third, others, fourth = (socket("/ws/me/", user) for user in (alice, alice, alice, bob, alice))

    async def conversation() -> int:
        for one in (first, second, others):
            assert (await one.connect(timeout=60))[0]
        code = await close_code(third)
        await first.disconnect()
        assert (await fourth.connect(timeout=60))[0]
        assert await fourth.receive_nothing()
        for one in (second, others, fourth):
            await one.disconnect()
        return code

    assert run(conversation()) == TOO_MANY
    assert not consumers._open


def test_the_address_of_a_socket_is_the_one_that_the_last_trusted_proxy_saw(settings: Settings) -> None:
    scope = {"headers": [(b"x-forwarded-for", b"1.1.1.1, 2.2.2.2")], "client": ["127.0.0.1", 5]}
    addresses = []
    for proxies in (0, 1, 2, 3):
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
        addresses.append(consumers.address_of(scope))
    assert addresses == ["127.0.0.1", "2.2.2.2", "1.1.1.1", "127.0.0.1"]


@pytest.mark.half_second
def test_an_ipv6_network_is_one_address(two_play: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "MOST_OF_AN_ADDRESS", 2)
    path = f"/ws/match/{two_play.code}/"
    first, second, third = (socket(path, address=f"2001:db8::{number}:1") for number in (0, 2, 3))
    others = [socket(path, address=address) for address in ("2001:db8:0:1::1", "::ffff:1.2.3.4", "::ffff:1.2.3.5")]
    others += [socket(path, address=f"::ffff:1.2.{number}.4") for number in range(3)]

    async def conversation() -> int:
        for one in (first, second, *others):
            assert (await one.connect(timeout=60))[0]
            assert await one.receive_nothing(timeout=0.05)
        code = await close_code(third)
        for one in (first, second, *others):
            await one.disconnect()
        return code

    assert run(conversation()) == TOO_MANY


def test_all_networks_of_an_owner_together_have_a_limit(two_play: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "MOST_OF_AN_ADDRESS", 1)
    path = f"/ws/match/{two_play.code}/"
    taken = [socket(path, address=f"2001:db8:0:{number:x}::1") for number in range(OF_A_SITE)]
    taken.append(socket(path, address="2001:db8:1::1"))

    async def conversation() -> int:
        for one in taken:
            assert (await one.connect(timeout=60))[0]
        code = await close_code(socket(path, address="2001:db8:0:ffff::1"))
        for one in taken:
            await one.disconnect()
        return code

    assert run(conversation()) == TOO_MANY
    assert not consumers._open


def test_news_enter_no_thread_on_their_way_to_a_browser(two_play: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels would enter one for each message on each socket, to close old database connections."""
    entered: list[object] = []
    enter = SyncToAsync.__call__

    async def counting(self: SyncToAsync[Any, Any], *args: Any, **kwargs: Any) -> Any:
        entered.append(self)
        return await enter(self, *args, **kwargs)

    watcher = socket(f"/ws/match/{two_play.code}/")

    async def conversation() -> int:
        assert (await watcher.connect(timeout=60))[0]
        monkeypatch.setattr(SyncToAsync, "__call__", counting)
        for ply in range(5):
            group_send.send(
                [(match_group(two_play.code), {"type": "match.changed", "match": two_play.code, "ply": ply})]
            )
            assert (await watcher.receive_json_from(timeout=60))["ply"] == ply
        count = len(entered)
        await watcher.disconnect()
        return count

    assert run(conversation()) == 0


def test_all_that_follows_an_action_is_told_in_one_breath(two_play: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bytes] = []
    say = Connection.send_packed_command

    def listening(self: Connection, command: Any, *args: Any, **kwargs: Any) -> None:
        said.append(command if isinstance(command, bytes) else b"".join(command))
        say(self, command, *args, **kwargs)

    text = legal(two_play)[-1]
    monkeypatch.setattr(Connection, "send_packed_command", listening)
    play_once(two_play, text)
    publishes = [command.count(b"PUBLISH") for command in said if b"PUBLISH" in command]
    assert publishes == [3]  # the match and its two players


class Left(Exception):
    """Raised by a server when it sends something to a browser that has gone."""


def test_a_browser_that_leaves_while_it_is_told_something_leaves_nothing_behind(two_play: Match) -> None:
    page, text = socket(f"/ws/match/{two_play.code}/"), legal(two_play)[-1]

    async def conversation() -> list[str]:
        said, accepted = asyncio.Queue[Any](), asyncio.Event()
        said.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                raise Left
            accepted.set()

        serving = asyncio.ensure_future(page.application(page.scope, said.get, send))
        await accepted.wait()
        await database_sync_to_async(play_once)(two_play, text)
        with pytest.raises(Left):
            await serving
        await asyncio.sleep(0)  # let cancelled tasks end
        return [task.get_coro().__qualname__ for task in asyncio.all_tasks()]

    assert not [name for name in run(conversation()) if "keep_asking" in name]
