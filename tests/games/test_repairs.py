"""What moderators do to matches: rebuild, ask again, quarantine and restore, cancel; all of it logged."""

from html import unescape
from random import Random

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import AnonymousUser, Permission
from django.test import Client

from accounts.bots import bot_create
from accounts.models import User
from accounts.moderators import moderator_appoint
from common.refusals import Refused
from games.engine import GAMES
from games.models import Match, RatedMatch
from games.models.match import CALLED_OFF
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from games.selectors.records.match_export import record_of, record_text
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.repairs import (
    match_ask,
    match_call_off,
    match_quarantine_by_hand,
    match_rebuild,
)
from membership.deletion import account_delete
from notices.models import Notice
from tests.first import first
from tests.games.playing import legal, play_once, play_randomly
from tests.visitors import visitor


@pytest.fixture(params=["a moderator", "a superuser"])
def moderator(db: None, request: pytest.FixtureRequest) -> Client:
    user = User.objects.create_user("Moderator-at-work")
    if request.param == "a moderator":
        moderator_appoint(user=user)
    else:
        User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    return visitor(user)


def do(moderator: Client, action: str, match: Match) -> str:
    """Run an action for a match in the administration. Returns the page after it."""
    form = {"action": action, "_selected_action": [match.pk]}
    return moderator.post("/admin/games/match/", form, follow=True).content.decode()


def test_a_position_that_was_lost_comes_back_from_the_log(two_play: Match) -> None:
    match = play_once(two_play, legal(two_play)[0])
    state, ply, awaited = match.state, match.ply, match.to_move
    Match.objects.filter(pk=match.pk).update(
        state={"nonsense": 1}, status="broken", trouble="cannot be read", deadline=None, deadline_before=None
    )
    match = match_rebuild(match=match)
    match.refresh_from_db()
    assert (match.state, match.ply, match.to_move) == (state, ply + 1, awaited)
    assert (match.status, match.trouble) == (Match.Status.RUNNING, "")
    again = match_rebuild(match=match)
    assert (again.state, again.ply) == (state, ply + 2)
    play_once(again, legal(again)[0])


def test_the_player_to_move_in_a_match_that_goes_on_is_called_and_reminded_anew(alice: User, bob: User) -> None:
    match = match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="1d")), user=bob
    )
    Notice.objects.filter(match=match).update(planned=True)
    match = match_quarantine_by_hand(match=match, trouble="a quarrel")
    match = match_rebuild(match=match)
    written = Notice.objects.filter(match=match, planned=False).order_by("due")
    assert [notice.kind for notice in written] == ["turn", "half", "last"]
    assert match.deadline is not None
    assert written.last().due < match.deadline
    assert {notice.user_id for notice in written} == {match.seats.get(number=match.to_move).user_id}


def test_who_has_deleted_the_account_meanwhile_has_left_the_match_that_goes_on(
    two_play: Match, alice: User, bob: User, computers: list[User]
) -> None:
    match_quarantine_by_hand(match=two_play, trouble="a quarrel")
    account_delete(user=bob)
    match = match_rebuild(match=two_play)
    assert (match.status, match.reason) == (Match.Status.FINISHED, "resigned")
    assert match.seats.get(user=alice).rank == 1


def test_a_log_that_does_not_replay_is_refused_and_nothing_changes(two_play: Match) -> None:
    match = play_once(two_play, legal(two_play)[0])
    match.actions.filter(ply=0).update(text="fly away")
    with pytest.raises(Refused, match="fly away"):
        match_rebuild(match=match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_only_a_computer_s_turn_is_asked_for_again(two_play: Match) -> None:
    with pytest.raises(Refused):
        match_ask(match=two_play)


def test_asking_again_renews_the_request(alice: User, owl: User) -> None:
    match = match_create(host=alice, game="maya", others=[owl])
    while match.asked_at is None:
        match = play_once(match, legal(match)[0])
    assert match_ask(match=match).asked_at > match.asked_at


@pytest.mark.half_second
def test_what_is_set_aside_stands_still_and_can_be_called_off(two_play: Match, client: Client, alice: User) -> None:
    with pytest.raises(Refused):
        match_call_off(match=two_play)
    match = match_quarantine_by_hand(match=two_play, trouble="a quarrel")
    assert (match.status, match.trouble) == (Match.Status.BROKEN, "a quarrel")
    with pytest.raises(Refused):
        match_quarantine_by_hand(match=match, trouble="twice")
    match = match_call_off(match=match)
    assert (match.status, match.reason) == (Match.Status.FINISHED, CALLED_OFF)
    assert set(match.seats.values_list("rank", "points")) == {(None, None)}
    assert not RatedMatch.objects.exists()
    client.force_login(alice)
    addresses = [
        match.get_absolute_url(),
        f"{match.get_absolute_url()}replay/",
        "/archive/",
        "/mine/",
        "/people/Alice/",
    ]
    for address in [
        *addresses,
        "/",
        "/people/Alice/",
        "/archive/?game=rapa_nui&reason=called_off",
        "/account/settings/",
    ]:
        assert client.get(address).status_code == 200, address
    assert "Called off" in client.get(match.get_absolute_url()).content.decode()


@pytest.mark.half_second
def test_repairs_in_the_administration_are_done_and_written_down(moderator: Client, two_play: Match) -> None:
    assert "was put on hold" in do(moderator, "quarantine", two_play)
    two_play.refresh_from_db()
    assert (two_play.status, two_play.trouble) == (Match.Status.BROKEN, "put on hold by a moderator")
    do(moderator, "rebuild", two_play)
    two_play.refresh_from_db()
    assert two_play.status == Match.Status.RUNNING
    assert "No computer player is to move" in do(moderator, "ask", two_play)
    assert "Put the match on hold first" in do(moderator, "call_off", two_play)
    written = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert len(written) == 2


def test_what_is_set_aside_is_called_off_in_the_administration(moderator: Client, two_play: Match) -> None:
    do(moderator, "quarantine", two_play)
    assert "was called off" in do(moderator, "call_off", two_play)
    two_play.refresh_from_db()
    assert (two_play.status, two_play.reason) == (Match.Status.FINISHED, CALLED_OFF)
    assert LogEntry.objects.latest("pk").get_change_message() == "was called off"


@pytest.mark.half_second
@pytest.mark.parametrize("plays", ["the moderator", "a bot of the moderator"])
def test_no_player_escapes_a_loss_by_what_moderators_do(moderator: Client, alice: User, plays: str) -> None:
    keeper = User.objects.get(username="Moderator-at-work")
    player = keeper if plays == "the moderator" else bot_create(owner=keeper, name="Keeper-of-none")
    match = match_join(
        match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(rated=True)), user=player
    )
    other = User.objects.create_user("Another-one")
    others = Client()
    moderator_appoint(user=other)
    others.force_login(other)
    may = keeper.is_superuser
    for action in ("quarantine", "rebuild"):
        assert ("You are playing in this match yourself" in do(moderator, action, match)) is not may
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    do(others, "quarantine", match)
    assert ("You are playing in this match yourself" in do(moderator, "call_off", match)) is not may
    match.refresh_from_db()
    assert match.reason == (CALLED_OFF if may else "")


def test_a_computer_player_that_hangs_is_asked_again_in_the_administration(
    moderator: Client, alice: User, owl: User
) -> None:
    match = match_create(host=alice, game="maya", others=[owl])
    while match.asked_at is None:
        match = play_once(match, legal(match)[0])
    asked = match.asked_at
    assert "asked its computer player again" in do(moderator, "ask", match)
    match.refresh_from_db()
    assert match.asked_at > asked
    assert LogEntry.objects.get().object_id == str(match.pk)


def test_several_are_repaired_at_once_and_each_says_how_it_went(
    moderator: Client, two_play: Match, alice: User, bob: User
) -> None:
    torn = play_once(two_play, legal(two_play)[0])
    torn.actions.filter(ply=0).update(text="fly away")
    whole = match_create(host=alice, game="maya", others=[bob])
    for match in (torn, whole):
        do(moderator, "quarantine", match)
    form = {"action": "rebuild", "_selected_action": [torn.pk, whole.pk]}
    page = unescape(moderator.post("/admin/games/match/", form, follow=True).content.decode())
    assert f"{whole.code} was rebuilt from its log" in page
    assert "The log can’t be replayed" in page
    assert [Match.objects.get(pk=match.pk).status for match in (torn, whole)] == ["broken", "running"]


def test_hidden_things_of_a_match_set_aside_are_seen_and_that_is_written_down(
    moderator: Client, two_play: Match
) -> None:
    address = f"/admin/games/match/{two_play.pk}/change/"
    assert two_play.deal not in moderator.get(address).content.decode()
    assert not LogEntry.objects.exists()
    match_quarantine_by_hand(match=two_play, trouble="")
    assert two_play.salt in moderator.get(address).content.decode()
    assert LogEntry.objects.get().object_id == str(two_play.pk)


def test_hidden_things_of_a_match_set_aside_are_not_seen_by_the_owner_of_a_bot_there(two_play: Match) -> None:
    """It may go on, and the bot's next choices are its owner's."""
    keeper = User.objects.create_user("Keeper")
    moderator_appoint(user=keeper)
    two_play.seats.filter(number=1).update(user=bot_create(owner=keeper, name="Robo"))
    match_quarantine_by_hand(match=two_play, trouble="")
    browser = visitor(keeper)
    page = browser.get(f"/admin/games/match/{two_play.pk}/change/")
    assert page.status_code == 200
    assert not any(secret in page.text for secret in (two_play.salt, two_play.deal))


def test_moderators_without_the_right_to_change_only_look(two_play: Match, db: None) -> None:
    staff = User.objects.create_user("Watcher", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_match"))
    browser = visitor(staff)
    assert browser.get("/admin/games/match/").status_code == 200
    do(browser, "quarantine", two_play)
    two_play.refresh_from_db()
    assert two_play.status == Match.Status.RUNNING


@pytest.mark.parametrize("game", first(["maya"], of=GAMES))
def test_the_board_and_the_record_are_shown_as_spectators_see_them(
    game: str, client: Client, alice: User, bob: User, charlie: User
) -> None:
    moderator_appoint(user=charlie)
    client.force_login(charlie)
    table = match_create(host=alice, game=game, others=[None])
    match = play_randomly(match_join(match=table, user=bob), Random(3), until=9)
    page = client.get(f"/admin/games/match/{match.pk}/change/").content.decode()
    assert "<svg" in page
    assert f"/match/{match.code}/record.txt" in page
    assert record_text(match, Visitor(AnonymousUser())).splitlines()[-1] in unescape(page)
    Match.objects.filter(pk=match.pk).update(ply=99)
    assert "instead of 99" in client.get(f"/admin/games/match/{match.pk}/change/").content.decode()


@pytest.mark.half_second
def test_all_that_moderators_do_stands_in_the_log_of_the_match(two_play: Match, client: Client, alice: User) -> None:
    match = play_once(two_play, legal(two_play)[0])
    match = match_quarantine_by_hand(match=match, trouble="a quarrel")
    match = match_rebuild(match=match)
    match = play_once(match, legal(match)[0])
    sentences = ["puts the match on hold", "resumes the match"]
    kinds = ["play", "aside", "mended", "play"]
    for reader in (None, alice):
        if reader is not None:
            client.force_login(reader)
        page = client.get(match.get_absolute_url()).content.decode()
        assert all(f"A moderator {words}" in page for words in sentences)
        log = client.get(f"/api/match/{match.code}/").json()["log"]
        assert [entry["kind"] for entry in log] == kinds
        assert [entry["seat"] is None for entry in log] == [False, True, True, False]
    match_quarantine_by_hand(match=match, trouble="a quarrel")
    match = match_call_off(match=match)
    assert len(record_of(match).plies) == 2, "a record contains what was played"
    for address in (match.get_absolute_url(), f"{match.get_absolute_url()}replay/?step=2"):
        page = client.get(address).content.decode()
        assert "A moderator calls the match off" in page
        assert "chip-seat seat-0" not in page
        assert "#sg-0" not in page


def test_a_log_that_is_longer_than_its_row_says_is_continued_behind_its_end(two_play: Match) -> None:
    match = play_once(two_play, legal(two_play)[0])
    Match.objects.filter(pk=match.pk).update(ply=match.ply - 1)
    match = match_quarantine_by_hand(match=match, trouble="torn")
    match = match_rebuild(match=match)
    assert list(match.actions.order_by("ply").values_list("ply", flat=True)) == list(range(match.ply))


def test_what_moderators_do_is_no_players_last_decision(two_play: Match, client: Client) -> None:
    match = match_rebuild(match=play_once(two_play, legal(two_play)[0]))
    for seat in match.seats.select_related("user"):
        seen = position(match, Visitor(seat.user))
        assert seen.entries[seen.since :][-1].kind == "mended", "everyone sees it as news"
