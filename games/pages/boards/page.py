"""Template context for a running or finished match: the same for every game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.functional import Promise

from common.enumerating import listed, minus
from common.sentences import gettext as _
from common.sentences import gettext_lazy, in_one_language, language, ngettext
from games.engine import GAMES
from games.engine.contract import on_turn
from games.models import Match, Seat
from games.models.match import AGREED, CALLED_OFF, ENDED, RESIGNED, TIMED_OUT
from games.pages.boards.clock import Clock, away_until, bank_in_words, clock_of
from games.pages.boards.lines import Line, lines_of
from games.pages.boards.names import as_decided, seat_name
from games.pages.boards.offers import offers_context
from games.pages.boards.result import result_context
from games.pages.boards.stock import Stock
from games.pages.boards.thinking import thinking_of
from games.pages.titles import PRESENTERS
from games.selectors.position.endings import given_up
from games.selectors.position.perspectives import OMNISCIENT, SPECTATOR

if TYPE_CHECKING:
    from games.engine.contract import Outcome
    from games.pages.boards.presenter import Presenter
    from games.selectors.position.positions import Position

FEW = 5
"""How many actions spectators are shown as news."""

_REASONS: dict[str, str | Promise] = {
    RESIGNED: gettext_lazy("A player resigned or left"),
    TIMED_OUT: gettext_lazy("A player’s time ran out"),
    AGREED: gettext_lazy("The players agreed to end the game"),
    CALLED_OFF: gettext_lazy("Called off by a moderator"),
}
_REASONS_OF_EXHIBITIONS: dict[str, str | Promise] = {ENDED: gettext_lazy("Ended by its host")}


@dataclass(frozen=True, slots=True)
class Player:
    """A seat as shown on its plate."""

    number: int
    seat: Seat
    name: str
    stocks: tuple[Stock, ...]
    is_reader: bool
    is_active: bool
    is_asked: bool
    clock: Clock | None
    bank: str
    away_until: datetime | None
    stand_in: str
    resigned: bool


@dataclass(frozen=True, slots=True)
class Order:
    """A question that a seat may answer once for the whole match, with its current answer."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    value: str

    @property
    def asks(self) -> bool:
        """Whether the seat is still asked."""
        return self.value == self.values[0][0]


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Someone whose view a replay can show."""

    value: str
    name: str
    number: int | None
    chosen: bool


def reasons(game: str) -> list[tuple[str, str | Promise]]:
    """Every way in which a match of `game` with people can end, with its words: those of its rules first."""
    label = PRESENTERS[game].reason_label
    return [*((reason, label(reason)) for reason in GAMES[game].REASONS), *_REASONS.items()]


def before_the_end(match: Match, seats: Iterable[Seat]) -> str:
    """The reason why a match ended before its game was over, in words; "" if it did not."""
    if match.reason == RESIGNED:
        return _("A player resigned") if given_up(match, seats) else _("A player left")
    return str((_REASONS | _REASONS_OF_EXHIBITIONS).get(match.reason, ""))


@in_one_language()
def match_context(position: Position) -> dict[str, Any]:
    """Context of `games/match/match.html` and `games/replay/replay.html` for a position."""
    match = position.match
    presenter = PRESENTERS[match.game]
    groups = presenter.menu(position)
    # Spectators have no last decision: for them the latest few actions are the news.
    since = max(0, len(position.entries) - FEW) if position.seat is None else position.since
    lines = lines_of(presenter, position, since)
    mood, ranks = _mood(position), _ranks(position)
    return {
        "match": match,
        "position": position,
        "presenter": {
            "template": presenter.TEMPLATE,
            "display": presenter.DISPLAY,
            "words": presenter.WORDS,
            "kit": presenter.KIT,
            "style": presenter.STYLE,
            "css": presenter.CLASS,
            "beside": presenter.BESIDE,
            "reminders": presenter.REMINDERS,
        },
        "mood": mood,
        "question": _verdict(position) if mood == "done" else question(presenter, position),
        "thinking": thinking_of(position),
        "waiting_for": _waited_for(position),
        "task": presenter.task(position.view) if position.legal else "",
        "intro": presenter.intro(position) if position.legal else "",
        "groups": groups,
        "choices": sum(len(group.actions) for group in groups),
        "board": presenter.board(position, groups),
        "players": _players(presenter, position),
        "recent": _recent(lines, since),
        "log": lines[::-1],
        "reason": presenter.reason_label(position.outcome.reason)
        if position.outcome
        else before_the_end(match, position.seats),
        "orders": _orders(position),
        "viewpoints": _viewpoints(position),
        "kept_query": f"eyes={position.viewer}" if match.is_open_book else "",
        "steps": steps_of(position.step, position.last_step),
        "hides_nothing": position.hides_nothing,
        "is_won": any(seat.rank == 1 for seat in position.seats),
        "gave_up": given_up(match, position.seats),
        **offers_context(position),
    } | (result_context(presenter, position, ranks) if mood == "done" and 1 in ranks else {"results": []})


def _recent(lines: list[Line], since: int) -> list[Line]:
    """The actions since the reader's last one; if there are none, that action itself."""
    actions = [line for line in lines[since:] if line.step]
    return actions or [line for line in lines if line.step][-1:]


def _mood(position: Position) -> str:
    """The state of the match for its reader: mine, ask (a question out of turn), wait, watch, done."""
    if _is_over(position):
        return "done"
    if _may_choose_win(position) and position.seat == position.match.claimable_by:
        return "ask"
    if position.legal:
        return "mine" if _is_own_turn(position, position.view) else "ask"
    return "watch" if position.own is None else "wait"


def _is_over(position: Position) -> bool:
    """Whether nobody decides any more: the game is over, or the match ended before it."""
    return position.outcome is not None or (position.match.status == Match.Status.FINISHED and not position.is_replay)


def question(presenter: Presenter, position: Position) -> str:
    """Who decides and what is asked, in one sentence."""
    view, match = position.view, position.match
    if _may_choose_win(position):
        assert match.claimable_by is not None
        if position.seat == match.claimable_by:
            return _("Take the win, or play on?")
        return _("{name} can take the win, or play on").format(name=seat_name(position, match.claimable_by))
    if position.legal:
        asked: str = presenter.asks_me(view)
        return asked
    return str(presenter.asks_other(view)).format(name=seat_name(as_decided(position), view.to_move))


def _waited_for(position: Position) -> str:
    """The name of the seat that must decide; "" once nobody decides any more."""
    number = position.match.claimable_by if _may_choose_win(position) else position.view.to_move
    return "" if number is None or _is_over(position) else seat_name(as_decided(position), number)


def _may_choose_win(position: Position) -> bool:
    """Whether the match now waits for someone who may take the win or play on."""
    return position.match.waits_for_claim and position.match.status == Match.Status.RUNNING and not position.is_replay


def _is_own_turn(position: Position, view: Any) -> bool:
    """Whether it is the reader's turn in `view`."""
    return on_turn(view, view.to_move) == position.seat


def _verdict(position: Position) -> str:
    """Who has won, or why nobody has, in one sentence."""
    if position.outcome is None:
        return _verdict_before_the_end(position)
    return _verdict_by_points(as_decided(position), position.outcome)


def _verdict_before_the_end(position: Position) -> str:
    """The verdict on a match that ended before its game was over."""
    match, winners = position.match, _winners(position)
    if match.reason == AGREED:
        return _("The match ended without a result. Nobody wins, and no rating changes.")
    if match.reason == ENDED:
        if match.at_device:
            return _("The game was stopped here. Nobody won or lost.")
        return _("The exhibition was stopped here. Nobody won or lost.")
    if not winners:
        return _("Called off by a moderator. Nobody won or lost.")
    if winners == [position.seat]:
        beaten = seat_name(position, next(number for number in range(len(position.seats)) if number != winners[0]))
        if match.reason == TIMED_OUT:
            return _("You win: {name} ran out of time").format(name=beaten)
        if given_up(match, position.seats):
            return _("You win: {name} resigned").format(name=beaten)
        return _("You win: {name} left the game").format(name=beaten)
    names = [seat_name(position, number) for number in winners]
    return (_("{name} wins") if len(names) == 1 else _("{names} share the win")).format(
        name=names[0], names=listed(names)
    )


def _verdict_by_points(position: Position, outcome: Outcome) -> str:
    """The verdict on a game that was played to its end."""
    winners = _winners(position)
    points = outcome.points[winners[0]]
    if winners == [position.seat]:
        sentence = ngettext("You win with {points} point", "You win with {points} points", points)
    elif len(winners) == 1:
        sentence = ngettext("{name} wins with {points} point", "{name} wins with {points} points", points)
    elif _are_partners(position, winners):
        sentence = ngettext("{names} win with {points} point", "{names} win with {points} points", points)
    else:
        sentence = ngettext(
            "{names} share the win with {points} point", "{names} share the win with {points} points", points
        )
    names = [seat_name(position, number) for number in winners]
    return sentence.format(name=names[0], names=listed(names), points=minus(points))


def _winners(position: Position) -> list[int]:
    """The seats in the first place."""
    return [number for number, rank in enumerate(_ranks(position)) if rank == 1]


def _are_partners(position: Position, seats: list[int]) -> bool:
    """Whether the seats form a team, in games that have partners."""
    return seats in PRESENTERS[position.match.game].partners(position.view)


def _ranks(position: Position) -> list[int]:
    """The ranks of the seats: the game's, or those assigned when a match ended before its game."""
    if position.outcome is not None:
        return list(position.outcome.ranks)
    return [seat.rank or len(position.seats) for seat in position.seats]


def _last_seen(position: Position) -> Any:
    """The view against which the seats show changes.

    For a player, that is the one after their last turn, whatever they have answered since: during a turn, after the
    turn before; right after a turn, the one before it. For those who watch or look back, it is the one before the last
    step.
    """
    if position.seat is None or position.is_replay:
        return position.entries[-1].before if position.entries else position.view
    view, is_turn = position.view, _is_own_turn(position, position.view)
    played = [entry for entry in reversed(position.entries) if entry.step is not None]
    for is_own, entries in groupby(played, key=lambda entry: _is_own_turn(position, entry.before)):
        view = list(entries)[-1].before
        if not (is_own and is_turn):
            break
    return view


def _players(presenter: Presenter, position: Position) -> list[Player]:
    """The seats in the order of play, the reader's own first; in the order of their numbers for a reader without a
    seat, and on one device.
    """
    view, decides = position.view, position.view.to_move
    if _is_over(position):  # the match may be over before the game itself has ended
        decides = None
    turn = on_turn(view, view.to_move)
    asked = position.match.waits_for if _may_choose_win(position) else decides
    before = _last_seen(position)
    now, is_running = timezone.now(), position.match.status == Match.Status.RUNNING
    first = 0 if position.own is None or position.match.at_device else position.own.number
    seats = list(enumerate(position.seats))
    return [
        Player(
            number=number,
            seat=seat,
            name=seat_name(position, number),
            stocks=tuple(presenter.stocks(view, before, number)),
            is_reader=number == position.seat,
            is_active=number == turn and decides is not None,
            is_asked=number == asked and (number != turn or asked != decides),
            clock=clock_of(position.match, seat) if number == position.match.waits_for else None,
            bank=bank_in_words(position.match, seat),
            away_until=away_until(position.match, seat, now) if is_running else None,
            stand_in=seat.stand_in.shown_name if seat.stand_in is not None else "",
            resigned=seat.stand_in is not None,
        )
        for number, seat in seats[first:] + seats[:first]
    ]


def _orders(position: Position) -> tuple[Order, ...]:
    if position.own is None or position.match.at_device or position.match.status != Match.Status.RUNNING:
        return ()
    options = position.game.STANDING_ORDERS
    answers = tuple(position.orders.get(option.name, option.values[0]) for option in options)
    return _orders_in_words(position.match.game, answers, language())


@lru_cache(maxsize=1024)
def _orders_in_words(game: str, answers: tuple[str, ...], _language: str | None) -> tuple[Order, ...]:
    """The questions of a game with these answers. Cached: nearly always they are those of the last action."""
    found = []
    for option, answer in zip(GAMES[game].STANDING_ORDERS, answers, strict=True):
        label, words = PRESENTERS[game].ORDERS[option.name]
        choices = tuple((choice, str(words[choice])) for choice in option.values)
        found.append(Order(option.name, str(label), choices, answer))
    return tuple(found)


def _viewpoints(position: Position) -> list[Viewpoint]:
    if not position.match.is_open_book:
        return []
    seats = [
        Viewpoint(str(number), seat_name(position, number), number, position.viewer == number)
        for number, seat in enumerate(position.seats)
    ]
    return [
        Viewpoint(OMNISCIENT, _("All-seeing"), None, position.viewer == OMNISCIENT),
        *seats,
        Viewpoint(SPECTATOR, _("A spectator"), None, position.viewer in (SPECTATOR, None)),
    ]


def steps_of(step: int, last: int) -> dict[str, int | bool]:
    """The targets of the buttons for stepping, at `step` of the steps 0 to `last`."""
    return {
        "at_first": step == 0,
        "at_last": step == last,
        "now": step,
        "first": 0,
        "previous": max(0, step - 1),
        "next": min(last, step + 1),
        "last": last,
    }
