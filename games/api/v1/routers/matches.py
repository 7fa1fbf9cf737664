"""Matches: what your seat sees, and everything it can do."""

from __future__ import annotations

from typing import Literal

from django.http import Http404
from ninja import Router

from accounts.models import User
from accounts.presence import came_by
from common.pausing import check_pauses
from games.api.v1 import schemas, shown
from games.api.v1.ahead import ahead, ready
from games.api.v1.caller import ApiRequest, acting, match_of, reader
from games.models import Match
from games.selectors.access import own_seat, seats_of
from games.selectors.people.chat import chat_of
from games.selectors.position.played import is_played
from games.selectors.records import lists
from games.selectors.records.archive import finished_of
from games.selectors.records.lists import Stretch
from games.services.computer import hints
from games.services.people import chat
from games.services.play import agreeing, planning, resignation, timeouts, turns
from games.services.refusals import NotRunning, StalePly

router = Router(tags=["matches"])


@router.get("matches", response=schemas.matches.Rows, url_name="matches")
def mine(
    request: ApiRequest,
    which: Literal["turn", "waiting", "tables", "invitations", "finished"] = "turn",
    after: str = "",
) -> schemas.matches.Rows:
    """Your matches: those waiting for you, most urgent first, or others. Only `finished` has several pages."""
    user = acting(request)
    if which == "turn":
        return schemas.matches.Rows(rows=[shown.row_of(row) for row in lists.your_turns(user)], after="")
    if which == "finished":
        return shown.rows_page(finished_of(user, cursor=after), request.visitor)
    listed = {"waiting": lists.waiting_for_others, "tables": lists.own_tables, "invitations": lists.invitations_of}
    return shown.rows_page(Stretch(keys=listed[which](user), following=""), request.visitor)


@router.get("matches/{code}", response=schemas.matches.Match, url_name="match")
def match(request: ApiRequest, code: str) -> schemas.matches.Match:
    """The match as your seat sees it now, with your legal actions."""
    seen, user = shown.match_of(match_of(request, code), request.visitor), reader(request)
    if user is not None and seen.status == Match.Status.OPEN and seen.seat is not None:
        came_by(user.pk)  # so that `pair` finds them
    return seen


@router.get("matches/{code}/log", response=schemas.matches.Log, url_name="log")
def log(request: ApiRequest, code: str) -> schemas.matches.Log:
    """The log, without what is hidden from you."""
    return shown.log_of(match_of(request, code), request.visitor)


@router.post("matches/{code}/play", response=schemas.matches.Done, url_name="play")
def play(request: ApiRequest, code: str, move: schemas.matches.Play) -> schemas.matches.Done:
    """Play a legal action. If you send it twice, it is played once: the ply says where it goes in the log."""
    match, user = match_of(request, code), acting(request)
    try:
        return shown.done(turns.play(match=match, user=user, text=move.action, ply=move.ply))
    except (StalePly, NotRunning):
        own = own_seat(seats_of(match), user.pk)
        if own is None or not is_played(match, own.number, move.action, move.ply):
            raise
        return shown.done(Match.objects.get(pk=match.pk))


@router.post("matches/{code}/undo", response=schemas.matches.Done, url_name="undo")
def undo(request: ApiRequest, code: str, seen: schemas.matches.AtPly) -> schemas.matches.Done:
    """Undo your last action, if nobody has learned anything new since."""
    return shown.done(turns.undo(match=match_of(request, code), user=acting(request), ply=seen.ply))


@router.post("matches/{code}/resign", response=schemas.matches.Done, url_name="resign")
def resign(request: ApiRequest, code: str) -> schemas.matches.Done:
    """Resign from the running match."""
    return shown.done(resignation.resign(match=match_of(request, code), user=acting(request)))


@router.post("matches/{code}/end/agree", response=schemas.matches.Done, url_name="end_agree")
def end_agree(request: ApiRequest, code: str) -> schemas.matches.Done:
    """Offer to end the match without a result, or agree to it."""
    return shown.done(agreeing.end_agree(match=match_of(request, code), user=acting(request)))


@router.post("matches/{code}/end/decline", response=schemas.matches.Done, url_name="end_decline")
def end_decline(request: ApiRequest, code: str) -> schemas.matches.Done:
    """Play on: decline to end the match, or withdraw your own offer."""
    return shown.done(agreeing.end_decline(match=match_of(request, code), user=acting(request)))


@router.post("matches/{code}/win/take", response=schemas.matches.Done, url_name="win_take")
def win_take(request: ApiRequest, code: str) -> schemas.matches.Done:
    """Take the win after the other player has run out of time."""
    return shown.done(timeouts.win_take(match=match_of(request, code), user=acting(request)))


@router.post("matches/{code}/win/decline", response=schemas.matches.Done, url_name="win_decline")
def win_decline(request: ApiRequest, code: str) -> schemas.matches.Done:
    """Decline the win, and play on against the computer player that takes over the other seat."""
    return shown.done(timeouts.win_decline(match=match_of(request, code), user=acting(request)))


@router.post("matches/{code}/hint", response=schemas.matches.Done, url_name="hint")
def hint(request: ApiRequest, code: str, seen: schemas.matches.AtPly) -> schemas.matches.Done:
    """Ask for a hint. It appears in the log once it is found; everyone sees that you asked."""
    match, user = match_of(request, code), acting(request)
    check_pauses(request, "hint", user)
    return shown.done(hints.hint_ask(match=match, user=user, ply=seen.ply))


@router.post("matches/{code}/plan", response=schemas.matches.Done, url_name="plan")
def plan(request: ApiRequest, code: str, wish: schemas.matches.Plan) -> schemas.matches.Done:
    """Plan an action for your next turn."""
    match, outlook = ready(request, outlook_of, wish, code)
    planned = planning.plan_add(match=match, user=acting(request), text=wish.action, place=wish.place, outlook=outlook)
    return shown.done(planned)


@ahead("plan", schemas.matches.Plan)
def outlook_of(request: ApiRequest, wish: schemas.matches.Plan, code: str) -> tuple[Match, planning.Outlook | None]:
    """The match, and whether the action looks possible. Raises TooOften before anything is computed."""
    user, match = _planning(request), match_of(request, code)
    return match, planning.look_ahead(match=match, user=user, text=wish.action)


@router.post("matches/{code}/plan/keep", response=schemas.matches.Done, url_name="plan_keep")
def plan_keep(request: ApiRequest, code: str, wish: schemas.matches.Keep) -> schemas.matches.Done:
    """Drop your plan, except for its first actions."""
    user = _planning(request)
    return shown.done(planning.plan_keep(match=match_of(request, code), user=user, count=wish.count))


@router.post("matches/{code}/orders", response=schemas.matches.Done, url_name="orders")
def orders(request: ApiRequest, code: str, wish: schemas.matches.Orders) -> schemas.matches.Done:
    """Replace your standing orders."""
    match, user = match_of(request, code), _planning(request)
    return shown.done(turns.orders_set(match=match, user=user, orders=wish.orders, always=wish.always))


@router.get("matches/{code}/chat", response=schemas.matches.Chat, url_name="chat")
def chat_read(request: ApiRequest, code: str) -> schemas.matches.Chat:
    """The latest messages you can read."""
    found = chat_of(_talked_about(request, code), request.visitor)
    return schemas.matches.Chat(
        messages=[shown.message_of(each) for each in found.messages],
        unread=found.unread,
        channel=found.channel,
    )


@router.post("matches/{code}/chat", response={204: None}, url_name="chat")
def chat_write(request: ApiRequest, code: str, said: schemas.matches.Say) -> None:
    """Write in the chat, where you are allowed to."""
    match, user = _talked_about(request, code), acting(request)
    check_pauses(request, "chat", user)
    message = chat.message_write(match=match, user=user, text=said.text)
    chat.chat_read(match=match, user=user, message=message.pk)


def _planning(request: ApiRequest) -> User:
    """The caller, who changes a plan or standing orders. Raises TooOften, as the page does."""
    user = acting(request)
    check_pauses(request, "plan", user)
    return user


def _talked_about(request: ApiRequest, code: str) -> Match:
    match = match_of(request, code)
    if match.status == Match.Status.STUDY:
        raise Http404
    return match
