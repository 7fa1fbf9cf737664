"""Opening, joining, leaving and starting tables."""

import threading
from functools import partial

import pytest
from django.db import connections
from django.utils import translation

from accounts.models import User
from common.refusals import Refused
from games.engine.contract import BadDeal
from games.models import Match, Seat
from games.services.lobby.arranged import match_arrange
from games.services.lobby.device import device_create
from games.services.lobby.matches import (
    MOST_TABLES,
    match_create,
    match_join,
    match_leave,
    match_start_with_computers,
)
from games.services.lobby.table_change import table_change
from games.services.lobby.terms import TableTerms
from games.services.people.chat import message_write
from games.services.play.resignation import resign
from games.services.refusals import NotRunning, NotYourSeat, TableClosed
from games.templatetags import boards, shell
from membership.deletion import account_delete
from tests.games.racing import race


def test_a_table_with_a_free_seat_waits(alice: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None])
    assert match.status == Match.Status.OPEN
    assert (match.deal, match.commitment) == ("", "")


def test_the_last_free_seat_starts_the_match(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    assert match.status == Match.Status.RUNNING
    assert {seat.user for seat in match.seats.all()} == {alice, bob}
    assert match.to_move == 0


def test_a_table_full_of_computer_players_starts_at_once(alice: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[owl, owl])
    assert match.status == Match.Status.RUNNING
    mover = match.seats.get(number=match.to_move).user
    assert (match.asked_at is not None) == mover.is_computer


def test_who_sits_where_is_shuffled(alice: User, owl: User) -> None:
    starts = {match_create(host=alice, game="rapa_nui", others=[owl]).seats.get(user=alice).number for _n in range(20)}
    assert starts == {0, 1}


def test_joining_twice_takes_one_seat(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=match, user=bob)
    match_join(match=match, user=bob)
    assert match.seats.filter(user=bob).count() == 1
    assert match.seats.filter(user=None).count() == 1


def test_a_full_table_takes_no_member_more(alice: User, bob: User, charlie: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None])
    match_join(match=match, user=bob)
    with pytest.raises(TableClosed):
        match_join(match=match, user=charlie)


def test_leaving_frees_the_seat(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=match, user=bob)
    match_leave(match=match, user=bob)
    assert match.seats.filter(user=None).count() == 2


def test_when_the_host_leaves_the_table_is_gone(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=match, user=bob)
    match_leave(match=match, user=alice)
    assert not Match.objects.filter(pk=match.pk).exists()


def test_a_member_who_does_not_sit_there_cannot_leave(alice: User, bob: User) -> None:
    with pytest.raises(NotYourSeat):
        match_leave(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)


def test_no_member_opens_tables_without_end(alice: User) -> None:
    for _number in range(MOST_TABLES):
        match = match_create(host=alice, game="rapa_nui", others=[None])
    with pytest.raises(Refused, match=str(MOST_TABLES)):
        match_create(host=alice, game="rapa_nui", others=[None])
    match_leave(match=match, user=alice)
    match_create(host=alice, game="rapa_nui", others=[None])


def test_no_player_leaves_a_match_that_has_begun(two_play: Match, bob: User) -> None:
    with pytest.raises(TableClosed):
        match_leave(match=two_play, user=bob)


def test_the_host_alone_fills_the_table_with_computer_players(alice: User, bob: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    with pytest.raises(Refused):
        match_start_with_computers(match=match, user=bob, computer=owl)
    match = match_start_with_computers(match=match, user=alice, computer=owl)
    assert match.status == Match.Status.RUNNING
    assert match.seats.filter(user=owl).count() == 2


@pytest.mark.parametrize("others", [[], [None] * 4])
def test_a_seat_count_the_game_does_not_have_is_refused(alice: User, others: list[None]) -> None:
    with pytest.raises(Refused, match="2, 3, 4"):
        match_create(host=alice, game="rapa_nui", others=others)


def test_the_seat_counts_are_listed_in_the_language_of_the_page(alice: User) -> None:
    with translation.override("zh-hans"), pytest.raises(Refused, match="2、3、4"):
        match_create(host=alice, game="rapa_nui", others=[])


def test_an_unknown_option_is_refused(alice: User) -> None:
    with pytest.raises(BadDeal):
        match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(options={"start": "beginner"}))
    assert not Match.objects.exists()


def test_a_table_closed_meanwhile_is_refused_like_a_full_one(alice: User, bob: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_leave(match=Match.objects.get(pk=match.pk), user=alice)
    with pytest.raises(TableClosed):
        match_join(match=match, user=bob)
    with pytest.raises(TableClosed):
        match_leave(match=match, user=bob)
    with pytest.raises(TableClosed):
        match_start_with_computers(match=match, user=alice, computer=owl)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_race_for_the_last_seat_one_gets_it(alice: User, bob: User, charlie: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None])
    barrier, results = threading.Barrier(2), []

    def client(user: User) -> None:
        barrier.wait()
        try:
            match_join(match=match, user=user)
            results.append("seated")
        except TableClosed:
            results.append("closed")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=client, args=[user]) for user in (bob, charlie)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["closed", "seated"]
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_no_member_sits_down_whose_account_was_closed_a_moment_ago(alice: User, bob: User) -> None:
    """For example, by a request that was already under way in another tab."""
    match = match_create(host=alice, game="rapa_nui", others=[None])
    account_delete(user=bob)
    with pytest.raises(Refused, match="account is closed"):
        match_join(match=match, user=bob)
    with pytest.raises(Refused, match="account is closed"):
        match_create(host=bob, game="rapa_nui", others=[None])
    assert not Seat.objects.filter(user=bob).exists()


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_who_deletes_their_account_while_sitting_down_sits_nowhere(alice: User, bob: User, computers: object) -> None:
    tables = [match_create(host=alice, game="rapa_nui", others=[None, None]) for _number in range(8)]

    def sit_down() -> None:
        for table in tables:
            match_join(match=table, user=bob)

    race(sit_down, partial(account_delete, user=bob))
    assert not User.objects.get(pk=bob.pk).is_active
    assert not Seat.objects.filter(user=bob).exists()


def test_a_table_that_was_closed_meanwhile_takes_nothing_more(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=match, user=bob)
    match_leave(match=Match.objects.get(pk=match.pk), user=alice)
    with pytest.raises(NotRunning):
        resign(match=match, user=bob)
    with pytest.raises(Refused, match="closed"):
        message_write(match=match, user=bob, text="Where are you?")
    with pytest.raises(TableClosed):
        match_join(match=match, user=bob)


def test_a_variant_at_its_printed_value_is_stored_like_none(alice: User, bob: User) -> None:
    printed, built = {"setup": "random"}, {"setup": "build"}
    opened = match_create(host=alice, game="maya", others=[None], terms=TableTerms(options=printed))
    arranged = match_arrange(
        host=None, game="maya", players=[alice, bob], rated=False, pace="none", weekends_off=False, options=printed
    )
    shared = device_create(host=alice, game="maya", names=["Ann", "Ben"], options=printed)
    assert [match.options for match in (opened, arranged, shared)] == ["", "", ""]
    assert table_change(match=opened, host=alice, terms=TableTerms(options=built)).options == "setup=build"
    assert table_change(match=opened, host=alice, terms=TableTerms(options=printed)).options == ""


@pytest.mark.parametrize(("value", "words"), [("random", []), ("build", ["built together, piece by piece"])])
def test_only_variants_that_differ_from_the_printed_game_are_named(alice: User, value: str, words: list[str]) -> None:
    match = match_create(host=alice, game="maya", others=[None], terms=TableTerms(options={"setup": value}))
    assert shell.variants(match) == words
    assert boards.variants(match) == "".join(words)
