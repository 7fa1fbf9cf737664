"""The regular upkeep of a ladder: house rungs, seasons, people who drop down, and their notices."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from deliveries.words import text_of
from games.models import Match
from games.models.rating import season_of
from games.selectors.access import seats_of
from games.services.people.relations import block_create
from ladders.models import Bout, Final, Ladder, Rung
from ladders.selectors import standing_of
from ladders.services.challenging import bout_accept, bout_challenge, bout_decline, bout_withdraw
from ladders.services.house import lacks
from ladders.services.upkeep import ladder_keep_up
from ladders.tasks import keep_up, sweep
from ladders.terms import ANSWER, IDLE
from membership.bans import ban_create
from membership.vacations import vacation_begin
from notices.models import Notice
from tests.ladders.standing import challenge, ladder_of, order, win

pytestmark = pytest.mark.django_db


def shown(ladder: Ladder) -> list[str]:
    """Names from the top, "house" for a computer player."""
    return ["house" if rung.is_house else rung.user.username for rung in standing_of(ladder).rungs]


def said(user: User) -> list[tuple[str, str]]:
    """The user's notices about ladders, latest last."""
    notices = Notice.objects.filter(user=user, kind="ladder").select_related("about", "match").order_by("pk")
    return [(text_of(notice).title, text_of(notice).text) for notice in notices]


def house_of(ladder: Ladder) -> Rung:
    """The only house rung."""
    return ladder.rungs.select_related("user").get(is_house=True)


def test_who_is_alone_has_a_computer_player_above_and_still_the_first_place(people):
    ladder = ladder_of(people[:1])
    ladder_keep_up(ladder=ladder)
    ladder_keep_up(ladder=ladder)
    assert shown(ladder) == ["house", "Player-1"]
    assert standing_of(ladder).places == [None, 1]


def test_where_all_players_have_an_opponent_only_the_first_one_needs_the_house(people):
    ladder = ladder_of(people[:6])
    ladder_keep_up(ladder=ladder)
    assert shown(ladder) == ["house", *order(ladder)]


@pytest.mark.half_second
def test_a_player_without_a_free_opponent_gets_a_rung_above_the_next_person_and_it_goes_again(people):
    ladder = ladder_of(people[:3])
    for other in people[:2]:
        bout_withdraw(bout=challenge(ladder, people[2], other), user=people[2])
    ladder_keep_up(ladder=ladder)
    assert not any(lacks(standing_of(ladder), index) for index in range(len(shown(ladder))))
    assert shown(ladder).index("house") < shown(ladder).index(order(ladder)[0])
    with time_machine.travel(timezone.now() + timedelta(days=8), tick=True):
        ladder_keep_up(ladder=ladder)
        assert shown(ladder) == ["house", *order(ladder)]


def test_a_house_rung_plays_at_once_falls_and_never_climbs(people):
    ladder = ladder_of(people[:3])
    for person in people[:2]:
        vacation_begin(user=person, days=9)
    ladder_keep_up(ladder=ladder)
    assert shown(ladder)[-3:] == ["house", "Player-2", "Player-3"]
    rung = Rung.objects.filter(is_house=True).order_by("-position")[0]
    bout = bout_challenge(ladder=ladder, user=people[2], rung=rung.pk)
    assert bout.match is not None
    assert {seat.user for seat in seats_of(bout.match)} == {people[2], rung.user}
    Match.objects.filter(pk=bout.match.pk).update(to_move=None)
    bout.match.seats.filter(user=rung.user).update(rank=2)
    bout.match.seats.filter(user=people[2]).update(rank=1)
    Match.objects.filter(pk=bout.match.pk).update(
        status="finished", reason="resigned", finished_at=timezone.now(), deadline=None
    )
    sweep()
    assert order(ladder) == ["Player-1", "Player-3", "Player-2"]
    assert not Bout.objects.filter(challenger__in=User.objects.exclude(level="")).exists()


def test_a_lost_game_against_the_house_moves_no_player(people):
    ladder = ladder_of(people[:1])
    ladder_keep_up(ladder=ladder)
    bout = bout_challenge(ladder=ladder, user=people[0], rung=house_of(ladder).pk)
    win(bout.match, house_of(ladder).user)
    bout.refresh_from_db()
    assert (bout.outcome, shown(ladder)) == ("lost", ["house", "Player-1"])
    ladder_keep_up(ladder=ladder)
    again = house_of(ladder)
    assert again.user != bout.challenged, "another computer player steps in while this pair has to wait"


def test_a_season_ends_once_is_kept_and_the_next_begins_in_the_same_order(people):
    ladder = ladder_of(people[:3])
    Ladder.objects.update(season="2026-2")
    for _time in range(2):
        keep_up()
    ladder.refresh_from_db()
    assert ladder.season == season_of(timezone.now())
    finals = Final.objects.order_by("place").values_list("season", "place", "user__username")
    assert list(finals) == [("2026-2", place, f"Player-{place}") for place in (1, 2, 3)]
    assert order(ladder) == ["Player-1", "Player-2", "Player-3"]
    assert said(people[1]) == [
        ("Ladder for Rapa Nui: the season is over, your place is 2", "The next one has started.")
    ]


@pytest.mark.half_second
def test_once_a_date_that_was_ahead_is_right_the_season_goes_on_and_ends_when_it_should(people):
    def keep_up_on(month: int, day: int) -> None:
        with time_machine.travel(datetime(2027, month, day, tzinfo=UTC)):
            keep_up()

    with time_machine.travel(datetime(2027, 6, 20, tzinfo=UTC)):
        ladder = ladder_of(people[:3])
    keep_up_on(7, 5)
    keep_up_on(6, 21)
    ladder.refresh_from_db()
    assert ladder.season == "2027-2"
    assert not Final.objects.exists()
    keep_up_on(7, 2)
    ladder.refresh_from_db()
    assert ladder.season == "2027-3"
    assert list(Final.objects.values_list("season", "place")) == [("2027-2", place) for place in (1, 2, 3)]


def test_no_player_waits_for_a_date_that_was_ahead(people):
    """Neither for an answer nor for the next challenge, nor does anyone stay for being idle later than others."""
    ladder = ladder_of(people[:3])
    with time_machine.travel(timezone.now() + timedelta(days=400), tick=True):
        bout = challenge(ladder, people[2], people[1])
        bout_decline(bout=challenge(ladder, people[1], people[0]), user=people[0])
    keep_up()
    now = timezone.now()
    bout.refresh_from_db()
    assert bout.made_at <= now
    assert bout.answer_by <= now + ANSWER
    assert Bout.objects.get(outcome=Bout.Outcome.DECLINED).ended_at <= now
    assert not Rung.objects.filter(active_at__gt=now).exists()


@pytest.mark.half_second
def test_who_does_not_answer_twice_slips_out_and_hears_it(people):
    ladder = ladder_of(people[:4])
    bouts = [challenge(ladder, challenger, people[0]) for challenger in people[2:4]]
    with time_machine.travel(bouts[1].made_at + ANSWER + timedelta(hours=1), tick=True):
        sweep()
        keep_up()
    assert order(ladder) == ["Player-3", "Player-2", "Player-4"]
    assert said(people[0])[-1] == ("You are no longer on the ladder for Rapa Nui", "You left challenges unanswered.")


def test_who_does_nothing_for_long_slips_out_but_not_on_vacation_nor_while_playing(people):
    ladder = ladder_of(people[:4])
    bout_accept(bout=challenge(ladder, people[3], people[2]), user=people[2])
    Rung.objects.update(active_at=timezone.now() - IDLE - timedelta(days=1))
    vacation_begin(user=people[1], days=3)
    keep_up()
    assert order(ladder) == ["Player-2", "Player-3", "Player-4"]
    assert said(people[0]) == [
        ("You are no longer on the ladder for Rapa Nui", "You have not played there for a long time.")
    ]


@pytest.mark.half_second
def test_who_is_banned_is_taken_off_and_what_waits_is_called_off(people):
    ladder = ladder_of(people[:3])
    banned, apart = challenge(ladder, people[2], people[1]), challenge(ladder, people[2], people[0])
    ban_create(user=people[1], moderator=people[8], until=None, why="Enough")
    block_create(user=people[2], name=people[0].username)
    keep_up()
    assert order(ladder) == ["Player-1", "Player-3"]
    assert [Bout.objects.get(pk=bout.pk).outcome for bout in (banned, apart)] == ["void", "withdrawn"]


@pytest.mark.half_second
@pytest.mark.parametrize("is_blocked", [False, True])
def test_who_blocks_a_challenger_has_declined(people, is_blocked):
    ladder = ladder_of(people[:3])
    if is_blocked:  # from before, which is no reason to call it off
        block_create(user=people[2], name=people[0].username)
    bout = challenge(ladder, people[2], people[0])
    block_create(user=people[0], name=people[2].username)
    for _time in range(2):
        keep_up()
    bout.refresh_from_db()
    assert (bout.outcome, order(ladder)) == ("declined", ["Player-3", "Player-2", "Player-1"])


@pytest.mark.half_second
def test_all_players_hear_of_challenges_answers_and_moves(people):
    ladder = ladder_of(people[:4])
    bout = challenge(ladder, people[3], people[1])
    until = date_format(bout.answer_by, "SHORT_DATETIME_FORMAT")
    assert said(people[1]) == [
        ("Player-4 challenges you on the ladder for Rapa Nui", f"Accept by {until} UTC, or you swap places.")
    ]
    match = bout_accept(bout=bout, user=people[1])
    assert said(people[3]) == [("Player-2 has accepted your challenge in Rapa Nui", "Your game has started.")]
    win(match, people[3])
    places = {person.username: said(person)[-1:] for person in people[:4]}
    assert places["Player-1"] == []
    for name, place in (("Player-4", 2), ("Player-2", 3), ("Player-3", 4)):
        assert places[name] == [(f"Ladder for Rapa Nui: your place is now {place}", "See the standings.")]
    bout_decline(bout=challenge(ladder, people[2], people[0]), user=people[0])
    assert ("Player-1 has declined your challenge in Rapa Nui", "See the standings.") in said(people[2])
    assert said(people[0])[-1][0] == "Ladder for Rapa Nui: your place is now 4"


def test_looking_at_the_ladder_settles_its_notices(people, client):
    ladder = ladder_of(people[:2])
    challenge(ladder, people[1], people[0])
    client.force_login(people[0])
    client.get("/ladders/maya/")
    assert Notice.objects.get(user=people[0]).seen_at is None
    client.get("/ladders/rapa_nui/")
    assert Notice.objects.get(user=people[0]).seen_at is not None
