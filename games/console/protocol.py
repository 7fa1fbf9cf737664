"""Our computer players as a program that speaks the line protocol of docs/protocol.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from threading import Event, Lock, Thread
from typing import Any

from games.ai import choose
from games.console.telling import SEPARATOR, the_choice, the_view
from games.engine import GAMES
from games.engine.codec import CodecError, decode
from games.engine.contract import AnyGame, BadDeal, IllegalAction, Options, check_table, quoted
from games.engine.record import HIDDEN
from games.engine.variants import options_from

COMMANDS = ("isready", "game", "deal", "position", "view", "legal", "go", "stop", "quit")
WHILE_THINKING = ("isready", "stop", "quit")
"""All commands, and those that are allowed before the answer to `go`."""

Say = Callable[[str], None]


class Misunderstood(Exception):
    """A line that cannot be obeyed; the message says what is allowed."""


@dataclass(slots=True)
class Table:
    """The game as far as this program has been told."""

    game: AnyGame
    seats: int
    options: Options
    seat: int | None
    """None for whichever seat decides."""
    deal: str | None = None
    plies: tuple[str, ...] = ()
    view: Any = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think; with neither limit, as long as the level does at a real table."""

    seconds: float | None = None
    nodes: int | None = None


class Conversation:
    """Hears lines and says lines in response."""

    def __init__(self, say: Say, level: str, rng: Random) -> None:
        self._lock = Lock()
        self._say_line = say
        self._level = level
        self._rng = rng
        self._table: Table | None = None
        self._stop = Event()
        self._thinking: Thread | None = None
        self._is_busy = False

    def hear(self, line: str) -> bool:
        """Obey one line. Returns False after `quit`."""
        command, _, rest = line.strip().partition(" ")
        if not command:
            return True
        try:
            if command not in COMMANDS:
                raise Misunderstood(f"unknown command {quoted(command)}; allowed: {', '.join(COMMANDS)}")
            if self._is_busy and command not in WHILE_THINKING:
                raise Misunderstood(f"{command} has to wait for bestaction; allowed now: {', '.join(WHILE_THINKING)}")
            if command == "quit":
                self.end()
                return False
            getattr(self, f"_on_{command}")(rest.strip())
        except (Misunderstood, BadDeal, IllegalAction, CodecError) as wrong:
            self._say(f"error {wrong}")
        return True

    def end(self) -> None:
        """Stop thinking, and wait until `bestaction` is said."""
        self._stop.set()
        if self._thinking is not None:
            self._thinking.join()

    def wait(self) -> None:
        """Wait until `bestaction` is said."""
        if self._thinking is not None:
            self._thinking.join()

    def _say(self, line: str) -> None:
        with self._lock:
            self._say_line(line)

    def _on_isready(self, rest: str) -> None:
        self._say("readyok")

    def _on_game(self, rest: str) -> None:
        key, *words = rest.split() or [""]
        if key not in GAMES:
            raise Misunderstood(f"unknown game {quoted(key)}; allowed: {', '.join(GAMES)}")
        game = GAMES[key]
        given = _pairs(words, ("rules", "seats", "seat", "options"))
        rules = given.get("rules", game.RULES_VERSION)
        if rules != game.RULES_VERSION:
            raise Misunderstood(f"unknown rules version {quoted(rules)} of {key}; allowed: {game.RULES_VERSION}")
        seats = _number("seats", given.get("seats", str(game.SEATS[0])))
        options = _options(given.get("options", ""))
        check_table(game, seats, options)
        seat = _number("seat", given["seat"]) if "seat" in given else None
        if seat is not None and seat >= seats:
            raise Misunderstood(f"there is no seat {seat}; allowed: 0 to {seats - 1}")
        self._table = Table(game, seats, options, seat)

    def _on_deal(self, rest: str) -> None:
        table = self._table_so_far()
        if HIDDEN not in rest:
            table.game.parse_deal(table.seats, table.options, rest)
        table.deal, table.plies, table.view = rest, (), None

    def _on_position(self, rest: str) -> None:
        table = self._table_so_far()
        if table.deal is None:
            raise Misunderstood("position needs a deal before it")
        plies = tuple(filter(None, rest.split(SEPARATOR)))
        if HIDDEN not in table.deal + rest:
            _replayed(table, plies)
        table.plies, table.view = plies, None

    def _on_view(self, rest: str) -> None:
        table = self._table_so_far()
        if not rest:
            self._say(the_view(self._seen()[0]))
            return
        try:
            data = json.loads(rest)
        except (ValueError, RecursionError):
            raise Misunderstood("view is followed by nothing, or by one JSON object on the same line") from None
        view: Any = decode(table.game.View, data)
        if table.seat is not None and view.seat != table.seat:
            raise Misunderstood(f"this is the view of seat {view.seat}; allowed: that of seat {table.seat}")
        table.view = view

    def _on_legal(self, rest: str) -> None:
        """Say the legal actions, which follow from the view. A list sent by the host is ignored."""
        table = self._table_so_far()
        if not rest:
            view, _ = self._seen()
            if table.game.hides_choice(view):
                raise Misunderstood(
                    "what may be done hangs on what this seat cannot see; allowed: legal when it decides"
                )
            try:
                legal = table.game.legal_actions(table.game.determinize(view, Random(0)))
            except Exception as wrong:  # as in `_think`
                self._say(_impossible(wrong))
            else:
                self._say(the_choice(legal))

    def _on_go(self, rest: str) -> None:
        limits = _limits(rest)
        view, seat = self._seen()
        game = self._table_so_far().game
        if view.to_move is None:
            raise Misunderstood("nothing to decide: the game is over")
        if view.to_move != seat:
            whose = "a spectator" if seat is None else f"seat {seat}"
            raise Misunderstood(f"{whose} has nothing to decide: it is for seat {view.to_move} to decide")
        self._stop.clear()
        self._is_busy = True
        self._thinking = Thread(target=self._think, args=(game, view, seat, limits), daemon=True)
        self._thinking.start()

    def _think(self, game: AnyGame, view: Any, seat: int, limits: Limits) -> None:
        try:
            choice = choose(
                game,
                view,
                seat,
                self._level,
                self._rng,
                seconds=limits.seconds,
                iterations=limits.nodes,
                stop=self._stop,
            )
            answer = f"bestaction {choice.action}"
        except Exception as wrong:  # a view with the right fields may describe an impossible position
            answer = _impossible(wrong)
        self._is_busy = False
        self._say(answer)

    def _on_stop(self, rest: str) -> None:
        self._stop.set()

    def _table_so_far(self) -> Table:
        if self._table is None:
            raise Misunderstood("no game yet; allowed: game KEY seats N seat S")
        return self._table

    def _seen(self) -> tuple[Any, int | None]:
        """The view to decide from, and its seat: the view that was sent, or the one after the deal and the plies.

        The seat is None for a spectator's view, and after the end if the table names no seat.
        """
        table = self._table_so_far()
        if table.view is not None:
            return table.view, table.view.seat
        if table.deal is None or HIDDEN in table.deal + SEPARATOR.join(table.plies):
            raise Misunderstood("a view is needed, or a deal and a position without ?")
        state = _replayed(table, table.plies)
        seat = table.game.to_move(state) if table.seat is None else table.seat
        return table.game.recall(state, seat), seat


def converse(lines: Iterable[str], say: Say, level: str, rng: Random) -> None:
    """Answer each line until `quit` or the end of the lines."""
    conversation = Conversation(say, level, rng)
    for line in lines:
        if not conversation.hear(line):
            return
    conversation.wait()


def _impossible(wrong: Exception) -> str:
    return f"error no game can look like this view ({type(wrong).__name__}); allowed: one that someone has seen"


def _replayed(table: Table, plies: Iterable[str]) -> Any:
    """The position after these plies. Raises Misunderstood or IllegalAction for the first impossible one."""
    game = table.game
    assert table.deal is not None
    state = game.start(game.parse_deal(table.seats, table.options, table.deal))
    for ply in plies:
        seat, _, text = ply.partition(" ")
        mover = game.to_move(state)
        if seat != str(mover):
            now = "the game is over" if mover is None else f"it is for seat {mover} to decide"
            raise Misunderstood(f"{quoted(ply)} cannot be played: {now}; a ply is SEAT ACTION")
        state = game.apply(state, game.parse(state, text))
    return state


def _limits(rest: str) -> Limits:
    match rest.split():
        case []:
            return Limits()
        case ["movetime", time]:
            return Limits(seconds=_positive(time, "movetime") / 1000)
        case ["nodes", nodes]:
            return Limits(nodes=_positive(nodes, "nodes"))
    raise Misunderstood(f"unknown limit {quoted(rest)}; allowed: go, go movetime MILLISECONDS, go nodes N")


def _pairs(words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    """The words as pairs of a name and a value. Raises Misunderstood unless each name is known and occurs once."""
    names, values = words[::2], words[1::2]
    if len(names) > len(values) or len({*names}) < len(names) or not {*names} <= {*known}:
        raise Misunderstood(f"after the game come pairs of a name and a value, each once; names: {', '.join(known)}")
    return dict(zip(names, values, strict=True))


def _options(text: str) -> Options:
    try:
        return options_from(text)
    except ValueError as wrong:
        raise Misunderstood(str(wrong)) from None


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Misunderstood(f"{name} is a whole number, not {quoted(text)}")
    return int(text)


def _positive(text: str, name: str) -> int:
    number = _number(name, text)
    if not number:
        raise Misunderstood(f"{name} is a whole number from 1")
    return number
