"""Bots: accounts of programs. Their owners are responsible, tokens let them play, and everyone can tell that they are
bots.
"""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import bots
from accounts.bots import bot_create
from accounts.models import ApiToken, User
from accounts.passes import TOKEN, let_in
from accounts.services import computer_players_ensure
from accounts.tokens import token_create
from common.refusals import Refused
from games.ai.levels import LEVELS
from games.api.v1 import news
from games.models import Event, Invitation, Match, Rating, Seat
from games.selectors.access import Visitor
from games.selectors.lobby.rematches import left_out
from games.selectors.people.chat import chat_of
from games.selectors.records.lists import open_tables, rows_of
from games.services.live.events import events_number
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.pairing import pair
from games.services.lobby.rematches import rematch
from games.services.lobby.terms import TableTerms
from games.services.people.chat import message_write, silence_create, silence_end
from games.services.people.relations import block_create, block_end, friendship_ask
from games.services.ratings.finished import ratings_apply
from membership.bans import ban_create, bans_enforce
from membership.cautions import caution_create
from membership.deletion import account_delete
from tests.accounts.cast import PASSWORD, log_in, prove
from tests.games.playing import play_randomly
from tests.visitors import visitor as browser_of

KEY = "a-key-that-a-page-has-shown"


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", "bob@example.org", PASSWORD)


@pytest.fixture
def robo(alice: User) -> User:
    """Alice's bot."""
    cache.clear()
    computer_players_ensure()  # one of them takes over what a bot leaves
    return bot_create(owner=alice, name="Robo")


def program_of(user: User, scopes: str = "read play tables") -> Any:
    """A function that requests the API with a token of this user."""
    secret = token_create(user=user, name="x", scopes=scopes.split(), days=None)[1]

    def ask(path: str, body: dict[str, Any] | None = None) -> Any:
        facts: dict[str, Any] = {"headers": {"Authorization": f"Bearer {secret}"}}
        address, client = f"/api/v1/{path}", Client()
        if body is None:
            return client.get(address, **facts)
        return client.post(address, body, content_type="application/json", **facts)

    return ask


def table(host: User, *others: User, **facts: Any) -> Match:
    match = match_create(host=host, game="rapa_nui", others=[None] * max(1, len(others)), terms=TableTerms(**facts))
    for other in others:
        match = match_join(match=match, user=other)
    return match


# --- in the settings of its owner -------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_a_member_makes_a_bot_and_a_token_with_which_a_program_plays(alice: User, bob: User) -> None:
    cache.clear()
    browser = browser_of(alice)
    prove(browser)
    made = browser.post("/account/bots/", {"username": "Robo", "once": KEY})
    assert made["Location"] == "/account/bots/Robo/"
    form = {"name": "at home", "scopes": ["read", "play", "tables"], "days": "30", "once": KEY}
    secret = re.findall(r"mp_[\w-]+", browser.post("/account/bots/Robo/", form).text)[0]
    token = {"Authorization": f"Bearer {secret}"}
    account = Client().get("/api/v1/account", headers=token).json()
    assert (account["name"], account["bot"], account["owner"]) == ("Robo", True, "Alice")
    match = table(bob)
    joined = Client().post(f"/api/v1/tables/{match.code}/join", {}, content_type="application/json", headers=token)
    assert joined.status_code == 200, joined.text
    assert match.seats.filter(user__username="Robo").exists()
    assert "at home" in browser.get("/account/bots/Robo/").text
    browser.post("/account/bots/Robo/", {"revoke": ApiToken.objects.get().pk})
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    ("name", "reason"), [("Bob", "is taken"), ("R", "A name can have"), ("computer", "reserved"), ("", "required")]
)
def test_its_name_is_one_like_every_other(alice: User, bob: User, name: str, reason: str) -> None:
    answer = browser_of(alice).post("/account/bots/", {"username": name})
    assert answer.status_code == 422
    assert reason in answer.text
    assert not User.objects.exclude(owner=None).exists()


def test_no_member_has_too_many_and_no_guest_or_bot_has_one(alice: User, robo: User, guest_browser: Client) -> None:
    for number in range(bots.MOST - 1):
        bot_create(owner=alice, name=f"Robo{number}-x")
    guest = User.objects.get(is_guest=True)
    for owner in (alice, robo, guest):
        with pytest.raises(Refused):
            bot_create(owner=owner, name="One-more")


def test_nobody_makes_and_deletes_bots_without_end(alice: User, settings: Settings) -> None:
    """Each begins with the rating of a newcomer, and games with those that are gone cannot be counted together."""
    settings.LIMITS = settings.LIMITS | {"bot": "2/24h/user"}
    browser = browser_of(alice)
    for name in ("RoboA", "RoboB", "RoboC"):
        page = browser.post("/account/bots/", {"username": name}, follow=True).text
        alice.bots.update(owner=None, is_active=False)
    assert "That’s too many changes at once." in page
    assert not User.objects.filter(username="RoboC").exists()


def test_the_pages_of_a_bot_are_for_its_owner(alice: User, robo: User, bob: User) -> None:
    assert browser_of(alice).get("/account/bots/robo/").status_code == 200
    assert browser_of(bob).get("/account/bots/Robo/").status_code == 404
    assert browser_of(bob).post("/account/bots/Robo/delete/", {"name": "Robo"}).status_code == 404


def test_its_owner_deletes_it_by_its_name(alice: User, robo: User, bob: User) -> None:
    match, browser = table(bob, robo), browser_of(alice)
    prove(browser)
    browser.post("/account/bots/Robo/delete/", {"name": "Roboter"})
    assert User.objects.filter(username="Robo").exists()
    for _twice in range(2):
        answer = browser.post("/account/bots/Robo/delete/", {"name": "Robo", "once": KEY})
        assert answer["Location"] == "/account/bots/"
    robo.refresh_from_db()
    assert (robo.owner, robo.is_active) == (None, False)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def handed_over(owner: Client) -> str:
    """Make a handover link on the bot's page. Returns its path."""
    prove(owner)
    page = owner.post("/account/bots/Robo/", {"handover": "begin"}, follow=True).text
    return re.findall(r'value="http://testserver(/account/bots/take/[^"]+)"', page)[0]


@pytest.mark.half_second
def test_a_bot_is_handed_over_to_the_member_who_accepts_it(alice: User, robo: User, bob: User) -> None:
    ask, path = program_of(robo), handed_over(browser_of(alice))
    assert "This is your own link" in browser_of(alice).get(path).text
    browser = browser_of(bob)
    assert "Alice hands BOT Robo over to you" in browser.get(path).text
    assert User.objects.get(pk=robo.pk).owner == alice, "opening the link takes nothing over"
    for _twice in range(2):
        assert browser.post(path, {"once": KEY})["Location"] == "/account/bots/Robo/"
    assert User.objects.get(pk=robo.pk).owner == bob
    assert ask("account").status_code == 401, "tokens of the previous owner no longer work"
    assert browser_of(alice).get("/account/bots/Robo/").status_code == 404
    assert browser_of(alice).post(path).status_code == 404, "the link has been used"
    browser_of(alice).post(handed_over(browser))
    assert User.objects.get(pk=robo.pk).owner == alice
    assert browser.post(path).status_code == 404, "and does not become valid again when the bot comes back"


def test_a_bot_of_a_banned_member_is_not_handed_over(alice: User, robo: User, bob: User) -> None:
    path = handed_over(browser_of(alice))
    ban_create(user=alice, moderator=bob, until=timezone.now() + timedelta(days=1), why="Enough")
    assert browser_of(bob).post(path).status_code == 404


def test_a_link_ends_after_a_week_and_no_member_takes_one_too_many(
    alice: User, robo: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, browser = handed_over(browser_of(alice)), browser_of(bob)
    for number in range(bots.MOST):
        bot_create(owner=bob, name=f"Bobot-{number}")
    assert browser.post(path)["Location"] == "/account/bots/"
    assert User.objects.get(pk=robo.pk).owner == alice
    monkeypatch.setattr(bots, "LASTS", timedelta(seconds=-1))
    assert browser.get(path).status_code == 404
    assert "/account/bots/take/" not in browser_of(alice).get("/account/bots/Robo/").text


def test_a_link_is_withdrawn_and_a_new_one_ends_the_old(alice: User, robo: User, bob: User) -> None:
    owner, browser = browser_of(alice), browser_of(bob)
    assert "/account/bots/take/" not in owner.get("/account/bots/Robo/").text
    first = handed_over(owner)
    assert first in owner.get("/account/bots/Robo/").text, "the page shows it for as long as it works"
    assert browser.get(first).status_code == 200
    second = handed_over(owner)
    assert [browser.get(path).status_code for path in (first, second)] == [404, 200]
    page = owner.post("/account/bots/Robo/", {"handover": "withdraw"}, follow=True).text
    assert "The link no longer works." in page
    assert "/account/bots/take/" not in page
    assert browser.post(second).status_code == 404
    assert User.objects.get(pk=robo.pk).owner == alice
    assert owner.post("/account/bots/Robo/", {"handover": "nonsense"}).status_code == 404
    assert browser.post("/account/bots/Robo/", {"handover": "begin"}).status_code == 404, "it is not Bob's"


def test_what_the_owner_before_does_a_moment_too_late_does_nothing(alice: User, robo: User, bob: User) -> None:
    bots.handover_begin(bot=robo)
    bots.bot_take(bot=User.objects.get(pk=robo.pk), user=bob)
    with pytest.raises(Refused):
        bots.handover_begin(bot=robo)
    with pytest.raises(Refused):
        token_create(user=robo, name="x", scopes=["play"], days=None)
    assert User.objects.get(pk=robo.pk).handover_at is None
    assert not ApiToken.objects.exists()


def test_a_link_withdrawn_at_this_moment_hands_nothing_over(alice: User, robo: User, bob: User) -> None:
    bots.handover_begin(bot=robo)
    found = bots.bot_in(bots.handover_link(robo))
    assert found is not None
    bots.handover_withdraw(bots=User.objects.filter(pk=robo.pk))
    with pytest.raises(Refused, match="no longer works"):
        bots.bot_take(bot=found, user=bob)


# --- who gets in ------------------------------------------------------------------------------------------------------


def test_no_login_is_one_of_a_bot(robo: User) -> None:
    robo.set_password(PASSWORD)
    robo.save()
    assert not log_in(Client(), "Robo")
    browser = browser_of(robo)
    assert browser.get("/mine/").status_code == 302
    assert browser.get("/api/v1/account").status_code == 401


def test_only_its_own_tokens_play_for_it(alice: User, robo: User, bob: User) -> None:
    match = table(bob, robo)
    seat = match.seats.get(user=robo)
    assert program_of(robo)(f"matches/{match.code}").json()["seat"] == seat.number
    assert program_of(alice)(f"matches/{match.code}").json()["seat"] is None


def test_a_bot_never_sees_what_moderators_see(robo: User, bob: User) -> None:
    User.objects.filter(pk=robo.pk).update(is_staff=True, is_superuser=True)
    match = table(bob, access=Match.Access.LINK)
    assert program_of(robo)(f"matches/{match.code}").status_code == 404
    assert browser_of(User.objects.get(pk=robo.pk)).get("/admin/").status_code == 302


def test_a_ban_of_the_owner_is_one_of_the_bot(alice: User, robo: User, bob: User) -> None:
    ask, match = program_of(robo), table(bob, robo)
    ban_create(user=alice, moderator=bob, until=timezone.now() + timedelta(days=1), why="Enough")
    assert ask("account").json()["code"] == "banned"
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    with pytest.raises(Refused, match="can’t invite"):
        invitation_create(match=table(bob), host=bob, name="Robo")
    Seat.objects.filter(match=table(bob), user=None).update(user=robo)
    assert bans_enforce() == 1


def test_a_bot_of_a_closed_account_does_nothing_any_more(alice: User, robo: User, bob: User) -> None:
    ask, path = program_of(robo), handed_over(browser_of(alice))
    stream = f"{TOKEN} {ApiToken.objects.get().pk}"
    assert let_in([stream]) == {stream}
    User.objects.filter(pk=alice.pk).update(is_active=False)  # as in the administration
    assert ask("account").status_code == 401
    assert not let_in([stream]), "streams end too"
    assert browser_of(bob).post(path).status_code == 404, "nobody else takes it over"


@pytest.mark.half_second
def test_a_bot_of_a_closed_account_is_listed_and_invited_nowhere(alice: User, robo: User, bob: User) -> None:
    match, reader = table(bob, robo, rated=True), Client()
    play_randomly(match, Random(1))
    ratings_apply(game="rapa_nui")
    again = rematch(match=Match.objects.get(pk=match.pk), user=bob)
    User.objects.filter(pk=alice.pk).update(is_active=False)  # as in the administration
    assert "Robo" not in [bot["name"] for bot in reader.get("/api/v1/bots").json()["bots"]]
    assert "Robo" not in reader.get("/bots/").text
    board = reader.get("/api/v1/leaderboards/rapa_nui").json()
    assert ([line["name"] for line in board["lines"]], board["players"]) == (["Bob"], 1)
    with pytest.raises(Refused, match="No member is called"):
        invitation_create(match=table(bob), host=bob, name="Robo")
    again.invitations.all().delete()
    assert left_out(again) == []


def test_a_silence_of_the_owner_is_one_of_the_bot(alice: User, robo: User, bob: User) -> None:
    ask, match = program_of(robo), table(bob, robo)
    silence = silence_create(user=alice, moderator=bob, days=3, why="Enough")
    refused = ask(f"matches/{match.code}/chat", {"text": "Hello"})
    assert (refused.status_code, "Enough" in refused.json()["detail"]) == (422, True)
    silence_end(silence=silence)
    assert ask(f"matches/{match.code}/chat", {"text": "Hello"}).status_code == 204
    silence_create(user=robo, moderator=bob, days=3, why="Too loud")
    with pytest.raises(Refused, match="Too loud"):
        message_write(match=match, user=robo, text="Hello")
    assert message_write(match=table(alice), user=alice, text="Hello").channel == "players"


def test_what_a_bot_should_not_do_again_is_told_to_its_owner(alice: User, robo: User, bob: User) -> None:
    assert caution_create(user=robo, moderator=bob, why="It is rude").user == alice


# --- at the tables ----------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_it_is_challenged_by_name_and_plays_rated(robo: User, bob: User) -> None:
    match, ask = table(bob, rated=True), program_of(robo)
    invitation_create(match=match, host=bob, name="robo")
    assert ask(f"tables/{match.code}/join", {}).status_code == 200
    match.refresh_from_db()
    play_randomly(match, Random(1))
    ratings_apply(game="rapa_nui")
    assert set(Rating.objects.values_list("user__username", flat=True)) == {"Bob", "Robo"}


def test_it_has_only_so_many_games_at_once(robo: User, bob: User, settings: Settings) -> None:
    settings.BOT_GAMES = 2
    ask = program_of(robo)
    assert ask("tables", {"game": "rapa_nui"}).status_code == 201
    table(bob, robo)
    refused = ask("tables", {"game": "rapa_nui"})
    assert (refused.status_code, refused.json()["detail"]) == (422, "A bot can have at most 2 games at once.")
    with pytest.raises(Refused, match="at most 2 games"):
        table(bob, robo)
    with pytest.raises(Refused, match="cannot play any more games"):
        invitation_create(match=table(bob), host=bob, name="Robo")


@pytest.mark.parametrize("rated", [True, False])
def test_a_bot_and_its_owner_meet_in_games_that_are_not_rated(alice: User, robo: User, rated: bool) -> None:
    other = bot_create(owner=alice, name="Other")
    for host, second in ((alice, robo), (robo, alice), (robo, other)):
        match = table(host, rated=rated)
        if rated:
            with pytest.raises(Refused, match="in a rated game"):
                match_join(match=match, user=second)
        else:
            match_join(match=match, user=second)


@pytest.mark.parametrize("rated", [True, False])
def test_a_bot_and_its_owner_are_invited_to_games_that_are_not_rated(
    alice: User, bob: User, robo: User, rated: bool
) -> None:
    other = bot_create(owner=alice, name="Other")
    # Two bots of one owner, at the table of someone else.
    joint = match_create(host=bob, game="rapa_nui", others=[None, None], terms=TableTerms(rated=rated))
    match_join(match=joint, user=robo)
    for match, host, second in (
        (table(alice, rated=rated), alice, robo),
        (table(robo, rated=rated), robo, alice),
        (table(robo, rated=rated), robo, other),
        (joint, bob, other),
    ):
        if rated:
            with pytest.raises(Refused, match="in a rated game"):
                invitation_create(match=match, host=host, name=second.username)
            assert not match.invitations.exists()
        else:
            invitation_create(match=match, host=host, name=second.username)
    invitation_create(match=table(bob, rated=rated), host=bob, name="Robo")


@pytest.mark.half_second
def test_a_game_does_not_count_in_which_a_bot_comes_to_a_member_who_plays_there(
    alice: User, robo: User, bob: User
) -> None:
    match = table(bob, robo, rated=True)
    User.objects.filter(pk=robo.pk).update(owner=bob)  # as it may have been done before this was refused
    with pytest.raises(Refused, match="once that game is over"):
        bots.bot_take(bot=User.objects.get(pk=robo.pk), user=alice)  # nor is it given back to let a win count
    play_randomly(match, Random(1))
    ratings_apply(game="rapa_nui")
    assert not Rating.objects.exists()


@pytest.mark.half_second
@pytest.mark.parametrize("by_bot", [False, True])
def test_no_player_escapes_a_loss_by_taking_a_bot_over(by_bot: bool, alice: User, robo: User, bob: User) -> None:
    player = bot_create(owner=bob, name="Bobot") if by_bot else bob
    match = table(player, robo, User.objects.create_user("Carla"), rated=True)
    path, browser = handed_over(browser_of(alice)), browser_of(bob)
    assert "once that game is over" in browser.post(path, follow=True).text
    assert User.objects.get(pk=robo.pk).owner == alice
    play_randomly(match, Random(1))
    assert browser.post(path)["Location"] == "/account/bots/Robo/"
    ratings_apply(game="rapa_nui")
    assert Rating.objects.filter(user=player).exists()


def test_it_writes_only_where_it_sits(robo: User, bob: User) -> None:
    match = table(bob, robo)
    assert message_write(match=match, user=robo, text="Hello").channel == "players"
    other = table(bob, User.objects.create_user("Carla"))
    with pytest.raises(Refused, match="guests and bots only where they sit"):
        message_write(match=other, user=robo, text="Hello")


def test_no_player_meets_a_bot_without_choosing_it(robo: User, bob: User) -> None:
    match = table(robo)
    assert pair(user=bob, game="rapa_nui").pk != match.pk


def test_a_blocked_member_does_not_come_as_a_bot(alice: User, robo: User, bob: User) -> None:
    before = table(robo)
    invitation_create(match=before, host=robo, name="Bob")
    block_create(user=bob, name="Alice")
    assert not before.invitations.exists()
    with pytest.raises(Refused, match="does not want to play with you"):
        match_join(match=table(bob), user=robo)
    with pytest.raises(Refused, match="can’t invite"):
        invitation_create(match=table(robo), host=robo, name="Bob")
    with pytest.raises(Refused, match="can’t invite"):
        invitation_create(match=table(bob), host=bob, name="Robo")
    block_end(user=bob, name="Alice")
    match_join(match=table(bob), user=robo)


def test_a_member_blocked_by_its_owner_does_not_come_to_its_tables(alice: User, robo: User, bob: User) -> None:
    ours, theirs, bobot = table(robo), table(bob), bot_create(owner=bob, name="Bobot")
    invitation_create(match=ours, host=robo, name="Bob")
    invitation_create(match=theirs, host=bob, name="Robo")
    assert ours.pk in open_tables(bob).keys
    block_create(user=alice, name="Bob")
    assert not Invitation.objects.exists()
    for user in (bob, bobot):
        assert ours.pk not in open_tables(user).keys
        with pytest.raises(Refused, match="does not want to play with you"):
            match_join(match=ours, user=user)
    assert theirs.pk not in open_tables(robo).keys
    block_end(user=alice, name="Bob")
    match_join(match=ours, user=bob)


def test_what_the_bot_of_a_muted_member_writes_is_not_read(alice: User, robo: User, bob: User) -> None:
    match, reader = table(bob, robo), Visitor(bob)
    message_write(match=match, user=robo, text="Hello")

    def heard() -> list[bool]:
        [row], told = rows_of([match.pk], bob), news.of_match(match, reader, news.Mark(match.ply, 0)).events
        events_number(user_id=bob.pk)
        numbered = Event.objects.filter(user=bob, message__isnull=False)
        return [
            bool(chat_of(match, reader).messages),
            row.has_unread,
            any(event["type"] == "chat" for event in told),
            numbered.delete()[0] > 0,
        ]

    block_create(user=bob, name="Alice", only_mutes=True)
    assert heard() == [False] * 4
    block_end(user=bob, name="Alice")
    assert heard() == [True] * 4


def test_a_bot_makes_no_friends(robo: User, bob: User) -> None:
    with pytest.raises(Refused, match="Robo is a bot"):
        friendship_ask(user=bob, name="robo")


# --- wherever its name is shown ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_page_says_that_it_is_one(alice: User, robo: User, bob: User) -> None:
    reader, open_table = browser_of(bob), table(robo)
    match = play_randomly(table(bob, robo, rated=True), Random(1))
    ratings_apply(game="rapa_nui")
    running = table(bob, robo)
    message_write(match=running, user=robo, text="Hello")
    for address in (
        "/tables/",
        f"/match/{open_table.code}/",
        f"/match/{running.code}/",
        f"/match/{match.code}/",
        f"/match/{match.code}/replay/",
        "/leaderboards/rapa_nui/",
        "/people/Robo/",
        "/people/Bob/",
        "/people/Alice/",
        "/archive/",
        "/bots/",
        "/mine/",
    ):
        text = reader.get(address).text
        main = text[text.index("<main") :]
        assert "BOT Robo" in main, address
        assert not re.search(r"(?<!BOT )\bRobo</", main), address
    german = reader.get("/bots/", headers={"Accept-Language": "de"}).text
    assert "BOT Robo" in german


def test_its_profile_names_who_answers_for_it(alice: User, robo: User, bob: User) -> None:
    page = browser_of(bob).get("/people/Robo/").text
    assert 'Bot of <a class="person" href="/people/Alice/">Alice</a>' in page
    assert "/tables/new/?invite=Robo" in page
    assert "Add friend" not in page


@pytest.mark.half_second
def test_a_leaderboard_of_people_leaves_bots_out(robo: User, bob: User) -> None:
    play_randomly(table(bob, robo, rated=True), Random(1))
    ratings_apply(game="rapa_nui")
    board, reader = "/leaderboards/rapa_nui/", Client()
    assert "BOT Robo" in reader.get(board).text
    people = reader.get(f"{board}?computers=hide").text
    assert "Robo" not in people
    assert "1 player" in people
    leaderboard = reader.get("/api/v1/leaderboards/rapa_nui").json()
    assert {line["name"]: line["bot"] for line in leaderboard["lines"]} == {"Bob": False, "Robo": True}
    leaderboard = reader.get("/api/v1/leaderboards/rapa_nui?computers=false").json()
    assert [line["name"] for line in leaderboard["lines"]] == ["Bob"]
    assert leaderboard["players"] == 1


def test_the_api_says_who_is_one(alice: User, robo: User, bob: User) -> None:
    match, ask = table(bob, robo), program_of(robo)
    seats = ask(f"matches/{match.code}").json()["seats"]
    assert {seat["name"]: seat["bot"] for seat in seats} == {"Bob": False, "Robo": True}
    person = ask("people/robo").json()
    assert (person["bot"], person["owner"], person["bots"]) == (True, "Alice", [])
    person = ask("people/Alice").json()
    assert (person["bot"], person["owner"], person["bots"]) == (False, None, ["Robo"])


def test_all_bots_are_listed_ours_and_those_of_people(alice: User, robo: User, django_assert_num_queries: Any) -> None:
    ours = [player.username for player in computer_players_ensure()]
    for number in range(3):
        bot_create(owner=alice, name=f"Bot-{number}")
    listed = Client().get("/api/v1/bots").json()
    assert [bot["name"] for bot in listed["bots"]] == [*ours, "Bot-0", "Bot-1", "Bot-2", "Robo"]
    assert listed["bots"][-1] == {"name": "Robo", "computer": False, "level": None, "owner": "Alice"}
    assert [bot["level"] for bot in listed["bots"][: len(ours)]] == list(LEVELS)
    assert Client().get("/api/v1/bots?after=Bot-2").json()["bots"] == listed["bots"][-1:]
    with django_assert_num_queries(2):
        page = Client().get("/bots/").text
    for name in (*ours, "BOT Robo", "Alice"):
        assert name in page


# --- with its owner ---------------------------------------------------------------------------------------------------


def test_bots_go_with_their_owners_account(alice: User, robo: User, bob: User) -> None:
    match = table(bob, robo)
    account_delete(user=alice)
    assert not User.objects.exclude(owner=None).exists()
    assert not User.objects.filter(username="Robo").exists()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_moderators_find_bots_and_their_owners(robo: User) -> None:
    browser = browser_of(User.objects.create_superuser("Warden", password=PASSWORD))
    page = browser.get("/admin/accounts/user/?kind=bot").text
    assert "bot of Alice" in page
    assert "Warden</a>" not in page
    assert "Robo" in browser.get("/admin/accounts/user/?q=Alice").text
