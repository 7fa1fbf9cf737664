"""A person's data: downloading all of it, deleting it, sessions, names given up."""

import io
import json
import zipfile
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import NameChange, User
from accounts.services import settings_update
from games.models import Match, Seat
from games.services.lobby.device import seat_claim
from games.services.lobby.matches import match_create, match_join
from membership.deletion import KEPT, RunsTheSite, account_delete
from membership.export import TOLD, UNTOLD
from tests.accounts.cast import PASSWORD, llama, log_in, open_table, user_of
from tests.games.device import play_by_hand, shared
from tests.games.playing import play_out, play_randomly


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("Bob", "bob@example.org", PASSWORD)


def files(answer: Any) -> dict[str, Any]:
    """The contents of a zip file: JSON parsed, the rest as text."""
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archived:
        texts = {name: archived.read(name).decode() for name in archived.namelist()}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}


def test_whatever_leads_to_a_user_is_told_or_left_out_for_a_reason(db: None) -> None:
    """A new table about people must say in membership/export.py how much of it the person gets to see."""
    leading = {
        (relation.related_model._meta.label, relation.field.name)
        for relation in User._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel)
    }
    assert leading == TOLD.keys() | UNTOLD.keys()


@pytest.mark.half_second
def test_my_data_are_all_that_the_site_knows_and_nothing_of_others(browser: Client, alice: User, bob: User) -> None:
    services.email_set(user=alice, email="alice@example.org")
    done = play_out(match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob), Random(1))
    running = match_join(match=match_create(host=alice, game="rapa_nui", others=[None]), user=bob)
    given = files(browser.get("/account/data.zip"))
    assert given["account.json"][0]["username"] == "Alice"
    assert given["email-addresses-user.json"][0]["email"] == "alice@example.org"
    assert {seat["match__code"] for seat in given["seats-user.json"]} == {done.code, running.code}
    assert [name for name in given if name.endswith(f"{done.code}.txt")]
    assert f"records/running-rapa_nui-{running.code}.txt" in given
    assert given["account.json"][0]["confirm_turns"] == alice.confirm_turns
    everything = json.dumps(given)
    assert "bob@example.org" not in everything
    assert running.deal not in everything
    assert alice.password not in everything


@pytest.mark.half_second
def test_a_game_at_my_device_is_told_once_also_when_i_have_claimed_a_seat(browser: Client, alice: User) -> None:
    mine, theirs = (play_by_hand(shared(alice), alice) for _number in range(2))
    name = mine.seats.get(number=0).name_at_device  # assigned at random
    seat_claim(match=mine, user=alice, seat=0)
    given = files(browser.get("/account/data.zip"))
    for match in (mine, theirs):
        assert len([name for name in given if name.endswith(f"{match.code}.txt")]) == 1, match.code
    assert [seat["name_at_device"] for seat in given["seats-user.json"]] == [name]


def test_a_log_that_no_longer_replays_keeps_no_member_from_their_data(browser: Client, alice: User, bob: User) -> None:
    whole, torn = (
        play_randomly(
            match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob), Random(1), until=5
        )
        for _number in range(2)
    )
    torn.actions.filter(ply=0).update(text="fly away")
    given = files(browser.get("/account/data.zip"))
    assert [name for name in given if name.startswith("records/")] == [f"records/running-maya-{whole.code}.txt"]


def test_my_data_ask_for_the_password_again_but_guests_have_none(
    client: Client, alice: User, guest_browser: Client
) -> None:
    client.force_login(alice)
    for address in ("/account/data.zip", "/account/delete/"):
        assert "/account/reauthenticate/" in client.get(address).headers["Location"]
    assert "account.json" in files(guest_browser.get("/account/data.zip"))
    assert guest_browser.get("/account/delete/").status_code == 200


@pytest.mark.half_second
def test_a_deleted_account_leaves_games_of_others_and_nothing_of_its_own(
    browser: Client, alice: User, bob: User
) -> None:
    llama()  # creates computer players, as one of them takes over what is given up
    services.email_set(user=alice, email="alice@example.org")
    done = play_out(match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob), Random(1))
    running = match_join(match=match_create(host=bob, game="maya", others=[None]), user=alice)
    table = open_table(alice, None)
    page = browser.post("/account/delete/", {"name": "Alice"}, follow=True)
    assert "Your account has been deleted" in page.content.decode()
    assert not page.context["user"].is_authenticated
    alice.refresh_from_db()
    assert alice.username.startswith("Former-")
    assert (alice.email, alice.is_active, alice.has_usable_password()) == ("", False, False)
    assert Seat.objects.filter(match=done, user=alice).count() == 1
    running.refresh_from_db()
    assert (running.status, running.reason) == (Match.Status.FINISHED, "resigned")
    assert not Match.objects.filter(pk=table.pk).exists()
    for relation in User._meta.related_objects:
        model = relation.related_model
        if relation.on_delete is models.CASCADE and model._meta.label not in KEPT:
            assert not model._base_manager.filter(**{relation.field.name: alice}).exists(), model
    assert not log_in(Client(), "Alice")
    assert browser.get("/people/Alice/").status_code == 404
    assert User.objects.create_user("Alice").pk != alice.pk  # the name is free


def test_deleting_twice_changes_nothing_and_names_of_the_gone_are_not_given(alice: User, client: Client) -> None:
    account_delete(user=alice)
    name = User.objects.get(pk=alice.pk).username
    account_delete(user=User.objects.get(pk=alice.pk))
    assert User.objects.get(pk=alice.pk).username == name
    form = {"username": "Former-12", "password1": PASSWORD}
    assert "reserved for" in client.post("/account/signup/", form).content.decode()


def test_a_wrong_name_deletes_nothing(browser: Client, alice: User) -> None:
    answer = browser.post("/account/delete/", {"name": "Alicia"})
    assert answer.status_code == 422
    assert "Nothing was deleted" in answer.content.decode()
    assert User.objects.get(pk=alice.pk).is_active


def test_a_guest_can_be_forgotten(guest_browser: Client) -> None:
    guest = user_of(guest_browser)
    guest_browser.post("/account/delete/", {"name": guest.username})
    guest.refresh_from_db()
    assert (guest.is_active, guest.is_guest) == (False, False)
    assert "_auth_user_id" not in guest_browser.session


def test_an_operator_stays(browser: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    page = browser.post("/account/delete/", {"name": "Alice"}, follow=True)
    assert "You help run this site" in page.content.decode()
    with pytest.raises(RunsTheSite):
        account_delete(user=User.objects.get(pk=alice.pk))
    with pytest.raises(RunsTheSite):
        account_delete(user=llama())


@pytest.mark.half_second
def test_other_browsers_are_listed_and_ended_one_by_one_or_all(alice: User, bob: User) -> None:
    here, there, elsewhere, bobs = (Client(headers={"User-Agent": agent}) for agent in ("A", "B", "C", "D"))
    for each in (here, there, elsewhere):
        assert log_in(each, "Alice")
    assert log_in(bobs, "Bob")
    page = here.get("/account/sessions/")
    keys = {session.user_agent: session.pk for session in page.context["sessions"]}
    assert set(keys) == {"A", "B", "C"}
    here.post("/account/sessions/", {"session": keys["B"]})
    assert there.get("/mine/").status_code == 302
    assert elsewhere.get("/mine/").status_code == 200
    bobs.post("/account/sessions/", {"session": keys["C"]})
    assert elsewhere.get("/mine/").status_code == 200
    here.post("/account/sessions/")
    assert elsewhere.get("/mine/").status_code == 302
    assert here.get("/mine/").status_code == bobs.get("/mine/").status_code == 200


@pytest.mark.half_second
def test_the_list_of_sessions_costs_the_same_however_long_it_is(alice: User, django_assert_num_queries: Any) -> None:
    here = Client()
    assert log_in(here, "Alice")
    here.get("/account/sessions/")
    for others in (0, 12):
        for _number in range(others):
            assert log_in(Client(), "Alice")
        with django_assert_num_queries(7):
            page = here.get("/account/sessions/")
        assert len(page.context["sessions"]) == 1 + others


def test_sessions_that_a_new_password_has_ended_are_not_listed(alice: User) -> None:
    there, here = Client(), Client()
    assert log_in(there, "Alice")
    alice.set_password(PASSWORD + "!")
    alice.save(update_fields=["password"])
    assert log_in(here, "Alice", PASSWORD + "!")
    assert len(here.get("/account/sessions/").context["sessions"]) == 1


def test_names_given_up_are_kept_for_moderators_and_changed_seldom(client: Client, alice: User) -> None:
    client.force_login(alice)
    for name in ("Alicia", "Alina"):
        client.post("/account/settings/", {"username": name, "theme": "dark", "confirm_turns": "slow"})
    page = client.post("/account/settings/", {"username": "Alma", "theme": "light", "confirm_turns": "slow"})
    assert "can change it again on" in page.content.decode()
    alice.refresh_from_db()
    assert (alice.username, alice.theme) == ("Alina", "dark")
    changes = NameChange.objects.filter(user=alice).order_by("pk")
    assert [(change.old, change.new) for change in changes] == [("Alice", "Alicia"), ("Alicia", "Alina")]
    changes.update(at=timezone.now() - services.NAME_CHANGES_WITHIN - timedelta(seconds=1))
    settings_update(user=alice, theme="light", confirm_turns="slow", name="Alma")
    alice.refresh_from_db()
    assert (alice.username, alice.theme) == ("Alma", "light")
    settings_update(user=alice, theme="dark", confirm_turns="slow", name="Alma")
    assert changes.count() == 3


def test_my_data_are_not_put_together_again_and_again(browser: Client) -> None:
    assert [browser.get("/account/data.zip").status_code for _time in range(7)] == [200] * 6 + [429]
