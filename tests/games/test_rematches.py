"""Rematches: who sits where, who is invited, who sees them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.models import Invitation, Match
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.invitations import invitation_decline
from games.services.lobby.matches import MOST_TABLES, match_create, match_join, match_leave, player_remove
from games.services.lobby.rematches import rematch
from games.services.lobby.terms import TableTerms
from games.services.moderation.quarantine import match_quarantine
from games.services.moderation.repairs import match_call_off
from games.services.people.relations import block_create
from games.services.play.resignation import resign
from games.services.records.studies import play_on
from games.services.refusals import NotYourSeat
from membership.bans import ban_create
from membership.deletion import account_delete
from notices.kinds import Kind
from notices.models import Notice
from tests.games.addresses import HTMX
from tests.games.conversation import run, socket
from tests.games.racing import race
from tests.markup import squeezed
from tests.visitors import visitor

pytestmark = pytest.mark.usefixtures("computers")  # they take the seats of those who leave


def over(host: User, *others: User | None, game: str = "rapa_nui", **terms: Any) -> Match:
    """A match of the host and others that its people have left."""
    match = match_create(host=host, game=game, others=[None] * len(others), terms=TableTerms(**terms))
    for other in others:
        match = match_join(match=match, user=other)
    for person in (host, *others):
        if Match.objects.get(pk=match.pk).status == Match.Status.RUNNING:
            match = resign(match=match, user=person)
    return match


@pytest.fixture
def before(alice: User, bob: User) -> Match:
    """Alice has left a match with Bob."""
    return over(alice, bob)


def people_at(match: Match) -> set[str]:
    return {seat.user.username for seat in match.seats.select_related("user") if seat.user}


def page(match: Match, user: User | None) -> str:
    return visitor(user).get(match.get_absolute_url()).content.decode()


# --- the new table --------------------------------------------------------------------------------------------------


def test_a_player_who_has_left_asks_the_other_by_name(before: Match, alice: User, bob: User) -> None:
    table = rematch(match=before, user=alice)
    assert (table.status, table.rematch_of, people_at(table)) == (Match.Status.OPEN, before, {"Alice"})
    assert Invitation.objects.get().user == bob
    assert Notice.objects.get(kind=Kind.INVITATION).user == bob


def test_the_table_is_like_the_one_before(alice: User, bob: User) -> None:
    options = {option.name: option.values[-1] for option in GAMES["maya"].OPTIONS}
    match = over(alice, bob, game="maya", options=options, rated=True, pace=Match.Pace.DAYS_2, weekends_off=True)
    table = rematch(match=match, user=bob)
    for name in ("game", "seat_count", "options", "rated", "pace", "weekends_off", "access", "rules_version"):
        assert getattr(table, name) == getattr(match, name), name
    assert table.options


@pytest.mark.parametrize("access", [Match.Access.FRIENDS, Match.Access.LINK, Match.Access.PASSWORD])
def test_a_match_that_was_not_for_strangers_is_played_again_by_link(alice: User, bob: User, access: str) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access=access, password="parrot"))
    match = resign(match=match_join(match=match, user=bob, admitted=True), user=bob)
    assert rematch(match=match, user=bob).access == Match.Access.LINK


def test_against_computer_players_the_next_match_begins_at_once(alice: User, owl: User, computers: list[User]) -> None:
    match = resign(match=match_create(host=alice, game="rapa_nui", others=[owl, computers[0]]), user=alice)
    again = rematch(match=match, user=alice)
    assert again.status == Match.Status.RUNNING
    assert people_at(again) == people_at(match)
    assert rematch(match=match, user=alice) == again, "a second press opens no second match"
    resign(match=again, user=alice)
    assert rematch(match=match, user=alice) not in (match, again)


@pytest.mark.half_second
def test_a_computer_player_sits_beside_people_again(alice: User, bob: User, owl: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[owl, None]), user=bob)
    resign(match=match, user=bob)
    match = resign(match=match, user=alice)
    table = rematch(match=match, user=bob)
    assert people_at(table) == {"Bob", "Owl"}
    assert rematch(match=match, user=alice).status == Match.Status.RUNNING
    assert people_at(table) == {"Alice", "Bob", "Owl"}


def test_guests_play_again_too(alice: User) -> None:
    guest = User.objects.create_user("Wanderer", is_guest=True)
    match = over(alice, guest)
    table = rematch(match=match, user=alice)
    assert not table.invitations.exists()
    assert rematch(match=match, user=guest) == table
    assert people_at(table) == {"Alice", "Wanderer"}


def test_a_guest_is_asked_to_keep_the_game(alice: User) -> None:
    guest = User.objects.create_user("Wanderer", is_guest=True)
    match = over(guest, alice)
    assert "Keep this game: choose a name" in page(match, guest)
    assert "Keep this game" not in page(match, alice)
    assert "Keep this game" not in page(match, None)


@pytest.mark.half_second
def test_who_is_blocked_banned_or_gone_is_left_out(alice: User, bob: User, charlie: User) -> None:
    gone = User.objects.create_user("Dora")
    match = over(alice, bob, charlie, gone)
    block_create(user=bob, name="Alice")
    ban_create(user=charlie, moderator=alice, until=None, why="Insults.")
    account_delete(user=gone)
    table = rematch(match=match, user=alice)
    assert people_at(table) == {"Alice"}
    assert not table.invitations.exists()
    assert "wants to play again" not in page(match, bob)
    assert rematch(match=match, user=bob) != table


# --- one table ------------------------------------------------------------------------------------------------------


def test_the_player_who_asks_second_sits_down_at_the_table_of_the_first(before: Match, alice: User, bob: User) -> None:
    table = rematch(match=before, user=alice)
    assert rematch(match=before, user=alice) == table
    again = rematch(match=before, user=bob)
    assert (again, again.status) == (table, Match.Status.RUNNING)
    assert rematch(match=before, user=alice) == table, "it is running, and Alice plays in it"
    assert Invitation.objects.get().state == Invitation.State.ACCEPTED


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_the_same_moment_are_at_one_table(before: Match, alice: User, bob: User) -> None:
    assert race(lambda: rematch(match=before, user=alice), lambda: rematch(match=before, user=bob)) == []
    table = Match.objects.get(rematch_of=before)
    assert (table.status, people_at(table)) == (Match.Status.RUNNING, {"Alice", "Bob"})


def test_a_player_who_has_declined_may_change_their_mind(before: Match, alice: User, bob: User) -> None:
    table = rematch(match=before, user=alice)
    invitation_decline(match=table, user=bob)
    assert rematch(match=before, user=bob) == table


def test_a_player_who_was_removed_opens_another_table(alice: User, bob: User, charlie: User) -> None:
    match = over(alice, bob, charlie)
    table = rematch(match=match, user=alice)
    rematch(match=match, user=bob)
    player_remove(match=table, host=alice, user_id=bob.pk)
    assert "Alice wants to play again" not in page(match, bob)
    assert rematch(match=match, user=bob) != table


def test_where_another_member_took_the_seat_another_table_is_opened(
    before: Match, alice: User, bob: User, charlie: User
) -> None:
    table = rematch(match=before, user=alice)
    match_join(match=table, user=charlie)
    other = rematch(match=before, user=bob)
    assert other.status == Match.Status.OPEN
    assert other != table


def test_a_table_that_was_closed_is_asked_for_anew(before: Match, alice: User, bob: User) -> None:
    match_leave(match=rematch(match=before, user=alice), user=alice)
    assert people_at(rematch(match=before, user=bob)) == {"Bob"}


# --- refusals -------------------------------------------------------------------------------------------------------


def test_only_those_who_played_may_ask(before: Match, charlie: User) -> None:
    with pytest.raises(NotYourSeat):
        rematch(match=before, user=charlie)


def test_a_match_that_runs_has_no_rematch(two_play: Match, alice: User) -> None:
    with pytest.raises(Refused, match="finished games"):
        rematch(match=two_play, user=alice)


def test_what_was_played_on_from_a_step_or_by_computers_alone_has_no_rematch(
    before: Match, alice: User, owl: User
) -> None:
    played_on = play_on(match=before, user=alice, step=before.inherited_plies, seat=0, opponents=[owl])
    Match.objects.filter(pk=played_on.pk).update(inherited_plies=1)
    shown = exhibition_create(host=alice, game="rapa_nui", players=[owl, owl])
    for match in (resign(match=Match.objects.get(pk=played_on.pk), user=alice), shown):
        with pytest.raises(Refused, match="from the start"):
            rematch(match=match, user=alice)


def test_what_was_called_off_may_be_played_again(two_play: Match, alice: User) -> None:
    match_quarantine(match_id=two_play.pk, ply=None, trouble="Nobody knows.")
    assert rematch(match=match_call_off(match=two_play), user=alice).status == Match.Status.OPEN


def test_no_player_opens_rematches_without_end(before: Match, alice: User, bob: User) -> None:
    for _number in range(MOST_TABLES):
        match_create(host=alice, game="rapa_nui", others=[None])
    with pytest.raises(Refused, match=str(MOST_TABLES)):
        rematch(match=before, user=alice)
    table = rematch(match=before, user=bob)
    assert rematch(match=before, user=alice) == table, "sitting down opens no table"


def test_a_variant_that_is_gone_is_refused_in_words(before: Match, alice: User) -> None:
    Match.objects.filter(pk=before.pk).update(options="start=forgotten")
    before.refresh_from_db()
    with pytest.raises(Refused, match="no longer available"):
        rematch(match=before, user=alice)
    assert not Match.objects.filter(rematch_of=before).exists()


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_the_button_leads_to_the_table(before: Match, alice: User, bob: User) -> None:
    assert 'id="rematch"' in page(before, bob)
    answer = visitor(alice).post(reverse("match_rematch", args=[before.code]))
    table = Match.objects.get(rematch_of=before)
    assert (answer.status_code, answer["Location"]) == (302, table.get_absolute_url())
    asked = page(before, bob)
    assert "Alice wants to play again." in asked
    assert 'id="rematch-sit"' in asked
    assert 'id="rematch"' not in asked
    waits = page(before, alice)
    assert "You want to play again." in waits
    assert f'id="rematch-go" href="{table.get_absolute_url()}"' in waits


def test_of_all_that_a_guest_may_do_then_the_rematch_stands_out(before: Match, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    over, asked = page(before, bob), page(rematch(match=before, user=alice).rematch_of or before, bob)
    for seen, chief in ((over, 'id="rematch"'), (asked, 'id="rematch-sit"')):
        primary = re.findall(r'<[^>]*class="[^"]*btn--sun[^>]*>', seen)
        assert len(primary) == 1
        assert chief in primary[0]
        assert "Keep this game: choose a name" in seen


def test_the_table_says_what_it_repeats_and_who_could_not_be_invited(alice: User, bob: User, charlie: User) -> None:
    guest = User.objects.create_user("Wanderer", is_guest=True)
    match = over(alice, bob, guest, charlie)
    block_create(user=bob, name="Alice")
    table = rematch(match=match, user=alice)
    seen = page(table, alice)
    assert "We couldn’t invite Bob and Wanderer by name." in seen
    assert f'id="before" href="{match.get_absolute_url()}"' in seen
    seen = page(table, charlie)
    assert "Alice wants to play again" in seen
    assert 'id="before"' in seen
    assert "We couldn’t invite" not in seen
    stranger = page(table, None)
    assert "Alice wants to play again" not in stranger
    assert 'id="before"' not in stranger


@pytest.mark.half_second
def test_those_who_watched_see_it_once_it_runs(before: Match, alice: User, bob: User, charlie: User) -> None:
    table = rematch(match=before, user=alice)
    for watcher in (charlie, None):
        assert table.code not in page(before, watcher)
        assert "play again" not in page(before, watcher)
    assert table.code not in visitor(charlie).get("/tables/").content.decode()
    rematch(match=before, user=bob)
    for watcher in (charlie, None):
        assert f'href="{table.get_absolute_url()}">Watch the rematch' in squeezed(page(before, watcher))
    assert "Continue the rematch" in page(before, alice)
    resign(match=table, user=bob)
    assert "See the rematch" in page(before, charlie)


def test_a_private_rematch_is_not_shown_to_those_who_watched(alice: User, bob: User, charlie: User) -> None:
    match = over(alice, bob, access=Match.Access.LINK)
    watcher = visitor(charlie)
    watcher.get(reverse("match_invite", args=[match.code, match.invite]))
    table = rematch(match=match, user=alice)
    rematch(match=match, user=bob)
    seen = watcher.get(match.get_absolute_url()).content.decode()
    assert "The match is over" in seen
    assert table.code not in seen
    assert "played again" not in seen
    watcher.get(reverse("match_invite", args=[table.code, table.invite]))
    assert table.code in watcher.get(match.get_absolute_url()).content.decode()


def test_an_open_page_asks_only_for_news(before: Match, alice: User, bob: User, charlie: User) -> None:
    def asks(client: Client, mark: str) -> int:
        query = {"ply": before.ply, "again": mark}
        return client.get(before.get_absolute_url(), query, headers=HTMX).status_code

    reader, watcher = visitor(bob), visitor(charlie)
    assert asks(reader, "") == 204
    rematch(match=before, user=alice)
    assert (asks(reader, ""), asks(watcher, "")) == (200, 204)
    mark = page(before, bob).partition('data-again="')[2].partition('"')[0]
    assert asks(reader, mark) == 204
    looking_back = {"ply": before.ply}
    assert reader.get(before.get_absolute_url(), looking_back, headers=HTMX).status_code == 204


def test_asking_often_is_refused_in_words(before: Match, alice: User, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"rematch": "1/h/user"}
    client, path = visitor(alice), reverse("match_rematch", args=[before.code])
    assert client.post(path).status_code == 302
    answer = client.post(path)
    assert answer.status_code == 422
    assert "many rematches" in answer.content.decode()


@pytest.mark.half_second
def test_the_page_asks_no_more_for_many_rematches(
    before: Match, alice: User, bob: User, owl: User, django_assert_max_num_queries: Callable[..., object]
) -> None:
    client = visitor(bob)
    for _number in range(3):
        rematch(match=before, user=alice)
        client.get(before.get_absolute_url())
        with django_assert_max_num_queries(13):
            client.get(before.get_absolute_url())
        resign(match=rematch(match=before, user=bob), user=bob)


@pytest.mark.half_second
@pytest.mark.django_db(transaction=True)
def test_the_pages_of_the_match_before_hear_of_it(before: Match, alice: User, bob: User) -> None:
    reader = socket(f"/ws/match/{before.code}/", bob)
    heard = {"type": "match.changed", "match": before.code, "ply": before.ply}

    async def conversation() -> None:
        assert (await reader.connect(timeout=60))[0]
        table = await database_sync_to_async(rematch)(match=before, user=alice)
        assert await reader.receive_json_from(timeout=60) == heard
        await reader.receive_nothing(timeout=0.3)
        await database_sync_to_async(match_leave)(match=table, user=alice)
        assert await reader.receive_json_from(timeout=60) == heard
        await reader.disconnect()

    run(conversation())


def test_when_the_match_before_is_gone_the_rematch_stays(before: Match, alice: User) -> None:
    table = rematch(match=before, user=alice)
    before.delete()
    table.refresh_from_db()
    assert table.rematch_of is None
