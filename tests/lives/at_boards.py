"""Steps in matches that are being played."""

from __future__ import annotations

from contextlib import suppress

from accounts.models import User
from common.refusals import Refused
from games.models import Action, Match
from games.selectors.access import own_seat, seats_of
from games.selectors.position.engines import game_of
from games.services.lobby.device import device_end, hand_hide, hand_show
from games.services.lobby.exhibitions import exhibition_end
from games.services.people.chat import message_write
from games.services.play.agreeing import end_agree, end_decline
from games.services.play.planning import plan_add, plan_keep
from games.services.play.resignation import resign
from games.services.play.timeouts import win_decline, win_take
from games.services.play.turns import orders_set, play, undo
from tests.lives.life import Life, Nothing, nothing, step

NONSENSE = ["", "?", "none", "x" * 90, "\0", "0"]


def decider(match: Match) -> User:
    """Who decides now, by account."""
    seat = None if match.to_move is None else seats_of(match)[match.to_move]
    return (seat and seat.decider) or nothing()


@step(40)
def decides(life: Life) -> None:
    for _match in range(life.rng.choice([1, 1, 2, 5])):
        match = life.match("running", at_device=False)
        user = decider(match)
        if user.is_computer:
            raise Nothing
        play(match=match, user=user, text=life.choice(match), ply=match.ply)


@step(30)
def has_thought(life: Life) -> None:
    match = life.match("running")
    for _decision in range(6):
        user = decider(match)
        if not user.is_computer:
            raise Nothing
        text, source = life.choice(match), Action.Source.COMPUTER
        match = play(match=match, user=user, seat=match.to_move, text=text, ply=match.ply, source=source)


@step(12)
def hurries(life: Life) -> None:
    """A match is played on for a while, perhaps to its end."""
    pk = life.match("running", at_device=False).pk
    for _decision in range(life.rng.choice([10, 40, 200])):
        match = Match.objects.get(pk=pk)
        life.clock.shift(life.rng.choice([0, 1, 20]))
        play(match=match, user=decider(match), seat=match.to_move, text=life.choice(match), ply=match.ply)


@step(4)
def plays_nonsense(life: Life) -> None:
    match = life.match("open", "running", "finished", "broken")
    texts = [*NONSENSE, life.choice(match)] if match.status == Match.Status.RUNNING else NONSENSE
    play(
        match=match,
        user=life.someone_at(match),
        text=life.rng.choice(texts),
        ply=match.ply + life.rng.choice([0, 0, 1, -1]),
        seat=life.rng.choice([None, 0, 1, 9, -1]),
    )


@step(10)
def undoes(life: Life) -> None:
    match = life.match("running")
    undo(match=match, user=life.someone_at(match), ply=match.ply)


@step(8)
def plans(life: Life) -> None:
    match = life.match("running")
    user = life.someone_at(match)
    seat = own_seat(seats_of(match), user.pk) or nothing()
    plan_add(match=match, user=user, text=life.choice(match), place=len(seat.plan))


@step(1)
def drops_a_plan(life: Life) -> None:
    match = life.match("running")
    plan_keep(match=match, user=life.someone_at(match), count=life.rng.choice([0, 1]))


@step(4)
def gives_orders(life: Life) -> None:
    match = life.match("running")
    orders = {order.name: life.rng.choice(order.values) for order in game_of(match).STANDING_ORDERS}
    orders_set(match=match, user=life.someone_at(match), orders=orders, always=life.rng.random() < 0.2)


@step(3)
def resigns(life: Life) -> None:
    match = life.match("running")
    resign(match=match, user=life.someone_at(match))


@step(4)
def offers_to_end(life: Life) -> None:
    match = life.match("running")
    end_agree(match=match, user=life.someone_at(match))


@step(2)
def wants_to_go_on(life: Life) -> None:
    match = life.match("running")
    end_decline(match=match, user=life.someone_at(match))


@step(6)
def takes_the_win(life: Life) -> None:
    match = life.match("running", claimable_by__isnull=False)
    win_take(match=match, user=life.someone_at(match))


@step(6)
def declines_the_win(life: Life) -> None:
    match = life.match("running", claimable_by__isnull=False)
    win_decline(match=match, user=life.someone_at(match))


@step(3)
def chats(life: Life) -> None:
    match = life.match("open", "running", "finished")
    message_write(match=match, user=life.someone_at(match), text="Good luck")


@step(8)
def plays_at_the_device(life: Life) -> None:
    match = life.match("running", at_device=True)
    host = match.host or nothing()
    for _decision in range(30):
        match = Match.objects.get(pk=match.pk)
        if match.hand_shown is None:
            with suppress(Refused):  # a computer player's turn
                match = hand_show(match=match, user=host, seat=match.to_move)
        play(match=match, user=host, text=life.choice(match), ply=match.ply, hand=match.hand_key)


@step(3)
def lifts_the_curtain(life: Life) -> None:
    match = life.match("running", at_device=True)
    hand_show(match=match, user=life.rng.choice([match.host or nothing(), life.anyone()]), seat=match.to_move)


@step(2)
def lowers_the_curtain(life: Life) -> None:
    match = life.match("running", at_device=True)
    hand_hide(match=match, user=match.host or nothing())


@step(2)
def undoes_at_the_device(life: Life) -> None:
    match = life.match("running", at_device=True)
    undo(match=match, user=match.host or nothing(), ply=match.ply, hand=match.hand_key)


@step(1)
def ends_what_is_watched(life: Life) -> None:
    match = life.match("running", host__isnull=False)
    end = life.rng.choice([exhibition_end, device_end])
    end(match=match, user=match.host or nothing())
