"""Matches as JSON: the same View, legal actions and log that the pages show."""

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.codec import encode
from games.models import Match
from games.selectors.access import match_for, seats_of, visitor_of
from games.selectors.position.positions import NO_SEAT, Entry, position


@require_safe
@never_cache
def match_detail(request: HttpRequest, code: str) -> JsonResponse:
    """One match as the visitor may see it; unknown and forbidden matches both get the same 404."""
    visitor = visitor_of(request)
    try:
        match = match_for(visitor, code)
    except Match.DoesNotExist:
        raise Http404 from None
    if match.status == Match.Status.OPEN:
        seats = [{"name": seat.user.username if seat.user else None} for seat in seats_of(match)]
        return JsonResponse(_facts(match) | {"seats": seats})
    seen = position(match, visitor)
    outcome = seen.outcome
    found = _facts(match) | {
        "commitment": match.commitment,
        "seats": [
            {
                "name": seat.user.username,
                "computer": decider.is_computer,
                "bot": seat.user.is_bot,
                "points": seat.points,
                "rank": seat.rank,
            }
            for seat in seen.seats
            if seat.user is not None and (decider := seat.decider) is not None
        ],
        "seat": seen.seat,
        "to_move": match.to_move,
        "view": encode(seen.view),
        "legal": [str(action) for action in seen.legal],
        "log": [
            {"seat": _seat(entry), "kind": entry.kind, "action": entry.text, "source": entry.source}
            for entry in seen.entries
        ],
        "outcome": None if outcome is None else encode(outcome),
        "reason": match.reason,
    }
    return JsonResponse(found)


def _seat(entry: Entry) -> int | None:
    return None if entry.seat == NO_SEAT else entry.seat


def _facts(match: Match) -> dict[str, object]:
    return {
        "match": match.code,
        "game": match.game,
        "rules": match.rules_version,
        "options": match.options,
        "status": match.status,
        "ply": match.ply,
    }
