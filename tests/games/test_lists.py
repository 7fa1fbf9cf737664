"""Lists of matches: what is in them, in which order, page by page, with how many queries."""

from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.pages.home.first_page import A_FEW
from games.selectors.records import lists
from games.selectors.records.archive import Wanted, archive, finished_of
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.quarantine import match_quarantine
from games.services.people.chat import chat_read, message_write, messages_remove
from games.services.people.relations import block_create, block_end
from games.services.play.resignation import resign
from tests.games.listed import LONG_AGO, all_pages, codes, finished

from .playing import decider, legal, play_once, play_randomly, seated


def test_a_match_waits_for_the_one_who_decides(alice: User, bob: User) -> None:
    match = seated("rapa_nui", [alice, bob])
    mover, other = decider(match), bob if decider(match) == alice else alice
    assert (lists.turns_waiting(mover), lists.turns_waiting(other)) == (1, 0)
    assert codes(lists.your_turns(mover)) == codes(lists.waiting_for_others(other)) == [match.code]
    assert lists.your_turns(other) == lists.waiting_for_others(mover) == []


def test_a_match_that_is_set_aside_stays_in_sight(alice: User, bob: User, client: Client) -> None:
    match = seated("rapa_nui", [alice, bob])
    match_quarantine(match_id=match.pk, ply=None, trouble="Nobody knows.")
    for user in (alice, bob):
        assert lists.your_turns(user) == []
        assert codes(lists.waiting_for_others(user)) == [match.code]
        client.force_login(user)
        assert "This match is on hold" in client.get("/mine/").content.decode()


@pytest.mark.half_second
def test_the_longest_wait_comes_first(alice: User, bob: User) -> None:
    matches = [match for match in (seated("rapa_nui", [alice, bob]) for _n in range(12)) if decider(match) == alice][:3]
    assert len(matches) == 3
    Match.objects.exclude(pk__in=[match.pk for match in matches]).delete()
    for age, match in zip((1, 3, 2), matches, strict=True):
        Match.objects.filter(pk=match.pk).update(to_move_since=timezone.now() - timedelta(hours=age), deadline=None)
    oldest_first = [matches[1].code, matches[2].code, matches[0].code]
    assert codes(lists.your_turns(alice)) == oldest_first
    following = lists.next_turn(alice)
    assert following is not None
    assert following.code == oldest_first[0]


@pytest.mark.half_second
def test_what_runs_out_first_comes_before_what_waits_longest(alice: User, bob: User) -> None:
    matches = [match for match in (seated("rapa_nui", [alice, bob]) for _n in range(12)) if decider(match) == alice][:3]
    Match.objects.exclude(pk__in=[match.pk for match in matches]).delete()
    for hours, match in zip((5, None, 2), matches, strict=True):
        deadline = None if hours is None else timezone.now() + timedelta(hours=hours)
        Match.objects.filter(pk=match.pk).update(deadline=deadline)
    assert codes(lists.your_turns(alice)) == [matches[2].code, matches[0].code, matches[1].code]


def test_a_match_left_to_a_computer_player_waits_for_no_person(alice: User, bob: User, owl: User) -> None:
    match = seated("rapa_nui", [alice, bob])
    leaver = decider(match)
    resign(match=match, user=leaver)
    assert lists.turns_waiting(leaver) == 0
    assert lists.next_turn(leaver) is None
    assert lists.waiting_for_others(leaver) == []


def test_open_tables_are_public_not_mine_and_newest_first(alice: User, bob: User, charlie: User) -> None:
    first = match_create(host=alice, game="rapa_nui", others=[None])
    second = match_create(host=bob, game="rapa_nui", others=[None, None])
    private = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.LINK))
    seated("rapa_nui", [alice, bob])
    assert codes(lists.open_tables(None).keys) == codes(lists.open_tables(charlie).keys) == [second.code, first.code]
    assert codes(lists.open_tables(alice).keys) == [second.code]
    assert codes(lists.own_tables(alice)) == [private.code, first.code]


def test_a_row_counts_free_seats_and_names_the_others(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=match, user=bob)
    [row] = lists.rows_of(lists.own_tables(alice), alice)
    assert row.free == 1
    assert [seat.user for seat in row.others] == [bob]
    assert row.own is not None
    assert row.own.user == alice


def test_results_are_listed_best_first(alice: User, bob: User, charlie: User) -> None:
    match = finished("tied", bob, alice, charlie)
    match.seats.filter(user__in=[alice, charlie]).update(rank=1)
    match.seats.filter(user=bob).update(rank=3)
    [row] = archive().page(alice).rows
    assert [seat.user for seat in row.ranking] == [alice, charlie, bob]
    assert [seat.user for seat in row.winners] == [alice, charlie]
    assert row.own is not None
    assert row.own.rank == 1


def test_the_archive_holds_public_matches_my_list_also_private_ones(alice: User, bob: User, charlie: User) -> None:
    finished("public", alice, bob)
    finished("private", alice, bob, at=LONG_AGO + timedelta(days=1), access="link")
    assert codes(archive().keys) == ["public"]
    assert codes(finished_of(alice).keys) == ["private", "public"]
    assert codes(finished_of(charlie).keys) == []


def test_pages_show_every_match_once_also_those_of_one_moment(alice: User, bob: User) -> None:
    moments = [LONG_AGO + timedelta(minutes=number // 3) for number in range(10)]
    for number, moment in enumerate(moments):
        finished(f"m{number}", alice, bob, at=moment)
    expected = [f"m{number}" for number in reversed(range(10))]
    for limit in (1, 2, 3, 4, 10):
        assert all_pages(archive, limit=limit) == expected
    assert all_pages(partial(finished_of, alice), limit=4) == expected


def test_a_match_finished_meanwhile_does_not_shift_the_next_page(alice: User, bob: User) -> None:
    for number in range(4):
        finished(f"m{number}", alice, bob, at=LONG_AGO + timedelta(minutes=number))
    page = archive(limit=2)
    finished("new", alice, bob, at=LONG_AGO + timedelta(days=1))
    assert codes(archive(cursor=page.following, limit=2).keys) == ["m1", "m0"]


def test_a_list_of_one_game_holds_only_that_game(alice: User, bob: User) -> None:
    finished("rapa", alice, bob)
    Match.objects.filter(pk=finished("other", alice, bob).pk).update(game="another_game")
    assert codes(archive(wanted=Wanted(game="rapa_nui")).keys) == ["rapa"]


def test_a_cursor_can_be_put_into_an_address_as_it_is(alice: User, bob: User) -> None:
    for number in range(3):
        finished(f"m{number}", alice, bob, at=LONG_AGO + timedelta(minutes=number))
    cursor = archive(limit=2).following
    assert parse_qs(f"after={cursor}") == {"after": [cursor]}
    assert codes(archive(cursor=cursor, limit=2).keys) == ["m0"]
    assert codes(archive(cursor=cursor.replace("Z~", "+00:00~"), limit=2).keys) == ["m0"], "as it was written before"


@pytest.mark.parametrize(
    "cursor",
    ["x", "~", "2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00~", "2026-01-01T00:00:00~7", "~7"]
    + ["2026-01-01T00:00:00+00:00~-7", "2026-01-01T00:00:00+00:00~٧", f"2026-01-01T00:00:00+00:00~{9**99}"],
)
@pytest.mark.django_db
def test_nonsense_is_no_place_in_a_list(cursor: str) -> None:
    with pytest.raises(lists.BadCursor):
        archive(cursor=cursor)


@pytest.mark.half_second
@pytest.mark.parametrize("count", [1, 5])
def test_lists_take_as_many_queries_whatever_their_length(
    alice: User, bob: User, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        seated("rapa_nui", [alice, bob])
        match_create(host=bob, game="rapa_nui", others=[None])
        match_create(host=alice, game="rapa_nui", others=[None])
        finished(f"m{number}", alice, bob)
    with django_assert_num_queries(2 if lists.your_turns(alice) else 1):
        assert all(len(row.seats) == 2 and row.own is not None for row in lists.your_turns(alice))
    for stretch in (partial(lists.open_tables, alice), partial(finished_of, alice), archive):
        with django_assert_num_queries(3):
            assert len([seat.user for row in stretch().page(alice).rows for seat in row.seats]) == 2 * count
    with django_assert_num_queries(5):
        keys = lists.waiting_for_others(alice), lists.own_tables(alice), finished_of(alice).keys
        waiting, tables, ended = lists.rows_of_lists(alice, *keys)
        assert all(len(row.seats) == 2 and row.own is not None for row in [*waiting, *tables, *ended])
        assert len(tables) == len(ended) == count
    with django_assert_num_queries(1):
        lists.turns_waiting(alice)


def test_my_turns_come_with_their_state(alice: User, bob: User, django_assert_num_queries: Any) -> None:
    match = seated("rapa_nui", [alice, bob])
    play_once(match, legal(match)[0])
    [row] = lists.your_turns(alice) or lists.your_turns(bob)
    with django_assert_num_queries(0):
        assert row.match.state


@pytest.mark.half_second
def test_the_first_page_shows_the_most_urgent_of_many_turns_and_leads_to_all(
    client: Client, alice: User, bob: User
) -> None:
    client.force_login(alice)

    def shown(address: str) -> tuple[int, bool]:
        html = client.get(reverse(address)).content.decode()
        return html.count("card--turn") + html.count('<li class="row g-'), "Show all games" in html

    for count in range(1, 14):
        seated("rapa_nui", [alice, bob])
        mine = len(lists.your_turns(alice))
        assert shown("home") == (min(mine, A_FEW) + min(count - mine, A_FEW), mine > A_FEW)
        assert shown("my_matches") == (count, False)
    assert mine > A_FEW


# --- the chat -------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_lists_say_where_a_player_has_written(alice: User, bob: User, charlie: User) -> None:
    match, quiet = seated("rapa_nui", [alice, bob]), seated("rapa_nui", [alice, bob])
    said = message_write(match=match, user=bob, text="Good luck")

    def unread(user: User) -> list[str]:
        mine = lists.rows_of([*lists.waiting_for_others(user), *lists.own_tables(user)], user)
        return [row.match.code for row in lists.your_turns(user) + mine if row.has_unread]

    assert (unread(alice), unread(bob)) == ([match.code], [])
    chat_read(match=match, user=alice, message=said.pk)
    assert unread(alice) == []
    message_write(match=quiet, user=charlie, text="I only watch")
    assert unread(alice) == [], "players read watchers only after the game"
    rude = message_write(match=quiet, user=bob, text="Hurry up")
    assert unread(alice) == [quiet.code]
    block_create(user=alice, name="Bob", only_mutes=True)
    assert unread(alice) == []
    block_end(user=alice, name="Bob")
    messages_remove(messages=[rude.pk])
    assert unread(alice) == []


@pytest.mark.half_second
@pytest.mark.parametrize("address", ["home", "my_matches"])
def test_pages_of_lists_say_where_a_player_has_written(
    client: Client, alice: User, bob: User, computers: list[User], address: str
) -> None:
    over, running = (seated("rapa_nui", [alice, bob]) for _number in range(2))
    waiting = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=waiting, user=bob)
    resign(match=over, user=bob)
    client.force_login(alice)
    for count, match in enumerate([over, running, waiting], start=1):
        message_write(match=match, user=bob, text="Good luck")
        html = client.get(reverse(address)).content.decode()
        assert html.count("new in the chat") == count


@pytest.mark.half_second
def test_my_turns_say_what_others_have_played_since(alice: User, bob: User, charlie: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    for other in (bob, charlie):
        match = match_join(match=match, user=other)
    rng, counts = Random(5), set()
    for _action in range(40):
        seat = match.seats.get(number=match.to_move)
        assert seat.user is not None
        [row] = lists.your_turns(seat.user)
        played = list(match.actions.filter(kind="play", undone=False).order_by("ply"))
        own = [place for place, action in enumerate(played) if (action.seat, action.source) == (seat.number, "person")]
        assert row.moves_since == (len(played) - 1 - own[-1] if own else 0)
        counts.add(row.moves_since)
        match = play_randomly(match, rng, until=match.ply + 1)
    assert len(counts) > 3
