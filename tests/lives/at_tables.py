"""Steps before a match begins, and after it is over."""

from __future__ import annotations

from games.engine import GAMES
from games.models import Challenge, Match
from games.services.lobby.challenges import attempt_begin, challenge_close, challenge_send
from games.services.lobby.device import device_create, seat_claim
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.invitations import invitation_create, invitation_decline, invite_renew
from games.services.lobby.matches import (
    match_create,
    match_join,
    match_leave,
    match_start,
    match_start_with_computers,
    player_remove,
)
from games.services.lobby.pairing import pair
from games.services.lobby.rematches import rematch
from games.services.lobby.table_change import table_change
from games.services.lobby.terms import TableTerms
from games.services.records.studies import play_on
from tests.lives.life import Life, Nothing, nothing, step

MOST_AT_ONCE = 14
"""How many matches may wait or run at once, so that each of them is met again."""


def terms(life: Life) -> TableTerms:
    """Terms that a host might choose."""
    rng = life.rng
    return TableTerms(
        access=rng.choice(["anybody", "anybody", "friends", "link"]),
        rated=rng.random() < 0.4,
        pace=rng.choice(["live", "live", "1d", "3d", "none"]),
        weekends_off=rng.random() < 0.4,
        host_starts=rng.random() < 0.3,
        seats_drawn=rng.random() < 0.7,
    )


@step(6)
def opens_a_table(life: Life) -> None:
    if Match.objects.filter(status__in=["open", "running"]).count() >= MOST_AT_ONCE:
        raise Nothing
    game = life.rng.choice(list(GAMES))
    seats = life.rng.choice(GAMES[game].SEATS)
    others = [life.rng.choice([None, None, life.computer()]) for _other in range(seats - 1)]
    match_create(host=life.anyone(), game=game, others=others, terms=terms(life))


@step(16)
def joins(life: Life) -> None:
    match_join(match=life.match("open"), user=life.anyone(), number=life.rng.choice([None, None, 0, 1, 2]))


@step(3)
def is_paired(life: Life) -> None:
    pair(user=life.anyone(), game=life.rng.choice(["rapa_nui", "maya"]))


@step(2)
def leaves_a_table(life: Life) -> None:
    match = life.match("open")
    match_leave(match=match, user=life.someone_at(match))


@step(2)
def is_removed(life: Life) -> None:
    match = life.match("open")
    player_remove(match=match, host=match.host or nothing(), user_id=life.someone_at(match).pk)


@step(2)
def is_invited(life: Life) -> None:
    match = life.match("open")
    invitation_create(match=match, host=match.host or nothing(), name=life.member().username)


@step(1)
def declines_an_invitation(life: Life) -> None:
    invitation_decline(match=life.match("open"), user=life.anyone())


@step(1)
def gets_another_link(life: Life) -> None:
    match = life.match("open")
    invite_renew(match=match, host=match.host or nothing())


@step(2)
def changes_a_table(life: Life) -> None:
    match = life.match("open")
    table_change(match=match, host=match.host or nothing(), terms=terms(life))


@step(3)
def starts(life: Life) -> None:
    match = life.match("open")
    match_start(match=match, user=match.host or nothing())


@step(2)
def starts_with_computer_players(life: Life) -> None:
    match = life.match("open")
    match_start_with_computers(match=match, user=match.host or nothing(), computer=life.computer())


@step(2)
def shares_a_device(life: Life) -> None:
    game, computers = life.rng.choice(["rapa_nui", "princes"]), life.rng.choice([[], [life.computer()]])
    device_create(host=life.anyone(), game=game, names=["Anna", "Béla"], computers=computers)


@step(1)
def watches_computer_players(life: Life) -> None:
    instead = life.rng.random() < 0.5
    exhibition_create(host=life.anyone(), game="rapa_nui", players=life.computers, instead=instead)


@step(4)
def plays_again(life: Life) -> None:
    match = life.match("finished")
    rematch(match=match, user=life.someone_at(match))


@step(2)
def plays_on(life: Life) -> None:
    match = life.match("finished", "running")
    seat = life.rng.choice([None, 0, 1])
    opponents = [life.computer() for _other in range(match.seat_count - (seat is not None))]
    at = life.rng.randrange(match.ply + 1)
    play_on(match=match, user=life.anyone(), step=at, seat=seat, opponents=opponents)


@step(3)
def claims_a_seat(life: Life) -> None:
    match = life.match("finished", "running", at_device=True)
    seat_claim(match=match, user=life.anyone(), seat=life.rng.choice([0, 1, 2]))


@step(2)
def sends_a_deal(life: Life) -> None:
    match = life.match("finished")
    challenge_send(match=match, user=life.someone_at(match))


@step(3)
def tries_a_deal(life: Life) -> None:
    challenges = list(Challenge.objects.order_by("pk"))
    attempt_begin(challenge=life.rng.choice(challenges or nothing()), user=life.anyone())


@step(1)
def closes_a_deal(life: Life) -> None:
    challenges = list(Challenge.objects.order_by("pk"))
    challenge_close(challenge=life.rng.choice(challenges or nothing()), user=life.anyone())
