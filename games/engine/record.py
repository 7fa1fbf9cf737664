"""The text record of a match: headers, then one action a line (notation.md, "Record").

[Game "rapa_nui"]
[Rules "1"]
[Seats "2"]
[Options ""]
[Deal "colors=yb;deck=LgMP…"]
[Names "Alice;Bob"]
[Result "1:58 0:51 end=deck"]
0 play mulberry
0 draw 3
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.engine import GAMES
from games.engine.contract import AnyGame, BadDeal, IllegalAction, Outcome, check_options, check_seats
from games.engine.occasion import HEADERS as OF_THE_OCCASION
from games.engine.occasion import Occasion, OccasionError, occasion_from
from games.engine.repairing import Odd, lines, odd, repaired
from games.engine.result import parse_result, result_of
from games.engine.variants import options_from, options_text

REQUIRED = ("Game", "Rules", "Seats", "Options", "Deal")
RESULT = "Result"
KNOWN = (*REQUIRED, *OF_THE_OCCASION, RESULT)
"""Headers: those that every record has, the result, and all."""

RUNNING = "*"
HIDDEN = "?"
"""Stand for a result that is not there yet, and for what the reader may not know."""

_HEADER_LINES = {name: number for number, name in enumerate(REQUIRED, 1)}

_HEADER = re.compile(r'\[[ \t]*([A-Za-z]+)[ \t]*"([^"]*)"[ \t]*\]')
_ACTION = re.compile(r"(0|[1-9][0-9]?) ([!-~]+(?: [!-~]+)*)")
_NUMBER = re.compile(r"0|[1-9][0-9]?")


class RecordError(ValueError):
    """A text that is not a record: the `line` of the error, from 1, the `reason`, and the `odd` characters there."""

    def __init__(self, line: int, reason: str, odd: Sequence[Odd] = ()) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.odd = odd


class Ply(NamedTuple):
    """One action of a record: the seat, and the action in the game's notation."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match as text: enough to replay it. `result` is None while the game is running.

    Only the form of the `occasion` is checked.
    """

    game: str
    rules: str
    seats: int
    options: Mapping[str, str]
    deal: str
    plies: tuple[Ply, ...]
    result: str | None = None
    occasion: Occasion = Occasion()


class Step(NamedTuple):
    """One ply of a replay: the position before it, the seat, the action, and the position after it."""

    state: Any
    seat: int
    action: Any
    after: Any


def write(record: Record) -> str:
    """The text of a record, ending with a line break. Checks nothing."""
    values = (record.game, record.rules, str(record.seats), options_text(record.options), record.deal)
    headers = [*zip(REQUIRED, values, strict=True), *record.occasion.headers()]
    if record.result is not None:
        headers.append((RESULT, record.result))
    lines = [f'[{name} "{value}"]' for name, value in headers]
    lines += [f"{ply.seat} {ply.text}" for ply in record.plies]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Parse a record, replay it and verify it. Damage done by email programs or Windows is repaired first.

    Raises RecordError with the line and the reason for anything malformed, illegal, hidden behind `?`, or different
    from the replay.
    """
    try:
        return _read(text)
    except RecordError as error:
        raise RecordError(error.line, error.reason, odd(lines(text)[error.line - 1])) from None


def _read(text: str) -> Record:
    headers, plies = _split(text)
    for name in REQUIRED:
        if name not in headers:
            raise RecordError(plies[0][0] if plies else len(lines(text)), f"the header {name} is missing")
    result = headers.get(RESULT)
    record = Record(
        game=headers["Game"].value,
        rules=headers["Rules"].value,
        seats=_seats(headers["Seats"]),
        options=_options(headers["Options"]),
        deal=headers["Deal"].value,
        plies=tuple(ply for _, ply in plies),
        result=None if result is None or result.value == RUNNING else result.value,
    )
    game, state = _opening(record, {name: header.line for name, header in headers.items()})
    record = replace(record, occasion=_occasion(headers, record.seats))
    for step in _steps(game, state, plies):
        state = step.after
    last_line = max(line for line, *_ in (*headers.values(), *plies))
    _check_result(record.result, game.outcome(state), result.line if result else last_line)
    return record


def replay(record: Record) -> Iterator[Step]:
    """Yield the plies of a record in order. Raises RecordError with the line that `write` gives the ply."""
    game, state = _opening(record, _HEADER_LINES)
    return _steps(game, state, _written_lines(record))


def positions(record: Record) -> Iterator[Any]:
    """The initial position, then the position after each ply. Raises RecordError like `replay`."""
    game, state = _opening(record, _HEADER_LINES)
    yield state
    for step in _steps(game, state, _written_lines(record)):
        yield step.after


def final_state(record: Record) -> Any:
    """The position after the last ply. Raises RecordError like `replay`."""
    game, state = _opening(record, _HEADER_LINES)
    for step in _steps(game, state, _written_lines(record)):
        state = step.after
    return state


def legal_result(record: Record) -> str | None:
    """The text of the result that the plies lead to, whatever the record says; None while the game is running."""
    outcome = GAMES[record.game].outcome(final_state(record))
    return None if outcome is None else str(result_of(outcome))


def shown(record: Record, seat: int | None) -> Record:
    """The record as `seat` (None: a spectator) may read it at its last position: hidden parts are `?`."""
    game, now = GAMES[record.game], final_state(record)
    deal = game.parse_deal(record.seats, record.options, record.deal)
    plies = tuple(Ply(step.seat, game.shown(step.state, step.action, now, seat)) for step in replay(record))
    return replace(record, deal=game.shown_deal(deal, now, seat), plies=plies)


class _Header(NamedTuple):
    line: int
    value: str


_Lines = Iterable[tuple[int, Ply]]


def _split(text: str) -> tuple[dict[str, _Header], list[tuple[int, Ply]]]:
    """The headers and the plies with their line numbers."""
    headers: dict[str, _Header] = {}
    plies: list[tuple[int, Ply]] = []
    for number, _last, line in repaired(text):
        content = _without_comment(line).rstrip()
        if content.startswith("["):
            name, value = _header(number, content)
            if plies:
                raise RecordError(number, f"the header {name} stands after the first action")
            if name in headers:
                raise RecordError(number, f"the header {name} is repeated")
            headers[name] = _Header(number, value)
        elif content:
            plies.append((number, _ply(number, content)))
    return headers, plies


def _without_comment(line: str) -> str:
    """The line up to the first `;` outside a header's quotes."""
    if not line.startswith("["):
        return line.partition(";")[0]
    head, quote, rest = line.partition('"')
    if ";" in head:
        return head.partition(";")[0]
    value, closing, tail = rest.partition('"')
    return head + quote + value + closing + tail.partition(";")[0]


def _header(number: int, content: str) -> tuple[str, str]:
    match = _HEADER.fullmatch(content)
    if match is None:
        raise RecordError(number, 'a header reads [Name "value"]')
    if match[1] not in KNOWN:
        raise RecordError(number, f"unknown header {match[1]}; known: {', '.join(KNOWN)}")
    return match[1], match[2]


def _ply(number: int, content: str) -> Ply:
    match = _ACTION.fullmatch(content)
    if match is None:
        raise RecordError(number, f"{content!r} is not SEAT ACTION with one space between words and no leading zero")
    return Ply(int(match[1]), match[2])


def _seats(header: _Header) -> int:
    if not _NUMBER.fullmatch(header.value):
        raise RecordError(header.line, f"{header.value!r} is no number of seats")
    return int(header.value)


def _options(header: _Header) -> dict[str, str]:
    try:
        return options_from(header.value)
    except ValueError as error:
        raise RecordError(header.line, str(error)) from None


def _occasion(headers: Mapping[str, _Header], seats: int) -> Occasion:
    given = {name: headers[name].value for name in OF_THE_OCCASION if name in headers}
    try:
        return occasion_from(given, seats)
    except OccasionError as error:
        name, reason = error.args
        raise RecordError(headers[name].line, f"{name}: {reason}") from None


def _opening(record: Record, lines: Mapping[str, int]) -> tuple[AnyGame, Any]:
    """The game and its initial position. Raises RecordError with the line of the header that is wrong."""
    game = GAMES.get(record.game)
    if game is None:
        raise RecordError(lines["Game"], f"unknown game {record.game!r}; known: {', '.join(GAMES)}")
    if record.rules != game.RULES_VERSION:
        raise RecordError(lines["Rules"], f"unknown rules version {record.rules!r}; known: {game.RULES_VERSION}")
    try:
        check_seats(game, record.seats)
    except BadDeal as error:
        raise RecordError(lines["Seats"], str(error)) from None
    try:
        check_options(game, record.options)
    except BadDeal as error:
        raise RecordError(lines["Options"], str(error)) from None
    try:
        return game, game.start(game.parse_deal(record.seats, record.options, record.deal))
    except BadDeal as error:
        raise RecordError(lines["Deal"], str(error)) from None


def _written_lines(record: Record) -> _Lines:
    """The plies with the line numbers that `write` gives them."""
    headers = len(REQUIRED) + len(record.occasion.headers()) + (record.result is not None)
    return enumerate(record.plies, headers + 1)


def _steps(game: AnyGame, state: Any, lines: _Lines) -> Iterator[Step]:
    for number, (seat, text) in lines:
        mover = game.to_move(state)
        if HIDDEN in text:
            raise RecordError(number, f"{text!r} hides what was played: a record with {HIDDEN} is for reading only")
        if mover is None:
            raise RecordError(number, "the game is over: no action can follow")
        if seat != mover:
            raise RecordError(number, f"it is for seat {mover} to decide, not for seat {seat}")
        try:
            action = game.parse(state, text)
        except IllegalAction as error:
            raise RecordError(number, str(error)) from None
        after = game.apply(state, action)
        yield Step(state, seat, action, after)
        state = after


def _check_result(text: str | None, outcome: Outcome | None, line: int) -> None:
    """Check the result against the replay.

    Raises RecordError if it is missing, malformed, too early, or different from the one of the replay.
    """
    if outcome is None:
        if text is not None:
            raise RecordError(line, "the game is not over, so it has no result")
        return
    right = result_of(outcome)
    if text is None:
        raise RecordError(line, f"a finished game must have its result: {right}")
    try:
        claimed = parse_result(text)
    except ValueError as error:
        raise RecordError(line, str(error)) from None
    if claimed != right:
        raise RecordError(line, f"the result {text!r} differs from the replay: {right}")
