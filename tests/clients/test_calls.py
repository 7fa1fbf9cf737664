"""The Python client asks for what the API has: each call is an operation of the OpenAPI document, with its names."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from ninja import Schema

from games.api.v1 import schemas
from games.api.v1.addresses import schema
from tests.stack.site import ROOT

sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))  # it is no package of the site
from machu_picchu import AsyncClient, Client, shapes

MATCH: Any = {"code": "k3v7q2wd", "ply": 3, "legal": ["pass"], "plan": ["buy fish"]}

CALLS: dict[str, Callable[[Any], Any]] = {
    "account": lambda client: client.account(),
    "games": lambda client: client.games(),
    "game": lambda client: client.game("maya"),
    "leaderboard": lambda client: client.leaderboard("maya", season="2026-4", computers="false"),
    "person": lambda client: client.person("Alice"),
    "tables": lambda client: client.tables("maya", rated=True, joinable=True),
    "running": lambda client: client.running("maya"),
    "archive": lambda client: client.archive(game="maya", seats=2),
    "open_table": lambda client: client.open_table("maya", computers=["casual"], pace="1d", rated=True),
    "pair": lambda client: client.pair("maya"),
    "join": lambda client: client.join("k3v7q2wd", seat=1),
    "leave": lambda client: client.leave("k3v7q2wd"),
    "invite": lambda client: client.invite("k3v7q2wd", "Alice"),
    "remove": lambda client: client.remove("k3v7q2wd", "Alice"),
    "rematch": lambda client: client.rematch("k3v7q2wd"),
    "decline": lambda client: client.decline("k3v7q2wd"),
    "start": lambda client: client.start("k3v7q2wd", "casual"),
    "matches": lambda client: client.matches(),
    "match": lambda client: client.match("k3v7q2wd"),
    "log": lambda client: client.log("k3v7q2wd"),
    "step": lambda client: client.step("k3v7q2wd", 3, eyes="all"),
    "record": lambda client: client.record("k3v7q2wd"),
    "analysis": lambda client: client.analysis("k3v7q2wd"),
    "analyse": lambda client: client.analyse("k3v7q2wd"),
    "play": lambda client: client.play(MATCH, "pass"),
    "undo": lambda client: client.undo(MATCH),
    "resign": lambda client: client.resign("k3v7q2wd"),
    "hint": lambda client: client.hint(MATCH),
    "plan": lambda client: client.plan(MATCH, "pass"),
    "keep_plan": lambda client: client.keep_plan("k3v7q2wd", 1),
    "orders": lambda client: client.orders("k3v7q2wd", {"moai_income": "wood"}, always=True),
    "agree": lambda client: client.agree("k3v7q2wd"),
    "disagree": lambda client: client.disagree("k3v7q2wd"),
    "take_win": lambda client: client.take_win("k3v7q2wd"),
    "decline_win": lambda client: client.decline_win("k3v7q2wd"),
    "chat": lambda client: client.chat("k3v7q2wd"),
    "say": lambda client: client.say("k3v7q2wd", "Hello."),
    "exhibitions": lambda client: client.exhibitions(),
    "start_exhibition": lambda client: client.start_exhibition("maya", ["expert", "strong"], instead=True),
    "end_exhibition": lambda client: client.end_exhibition("k3v7q2wd"),
    "studies": lambda client: client.studies(),
    "open_study": lambda client: client.open_study('[Game "maya"]'),
    "delete_study": lambda client: client.delete_study("k3v7q2wd"),
    "play_on": lambda client: client.play_on("k3v7q2wd", 12, ["strong"], seat=0),
    "cups": lambda client: client.cups("running", "x", club="k3v7q2wd"),
    "cup": lambda client: client.cup("k3v7q2wd", round=2),
    "enter_cup": lambda client: client.enter_cup("k3v7q2wd"),
    "leave_cup": lambda client: client.leave_cup("k3v7q2wd"),
    "ladders": lambda client: client.ladders(),
    "ladder": lambda client: client.ladder("maya", "50"),
    "challenge": lambda client: client.challenge("maya", 7),
    "answer_challenge": lambda client: client.answer_challenge("maya", 7, "accept"),
    "clubs": lambda client: client.clubs(mine=True),
    "club": lambda client: client.club("k3v7q2wd"),
    "join_club": lambda client: client.join_club("k3v7q2wd", "secret"),
    "leave_club": lambda client: client.leave_club("k3v7q2wd"),
    "deals": lambda client: client.deals(),
    "deal": lambda client: client.deal("secret"),
    "send_deal": lambda client: client.send_deal("k3v7q2wd"),
    "begin_deal": lambda client: client.begin_deal("secret"),
    "daily": lambda client: client.daily(),
    "daily_deal": lambda client: client.daily_deal("maya", "2026-06-03"),
    "begin_daily": lambda client: client.begin_daily("maya"),
    "puzzles": lambda client: client.puzzles(),
    "puzzle": lambda client: client.puzzle(7),
    "answer_puzzle": lambda client: client.answer_puzzle(7, "pass"),
    "read": lambda client: client.read("bots", after="Robo"),
    "send": lambda client: client.send("cups", name="Autumn"),
}
"""A call of every method that sends one request."""
WITHOUT_A_METHOD = {
    *("get notices", "get puzzles/mistakes", "get puzzles/rating", "get clubs/{club}/leaderboards/{game}"),
    *("get ladders/{game}/challenges", "get ladders/{game}/seasons", "get ladders/{game}/seasons/{season}"),
    *("post ladders/{game}/join", "post ladders/{game}/leave", "post deals/{challenge}/close"),
    *("post cups/{cup}/start", "post cups/{cup}/remove", "post cups/{cup}/close"),
    *("post cups/{cup}/days", "post tables/{code}/change", "post tables/{code}/renew"),
    *("get people/{name}/ratings/{game}", "get matches/{code}/ratings"),
    *("post clubs", "post clubs/{club}/change", "post clubs/{club}/renew", "get clubs/{club}/people"),
    *(f"post clubs/{{club}}/{deed}" for deed in ("admit", "decline", "remove", "invite", "host")),
    *("get clubs/{club}/matches", "get friends", "post friends/ask", "post friends/accept", "post friends/end"),
    *("get blocks", "post blocks", "post blocks/end", "post reports/person", "post reports/message"),
    "post reports/club",
}
"""What programs reach by `read` and `send` only."""
ASKED_DIFFERENTLY = {
    "get daily/{game}",
    *(f"post ladders/{{game}}/challenges/{{bout}}/{how}" for how in ("decline", "withdraw")),
}
"""What the methods ask for with other arguments than above."""
STREAMS = {"events", "match_events", "turns", "close"}

Asked = tuple[str, str, dict[str, Any]]
"""Method, address with query, and body of a request."""


class Site(ThreadingHTTPServer):
    """A server that answers everything alike, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[Asked] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise the body waits 40 ms until the client has acknowledged the headers
    server: Site

    def do_GET(self) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append((self.command, self.path, json.loads(sent or "{}")))
        parts = {"entries": [], "messages": [], "ladders": [], "puzzles": [], "standing": "member"}
        body = json.dumps(parts | {"deal": "secret", "match": "k3v7q2wd"}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[Site]:
    """A server for all tests here: each one that ends waits up to 50 ms."""
    with Site() as server:
        serving = Thread(target=server.serve_forever, args=[0.05])
        serving.start()
        yield server
        server.shutdown()
        serving.join()


@pytest.fixture
def site(server: Site) -> Site:
    """The server, which has not been asked anything yet."""
    server.asked = []
    return server


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return json.loads(json.dumps(schema(), default=str))


def path_of(document: dict[str, Any], asked: Asked) -> str:
    """The path of the document that a request is for: of several that fit, the one with fewest arguments."""
    path = urlsplit(asked[1]).path
    patterns = {name: re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(name)) for name in document["paths"]}
    return min(
        (name for name, pattern in patterns.items() if re.fullmatch(pattern, path)), key=lambda name: name.count("{")
    )


def operation(document: dict[str, Any], asked: Asked) -> dict[str, Any]:
    """The operation of the document that a request is for."""
    named: dict[str, Any] = document["paths"][path_of(document, asked)][asked[0].lower()]
    return named


def test_every_method_is_called_here() -> None:
    public = {name for name, _function in inspect.getmembers(Client, inspect.isfunction) if not name.startswith("_")}
    assert set(CALLS) == public - STREAMS
    asynchronous = {name for name, _function in inspect.getmembers(AsyncClient, callable) if not name.startswith("_")}
    assert asynchronous == public


@pytest.mark.parametrize("name", CALLS)
def test_a_call_is_an_operation_of_the_api(name: str, site: Site, document: dict[str, Any]) -> None:
    client = Client(site.url, "mp_secret")
    CALLS[name](client)
    client.close()
    [asked] = site.asked
    named = operation(document, asked)
    parameters = {each["name"] for each in named.get("parameters", []) if each["in"] == "query"}
    assert set(parse_qs(urlsplit(asked[1]).query)) <= parameters
    body = named.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    known = document["components"]["schemas"].get(body.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
    assert set(asked[2]) <= set(known)


@pytest.mark.parametrize(
    ("call", "address"),
    [
        (lambda client: client.read("/puzzles/rating"), "/api/v1/puzzles/rating"),
        (lambda client: client.read("/api/v1/puzzles/rating"), "/api/v1/puzzles/rating"),
        (lambda client: client.read("notices?after=7"), "/api/v1/notices?after=7"),
        (lambda client: client.read("bots?after=Robo", game=None, x=1), "/api/v1/bots?after=Robo&x=1"),
        (lambda client: client.send("/cups/k3v7q2wd/start"), "/api/v1/cups/k3v7q2wd/start"),
        (lambda client: client.archive(player=None, options=""), "/api/v1/archive?options=&after="),
        (lambda client: client.step("k3v7q2wd", 3, eyes=0), "/api/v1/matches/k3v7q2wd/steps/3?eyes=0"),
    ],
)
def test_a_path_is_taken_as_it_stands_in_the_docs_and_none_asks_for_nothing(
    call: Callable[[Client], Any], address: str, site: Site
) -> None:
    with Client(site.url, "mp_secret") as client:
        call(client)
    assert [path for _method, path, _body in site.asked] == [address]


def test_everything_else_that_the_api_has_is_listed(site: Site, document: dict[str, Any]) -> None:
    client = Client(site.url, "mp_secret")
    for call in CALLS.values():
        call(client)
    client.close()
    asked = {f"{each[0].lower()} {path_of(document, each)}" for each in site.asked}
    there = {f"{method} {path}" for path, operations in document["paths"].items() for method in operations}
    streams = {path for path in there if path.endswith("/events")}
    assert {path.replace("/api/v1/", "") for path in there - asked - streams} == WITHOUT_A_METHOD | ASKED_DIFFERENTLY


@pytest.mark.parametrize(
    "schema",
    [
        schemas.about.Account,
        schemas.about.Choice,
        schemas.about.Game,
        schemas.matches.Seat,
        schemas.matches.Row,
        schemas.matches.Rows,
        schemas.matches.Match,
        schemas.matches.Message,
        schemas.tables.Opened,
        schemas.matches.Done,
    ],
    ids=lambda schema: schema.__name__,
)
def test_a_type_has_the_fields_of_the_api(schema: type[Schema]) -> None:
    assert set(getattr(shapes, schema.__name__).__annotations__) == set(schema.model_fields)


def test_entries_and_events_have_the_fields_of_the_api() -> None:
    entry, news, chat = (
        set(each.model_fields) for each in (schemas.matches.LogEntry, schemas.events.Told, schemas.events.Chatted)
    )
    assert set(shapes.Entry.__annotations__) == entry
    assert set(shapes.Event.__annotations__) == entry | news | chat | {"id", "type", "turns"}


def test_asynchronous_calls_ask_the_same(site: Site) -> None:
    async def asked() -> None:
        client = AsyncClient(site.url, "mp_secret")
        for call in CALLS.values():
            await call(client)
        await client.close()

    asyncio.run(asked())
    sent, site.asked = site.asked, []
    client = Client(site.url, "mp_secret")
    for call in CALLS.values():
        call(client)
    client.close()
    assert sent == site.asked
