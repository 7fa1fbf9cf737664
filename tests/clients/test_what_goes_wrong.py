"""The Python client when something goes wrong: on the way, at the site, or in a match."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from threading import Event as Flag
from types import SimpleNamespace
from typing import Any

import pytest

from tests.clients.scripted import Answer, Scripted, scripted
from tests.stack.site import ROOT

sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))  # it is no package of the site
from machu_picchu import AsyncClient, Client, Event, Match, Problem
from machu_picchu import client as client_module
from machu_picchu import turns as turns_module
from machu_picchu.turns import Open


@pytest.fixture
def site() -> Iterator[Scripted]:
    with scripted() as site:
        yield site


def _match(code: str, ply: int, *legal: str) -> dict[str, Any]:
    return {"code": code, "ply": ply, "legal": list(legal)}


def test_a_redirect_is_no_answer_and_is_not_followed(site: Scripted) -> None:
    with scripted() as other:
        site.says("account", status=301, Location=f"{other.url}/api/v1/account")
        site.says("events", status=302, Location=f"{other.url}/api/v1/events")
        client = Client(site.url, "mp_secret")
        for ask in (client.account, lambda: next(client.events())):
            with pytest.raises(Problem, match=other.url) as found:
                ask()
            assert found.value.code == "moved"
        assert other.asked == []


def test_what_is_no_json_is_no_answer(site: Scripted) -> None:
    site.answers["account"] = [(200, {}, b"<h1>Welcome to the hotel</h1>")]
    site.says("games", "no object", status=400)
    client = Client(site.url)
    with pytest.raises(Problem, match="hotel"):
        client.account()
    with pytest.raises(Problem, match="no object"):
        client.games()
    client.close()


@pytest.mark.parametrize("new", [Client, AsyncClient])
def test_what_cannot_be_a_site_or_a_token_is_refused_at_once(new: type[Client | AsyncClient]) -> None:
    for address in ("games.example", "localhost:8000", "ftp://games.example", ""):
        with pytest.raises(ValueError, match="https://games.example"):
            new(address, "mp_secret")
    for token in ("mp_…", "mp_secret\nmp_other"):
        with pytest.raises(ValueError, match="token") as found:
            new("https://games.example", token)
        assert token not in str(found.value)


def test_a_token_may_come_with_the_end_of_its_line(site: Scripted) -> None:
    site.says("account", {"name": "Alice"})
    with Client(site.url, "mp_secret\n") as client:
        assert client.account()["name"] == "Alice"


def test_a_stream_that_cannot_connect_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with scripted() as gone:
        pass
    stop = Flag()

    def heard(_record: logging.LogRecord) -> bool:
        stop.set()
        return True

    caplog.handler.addFilter(heard)
    assert next(Client(gone.url).events(stop=stop), None) is None
    caplog.handler.removeFilter(heard)
    assert "events cannot be read" in caplog.text


@pytest.mark.long
def test_a_stream_waits_as_long_as_the_site_asks_for(site: Scripted) -> None:
    site.says("events", {"code": "too_many_streams"}, status=429, Retry_After="1")
    site.says("events", {"id": "1", "type": "ready", "turns": []})
    began = time.monotonic()
    assert next(Client(site.url).events())["type"] == "ready"
    assert time.monotonic() >= began + 1


def test_a_request_does_not_wait_for_longer_than_a_minute(site: Scripted) -> None:
    site.says("tables", {"code": "too_often"}, status=429, Retry_After="1800")
    with Client(site.url) as client, pytest.raises(Problem, match="too_often"):
        client.open_table("maya")
    assert site.asked == ["tables"]


def test_a_match_that_cannot_be_read_does_not_keep_the_others_from_being_played(site: Scripted) -> None:
    site.says("events", {"id": "1", "type": "ready", "turns": ["bad", "good"]})
    site.says("matches/bad", {"code": "not_found"}, status=404)
    site.says("matches/good", _match("good", 3, "pass"))
    site.says("matches/good", _match("good", 4, "take"))
    client = Client(site.url)
    turns = client.turns()
    assert [next(turns)["ply"], next(turns)["ply"]] == [3, 4]
    turns.close()
    client.close()


def _ready(site: Scripted, *codes: str, beats: int) -> None:
    """Let the stream of events say that it is our turn there, and then `beats` times that it is still there."""
    ready = json.dumps({"id": "1", "type": "ready", "turns": codes}).encode()
    site.answers["events"] = [(200, {}, ready + b"\n" * (1 + beats))]


def test_a_match_in_which_the_action_was_refused_comes_again(site: Scripted) -> None:
    _ready(site, "one", "other", beats=1)
    for _read in range(3):
        site.says("matches/one", _match("one", 3, "pass", "take"))
    site.says("matches/one", _match("one", 4))
    site.says("matches/other", _match("other", 7, "pass"))
    site.says("matches/other", _match("other", 8))
    site.says("matches/one/play", {"code": "refused"}, status=422)
    site.says("matches/one/play", {"code": "one", "status": "running", "ply": 4})
    with Client(site.url) as client:
        turns = client.turns()
        first = next(turns)
        with pytest.raises(Problem, match="refused"):
            client.play(first, "pass")
        other = next(turns)
        again = next(turns)
        client.play(again, "take")
        turns.close()
    assert [match["code"] for match in (first, other, again)] == ["one", "other", "one"]


def _broken() -> Answer:
    raise ConnectionAbortedError


@pytest.mark.parametrize("trouble", [_broken, (500, {}, b"{}")])
def test_a_match_that_could_not_be_read_comes_again(
    site: Scripted, monkeypatch: pytest.MonkeyPatch, trouble: Answer | Callable[[], Answer]
) -> None:
    monkeypatch.setattr(client_module, "WAITS", ())
    _ready(site, "one", "other", beats=1)
    site.answers["matches/one"].append(trouble)
    site.says("matches/one", _match("one", 3, "pass"))
    site.says("matches/other", _match("other", 7))
    with Client(site.url) as client:
        turns = client.turns()
        assert next(turns)["ply"] == 3
        turns.close()


def test_where_one_never_plays_a_match_comes_at_ever_longer_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(turns_module, "time", SimpleNamespace(monotonic=lambda: now))
    waiting, ready = Open(), Event(id="1", type="ready", turns=["one"])
    assert waiting.after(ready) == ["one"]
    read = []
    for _second in range(1000):
        if waiting.after(None):
            read.append(now - 1000.0)
        if waiting.after(None) or now == 1000.0:
            waiting.put_off("one")
        now += 1
    assert read == [1.0, 21.0, 81.0, 381.0, 681.0, 981.0]
    assert waiting.after(ready) == ["one"], "what an event tells is read at once"
    waiting.done("one")
    now += 1000
    assert waiting.after(None) == []


def test_a_program_of_asyncio_gets_it_again_too(site: Scripted) -> None:
    _ready(site, "one", beats=1)
    site.says("matches/one", _match("one", 3, "pass"))

    async def conversation() -> list[int]:
        async with AsyncClient(site.url) as client:
            turns = client.turns()
            seen = [(await anext(turns))["ply"], (await anext(turns))["ply"]]
            await turns.aclose()
            return seen

    assert asyncio.run(conversation()) == [3, 3]


def test_who_is_let_in_no_more_is_told_so(site: Scripted) -> None:
    site.says("events", {"id": "1", "type": "ready", "turns": ["one"]})
    site.says("matches/one", {"code": "bad_token"}, status=401)
    client = Client(site.url)
    with pytest.raises(Problem, match="bad_token"):
        next(client.turns())
    client.close()


def test_a_call_that_is_cancelled_keeps_its_connection_until_it_is_answered(site: Scripted) -> None:
    came, go = Flag(), Flag()

    def later() -> Answer:
        came.set()
        assert go.wait(60)
        return 200, {}, b'{"name": "late"}'

    site.answers["account"] = [later]
    site.says("games", ["rapa_nui"])

    async def conversation() -> None:
        client = AsyncClient(site.url)
        asking = asyncio.create_task(client.account())
        await asyncio.to_thread(came.wait, 60)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await client.games() == ["rapa_nui"]
        go.set()
        while len(client._idle) < 2:
            await asyncio.sleep(0.01)
        assert await client.games() == ["rapa_nui"]
        await client.close()
        assert client._idle == []

    asyncio.run(conversation())


def test_turns_are_told_to_a_program_of_asyncio_too(site: Scripted) -> None:
    site.says("events", {"id": "1", "type": "ready", "turns": ["bad", "good"]})
    site.says("matches/bad", {"code": "not_found"}, status=404)
    site.says("matches/good", _match("good", 3, "pass"))
    site.says("matches/good", _match("good", 4))
    site.says("matches/good/play", {"code": "good", "status": "running", "ply": 4})

    async def conversation() -> list[Match]:
        client = AsyncClient(site.url)
        seen = []
        async for match in client.turns():
            seen.append(match)
            await client.play(match, match["legal"][0])
            break
        await client.close()
        return seen

    assert [match["ply"] for match in asyncio.run(conversation())] == [3]
    assert site.asked[-1] == "matches/good/play"
    assert AsyncClient.play.__doc__ == Client.play.__doc__


def test_the_bot_accepts_every_invitation_also_after_one_that_fails(site: Scripted) -> None:
    ready, invitation = {"id": "1", "type": "ready", "turns": []}, {"id": "2", "type": "invitation", "match": "late"}
    site.says("events", ready, invitation)
    site.says("matches", {"rows": [{"code": "full"}, {"code": "open"}], "after": ""})
    site.says("matches", {"rows": [{"code": "full"}, {"code": "late"}], "after": ""})
    site.says("tables/full/join", {"code": "refused"}, status=422)
    for code in ("open", "late"):
        site.says(f"tables/{code}/join", {"code": code, "status": "open", "ply": 0})
    client = ROOT / "clients" / "python"
    bot = subprocess.Popen(
        [sys.executable, "examples/random_bot.py", site.url, "mp_secret"],
        cwd=client,
        env={"PYTHONPATH": str(client / "src")},
        stdout=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 60
        while "tables/late/join" not in site.asked and time.monotonic() < until:
            time.sleep(0.02)
    finally:
        bot.kill()
        bot.wait()
    joined = [path.split("/")[1] for path in site.asked if path.endswith("/join")]
    assert joined == ["full", "open", "full", "late"]
