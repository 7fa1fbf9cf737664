"""The synchronous client."""

from __future__ import annotations

import json
import logging
import re
import ssl
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Event as Flag
from typing import Any, Self, TypeVar
from urllib.parse import SplitResult, quote, urlsplit

from machu_picchu.calls import Call, Problem, asked, below
from machu_picchu.shapes import Account, Answer, Done, Entry, Event, Game, Match, Message, Opened, Rows, Which
from machu_picchu.turns import Open

T = TypeVar("T")

log = logging.getLogger(__name__)

WAITS = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds to wait before each further attempt. A request gives up after the last one; a stream never does."""

AWAY = (429, 502, 503, 504)
"""Status codes of a site that is busy or starting."""

PATIENCE = 60.0
"""The longest wait, in seconds, that a request goes along with if the site asks for it."""

SILENCE = 60.0
"""Seconds of silence after which a connection counts as lost; a stream sends something every twenty."""


class Client:
    """A site, used on behalf of the owner of `token`. Use it from one thread; each stream has its own connection.

    Raises ValueError unless the address is one such as `https://games.example`, and the token could be one.
    """

    def __init__(self, site: str, token: str = "", *, trust: ssl.SSLContext | None = None) -> None:
        self._site, self._token, self._trust = _address(site), token.strip(), trust
        if not re.fullmatch("[!-~]*", self._token):  # without the token, which is a secret
            raise ValueError("the token is not one from the settings of a site: mp_ and letters and digits")
        self._line: HTTPConnection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def account(self) -> Account:
        """The account that the token belongs to."""
        return self._ask(Call("account"))

    def games(self) -> list[Game]:
        """All games, with the options a table can have."""
        return self._ask(Call("games"))

    def game(self, game: str) -> dict[str, Any]:
        """A game with the numbers of its rule book, under `data`."""
        return self._ask(Call(f"games/{quote(game)}"))

    def leaderboard(self, /, game: str, **which: Any) -> dict[str, Any]:
        """The leaderboard of a game, under `lines`; `season`, `seats` and `computers=False` give others."""
        return self._ask(Call(asked(f"leaderboards/{quote(game)}", which)))

    def person(self, name: str) -> dict[str, Any]:
        """The profile of a member, a bot or a computer player, with ratings."""
        return self._ask(Call(f"people/{quote(name, safe='')}"))

    def tables(self, /, game: str = "", after: str = "", **filters: Any) -> Rows:
        """The open tables you can see, newest first. Filters: `seats`, `rated`, `pace`, `joinable` and so on."""
        return self._ask(Call(asked("tables", filters | {"game": game, "after": after})))

    def running(self, game: str = "") -> Rows:
        """The public matches that people are playing right now."""
        return self._ask(Call(asked("running", {"game": game})))

    def archive(self, /, after: str = "", **filters: Any) -> Rows:
        """Finished matches, latest first. Filters: `game`, `player`, `seats`, `options`, `reason`, `since`, `until`."""
        return self._ask(Call(asked("archive", filters | {"after": after})))

    def open_table(self, /, game: str, **facts: Any) -> Opened:
        """Open a table and sit down. Facts: `seats`, `computers`, `options`, `access`, `pace`, `rated` and so on."""
        return self._ask(Call("tables", {"game": game} | facts))

    def pair(self, game: str) -> Done:
        """Find a game now: join someone who waits, or wait while you read `events`. Not for bots."""
        return self._ask(Call("tables/pair", {"game": game}))

    def join(self, /, code: str, **facts: Any) -> Done:
        """Sit down at a table: on `seat`, with a `password` or `secret` if the table asks for one."""
        return self._ask(Call(f"tables/{quote(code)}/join", facts))

    def leave(self, code: str) -> None:
        """Leave a table that has not started yet."""
        self._ask(Call(f"tables/{quote(code)}/leave", {}))

    def invite(self, code: str, name: str) -> Done:
        """Invite a member to your table."""
        return self._ask(Call(f"tables/{quote(code)}/invite", {"name": name}))

    def remove(self, code: str, name: str) -> Done:
        """Remove someone who waits at your table."""
        return self._ask(Call(f"tables/{quote(code)}/remove", {"name": name}))

    def rematch(self, code: str) -> Done:
        """Sit down for a rematch of a finished match. What comes back is about the new table."""
        return self._ask(Call(f"tables/{quote(code)}/rematch", {}))

    def decline(self, code: str) -> None:
        """Decline an invitation."""
        self._ask(Call(f"tables/{quote(code)}/decline", {}))

    def start(self, code: str, level: str | None = None) -> Done:
        """Start your table, with computer players of `level` on the free seats if you name one."""
        return self._ask(Call(f"tables/{quote(code)}/start", {} if level is None else {"level": level}))

    def matches(self, which: Which = "turn", after: str = "") -> Rows:
        """Your matches; by default those in which it is your turn."""
        return self._ask(Call(asked("matches", {"which": which, "after": after})))

    def match(self, code: str) -> Match:
        """A match as your seat sees it now."""
        return self._ask(Call(f"matches/{quote(code)}"))

    def log(self, code: str) -> list[Entry]:
        """The log of a match, as far as you may read it."""
        return self._ask(Call(f"matches/{quote(code)}/log", part="entries"))

    def step(self, /, code: str, step: int, **which: int | str) -> dict[str, Any]:
        """A match after so many actions; `eyes` of a finished one are a seat number, `all` or `nobody`."""
        return self._ask(Call(asked(f"matches/{quote(code)}/steps/{step}", which)))

    def record(self, code: str) -> str:
        """The record of a match as text; while it runs, with `?` for what is hidden from you."""
        return self._ask(Call(f"matches/{quote(code)}/record", text=True))

    def analysis(self, code: str) -> dict[str, Any]:
        """The analysis of a finished match, as far as it has got. Raises Problem with status 404 if there is none."""
        return self._ask(Call(f"matches/{quote(code)}/analysis"))

    def analyse(self, code: str) -> dict[str, Any]:
        """Ask for the analysis of a finished match."""
        return self._ask(Call(f"matches/{quote(code)}/analysis", {}))

    def play(self, match: Match, action: str) -> Done:
        """Play an action in a match as you last read it. Raises Problem with code `stale_ply` if it has moved on."""
        return self._ask(Call(f"matches/{quote(match['code'])}/play", {"action": action, "ply": match["ply"]}))

    def undo(self, match: Match) -> Done:
        """Take back your last action."""
        return self._ask(Call(f"matches/{quote(match['code'])}/undo", {"ply": match["ply"]}))

    def resign(self, code: str) -> Done:
        """Leave a running match."""
        return self._ask(Call(f"matches/{quote(code)}/resign", {}))

    def hint(self, match: Match) -> Done:
        """Ask for a hint. Once it is found, it is in the log; everyone sees that you asked."""
        return self._ask(Call(f"matches/{quote(match['code'])}/hint", {"ply": match["ply"]}))

    def plan(self, match: Match, action: str) -> Done:
        """Plan an action for your next turn, after those in `match["plan"]`."""
        return self._ask(Call(f"matches/{quote(match['code'])}/plan", {"action": action, "place": len(match["plan"])}))

    def keep_plan(self, code: str, count: int = 0) -> Done:
        """Drop your plan, except for its first `count` actions."""
        return self._ask(Call(f"matches/{quote(code)}/plan/keep", {"count": count}))

    def orders(self, code: str, orders: dict[str, str], always: bool = False) -> Done:
        """Replace your standing orders; with `always` also for your later matches of the game."""
        return self._ask(Call(f"matches/{quote(code)}/orders", {"orders": orders, "always": always}))

    def agree(self, code: str) -> Done:
        """Offer to end a match without a result, or agree to it."""
        return self._ask(Call(f"matches/{quote(code)}/end/agree", {}))

    def disagree(self, code: str) -> Done:
        """Decline to end a match without a result, or withdraw your offer."""
        return self._ask(Call(f"matches/{quote(code)}/end/decline", {}))

    def take_win(self, code: str) -> Done:
        """Take the win after the other player has run out of time."""
        return self._ask(Call(f"matches/{quote(code)}/win/take", {}))

    def decline_win(self, code: str) -> Done:
        """Play on against a computer player after the other player has run out of time."""
        return self._ask(Call(f"matches/{quote(code)}/win/decline", {}))

    def chat(self, code: str) -> list[Message]:
        """The latest chat messages, oldest first."""
        return self._ask(Call(f"matches/{quote(code)}/chat", part="messages"))

    def say(self, code: str, text: str) -> None:
        """Write a chat message."""
        self._ask(Call(f"matches/{quote(code)}/chat", {"text": text}))

    def exhibitions(self) -> Rows:
        """Your exhibitions, the running one first."""
        return self._ask(Call("exhibitions"))

    def start_exhibition(self, game: str, computers: list[str], instead: bool = False) -> Done:
        """Let computer players of these levels play for you to watch; `instead` of your last exhibition."""
        return self._ask(Call("exhibitions", {"game": game, "computers": computers, "instead": instead}))

    def end_exhibition(self, code: str) -> Done:
        """End an exhibition of yours without a result."""
        return self._ask(Call(f"exhibitions/{quote(code)}/end", {}))

    def studies(self) -> Rows:
        """The records that you keep as studies, latest first."""
        return self._ask(Call("studies"))

    def open_study(self, record: str) -> Opened:
        """Open a record as a study, which you read like a finished match."""
        return self._ask(Call("studies", {"record": record}))

    def delete_study(self, code: str) -> None:
        """Delete a study of yours."""
        self.send(f"studies/{quote(code)}/delete")

    def play_on(self, code: str, step: int, computers: list[str], seat: int | None = None) -> Done:
        """Play on from a step of a finished match or a study, at `seat`, or watch. What comes back is the new match."""
        return self._ask(Call(f"tables/{quote(code)}/play-on", {"step": step, "computers": computers, "seat": seat}))

    def cups(self, status: str = "open", after: str = "", club: str | None = None) -> dict[str, Any]:
        """The cups that are `open`, `running` or `over`, or those of a club: a page of them, latest first."""
        return self._ask(Call(asked("cups", {"status": status, "after": after, "club": club})))

    def cup(self, /, code: str, **which: int) -> dict[str, Any]:
        """A cup with its standings and the tables of its last round, or of another `round`."""
        return self._ask(Call(asked(f"cups/{quote(code)}", which)))

    def enter_cup(self, code: str) -> None:
        """Enter a cup. Bots cannot."""
        self.send(f"cups/{quote(code)}/enter")

    def leave_cup(self, code: str) -> None:
        """Drop out of a cup."""
        self.send(f"cups/{quote(code)}/leave")

    def ladders(self) -> list[dict[str, Any]]:
        """The ladders, who is at the top of each, and your places."""
        return self._ask(Call("ladders", part="ladders"))

    def ladder(self, game: str, after: str = "") -> dict[str, Any]:
        """The rungs of a ladder from the top down, and your challenges."""
        return self._ask(Call(asked(f"ladders/{quote(game)}", {"after": after})))

    def challenge(self, game: str, rung: int) -> dict[str, Any]:
        """Challenge the player on a rung of a ladder that you are on."""
        return self._ask(Call(f"ladders/{quote(game)}/challenge", {"rung": rung}))

    def answer_challenge(self, game: str, challenge: int, how: Answer) -> dict[str, Any]:
        """Accept or decline a challenge, or withdraw your own. Accepting returns the code of the `match`."""
        return self._ask(Call(f"ladders/{quote(game)}/challenges/{challenge}/{how}", {}))

    def clubs(self, q: str = "", mine: bool = False, after: str = "") -> dict[str, Any]:
        """The public clubs whose names contain `q`, or yours: a page of them under `clubs`."""
        return self._ask(Call(asked("clubs", {"q": q, "mine": mine, "after": after})))

    def club(self, code: str, after: str = "") -> dict[str, Any]:
        """A club and its members."""
        return self._ask(Call(asked(f"clubs/{quote(code)}", {"after": after})))

    def join_club(self, code: str, invite: str = "") -> str:
        """Join a club, or ask to. Returns what you are now: `member` or `asks`."""
        return self._ask(Call(f"clubs/{quote(code)}/join", {"invite": invite}, part="standing"))

    def leave_club(self, code: str) -> None:
        """Leave a club, or withdraw your request to join."""
        self.send(f"clubs/{quote(code)}/leave")

    def deals(self) -> dict[str, Any]:
        """The deals you have `sent`, and those of others that you have `received` and begun."""
        return self._ask(Call("deals"))

    def deal(self, deal: str) -> dict[str, Any]:
        """A sent deal, by the secret part of its link."""
        return self._ask(Call(f"deals/{quote(deal)}"))

    def send_deal(self, code: str) -> str:
        """Send the deal of your finished match. Returns the secret part of its link."""
        return self._ask(Call("deals", {"match": code}, part="deal"))

    def begin_deal(self, deal: str) -> str:
        """Begin your one game with a sent deal. Returns the code of its match, also when it has begun already."""
        return self._ask(Call(f"deals/{quote(deal)}/begin", {}, part="match"))

    def daily(self) -> dict[str, Any]:
        """Today's deals, one for each game, and how far you are with each."""
        return self._ask(Call("daily"))

    def daily_deal(self, game: str, day: str = "") -> dict[str, Any]:
        """The deal of a game today, or on a day such as 2026-06-03."""
        return self._ask(Call(f"daily/{quote(game)}/{quote(day)}" if day else f"daily/{quote(game)}"))

    def begin_daily(self, game: str) -> str:
        """Begin your one game with today's deal. Returns the code of its match, also when it has begun already."""
        return self._ask(Call(f"daily/{quote(game)}/begin", {}, part="match"))

    def puzzles(self) -> list[dict[str, Any]]:
        """Your five puzzles of today."""
        return self._ask(Call("puzzles", part="puzzles"))

    def puzzle(self, puzzle: int) -> dict[str, Any]:
        """A puzzle with what happened before it, and the verdict once you have answered."""
        return self._ask(Call(f"puzzles/{puzzle}"))

    def answer_puzzle(self, puzzle: int, action: str) -> dict[str, Any]:
        """Answer a puzzle, once, and read the verdict."""
        return self._ask(Call(f"puzzles/{puzzle}/answer", {"action": action}))

    def read(self, /, path: str, **query: Any) -> Any:
        """What any other GET of the API gives as JSON: `read("ladders/maya/seasons")`."""
        return self._ask(Call(asked(below(path), query)))

    def send(self, /, path: str, **body: Any) -> Any:
        """What any other POST of the API gives: `send("cups/k3v7q2wd/start")`. If sent again, it is done once."""
        return self._ask(Call(below(path), body))

    def events(self, last: str = "", stop: Flag | None = None) -> Iterator[Event]:
        """What happens to you after event `last`, each event exactly once. The stream reconnects by itself."""
        return self._stream("events", last, stop or Flag())

    def match_events(self, code: str, last: str = "", stop: Flag | None = None) -> Iterator[Event]:
        """Every change of a match as your seat sees it, until the match ends; `last="0-0"` starts at its beginning."""
        return self._stream(f"matches/{quote(code)}/events", last, stop or Flag())

    def turns(self, stop: Flag | None = None) -> Iterator[Match]:
        """A match each time you have to decide in it. Play before you ask for the next one; a match in which you could
        not comes again a little later.
        """
        waiting = Open()
        for event in self._lines("events", "", stop or Flag()):
            for code in waiting.after(event):
                ply = -1
                while (match := self._to_decide(code, waiting)) is not None and match["ply"] != ply:
                    yield match
                    ply = match["ply"]
                if match is not None:
                    waiting.put_off(code)

    def _to_decide(self, code: str, waiting: Open) -> Match | None:
        """The match if you have to decide in it, else None. Also None if it cannot be read now: others go on."""
        try:
            match = self.match(code)
        except (Problem, OSError, HTTPException) as error:
            status = error.status if isinstance(error, Problem) else 0
            if status in (401, 403):
                raise
            log.warning("match %s: %s", code, error)
            if status == 404:
                waiting.done(code)
            else:
                waiting.put_off(code)
            return None
        if not match["legal"]:
            waiting.done(code)
            return None
        return match

    def close(self) -> None:
        """Close the connection kept open for requests."""
        if self._line is not None:
            self._line.close()

    def _stream(self, path: str, last: str, stop: Flag) -> Iterator[Event]:
        for event in self._lines(path, last, stop):
            if event is not None:
                yield event

    def _lines(self, path: str, last: str, stop: Flag) -> Iterator[Event | None]:
        """The events of a stream, and None for each line that only says that it is still there."""
        failed = 0
        while not stop.is_set():
            line, answer, later = self._connect(), None, 0.0
            try:
                answer = self._send(line, Call(path), {"Last-Event-ID": last} if last else {})
                if answer.status == 204:
                    return
                if answer.status != 200:
                    later = _later(answer)
                    Call(path).answer(answer.status, answer.read())
                for said in answer:
                    if stop.is_set():
                        return
                    if not said.strip():
                        yield None
                        continue
                    event: Event = json.loads(said)
                    last, failed = event["id"], 0
                    yield event
                    if event["type"] == "end":
                        return
            except (Problem, OSError, HTTPException, ValueError) as error:  # ValueError: the line is incomplete
                if isinstance(error, Problem) and error.status not in AWAY:
                    raise
                if failed:  # a connection lost once is not worth a line
                    log.warning("%s cannot be read, trying again: %s", path, error)
            finally:
                if answer is not None:
                    answer.close()
                line.close()
            stop.wait(max(later, WAITS[min(failed, len(WAITS) - 1)]))
            failed += 1

    def _ask(self, call: Call[T]) -> T:
        """The response to a call. After a failure the call is sent again; its key makes sure it is carried out once."""
        for wait in (*WAITS, None):
            line, self._line = self._line or self._connect(), None
            try:
                answer = self._send(line, call, {})
                content = answer.read()
            except (OSError, HTTPException):
                line.close()
                if wait is None:
                    raise
            else:
                self._line = line
                if wait is None or answer.status not in AWAY or _later(answer) > PATIENCE:
                    return call.answer(answer.status, content)
                wait = max(wait, _later(answer))
            time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _send(self, line: HTTPConnection, call: Call[Any], more: dict[str, str]) -> HTTPResponse:
        headers = {"Accept": "application/x-ndjson, application/json"} | more
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if call.body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": call.key}
        line.request(call.method, f"{self._site.path.rstrip('/')}/api/v1/{call.path}", call.content, headers)
        answer = line.getresponse()
        if 300 <= answer.status < 400:  # a redirect could take the token to another site
            line.close()
            raise Problem(answer.status, {"code": "moved", "detail": f"the site is at {answer.headers['Location']}"})
        return answer

    def _connect(self) -> HTTPConnection:
        host, port = self._site.hostname or "", self._site.port
        if self._site.scheme == "https":
            return HTTPSConnection(host, port, timeout=SILENCE, context=self._trust)
        return HTTPConnection(host, port, timeout=SILENCE)


def _address(site: str) -> SplitResult:
    """The parts of the address of a site. Raises ValueError for anything else."""
    parts = urlsplit(site.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"not the address of a site, as in https://games.example: {site!r}")
    return parts


def _later(answer: HTTPResponse) -> float:
    """How many seconds the site asks us to wait; 0.0 if it doesn't say."""
    said = answer.headers.get("Retry-After", "")
    return float(said) if said.isdecimal() else 0.0
