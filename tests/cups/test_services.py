"""Cups from the first entry to the last result, with everything that may happen in between."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db import InternalError
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import User
from common.refusals import Refused
from cups.models import Cup, Pairing, Round
from cups.selectors import cup_mark, cups_to_go_on, entries_of, kept_apart, lines_of, result_of
from cups.services import rounds
from cups.services.deadlines import round_days_change
from cups.services.entering import MOST_DAYS, closes_at, cup_begin, cup_close, cup_enter, cup_open, cup_withdraw
from cups.services.rounds import cup_go_on, cups_go_on
from cups.tasks import sweep
from deliveries.words import text_of
from games.engine import GAMES
from games.models import Block, Match
from games.models.match import TIMED_OUT
from games.selectors.access import seats_of
from games.services.lobby import matches
from games.services.people.relations import block_create
from games.services.play.resignation import resign
from games.services.play.timeouts import time_is_up
from membership.bans import ban_create
from membership.deletion import account_delete
from notices.kinds import Kind
from notices.models import Notice
from tests.cups import killed
from tests.first import first
from tests.games.playing import play_randomly
from tests.markup import squeezed
from tests.read_only import read_only_database

pytestmark = pytest.mark.django_db


def begun(people: list[User], **what: object) -> Cup:
    """A cup of these people that has begun, with its first round paired."""
    facts = {"system": "swiss", "game": "rapa_nui", "size": 2, "pace": "live", "name": "Spring"} | what
    cup = cup_open(host=people[0], **facts)  # type: ignore[arg-type]
    for person in people:
        cup_enter(cup=cup, user=person)
    cup = cup_begin(cup=cup, user=people[0])
    cup_go_on(cup=cup)
    return cup


def first_tables(people: list[User], **what: object) -> set[frozenset[str]]:
    """The groups at the tables of the first round of a cup, with the random order set to that of the list."""
    cup = cup_open(host=people[0], system="swiss", game="rapa_nui", pace="live", name="Spring", **{"size": 2} | what)  # type: ignore[arg-type]
    for person in people:
        cup_enter(cup=cup, user=person)
    cup.entries.update(lot=F("number"))
    cup_go_on(cup=cup_begin(cup=cup, user=people[0]))
    names = {entry.number: entry.user.username for entry in cup.entries.select_related("user")}
    drawn = Pairing.objects.filter(round__cup=cup).values_list("players", flat=True)
    return {frozenset(names[player] for player in players if player in names) for players in drawn}


def running(cup: Cup) -> list[Match]:
    """The running matches of the cup."""
    found = Pairing.objects.filter(round__cup=cup, match__status=Match.Status.RUNNING).order_by("pk")
    return [pairing.match for pairing in found.select_related("match") if pairing.match is not None]


def decide(match: Match) -> None:
    """End the match: its people resign in the order of their names, until it is over."""
    for seat in sorted(seats_of(match), key=lambda seat: seat.user.username):
        if not seat.user.is_computer and not over(match):
            resign(match=match, user=seat.user)


def over(match: Match) -> bool:
    """Whether the match has ended by now."""
    match.refresh_from_db()
    return match.status == Match.Status.FINISHED


def places(cup: Cup) -> list[tuple[str, int]]:
    """Names and places, best first."""
    entries = entries_of(cup)
    names = {entry.number: entry.user.username for entry in entries}
    return [(names[line.player], line.place) for line in lines_of(cup, entries)]


def play_out(cup: Cup) -> Cup:
    """Decide everything until the cup is over."""
    for _ in range(20):
        for match in running(cup):
            decide(match)
        sweep()
        cup.refresh_from_db()
        if cup.status == Cup.Status.OVER:
            return cup
    raise AssertionError("the cup does not end")


def test_the_name_of_a_cup_is_one_line_and_turns_no_words_around_it(people):
    cup = begun(people[:2], name=" Spring\r\n\r\nhttps://evil.example \u202ecup\x1b ")
    assert cup.name == "Spring https://evil.example cup"


@pytest.mark.half_second
def test_a_swiss_cup_is_played_to_its_end(people):
    cup = play_out(begun(people[:8]))
    assert [len(round_.pairings.all()) for round_ in cup.rounds.all()] == [4, 4, 4]
    met = Counter(frozenset(pairing.players) for pairing in Pairing.objects.filter(round__cup=cup))
    assert set(met.values()) == {1}
    assert places(cup)[0] == ("Player-8", 1)


def test_seats_are_as_they_were_drawn(people):
    cup = begun(people[:6])
    users = {entry.number: entry.user for entry in entries_of(cup)}
    for pairing in Pairing.objects.filter(round__cup=cup):
        assert [seat.user for seat in seats_of(pairing.match)] == [users[number] for number in pairing.players]
        assert not pairing.match.seats_drawn


@pytest.mark.half_second
def test_all_players_meet_and_an_odd_one_is_free(people):
    cup = play_out(begun(people[:5], system="robin"))
    pairings = Pairing.objects.filter(round__cup=cup)
    assert cup.rounds.count() == 5
    assert Counter(len(pairing.players) for pairing in pairings) == {2: 10, 1: 5}
    assert all(pairing.match is None for pairing in pairings if len(pairing.players) == 1)
    assert [name for name, _place in places(cup)] == [f"Player-{number}" for number in (5, 4, 3, 2, 1)]


@pytest.mark.half_second
def test_a_knock_out_leaves_one(people):
    cup = play_out(begun(people[:6], system="knock"))
    assert [round_.pairings.exclude(match=None).count() for round_ in cup.rounds.all()] == [2, 2, 1]
    assert places(cup)[0] == ("Player-6", 1)


@pytest.mark.half_second
def test_tables_of_four_with_computer_players_and_another_game_each_round(people):
    cup = begun(people[:6], size=4, game="", computers=True, wanted_rounds=2)
    first = cup.rounds.get()
    assert first.game == next(iter(GAMES))
    assert [match.seat_count for match in running(cup)] == [4, 4]
    assert Counter(seat.user.is_computer for match in running(cup) for seat in seats_of(match)) == {False: 6, True: 2}
    cup = play_out(cup)
    assert [round_.game for round_ in cup.rounds.all()] == list(GAMES)[:2]


@pytest.mark.half_second
def test_it_may_run_twice_and_die_anywhere(people, monkeypatch):
    cup = begun(people[:4])
    cup_go_on(cup=cup)
    assert Match.objects.count() == 2
    for match in running(cup):
        decide(match)
    real, calls = rounds.match_arrange, iter(range(9))

    def dies(**what):
        if next(calls) == 1:
            raise KeyboardInterrupt
        return real(**what)

    monkeypatch.setattr(rounds, "match_arrange", dies)
    with pytest.raises(KeyboardInterrupt):
        cups_go_on()
    assert (cup.rounds.count(), Match.objects.count()) == (2, 3)
    cups_go_on()
    cups_go_on()
    assert (cup.rounds.count(), Match.objects.count()) == (2, 4)


def test_who_is_banned_before_the_table_is_set_has_a_computer_player_in_their_place(people, monkeypatch):
    def dies(**_what):
        raise KeyboardInterrupt  # the round is paired, and no table is set

    with monkeypatch.context() as patched:
        patched.setattr(rounds, "match_arrange", dies)
        with pytest.raises(KeyboardInterrupt):
            begun(people[:4])
    cup = Cup.objects.get()
    ban_create(user=people[2], moderator=people[8], until=None, why="Enough")
    cup_go_on(cup=cup)
    sitting = [seat.user for match in running(cup) for seat in seats_of(match)]
    assert people[2] not in sitting
    assert [user.is_computer for user in sitting].count(True) == 1


def test_a_cup_that_goes_wrong_keeps_no_other_waiting(people, caplog):
    broken, whole = begun(people[:2]), begun(people[:2])
    Round.objects.filter(cup=broken).update(game="gone")
    Pairing.objects.filter(round__cup=broken).update(match=None)
    [match] = running(whole)
    decide(match)
    cups_go_on()
    whole.refresh_from_db()
    assert whole.status == Cup.Status.OVER
    assert f"the cup {broken.code} cannot continue" in caplog.text


@pytest.mark.half_second
def test_a_database_that_cannot_write_is_no_fault_of_a_cup(people, caplog):
    for some in (people[:2], people[2:4]):
        decide(running(begun(some))[0])
    with read_only_database(), pytest.raises(InternalError):
        cups_go_on()
    assert "cannot continue" not in caplog.text


@pytest.mark.half_second
def test_who_withdraws_is_not_paired_again_and_may_come_back(people):
    cup = begun(people[:5])
    cup_withdraw(cup=cup, user=people[1], by=people[1])
    cup_withdraw(cup=cup, user=people[1], by=people[0])
    with pytest.raises(Refused, match="Only the host"):
        cup_withdraw(cup=cup, user=people[2], by=people[1])
    for match in running(cup):
        decide(match)
    cups_go_on()
    number = cup.entries.get(user=people[1]).number
    assert not any(number in pairing.players for pairing in Pairing.objects.filter(round__cup=cup, round__number=1))
    assert cup_enter(cup=cup, user=people[1]).left_at is None


@pytest.mark.half_second
def test_late_ones_may_enter_a_swiss_cup_only(people):
    swiss, robin = begun(people[:4]), begun(people[:4], system="robin")
    late = cup_enter(cup=swiss, user=people[8])
    assert cup_enter(cup=swiss, user=people[8]) == late
    with pytest.raises(Refused, match="has started"):
        cup_enter(cup=robin, user=people[8])
    for match in running(swiss):
        decide(match)
    cup_go_on(cup=swiss)
    assert any(late.number in pairing.players for pairing in Pairing.objects.filter(round__cup=swiss, round__number=1))
    assert swiss.rounds.count() == 2


def test_who_is_gone_from_the_site_is_gone_from_the_cup(people):
    cup = begun(people[:4])
    account_delete(user=people[3])
    ban_create(user=people[2], moderator=people[8], until=None, why="Enough")
    for match in running(cup):
        decide(match)
    cup_go_on(cup=cup)
    gone = {cup.entries.get(user=person).number for person in people[2:4]}
    [pairing] = Pairing.objects.filter(round__cup=cup, round__number=1)
    assert gone.isdisjoint(pairing.players)


def test_a_round_ends_at_its_last_moment_but_not_for_a_player_on_vacation(people):
    cup = begun(people[:4], pace="3d", round_days=5)
    round_ = cup.rounds.get()
    assert round_.last_moment == round_.paired_at + timedelta(days=5)
    away, late = running(cup)
    now = timezone.now()
    decider = next(seat.user for seat in seats_of(away) if seat.number == away.to_move)
    User.objects.filter(pk=decider.pk).update(away_until=now + timedelta(days=3))
    Round.objects.update(last_moment=now)
    cup_go_on(cup=cup)
    late.refresh_from_db()
    away.refresh_from_db()
    assert (late.status, away.status) == (Match.Status.FINISHED, Match.Status.RUNNING)
    User.objects.filter(pk=decider.pk).update(away_until=None)
    cup_go_on(cup=cup)
    assert Pairing.objects.filter(round=round_, ranks__isnull=True).count() == 0
    assert cup.rounds.count() == 2
    late_one = next(seat.number for seat in seats_of(late) if seat.stand_in_id is not None)
    ends = late.actions.filter(kind__in=["resign", "timeout"]).values_list("kind", "seat")
    assert list(ends) == [("timeout", late_one)], "the timeout ended it, no resignation"


def test_who_acts_at_the_last_moment_keeps_the_seat(people):
    cup = begun(people[:2], pace="3d", round_days=5)
    [match] = running(cup)
    seen = match.ply
    play_randomly(match, Random(4), until=seen + 1)
    time_is_up(match=match, ply=seen)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    time_is_up(match=match, ply=match.ply)
    match.refresh_from_db()
    assert (match.status, match.reason) == (Match.Status.FINISHED, TIMED_OUT)


def test_a_cup_that_has_not_begun_can_be_called_off(people):
    cup = cup_open(host=people[0], name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    cup_enter(cup=cup, user=people[1])
    with pytest.raises(Refused, match="Only the host"):
        cup_close(cup=cup, user=people[1])
    cup_close(cup=cup, user=people[0])
    cup_close(cup=cup, user=people[0])
    assert not Cup.objects.exists()
    with pytest.raises(Refused, match="has started"):
        cup_close(cup=begun(people[:2]), user=people[0])


@pytest.mark.parametrize("is_banned", [True, False])
def test_a_cup_without_players_left_to_begin_is_called_off(people, is_banned):
    """Its host is gone for good before it begins: those who wait hear of it, and enter another one."""
    cup = cup_open(host=people[0], name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    cup_enter(cup=cup, user=people[1])
    sweep()
    assert cup.entries.count() == 1
    if is_banned:
        ban_create(user=people[0], moderator=people[8], until=None, why="Enough")
    else:
        account_delete(user=people[0])
    sweep()
    assert not Cup.objects.exists()
    said = text_of(people[1].notices.get(kind=Kind.CUP))
    assert (said.title, said.text) == ("Spring was called off", "Its host is no longer here, so it could not start.")


def test_a_cup_waits_for_a_host_who_is_banned_for_a_while(people):
    cup_open(host=people[0], name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    ban_create(user=people[0], moderator=people[8], until=timezone.now() + timedelta(days=7), why="Enough")
    sweep()
    assert Cup.objects.exists()


@pytest.mark.half_second
def test_a_cup_that_its_host_does_not_start_is_called_off_after_a_while(people):
    cup = cup_open(host=people[0], name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    cup_enter(cup=cup, user=people[1])
    running = begun(people[:3])
    day, page = date_format(localtime(closes_at(cup)), "MONTH_DAY_FORMAT"), Client().get(cup.get_absolute_url())
    assert f"If it has not started by {day}, it is called off." in squeezed(page.content.decode())
    with time_machine.travel(closes_at(cup) - timedelta(minutes=1)):
        sweep()
        assert cup.entries.count() == 1
    with time_machine.travel(closes_at(cup) + timedelta(minutes=1)):
        sweep()
    assert list(Cup.objects.all()) == [running]
    for person in people[:2]:
        said = [text_of(notice) for notice in person.notices.filter(kind=Kind.CUP, facts__event="called_off")]
        told = [(words.title, words.text) for words in said]
        assert told == [("Spring was called off", "It was open for a long time and did not start.")]


def test_a_running_cup_goes_on_without_its_host(people):
    cup = begun(people[:3])
    account_delete(user=people[0])
    sweep()
    assert Cup.objects.get() == cup


@pytest.mark.half_second
def test_the_matches_of_a_cup_are_no_tables_of_its_host(people, monkeypatch):
    monkeypatch.setattr(matches, "MOST_TABLES", 1)
    host, *players = people
    cup = cup_open(host=host, name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    for person in players:
        cup_enter(cup=cup, user=person)
    cup_go_on(cup=cup_begin(cup=cup, user=host))
    assert {match.host for match in running(cup)} == {host}
    matches.match_create(host=host, game="maya", others=[None])
    with pytest.raises(Refused, match="1 unfinished"):
        matches.match_create(host=host, game="maya", others=[None])


def test_a_round_that_was_paired_while_the_date_was_ahead_ends_in_time(people):
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        cup = begun(people[:2], pace="1d", round_days=3)
        waits = cup_open(host=people[0], name="Autumn", system="swiss", game="rapa_nui", size=2, pace="live")
    for _time in range(2):
        sweep()
        assert cup.rounds.get().last_moment - timezone.now() < timedelta(days=3)
    assert cups_to_go_on(timezone.now()) == []
    for one in (cup, waits):
        one.refresh_from_db()
        assert max(one.opened_at, one.begun_at or one.opened_at) <= timezone.now()
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        sweep()
        assert cup.rounds.first().over_at is not None


@pytest.mark.half_second
def test_the_host_mends_the_time_limit_of_a_round(people):
    cup = begun(people[:4], pace="1d", round_days=60)
    round_, [done, goes_on] = cup.rounds.get(), running(cup)
    decide(done)
    cup_go_on(cup=cup)

    def ends_after(days: int) -> timedelta:
        round_days_change(cup=cup, user=people[0], days=days)
        round_.refresh_from_db()
        return round_.last_moment - round_.paired_at

    assert ends_after(6) == timedelta(days=6)
    told = Notice.objects.filter(kind=Kind.CUP, facts__event="sooner")
    assert {notice.user for notice in told} == {seat.user for seat in seats_of(goes_on)}
    assert text_of(told[0]).title == "Spring: round 1 ends sooner"
    assert ends_after(7) == timedelta(days=7)
    assert ends_after(5) == timedelta(days=5)
    assert told.count() == 2, "they have one that they have not seen"
    with time_machine.travel(round_.paired_at + timedelta(days=3)):
        assert timedelta(days=4) <= ends_after(1) < timedelta(days=4, minutes=1), "everyone has a day"
    with time_machine.travel(round_.paired_at + timedelta(days=3, hours=20)):
        assert timedelta(days=4) <= ends_after(2) < timedelta(days=4, minutes=1), "nobody is given more by it"
    with pytest.raises(Refused, match="Only the host"):
        round_days_change(cup=cup, user=people[1], days=6)
    for days in (0, MOST_DAYS + 1):
        with pytest.raises(Refused, match="1 to 60 days"):
            round_days_change(cup=cup, user=people[0], days=days)
    play_out(cup)
    with pytest.raises(Refused, match="over"):
        round_days_change(cup=cup, user=people[0], days=6)


@pytest.mark.half_second
def test_the_page_of_a_cup_has_the_time_limit_for_its_host_alone(people):
    cup, browser, other = begun(people[:2], pace="1d"), Client(), Client()
    browser.force_login(people[0])
    other.force_login(people[1])
    address = reverse("cup_days", args=[cup.code])
    mark = cup_mark(cup)
    assert address in browser.get(cup.get_absolute_url()).content.decode()
    assert address not in other.get(cup.get_absolute_url()).content.decode()
    for days in ("", "soon", "61", "-3"):
        said = browser.post(address, {"days": days}, follow=True).content.decode()
        assert "A round can last 1 to 60 days." in said
    said = browser.post(address, {"days": "9"}, follow=True).content.decode()
    assert "Time limit saved." in said
    assert 'value="9"' in said
    cup.refresh_from_db()
    assert (cup.round_days, cup_mark(cup) == mark) == (9, False)


def test_weekends_make_a_round_longer(people):
    cup = begun(people[:2], pace="3d", round_days=7, weekends_off=True)
    round_ = cup.rounds.get()
    assert round_.last_moment - round_.paired_at >= timedelta(days=9)


@pytest.mark.half_second
def test_the_result_is_that_of_the_match_and_who_left_is_last(people):
    cup = begun(people[:2])
    [match] = running(cup)
    match = play_randomly(match, Random(3))
    cup_go_on(cup=cup)
    pairing = Pairing.objects.get(round__cup=cup)
    assert pairing.ranks == [seat.rank for seat in seats_of(match)]
    seats = seats_of(match)
    seats[0].rank, seats[1].rank, seats[0].stand_in_id = 1, 2, 99
    assert result_of(seats) == [2, 1]


def test_cups_refuse_guests_impossible_sizes_and_too_few_players(people):
    guest = User.objects.create_user("Guest-1", is_guest=True)
    cup = cup_open(host=people[0], name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    with pytest.raises(Refused):
        cup_enter(cup=cup, user=guest)
    with pytest.raises(Refused):
        cup_open(host=guest, name="Mine", system="swiss", game="rapa_nui", size=2, pace="live")
    with pytest.raises(Refused, match="5 seats"):
        cup_open(host=people[0], name="Five", system="swiss", game="", size=5, pace="live")
    cup_enter(cup=cup, user=people[0])
    with pytest.raises(Refused, match="at least 2"):
        cup_begin(cup=cup, user=people[0])
    with pytest.raises(Refused, match="Only the host"):
        cup_begin(cup=cup, user=people[1])
    for _ in range(4):
        cup_open(host=people[0], name="More", system="swiss", game="rapa_nui", size=2, pace="live")
    with pytest.raises(Refused, match="5 unfinished cups"):
        cup_open(host=people[0], name="Too many", system="swiss", game="rapa_nui", size=2, pace="live")


@pytest.mark.half_second
def test_the_sweep_asks_little_while_all_play(people, django_assert_num_queries):
    """One query for any number of cups: nothing is locked in which nothing is due."""
    for _number in range(3):
        begun(people[:8])
    with django_assert_num_queries(1):
        cups_go_on()


@pytest.mark.half_second
def test_the_sweep_finds_each_cup_in_which_something_is_due(people):
    cup, other = begun(people[:4], pace="3d", round_days=5), begun(people[4:8])
    now = timezone.now()
    assert cups_to_go_on(now) == []
    assert cups_to_go_on(now + timedelta(days=6)) == [cup], "the last moment of the round has come"
    decide(running(other)[0])
    assert cups_to_go_on(now) == [other], "a match is over"
    cups_go_on()
    assert cups_to_go_on(now) == [], "another match of the round is still running"
    Pairing.objects.filter(round__cup=other, ranks__isnull=True).update(match=None)
    assert cups_to_go_on(now) == [other], "a match is missing"
    Pairing.objects.filter(round__cup=other).update(ranks=[1, 2])
    assert cups_to_go_on(now) == [other], "every table has its result"
    third = cup_open(host=people[0], name="Spring", system="swiss", game="rapa_nui", size=2, pace="live")
    for person in people[:2]:
        cup_enter(cup=third, user=person)
    cup_begin(cup=third, user=people[0])
    assert third in cups_to_go_on(now), "no round has been paired"


# --- blocked users ----------------------------------------------------------------------------------------------------


def both_block(one, other):
    Block.objects.create(user=one, blocked=other)
    Block.objects.create(user=other, blocked=one)


def test_two_who_have_blocked_each_other_sit_elsewhere(people):
    both_block(people[0], people[1])
    both_block(people[8], people[2])  # of whom one does not take part
    one, two, three, four = (user.username for user in people[:4])
    assert first_tables(people[:4]) == {frozenset((one, three)), frozenset((two, four))}


@pytest.mark.parametrize("who_blocks", [0, 1])
@pytest.mark.parametrize("does_the_other_mute", [False, True])
def test_no_player_avoids_an_opponent_by_blocking_them(people, who_blocks, does_the_other_mute):
    Block.objects.create(user=people[who_blocks], blocked=people[1 - who_blocks])
    if does_the_other_mute:
        Block.objects.create(user=people[1 - who_blocks], blocked=people[who_blocks], only_mutes=True)
    one, two, three, four = (user.username for user in people[:4])
    assert first_tables(people[:4]) == {frozenset((one, two)), frozenset((three, four))}


def test_two_alone_play_though_they_have_blocked_each_other(people):
    both_block(people[0], people[1])
    assert first_tables(people[:2]) == {frozenset(user.username for user in people[:2])}


@pytest.mark.half_second
def test_blocks_made_during_the_cup_count_only_between_people_who_have_met(people):
    block_create(user=people[0], name=people[1].username, only_mutes=True)
    for other in people[1:4]:
        block_create(user=other, name=people[0].username)
    cup = begun(people[:4])
    block_create(user=people[0], name=people[1].username)  # a mute before the cup does not date it back
    for other in people[2:4]:
        block_create(user=people[0], name=other.username)
    entries = {entry.user_id: entry for entry in cup.entries.select_related("user")}
    mine = entries[people[0].pk].number
    others = {entries[other.pk].number for other in people[1:4]}
    assert kept_apart(cup, list(entries.values()), []) == set()
    before = [tuple(players) for players in Pairing.objects.filter(round__cup=cup).values_list("players", flat=True)]
    (met,) = [set(table) & others for table in before if mine in table]
    assert kept_apart(cup, list(entries.values()), before) == {(min(mine, *met), max(mine, *met))}


def test_blocks_older_than_a_late_entry_count(people):
    cup = begun(people[:4])
    both_block(people[0], people[4])
    late = cup_enter(cup=cup, user=people[4])
    first = cup.entries.get(user=people[0])
    assert kept_apart(cup, list(cup.entries.all()), []) == {(first.number, late.number)}


def test_blocks_take_one_query_however_many_take_part(people, django_assert_num_queries):
    for other in people[1:]:
        both_block(people[0], other)
    cup = begun(people)
    entries = list(cup.entries.all())
    with django_assert_num_queries(1):
        apart = kept_apart(cup, entries, [])
    mine = next(entry.number for entry in entries if entry.user_id == people[0].pk)
    assert apart == {
        (min(mine, entry.number), max(mine, entry.number)) for entry in entries if entry.user_id != people[0].pk
    }


@pytest.mark.half_second
@pytest.mark.parametrize("system", first(["swiss", "knock", "dupli"], of=Cup.System.values))
def test_a_cup_whose_sweeps_and_forms_are_killed_anywhere_is_played_to_its_end(people, system):
    seen = killed.cup(1, people, system=system) + killed.cup(2, people[:6], system=system)
    assert seen.deaths > 10
    assert min(seen.rounds, seen.tables) > 4
