"""One device, many hands: a whole game by forms, the curtain between turns, what shows while it is down, claiming
seats.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.enumerating import listed
from common.refusals import Refused
from games.engine import GAMES
from games.engine.record import read
from games.models import Match
from games.selectors.access import HAND, has_curtain, seats_of
from games.selectors.people.profiles import record_of
from games.selectors.records.archive import archive
from games.selectors.records.match_export import occasion_of
from games.services.lobby.device import device_create, device_end, hand_hide, hand_show, seat_claim
from games.services.moderation.quarantine import match_quarantine
from games.services.play.turns import play
from games.services.refusals import NotRunning, NotYourSeat, NotYourTurn
from membership.deletion import account_delete
from tests.games.addresses import HTMX
from tests.games.device import NAMES, play_by_hand, shared
from tests.games.playing import legal
from tests.visitors import visitor

CURTAIN = "Pass the device to"
ACTION = re.compile(r'<button[^>]*name="action"[^>]*value="([^"]*)"')


def lift(browser: Client, match: Match, seat: int | None = None, **how: Any) -> Any:
    """Lift the curtain for the seat that decides, or for another one."""
    match.refresh_from_db()
    number = match.to_move if seat is None else seat
    return browser.post(reverse("match_curtain", args=[match.code]), {"seat": number}, **how)


def page_of(browser: Client, match: Match) -> str:
    return browser.get(match.get_absolute_url()).content.decode()


# --- beginning ---


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_forms_without_an_account_or_a_script(game: str, db: None) -> None:
    browser, rng = Client(), Random(3)
    seats = GAMES[game].SEATS[-1]
    names = {f"name_{place}": name for place, name in enumerate(NAMES[:seats], 1)}
    match_page = browser.post(f"{reverse('device')}?game={game}", names | {"computers": "0"}, follow=True)
    match = Match.objects.get(at_device=True)
    assert match_page.redirect_chain == [(match.get_absolute_url(), 302)]
    assert {seat.name_at_device for seat in match.seats.all()} == set(NAMES[:seats])
    lifted = played = 0
    while match.status == Match.Status.RUNNING:
        seat = match.seats.get(number=match.to_move)
        if has_curtain(match) and match.hand_shown is None:
            if lifted < 12:  # drawings are checked in the first turns only
                page = page_of(browser, match)
                assert f"{CURTAIN} {seat.name_at_device}" in page
                assert not ACTION.findall(page)
            lift(browser, match)
            lifted += 1
        if played < 12:
            assert ACTION.findall(page_of(browser, match))
        form = {"action": rng.choice(legal(match)), "ply": match.ply, "confirmed": "1"}
        answer = browser.post(reverse("match_play", args=[match.code]), form)
        assert answer.status_code == 302, answer.content
        match.refresh_from_db()
        assert match.hand_shown in (None, seat.number)
        played += 1
    assert bool(lifted) == has_curtain(match)
    page = page_of(browser, match)
    for name in NAMES[:seats]:
        assert name in page
    assert "Add this game to your own accounts" in page
    assert archive().keys == [match.pk]
    assert NAMES[0] in browser.get(reverse("archive")).content.decode()
    assert not match.rated


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name_1": "Anna"}, "at least two people"),
        ({"name_1": "Anna", "name_2": "anna"}, "Someone else here has this name"),
        ({"name_1": "Anna", "name_2": "Jaguar"}, "reserved"),
        ({"name_1": "Anna", "name_2": "Bob", "name_3": "Cili", "name_4": "Dora", "computers": "1"}, "at most 4 seats"),
    ],
)
def test_the_form_says_what_is_wrong(form: dict[str, str], said: str, computers: list[User]) -> None:
    answer = Client().post(f"{reverse('device')}?game=rapa_nui", form)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Match.objects.exists()


def test_computer_players_fill_seats(alice: User, computers: list[User]) -> None:
    browser = visitor(alice)
    form = {"name_1": "Anna", "name_2": "Bob", "computers": "1", "level": "solid"}
    browser.post(f"{reverse('device')}?game=rapa_nui", form)
    match = Match.objects.get()
    users = [seat.user.level if seat.user else seat.name_at_device for seat in match.seats.order_by("number")]
    assert sorted(users) == ["Anna", "Bob", "solid"]
    assert match.get_absolute_url() in browser.get(reverse("device")).content.decode()


# --- the curtain ---


def test_whose_hand_is_shown_and_for_how_long(alice: User) -> None:
    match = shared(alice)
    browser = visitor(alice)
    assert CURTAIN in page_of(browser, match)
    assert lift(browser, match).status_code == 302
    page = page_of(browser, match)
    assert CURTAIN not in page
    assert ACTION.findall(page)
    assert "no-store" in browser.get(match.get_absolute_url()).headers["Cache-Control"]
    browser.post(reverse("match_curtain", args=[match.code]))
    assert CURTAIN in page_of(browser, match)
    lift(browser, match)
    match.refresh_from_db()
    seat = match.to_move
    while match.to_move == seat:
        assert match.hand_shown == seat
        form = {"action": legal(match)[0], "ply": match.ply, "confirmed": "1"}
        answer = browser.post(reverse("match_play", args=[match.code]), form, headers=HTMX)
        match.refresh_from_db()
    assert (match.hand_shown, match.hand_key) == (None, "")
    assert CURTAIN in answer.content.decode()
    assert not ACTION.findall(answer.content.decode())
    assert HAND not in browser.session
    assert settings.SESSION_COOKIE_NAME in answer.cookies, "this makes browsers drop their pages for going back"


def test_it_is_lifted_in_one_browser_only(alice: User, bob: User) -> None:
    match = shared(alice)
    here, elsewhere = visitor(alice), visitor(alice)
    lift(here, match)
    assert not ACTION.findall(page_of(elsewhere, match))
    form = {"action": legal(match)[0], "ply": match.ply}
    assert elsewhere.post(reverse("match_play", args=[match.code]), form).status_code == 422
    lift(elsewhere, match)
    assert ACTION.findall(page_of(elsewhere, match))
    assert not ACTION.findall(page_of(here, match))
    for stranger in (visitor(bob), Client()):
        assert lift(stranger, match).status_code == 422
        assert CURTAIN not in page_of(stranger, match)
    elsewhere.logout()
    elsewhere.force_login(alice)
    assert CURTAIN in page_of(elsewhere, match)


def test_only_who_decides_lifts_it(alice: User, bob: User) -> None:
    match = shared(alice)
    assert match.to_move is not None
    with pytest.raises(NotYourTurn):
        hand_show(match=match, user=alice, seat=1 - match.to_move)
    with pytest.raises(NotYourTurn):
        hand_show(match=match, user=bob, seat=match.to_move)
    with pytest.raises(Refused):
        hand_hide(match=match, user=bob)
    with pytest.raises(NotYourSeat):
        play(match=match, user=alice, text=legal(match)[0], ply=match.ply)


def test_undo_is_for_the_own_turn(alice: User) -> None:
    match = shared(alice, "princes", 2)
    browser = visitor(alice)
    lift(browser, match)
    refused = undone = 0
    while not (refused and undone):
        match.refresh_from_db()
        seat = match.to_move
        if match.hand_shown is None:
            assert browser.post(reverse("match_undo", args=[match.code]), {"ply": match.ply}).status_code == 422
            refused += 1
            lift(browser, match)
        form = {"action": legal(match)[-1], "ply": match.ply, "confirmed": "1"}
        browser.post(reverse("match_play", args=[match.code]), form)
        match.refresh_from_db()
        if match.hand_shown == seat and 'id="undo-button"' in page_of(browser, match) and not undone:
            assert browser.post(reverse("match_undo", args=[match.code]), {"ply": match.ply}).status_code == 302
            undone += 1
            match.refresh_from_db()
            assert match.hand_shown == seat


def test_where_nothing_is_hidden_there_is_no_curtain(alice: User, bob: User) -> None:
    match = shared(alice, "maya", 2)
    assert ACTION.findall(page_of(visitor(alice), match))
    page = page_of(visitor(bob), match)
    assert not ACTION.findall(page)
    assert "You’re watching" in page


def test_what_such_a_match_does_not_have(alice: User) -> None:
    match = shared(alice)
    browser = visitor(alice)
    lift(browser, match)
    page = page_of(browser, match)
    for absent in ('id="chat"', 'id="hint-ask"', 'id="orders"', 'id="resign"', 'id="plan"'):
        assert absent not in page
    for name in ("match_resign", "match_hint", "match_plan", "match_orders", "match_end_agree", "match_rematch"):
        assert browser.post(reverse(name, args=[match.code]), {"ply": match.ply}).status_code in (404, 409, 422), name
    assert browser.post(reverse("match_chat", args=[match.code]), {"text": "Hello."}).status_code == 422


# --- the end ---


def test_the_people_at_the_device_end_it(alice: User, bob: User) -> None:
    match = shared(alice)
    with pytest.raises(Refused):
        device_end(match=match, user=bob)
    browser = visitor(alice)
    page = browser.post(reverse("match_device_end", args=[match.code]), follow=True).content.decode()
    assert "The game was stopped here." in page
    link = reverse("match_claim", args=[match.code, match.invite])
    assert link not in page
    claiming = visitor(bob).post(link, {"seat": 0})
    assert claiming.status_code == 422
    assert claiming.content.decode().count("ended without a result") == 2
    assert "I was Anna" not in claiming.content.decode()
    with pytest.raises(NotRunning):
        device_end(match=match, user=alice)


@pytest.mark.half_second
def test_no_typed_name_passes_for_that_of_a_member(alice: User, bob: User) -> None:
    match = play_by_hand(device_create(host=alice, game="rapa_nui", names=["Bob", "Zoe"]), alice)
    seats = visitor(None).get(f"/api/v1/matches/{match.code}").json()["seats"]
    assert {(seat["name"], seat["typed"]) for seat in seats} == {("Bob", True), ("Zoe", True)}
    record = read(visitor(None).get(reverse("match_record", args=[match.code])).text)
    assert set(record.occasion.names) == {"Bob (typed)", "Zoe (typed)"}
    archived = visitor(None).get(reverse("archive")).text
    assert "“Bob”" in archived
    # Sign and time share a column: otherwise the time has no place in the row.
    assert re.search(r'<span class="row__end">\s*<span class="tag">on one device</span>\s*<time', archived)
    page = visitor(None).get(reverse("match", args=[match.code])).text
    said = "Typed in, not the names of members: {}."
    assert said.format(listed(seat.name_at_device for seat in seats_of(match))) in page
    assert "on one device" in visitor(None).get(reverse("match_embed", args=[match.code])).text
    shown = visitor(None).get(reverse("oembed"), {"url": f"http://testserver{match.get_absolute_url()}"}).json()
    assert "“Bob”" in shown["title"]
    seat = next(seat for seat in seats_of(match) if seat.name_at_device == "Bob")
    seat_claim(match=match, user=bob, seat=seat.number)
    seats = visitor(None).get(f"/api/v1/matches/{match.code}").json()["seats"]
    assert {(seat["name"], seat["typed"]) for seat in seats} == {("Bob", False), ("Zoe", True)}
    assert set(occasion_of(match).names) == {"Bob", "Zoe (typed)"}
    assert said.format("Zoe") in visitor(None).get(reverse("match", args=[match.code])).text
    assert "“Zoe”" in visitor(None).get(reverse("profile", args=["Bob"])).text


@pytest.mark.half_second
def test_a_member_claims_a_seat(alice: User, bob: User, charlie: User) -> None:
    match = shared(alice)
    link = reverse("match_claim", args=[match.code, match.invite])
    assert visitor(bob).post(link, {"seat": 0}).status_code == 422
    match = play_by_hand(match, alice)
    assert link in page_of(visitor(alice), match)
    assert link not in page_of(visitor(bob), match)
    assert "Log in" in Client().get(link).content.decode()
    assert Client().post(link, {"seat": 0}).status_code == 302
    assert match.seats.filter(user=None).count() == 2
    browser = visitor(bob)
    assert "I was Anna" in browser.get(link).content.decode()
    assert browser.post(link, {"seat": 0}).status_code == 302
    assert match.seats.get(number=0).user == bob
    assert "Someone has already claimed this seat" in visitor(charlie).post(link, {"seat": 0}).content.decode()
    assert "Choose one of this game’s seats" in visitor(charlie).post(link, {"seat": 7}).content.decode()
    for again in (browser.get(link), browser.post(link, {"seat": 1})):
        assert again.text.count("You have already claimed a seat in this game.") == 1
        assert "I was " not in again.text
    assert again.status_code == 422
    assert visitor(bob).get(reverse("match_claim", args=[match.code, "guessed"])).status_code == 404
    profile = browser.get(reverse("profile", args=["Bob"])).content.decode()
    assert match.seats.get(number=1).name_at_device in profile
    assert "on one device" in profile
    assert "1 game on one device" in Client().get(reverse("profile", args=["Alice"])).content.decode()
    guest = User.objects.create_user("Guest-7", is_guest=True)
    with pytest.raises(Refused, match="Only members"):
        seat_claim(match=match, user=guest, seat=1)


@pytest.mark.half_second
def test_no_number_of_claimed_games_makes_a_member_more_reliable(alice: User, bob: User) -> None:
    for _game in range(3):
        seat_claim(match=play_by_hand(shared(alice), alice), user=bob, seat=0)
    record = record_of(bob)
    assert (record.finished, record.started, record.left, record.reliability) == (3, 0, 0, None)


@pytest.mark.half_second
def test_names_go_with_the_account_of_the_host(alice: User, bob: User) -> None:
    over, running = play_by_hand(shared(alice), alice), shared(alice)
    seat_claim(match=over, user=bob, seat=0)
    account_delete(user=alice)
    assert not Match.objects.filter(pk=running.pk).exists()
    assert {seat.name_at_device for seat in over.seats.all()} == {"Former"}
    assert "Bob" in page_of(Client(), over)


def test_a_moderator_reads_nothing_hidden_of_a_match_at_their_own_device(db: None) -> None:
    mine, other = (User.objects.create_superuser(name, password="quiet-terrace-8") for name in ("Keeper", "Warden"))
    match = shared(mine)
    match_quarantine(match_id=match.pk, ply=None, trouble="Nobody knows.")
    page = reverse("admin:games_match_change", args=[match.pk])
    assert match.deal not in visitor(mine).get(page).content.decode()
    assert match.deal in visitor(other).get(page).content.decode()
