"""Notifications that tell the senders of deals how others did with them."""

from collections.abc import Sequence

from games.models import Attempt, Block, Match, Seat
from games.selectors.lobby.challenges import has_left, is_called_off
from notices.kinds import Kind
from notices.outbox import notify
from notices.seeing import unseen

MOST_WAITING = 10
"""How many notifications about one deal may wait for its sender: anyone with its link can play it, as any guest."""


def tell_of_attempt(match: Match, seats: Sequence[Seat]) -> None:
    """If a finished match was an attempt at a sent deal, tell its sender whether their points were beaten.

    A match that was called off is not reported, nor one while the sender has not yet seen `MOST_WAITING` others.
    Runs in the transaction that ends the match. One query if the computer players have a fixed budget of thoughts,
    otherwise none.
    """
    if match.thoughts is None:
        return
    attempt = Attempt.objects.select_related("challenge__sender", "user").filter(match=match).first()
    if attempt is None:
        return
    challenge, seat = attempt.challenge, seats[attempt.challenge.seat]
    if is_called_off(seat) or Block.objects.filter(user=challenge.sender, blocked=attempt.user).exists():
        return
    waiting = unseen(user_id=challenge.sender_id).filter(kind=Kind.CHALLENGE, facts__challenge=challenge.token)
    if waiting[:MOST_WAITING].count() == MOST_WAITING:
        return
    score = Seat.objects.values_list("points", flat=True).get(match=challenge.match_id, number=challenge.seat)
    notify(
        kind=Kind.CHALLENGE,
        users=[challenge.sender],
        about=attempt.user,
        game=match.game,
        challenge=challenge.token,
        event=_event(seat, score or 0),
        points=seat.points,
        score=score,
    )


def _event(seat: Seat, score: int) -> str:
    if has_left(seat) or seat.points is None:
        return "left"
    if seat.points == score:
        return "tied"
    return "beaten" if seat.points > score else "missed"
