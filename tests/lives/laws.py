"""What is true of every match between two steps, no matter who took them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from clubs.models import Club, Member
from cups.models import Cup, Pairing
from games.engine.contract import Outcome, on_turn, teams_of
from games.models import Match, Seat
from games.models.match import AGREED, CALLED_OFF, ENDED, RESIGNED, TIMED_OUT
from games.paces import PACES
from games.selectors.access import seats_of
from games.selectors.position.engines import entries_that_count, game_of, snapshot, states_after
from games.selectors.position.timelines import timeline_of
from games.services.play.locking import people
from ladders.models import Bout, Rung
from notices.kinds import CALLS, Kind


def broken_laws(match: Match) -> Iterator[str]:
    """The laws that a match breaks, in words."""
    seats = seats_of(match)
    log = list(match.actions.order_by("ply"))
    sitting = [seat.user_id for seat in seats if seat.user is not None and not seat.user.is_computer]
    if len(sitting) != len(set(sitting)):
        yield "someone sits at two seats"
    if [entry.ply for entry in log] != list(range(match.ply)):
        yield "the log has gaps"
        return
    if match.status == Match.Status.OPEN:
        yield from _of_an_open_table(match, seats)
        return
    state = states_after(match, entries_that_count(log))[-1]
    if snapshot(state) != match.state:
        yield "the log leads to another position"
    if snapshot(timeline_of(match).states[-1]) != match.state:
        yield "the timeline leads to another position"
    if match.status == Match.Status.RUNNING:
        yield from _of_a_running_match(match, seats, state)
    if match.status == Match.Status.FINISHED:
        yield from _of_a_finished_match(match, seats)
        yield from _of_its_ranks(match, seats, game_of(match).outcome(state))
    if match.status == Match.Status.BROKEN and match.deadline is not None:
        yield "it is on hold, and a clock runs"
    if match.claimable_by is not None and [seat.stand_in_id is None for seat in seats] != [
        seat.number == match.claimable_by for seat in seats
    ]:
        yield "a win is on offer, but not to the only one who is left"


def broken_laws_of_groups() -> Iterator[str]:
    """The laws that cups, ladders and clubs break once all that had to go on has gone on, in words."""
    for cup in Cup.objects.exclude(status=Cup.Status.OPEN):
        pairings = Pairing.objects.filter(round__cup=cup)
        if cup.status == Cup.Status.RUNNING:
            last = pairings.filter(round__over_at=None, ranks__isnull=True)
            if not last.filter(match__status__in=["running", "broken"]).exists():
                yield f"{cup} waits for nothing"
            continue
        if pairings.filter(match__sealed_until__gt=timezone.now()).exists():
            yield f"{cup} is over, and keeps a match sealed"
        if pairings.filter(ranks__isnull=True).exists() or cup.rounds.filter(over_at=None).exists():
            yield f"{cup} is over without all results"
    for bout in Bout.objects.filter(outcome=""):
        if bout.match is not None and bout.match.status not in (Match.Status.RUNNING, Match.Status.BROKEN):
            yield f"{bout} is open, and its match is {bout.match.status}"
    if Rung.objects.filter(user__is_active=False).exists():
        yield "someone who is gone is on a ladder"
    for club in Club.objects.all():
        host = club.members.filter(standing=Member.Standing.HOST).first()
        if host is None or not host.user.is_active:
            yield f"{club} has no host"
        if not club.is_public:
            shown = Match.objects.filter(club=club).exclude(access__in=["club", "link"])
            if shown.exists() or club.cups.filter(is_hidden=False).exists():
                yield f"{club} is hidden, and shows {list(shown)}"


def _of_an_open_table(match: Match, seats: list[Seat]) -> Iterator[str]:
    if match.ply or match.deal or match.to_move is not None:
        yield "it has begun, and is open"
    if all(seat.user_id for seat in seats) and not match.host_starts:
        yield "it is full, and has not begun"


def _of_a_running_match(match: Match, seats: list[Seat], state: Any) -> Iterator[str]:
    game = game_of(match)
    if match.to_move is None or match.to_move != game.to_move(state):
        yield "it waits for the wrong seat"
        return
    seat = seats[match.to_move]
    is_person = seat in people(seats) or seat.is_at_device
    if len(game.legal_actions(state)) == 1:
        yield "it asks for the only choice"
    if match.to_move_since is None:
        yield "nobody knows since when it waits"
    if (match.asked_at is not None) != (not is_person and not match.waits_for_claim):
        yield "a computer player is not asked, or asked in vain"
    if (match.deadline is not None) != (PACES[match.pace].has_clock and (is_person or match.waits_for_claim)):
        yield "a clock runs that should stand, or the other way round"
    if seat in people(seats) and not match.notices.filter(seat=seat.number, kind__in=CALLS, user=seat.user).exists():
        yield "nobody has called the player to move"
    if seat.plan and on_turn(state, seat.number) == seat.number:
        yield "a plan waits although its turn has come"
    if any(each.stand_in_id is not None and (each.plan or each.agrees) for each in seats):
        yield "someone who has left still plans, or agrees"
    if people(seats) and all(each.agrees for each in people(seats)):
        yield "all agree to end it, and it runs"
    if not (people(seats) or match.exhibition or match.at_device):
        yield "nobody is left, and it runs"


def _of_a_finished_match(match: Match, seats: list[Seat]) -> Iterator[str]:
    waiting = ("to_move", "to_move_since", "asked_at", "deadline", "deadline_before", "claimable_by", "hand_shown")
    for column in waiting:
        if getattr(match, column) is not None:
            yield f"it is over, and {column} is set"
    if any(seat.ended_at != match.finished_at or seat.plan for seat in seats):
        yield "it is over, and not at all seats"
    stayed = {seat.user_id for seat in people(seats) if seat.user is not None and seat.user.is_active}
    told = match.notices.filter(kind=Kind.FINISHED).values_list("user_id", flat=True)
    if not (match.at_device or stayed <= set(told)):
        yield "someone was not told that it is over"


def _of_its_ranks(match: Match, seats: list[Seat], outcome: Outcome | None) -> Iterator[str]:
    ranks = [seat.rank for seat in seats]
    if match.reason in (AGREED, CALLED_OFF, ENDED):
        if any(ranks):
            yield "it has ranks without a result"
    elif match.reason in (RESIGNED, TIMED_OUT):
        if None in ranks or 1 not in ranks:
            yield "someone left, and nobody has won"
        elif len(teams_of(game_of(match), match.seat_count)) == match.seat_count:
            stayed, left = (
                [seat.rank or 0 for seat in seats if (seat.stand_in_id is None) == here] for here in (True, False)
            )
            if stayed and left and max(stayed) > min(left):
                yield "someone who has left is above someone who stayed"
    elif outcome is None or (outcome.reason, list(outcome.ranks)) != (match.reason, ranks):
        yield "it has another result than its game"
    elif list(outcome.points) != [seat.points for seat in seats]:
        yield "it has other points than its game"
