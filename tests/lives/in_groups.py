"""Steps in cups, on ladders and in clubs."""

from __future__ import annotations

from clubs.models import Club, Member
from clubs.services.founding import club_change, club_close, club_found, club_reopen
from clubs.services.joining import (
    club_join,
    club_leave,
    host_hand_on,
    member_admit,
    member_decline,
    member_invite,
    member_remove,
)
from cups.models import Cup
from cups.services.deadlines import round_days_change
from cups.services.entering import cup_begin, cup_close, cup_enter, cup_open, cup_withdraw
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from ladders import tasks as of_ladders
from ladders.models import Bout, Ladder
from ladders.services.challenging import bout_accept, bout_challenge, bout_decline, bout_withdraw
from ladders.services.joining import ladder_join, ladder_leave
from tests.lives.life import Life, nothing, step

MOST_CUPS = 3
MOST_CLUBS = 3


def some_cup(life: Life, *status: str) -> Cup:
    """A cup with one of these states."""
    cup = life.rng.choice(list(Cup.objects.filter(status__in=status).order_by("pk")) or nothing())
    life.note(cup)
    return cup


def some_club(life: Life) -> Club:
    """A club."""
    club = life.rng.choice(list(Club.objects.order_by("pk")) or nothing())
    life.note(club)
    return club


def its_host(club: Club) -> Member:
    """Who hosts a club."""
    return club.members.select_related("user").filter(standing=Member.Standing.HOST).first() or nothing()


def some_bout(life: Life) -> Bout:
    """An open challenge."""
    bout = life.rng.choice(list(Bout.objects.filter(outcome="").order_by("pk")) or nothing())
    life.note(bout)
    return bout


@step(2)
def opens_a_cup(life: Life) -> None:
    if Cup.objects.exclude(status=Cup.Status.OVER).count() >= MOST_CUPS:
        nothing()
    rng = life.rng
    system = rng.choice(Cup.System.values)
    cup_open(
        host=life.member(),
        name="The cup of the house",
        system=system,
        game=rng.choice(["rapa_nui", "maya", ""]),
        size=rng.choice([2, 2, 3]),
        pace=rng.choice(["live", "1d"]),
        weekends_off=rng.random() < 0.3,
        rated=rng.random() < 0.5,
        computers=rng.random() < 0.5,
        wanted_rounds=rng.choice([None, 1, 2]),
        round_days=rng.choice([None, 1, 3]),
        club=rng.choice([None, *Club.objects.order_by("pk")]),
    )


@step(10)
def enters_a_cup(life: Life) -> None:
    cup_enter(cup=some_cup(life, "open", "running"), user=life.member())


@step(2)
def withdraws_from_a_cup(life: Life) -> None:
    cup, user = some_cup(life, "open", "running"), life.member()
    cup_withdraw(cup=cup, user=user, by=life.rng.choice([user, cup.host or user]))


@step(4)
def begins_a_cup(life: Life) -> None:
    cup = some_cup(life, "open")
    cup_begin(cup=cup, user=cup.host or nothing())


@step(1)
def calls_off_a_cup(life: Life) -> None:
    cup = some_cup(life, "open", "running")
    if life.rng.random() < 0.3:
        cup_close(cup=cup, user=cup.host or nothing())


@step(1)
def changes_the_days_of_a_round(life: Life) -> None:
    cup = some_cup(life, "running")
    round_days_change(cup=cup, user=cup.host or nothing(), days=life.rng.choice([1, 2, 5]))


@step(8)
def cups_and_ladders_go_on(life: Life) -> None:
    life.everything_goes_on()


@step(3)
def joins_a_ladder(life: Life) -> None:
    ladder_join(game="rapa_nui", user=life.member())


@step(1)
def leaves_a_ladder(life: Life) -> None:
    ladder_leave(ladder=Ladder.objects.first() or nothing(), user=life.member())


@step(6)
def challenges(life: Life) -> None:
    ladder = Ladder.objects.first() or nothing()
    rung = life.rng.choice(list(ladder.rungs.order_by("position")) or nothing())
    bout_challenge(ladder=ladder, user=life.member(), rung=rung.pk)


@step(4)
def answers_a_challenge(life: Life) -> None:
    bout = some_bout(life)
    answer = life.rng.choice([bout_accept, bout_accept, bout_decline])
    answer(bout=bout, user=life.rng.choice([bout.challenged, bout.challenged, life.member()]))


@step(1)
def withdraws_a_challenge(life: Life) -> None:
    bout = some_bout(life)
    bout_withdraw(bout=bout, user=bout.challenger)


@step(3)
def ladders_are_kept_up(_life: Life) -> None:
    of_ladders.keep_up()


@step(2)
def founds_a_club(life: Life) -> None:
    if Club.objects.count() >= MOST_CLUBS:
        nothing()
    name = f"Club {''.join(life.rng.choices('abcdefgh', k=6))}"
    club_found(
        founder=life.member(), name=name, entry=life.rng.choice(["open", "asking"]), is_public=life.rng.random() < 0.7
    )


@step(6)
def joins_a_club(life: Life) -> None:
    club = some_club(life)
    club_join(club=club, user=life.member(), invite=life.rng.choice(["", club.invite]))


@step(2)
def leaves_a_club(life: Life) -> None:
    club_leave(club=some_club(life), user=life.member())


@step(3)
def its_host_decides(life: Life) -> None:
    club = some_club(life)
    decide = life.rng.choice([member_admit, member_decline, member_remove, member_invite, host_hand_on])
    decide(club=club, host=its_host(club).user, user=life.member())


@step(1)
def changes_a_club(life: Life) -> None:
    club, hidden = some_club(life), life.rng.random() < 0.5
    entry = "link" if hidden else "open"
    club_change(club=club, user=its_host(club).user, name=club.name, description="", entry=entry, is_public=not hidden)


@step(1)
def is_closed_or_opened_again(life: Life) -> None:
    club = some_club(life)
    if club.closed_at is None:
        club_close(club=club)
    else:
        club_reopen(club=club, moderator=life.moderator)


@step(3)
def opens_a_table_of_a_club(life: Life) -> None:
    club = some_club(life)
    terms = TableTerms(club=club.pk, access=life.rng.choice(["club", "anybody", "link"]), pace="1d")
    match_create(host=life.member(), game="rapa_nui", others=[None], terms=terms)
