"""Converts results of selectors into schemas of the API: allow-lists, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.urls import reverse

from games.api.v1 import schemas
from games.engine.codec import encode
from games.models import Challenge, Match, Message, Rating, RatingChange, Seat
from games.selectors.access import Visitor, own_seat, seats_of
from games.selectors.lobby import challenges
from games.selectors.position.positions import NO_SEAT, Entry, Position, position
from games.selectors.ratings.leaderboards import Board, Line
from games.selectors.records.lists import Row, Stretch, rows_of

if TYPE_CHECKING:
    from accounts.models import User

UNDEALT = Match.Status.OPEN
"""The status in which a match has no position and no log yet."""


def seat_of(seat: Seat, *, clocked: bool = False) -> schemas.matches.Seat:
    """A seat as everyone who may see the match may see it."""
    decider = seat.decider
    return schemas.matches.Seat(
        number=seat.number,
        name=(seat.name_at_device or None) if seat.user is None else seat.user.username,
        typed=seat.is_at_device,
        computer=decider is not None and decider.is_computer,
        bot=seat.user is not None and seat.user.is_bot,
        points=seat.points,
        rank=seat.rank,
        bank=seat.bank.total_seconds() if clocked else None,
    )


def owner_of(user: User) -> str | None:
    """The name of a bot's owner; None for others."""
    return None if user.owner is None else user.owner.username


def bot_of(user: User) -> schemas.about.Bot:
    """A computer player or bot in the list of bots."""
    return schemas.about.Bot(
        name=user.username, computer=user.is_computer, level=user.level or None, owner=owner_of(user)
    )


def deal_sent(sent: challenges.SentDeal) -> schemas.deals.DealOfYours:
    """A deal in the list of those that the reader has sent."""
    challenge = sent.challenge
    return schemas.deals.DealOfYours(
        deal=challenge.token,
        game=challenge.match.game,
        match=challenge.match.code,
        points=sent.points,
        open=challenge.closed_at is None,
        played=sent.tally.played,
        beaten=sent.tally.beaten,
    )


def deal_received(received: challenges.ReceivedDeal) -> schemas.deals.DealOfOthers:
    """A deal in the list of those of others that the reader has begun."""
    challenge, seat = received.challenge, received.seat
    return schemas.deals.DealOfOthers(
        deal=challenge.token,
        game=challenge.match.game,
        sender=challenge.sender.username,
        points=received.points,
        match=seat.match.code,
        own_points=None if received.has_left else seat.points,
    )


def sent_deal_of(challenge: Challenge, visitor: Visitor) -> schemas.deals.SentDeal:
    """A sent deal, with everyone's results if the visitor may know them (`challenges.knows_it`)."""
    reader = visitor.reader
    match, own = challenge.match, challenges.attempt_of(challenge, reader)
    seats = seats_of(match)
    sent = seats[challenge.seat]
    points = sent.points or 0
    tally = challenges.tally_of(challenge, points)
    results = challenges.table_of(challenge, seats, reader) if challenges.knows_it(challenge, reader, own) else None
    return schemas.deals.SentDeal(
        sender=challenge.sender.username,
        game=match.game,
        options=match.options,
        seats=[seat.user.level if seat.user and seat is not sent else None for seat in seats],
        points=points,
        open=challenge.closed_at is None,
        played=tally.played,
        beaten=tally.beaten,
        match=None if own is None else own.match.code,
        results=None if results is None else [_sent_result(line) for line in results],
    )


def _sent_result(line: challenges.Line) -> schemas.deals.SentResult:
    seat = line.seat
    assert seat.user is not None
    return schemas.deals.SentResult(
        place=line.place,
        name=seat.user.username,
        sender=not line.attempt,
        points=None if line.has_left else seat.points,
        rank=None if line.has_left else seat.rank,
        hints=line.had_hints,
    )


def row_of(row: Row) -> schemas.matches.Row:
    """A match in a list."""
    return schemas.matches.Row(**_facts(row.match, list(row.seats), row.own))


def rows_page(stretch: Stretch, visitor: Visitor) -> schemas.matches.Rows:
    """A stretch of a list for its reader."""
    rows = rows_of(stretch.keys, visitor.reader)
    return schemas.matches.Rows(rows=[row_of(row) for row in rows], after=stretch.following)


def match_of(match: Match, visitor: Visitor) -> schemas.matches.Match:
    """A match as the visitor sees it; before it starts, without a position."""
    if match.status == UNDEALT:
        seats = seats_of(match)
        mine = own_seat(seats, visitor.user_id)
        return schemas.matches.Match(
            **_facts(match, seats, mine), **_terms(match), legal=[], can_undo=False, plan=[], orders={}, agreeing=[]
        )
    seen = position(match, visitor, limit=0)
    own = seen.own
    return schemas.matches.Match(
        **_facts(match, seen.seats, own_seat(seen.seats, visitor.user_id)),
        **_terms(match),
        view=encode(seen.view),
        legal=[str(action) for action in seen.legal],
        can_undo=seen.can_undo,
        plan=[] if own is None else list(own.plan),
        orders=seen.orders,
        agreeing=[seat.number for seat in seen.seats if seat.agrees],
        outcome=None if seen.outcome is None else encode(seen.outcome),
    )


def log_of(match: Match, visitor: Visitor) -> schemas.matches.Log:
    """The log as the visitor may read it."""
    if match.status == UNDEALT:
        return schemas.matches.Log(entries=[])
    seen = position(match, visitor)
    return schemas.matches.Log(entries=[entry_of(seen, entry) for entry in seen.entries])


def entry_of(seen: Position, entry: Entry) -> schemas.matches.LogEntry:
    """An entry of the log of a position."""
    return schemas.matches.LogEntry(
        step=entry.step,
        kind=entry.kind,
        seat=None if entry.seat == NO_SEAT else entry.seat,
        action=entry.text,
        source=entry.source,
        stand_in=entry.step is not None and entry.seat in seen.left_at(entry.step - 1),
        made_at=entry.made_at,
    )


def message_of(message: Message) -> schemas.matches.Message:
    """A message of the chat, without its text if it was removed."""
    return schemas.matches.Message(
        id=message.pk,
        name=message.user.username,
        bot=message.user.is_bot,
        channel=cast(schemas.shared.Channel, message.channel),
        text="" if message.removed else message.text,
        at=message.written_at,
    )


def standing_of(line: Line) -> schemas.about.Standing:
    """A line of a leaderboard."""
    rating: Rating = line.rating
    return schemas.about.Standing(
        game=rating.game,
        name=rating.user.username,
        computer=rating.user.is_computer,
        bot=rating.user.is_bot,
        place=line.place,
        rating=rating.skill.rating,
        games=rating.games,
        firsts=rating.firsts,
    )


def effect_of(change: RatingChange) -> schemas.past.RatingEffect:
    """What a match has done to the rating of a seat."""
    return schemas.past.RatingEffect(
        seat=change.seat,
        name=change.user.username,
        before=change.rating - change.points,
        after=change.rating,
    )


def leaderboard_of(board: Board) -> schemas.about.Leaderboard:
    """A stretch of a leaderboard."""
    lines = [standing_of(line) for line in board.lines]
    return schemas.about.Leaderboard(lines=lines, players=board.players, after=board.following, before=board.preceding)


def opened(match: Match) -> schemas.tables.Opened:
    """A table or study of the caller, with the link for others."""
    path = reverse("match_invite", args=[match.code, match.invite])
    return schemas.tables.Opened(code=match.code, status=match.status, invite=path)


def done(match: Match) -> schemas.matches.Done:
    """The status of the match after an action."""
    return schemas.matches.Done(code=match.code, status=match.status, ply=match.ply)


def _facts(match: Match, seats: list[Seat], mine: Seat | None) -> dict[str, Any]:
    clocked = match.status == Match.Status.RUNNING and match.pace != Match.Pace.NONE
    return {
        "code": match.code,
        "game": match.game,
        "options": match.options,
        "status": match.status,
        "pace": match.pace,
        "rated": match.rated,
        "access": match.access,
        "ply": match.ply,
        "seats": [seat_of(seat, clocked=clocked) for seat in seats],
        "seat": None if mine is None else mine.number,
        "to_move": match.to_move,
        "deadline": match.deadline,
        "created_at": match.created_at,
        "finished_at": match.finished_at,
        "reason": match.reason,
    }


def _terms(match: Match) -> dict[str, Any]:
    opened = {"salt": match.salt or None, "deal": match.deal} if match.may_be_analysed and match.commitment else {}
    sealed = {"rules": match.rules_version, "commitment": match.commitment, "win_offer": match.claimable_by}
    return sealed | opened
