"""What the page of a table shows that waits for players."""

from __future__ import annotations

from typing import Any

from games.models import Invitation, Match
from games.pages.partners import partners_in_words
from games.selectors.access import Visitor, seats_of
from games.selectors.admission import Obstacle, obstacle
from games.selectors.engines import game_of
from games.selectors.rematches import left_out, played_before
from games.services.old_tables import closes_at


def waiting_context(match: Match, visitor: Visitor) -> dict[str, Any]:
    """Seats, what keeps the visitor from sitting down, and for the host who was invited. Of a rematch also the match
    that is played again, for those who sat there, and for the host who of them could not be invited.
    """
    seats = seats_of(match)
    seated = any(seat.user_id == visitor.user_id for seat in seats if seat.user_id is not None)
    hosts = match.host_id is not None and match.host_id == visitor.user_id
    keeps, is_invited = None, False
    if visitor.user.is_authenticated and not seated:
        keeps = obstacle(match, seats, visitor.user, admitted=match.code in visitor.invitations)
        is_invited = match.invitations.filter(user=visitor.user, state=Invitation.State.WAITING).exists()
    asked = match.invitations.select_related("user") if hosts else match.invitations.none()
    free = [seat for seat in seats if seat.user_id is None]
    before = played_before(match, visitor.user_id)
    return {
        "match": match,
        "before": before,
        "left_out": left_out(match) if hosts and before is not None else [],
        "seats": seats,
        "chooses": not match.seats_drawn and len(free) > 1,
        "first_free": free[0] if free else None,
        "partners": "" if match.seats_drawn else partners_in_words(game_of(match), match.seat_count),
        "closes_at": closes_at(match),
        "seated": seated,
        "hosts": hosts,
        "is_full": not free,
        "asks_password": keeps == Obstacle.PASSWORD,
        "signs_up": keeps == Obstacle.GUEST,
        "keeps": None if keeps in (Obstacle.PASSWORD, Obstacle.GUEST) else keeps,
        "is_invited": is_invited,
        "asked": asked.exclude(state__in=[Invitation.State.SENT_AWAY, Invitation.State.ACCEPTED]),
    }
