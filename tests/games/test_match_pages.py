"""The pages of one match, with the real templates: playing, refusals, access."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import GAMES
from games.models import Action, Match, UsualOrders
from games.selectors.people import profiles
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from tests.first import first
from tests.games.playing import legal, play_out, play_randomly
from tests.markup import squeezed
from tests.visitors import visitor

HTMX = {"HX-Request": "true"}


def mover(match: Match) -> User:
    user = match.seats.get(number=match.to_move).user
    assert user is not None
    return user


def post(client: Client, match: Match, what: str = "play", htmx: bool = False, **fields: object) -> object:
    return client.post(reverse(f"match_{what}", args=[match.code]), fields, headers=HTMX if htmx else {})


@pytest.mark.half_second
def test_every_legal_action_is_a_button(two_play: Match) -> None:
    match = two_play
    rng = Random(2)
    for _turn in range(12):
        page = visitor(mover(match)).get(match.get_absolute_url()).content.decode()
        panel = set(re.findall(r'<button[^>]*\bname="action"[^>]*\bvalue="([^"]*)"', page))
        assert panel == set(legal(match))
        match = play_randomly(match, rng, until=match.ply + 1)


def test_a_player_s_own_seat_comes_first_and_the_others_in_the_order_of_play(
    alice: User, bob: User, charlie: User
) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    for other in (bob, charlie):
        match = match_join(match=match, user=other)
    for seat in match.seats.all():
        assert seat.user is not None
        page = visitor(seat.user).get(match.get_absolute_url()).content.decode()
        shown = [int(number) for number in re.findall(r'id="seat-(\d)"', page)]
        assert shown == [(seat.number + place) % 3 for place in range(3)]
    watched = visitor(None).get(match.get_absolute_url()).content.decode()
    assert re.findall(r'id="seat-(\d)"', watched) == ["0", "1", "2"]


def test_the_header_leads_to_the_form_by_which_a_player_leaves(two_play: Match, alice: User, charlie: User) -> None:
    page = visitor(alice).get(two_play.get_absolute_url()).content.decode()
    head, body = page.split("</header>", 1)
    assert 'href="#leaving"' in head
    assert "End or resign" in head
    assert f'id="leaving" method="post" action="{reverse("match_resign", args=[two_play.code])}"' in body
    for other in (charlie, None):
        assert "#leaving" not in visitor(other).get(two_play.get_absolute_url()).content.decode()


def test_leaving_says_what_it_costs(two_play: Match, alice: User, bob: User, owl: User) -> None:
    def said(match: Match) -> str:
        page = visitor(alice).get(match.get_absolute_url()).content.decode()
        return squeezed(re.split(r'<form id="leaving"[^>]*>', page)[1].partition("</p>")[0])

    loses = "as your loss. It does not count as a game you left."
    goes_on, ends = "A computer player takes over your seat.", "so the match ends here. It counts as a game you left"
    for duel in (two_play, match_create(host=alice, game="maya", others=[owl])):
        assert loses in said(duel)
    three = match_join(match=match_create(host=alice, game="rapa_nui", others=[owl, None]), user=bob)
    assert goes_on in said(three)
    assert ends not in said(three)
    for match in (three, two_play):
        match.seats.filter(user=bob).update(stand_in=owl)
        assert ends in said(match)
        assert loses not in said(match)
    alone = match_create(host=alice, game="rapa_nui", others=[owl, owl])
    assert ends in said(alone)
    post(visitor(alice), alone, "resign")
    alone.refresh_from_db()
    assert (alone.status, profiles.record_of(alice).left) == (Match.Status.FINISHED, 1)


def test_who_has_left_reads_who_plays_on_in_the_seat(alice: User, bob: User, owl: User) -> None:
    three = match_join(match=match_create(host=alice, game="rapa_nui", others=[owl, None]), user=bob)
    post(visitor(bob), three, "resign")
    name = three.seats.select_related("stand_in").get(user=bob).stand_in.shown_name
    assert f"{name} is playing on in your seat." in squeezed(visitor(bob).get(three.get_absolute_url()).text)
    assert "You see what everyone sees" in squeezed(visitor(None).get(three.get_absolute_url()).text)


def test_a_played_form_leads_back_to_the_page(two_play: Match) -> None:
    answer = post(visitor(mover(two_play)), two_play, action=legal(two_play)[0], ply=two_play.ply)
    assert (answer.status_code, answer["Location"]) == (302, two_play.get_absolute_url())


def test_htmx_gets_the_board_in_answer(two_play: Match) -> None:
    answer = post(visitor(mover(two_play)), two_play, htmx=True, action=legal(two_play)[0], ply=two_play.ply)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="match"' in text
    assert "<html" not in text


def test_the_log_tells_the_hour_by_the_reader_s_clock_and_on_days_before_the_day(two_play: Match) -> None:
    played = datetime(2026, 11, 21, 22, 5, tzinfo=UTC)
    play_randomly(two_play, Random(3), until=two_play.ply + 1)
    Action.objects.filter(match=two_play).update(made_at=played)
    client = visitor(None)
    with time_machine.travel(played + timedelta(minutes=1), tick=False):
        assert ">22:05</time>" in client.get(two_play.get_absolute_url()).content.decode()
        client.cookies["zone"] = "Asia/Kolkata"
        assert ">03:35</time>" in client.get(two_play.get_absolute_url()).content.decode()
    with time_machine.travel(played + timedelta(hours=23), tick=False):
        assert ">22 Nov</time>" in client.get(two_play.get_absolute_url()).content.decode()


def test_a_page_without_news_is_answered_with_nothing(two_play: Match) -> None:
    client = visitor(None)
    address = two_play.get_absolute_url()
    assert client.get(address, {"ply": two_play.ply}, headers=HTMX).status_code == 204
    assert client.get(address, {"ply": two_play.ply + 1}, headers=HTMX).status_code == 200
    assert client.get(address, {"ply": "nonsense"}, headers=HTMX).status_code == 200


@pytest.mark.parametrize("htmx", first([True], of=[True, False]))
@pytest.mark.parametrize("ply", ["0", "99999", "-1", "", "x", "1" * 5000, "٣"])
def test_a_stale_ply_is_answered_409_with_the_fresh_board(two_play: Match, ply: str, htmx: bool) -> None:
    match = play_randomly(two_play, Random(4), until=3)
    answer = post(visitor(mover(match)), match, htmx=htmx, action=legal(match)[0], ply=ply)
    assert answer.status_code == 409
    assert 'id="match"' in answer.content.decode()
    assert "moved on" in answer.content.decode()
    assert match.actions.count() == match.ply


@pytest.mark.parametrize("action", ["", "draw 9", "buy gold", "a" * 10000, "draw 1\x00", "play ❤"])
def test_an_illegal_action_is_answered_422_with_the_reason(two_play: Match, action: str) -> None:
    answer = post(visitor(mover(two_play)), two_play, action=action, ply=two_play.ply)
    assert answer.status_code == 422
    assert 'id="match"' in answer.content.decode()
    assert two_play.actions.count() == two_play.ply


def test_others_cannot_play_for_me(two_play: Match, charlie: User) -> None:
    opponent = two_play.seats.get(number=1 - (two_play.to_move or 0)).user
    for user in (opponent, charlie, None):
        answer = post(visitor(user), two_play, action=legal(two_play)[0], ply=two_play.ply)
        assert answer.status_code == 422
    assert two_play.actions.count() == two_play.ply


def test_a_doubled_click_plays_once(two_play: Match) -> None:
    client = visitor(mover(two_play))
    fields = {"action": legal(two_play)[0], "ply": two_play.ply}
    assert post(client, two_play, **fields).status_code == 302
    assert post(client, two_play, **fields).status_code == 302
    assert two_play.actions.count() == two_play.ply + 1


def test_a_form_without_token_is_refused(two_play: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mover(two_play))
    assert post(client, two_play, action=legal(two_play)[0], ply=two_play.ply).status_code == 403


def test_an_oversized_form_is_refused(two_play: Match) -> None:
    answer = post(visitor(mover(two_play)), two_play, action="x" * 300_000, ply=two_play.ply)
    assert answer.status_code in (400, 413)


PAGES = ["match", "match_replay", "match_record", "match_fair", "api_match"]
FORMS = ["join", "leave", "start", "play", "undo", "resign", "orders", "plan", "plan_keep"]


@pytest.mark.parametrize("name", PAGES)
def test_a_private_match_and_an_unknown_one_are_the_same_404(two_play_by_link: Match, charlie: User, name: str) -> None:
    for user in (charlie, None):
        client = visitor(user)
        private = client.get(reverse(name, args=[two_play_by_link.code]))
        unknown = client.get(reverse(name, args=["qqqqqqqq"]))
        assert private.status_code == unknown.status_code == 404
        refused = private.content.replace(two_play_by_link.code.encode(), b"qqqqqqqq")
        assert _without_secrets(refused) == _without_secrets(unknown.content)


@pytest.mark.half_second
def test_the_forms_of_a_private_match_do_not_exist_for_strangers(two_play_by_link: Match, charlie: User) -> None:
    client = visitor(charlie)
    for what in FORMS:
        private = client.post(reverse(f"match_{what}", args=[two_play_by_link.code]))
        unknown = client.post(reverse(f"match_{what}", args=["qqqqqqqq"]))
        assert private.status_code == unknown.status_code == 404, what


@pytest.mark.parametrize("htmx", first([True], of=[True, False]))
def test_the_forms_of_a_public_match_tell_strangers_what_is_wrong(two_play: Match, charlie: User, htmx: bool) -> None:
    for user in (charlie, None):
        browser = visitor(user)
        for what in FORMS:
            answer = post(browser, two_play, what, htmx=htmx)
            assert answer.status_code in (409, 422), what
            assert 'role="alert"' in answer.content.decode(), what


@pytest.mark.half_second
def test_the_forms_of_an_open_table_tell_strangers_what_is_wrong(alice: User, charlie: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    for user in (charlie, None):
        browser = visitor(user)
        for what in FORMS:
            if (what, user) != ("join", charlie):
                assert post(browser, table, what).status_code in (409, 422), what


def test_a_match_page_answers_head(two_play: Match) -> None:
    assert visitor(None).head(two_play.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_the_players_of_a_private_match_see_it(two_play_by_link: Match, bob: User, name: str) -> None:
    assert visitor(bob).get(reverse(name, args=[two_play_by_link.code])).status_code == 200


def test_the_invitation_link_lets_its_holder_see_and_join(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.LINK))
    client = visitor(bob)
    assert client.get(match.get_absolute_url()).status_code == 404
    wrong = client.get(reverse("match_invite", args=[match.code, "wrong"]))
    assert wrong.status_code == 404
    client.get(reverse("match_invite", args=[match.code, match.invite]))
    assert client.get(match.get_absolute_url()).status_code == 200
    assert post(client, match, "join").status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_the_invitation_secret_is_shown_to_players_of_the_table_only(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    assert match.invite in visitor(alice).get(match.get_absolute_url()).content.decode()
    assert match.invite not in visitor(bob).get(match.get_absolute_url()).content.decode()
    match_join(match=match, user=bob)
    assert match.invite in visitor(bob).get(match.get_absolute_url()).content.decode()


@pytest.mark.half_second
def test_a_replay_refuses_steps_and_eyes_that_are_none(two_play: Match) -> None:
    match = play_out(two_play, Random(3))
    client, address = visitor(None), reverse("match_replay", args=[match.code])
    for query in ("step=-1", "step=9999", "step=x", "eyes=7", "eyes=-1", "eyes=everybody", "step=1e3"):
        assert client.get(f"{address}?{query}").status_code == 404, query


def test_the_rules_in_short_come_with_the_whole_page_only(two_play: Match) -> None:
    client, address = visitor(None), two_play.get_absolute_url()
    pages = [client.get(address, headers=headers).content.decode() for headers in ({}, HTMX)]
    assert all('id="rules-in-short" hx-morph-skip' in page for page in pages)
    assert ["data-of=" in page for page in pages] == [True, False]


@pytest.mark.half_second
def test_before_the_end_no_visitor_borrows_eyes(two_play: Match) -> None:
    match = play_randomly(two_play, Random(3), until=8)
    address = reverse("match_replay", args=[match.code])
    for user in (None, match.seats.get(number=1).user):
        assert visitor(user).get(address, {"eyes": "0"}).status_code == 404
        assert visitor(user).get(address, {"eyes": "all"}).status_code == 404
        assert visitor(user).get(address, {"step": "2"}).status_code == 200


@pytest.mark.half_second
@pytest.mark.parametrize("every", [25, pytest.param(3, marks=pytest.mark.slow)])
def test_every_step_of_a_finished_match_can_be_looked_at(two_play: Match, every: int) -> None:
    match = play_out(two_play, Random(3))
    client = visitor(None)
    address = reverse("match_replay", args=[match.code])
    for step in range(0, match.ply + 1, every):
        for eyes in ("all", "0", "1", "nobody"):
            assert client.get(address, {"step": step, "eyes": eyes}).status_code == 200


def test_salt_and_deal_are_shown_after_the_end_and_not_before(two_play: Match) -> None:
    client = visitor(mover(two_play))
    address = reverse("match_fair", args=[two_play.code])
    before = client.get(address).content.decode()
    assert two_play.commitment in before
    assert two_play.salt not in before
    match = play_out(two_play, Random(6))
    after = client.get(address).content.decode()
    assert match.salt in after
    assert match.deal in after


def test_undo_resign_and_orders_from_the_page(two_play: Match, computers: object) -> None:
    user = mover(two_play)
    client = visitor(user)
    hunter = next(text for text in legal(two_play) if text.startswith("play"))
    post(client, two_play, action=hunter, ply=two_play.ply)
    assert post(client, two_play, "undo", ply=two_play.ply + 1).status_code == 302
    assert post(client, two_play, "orders", **{"order-moai_income": "wood"}).status_code == 302
    assert two_play.seats.get(user=user).orders == {"moai_income": "wood"}
    assert not UsualOrders.objects.exists()
    assert post(client, two_play, "orders", always="1", **{"order-moai_income": "wood"}).status_code == 302
    assert UsualOrders.objects.get().orders == {"moai_income": "wood"}
    said = client.get(two_play.get_absolute_url()).content.decode()
    assert "Your answers are saved." in said
    assert "1 question" in said
    swapped = post(client, two_play, "orders", **{"order-moai_income": "ask"}, htmx=True).content.decode()
    assert "Your answers are saved." in swapped
    assert "1 question" not in swapped
    assert post(client, two_play, "orders", **{"order-moai_income": "gold"}).status_code == 422
    assert post(client, two_play, "orders", **{"order-nonsense": "wood"}).status_code == 422
    assert post(client, two_play, "resign").status_code == 302
    two_play.refresh_from_db()
    assert two_play.status == Match.Status.FINISHED
    over = visitor(None).get(two_play.get_absolute_url())
    assert over.status_code == 200
    assert "plays on" not in over.content.decode()


def test_the_api_says_what_the_page_says(two_play: Match) -> None:
    found = json.loads(visitor(mover(two_play)).get(reverse("api_match", args=[two_play.code])).content)
    assert found["legal"] == legal(two_play)
    assert found["seat"] == found["to_move"] == two_play.to_move
    watcher = json.loads(visitor(None).get(reverse("api_match", args=[two_play.code])).content)
    assert watcher["legal"] == []
    assert watcher["seat"] is None


@pytest.mark.parametrize("ply", [0, 60, 200])
def test_the_match_page_asks_the_same_few_queries_however_long_the_game(
    two_play: Match, ply: int, django_assert_max_num_queries: Callable[..., object]
) -> None:
    match = play_out(two_play, Random(9), until=ply)
    client = visitor(match.seats.get(number=0).user)
    client.get(match.get_absolute_url())
    # The decider is told whether a hint is coming; for a finished match, whether there is a rematch.
    with django_assert_max_num_queries(12):
        client.get(match.get_absolute_url())


def _without_secrets(page: bytes) -> bytes:
    """The page without what differs between any two responses: codes in URLs and form tokens."""
    page = re.sub(rb'value="[A-Za-z0-9]{64}"', b"", page)
    return re.sub(rb"/(match|api/match)/[a-z0-9]{8}/", b"/match/CODE/", page)


def test_looking_back_shows_the_board_of_then(two_play: Match) -> None:
    match = play_randomly(two_play, Random(6), until=9)
    client = visitor(mover(match))
    address = match.get_absolute_url()
    now = client.get(address).content.decode()
    then = client.get(address, {"step": 3}, headers=HTMX).content.decode()
    assert 'data-mood="past"' in then
    assert 'name="action"' not in then
    assert "Back to now" in then
    assert re.findall(r'<li data-step="\d+"', then) == re.findall(r'<li data-step="\d+"', now)
    board = re.compile(r'id="display".*?</section>', re.S)
    replayed = client.get(reverse("match_replay", args=[match.code]), {"step": 3}).content.decode()
    assert board.search(then)[0] == board.search(replayed)[0] != board.search(now)[0]


def test_looking_back_at_the_last_step_is_now(two_play: Match) -> None:
    match = play_randomly(two_play, Random(6), until=9)
    page = visitor(mover(match)).get(match.get_absolute_url(), {"step": 9})
    assert b'data-mood="past"' not in page.content


@pytest.mark.parametrize("step", ["10", "-1", "x", "1" * 30, "٣"])
def test_there_is_no_looking_at_steps_that_there_are_not(two_play: Match, step: str) -> None:
    match = play_randomly(two_play, Random(6), until=9)
    assert visitor(mover(match)).get(match.get_absolute_url(), {"step": step}).status_code == 404


def test_a_stale_page_is_told_so_calmly_and_a_refusal_says_what_was_wrong(two_play: Match) -> None:
    client = visitor(mover(two_play))
    stale = post(client, two_play, action=legal(two_play)[0], ply=99).content.decode()
    refused = post(client, two_play, action="fly", ply=two_play.ply).content.decode()
    assert "note--calm" in stale
    assert "The game has moved on" in stale
    assert "note--bad" in refused
    assert "That didn’t work." in refused
    assert "fly" in refused
    assert "Nothing is lost" in stale
    for page in (stale, refused):
        assert 'name="action"' in page


def test_the_variant_stands_in_the_head(alice: User, bob: User) -> None:
    printed, beginner = (
        match_join(
            match=match_create(host=alice, game="princes", others=[None], terms=TableTerms(options=options)), user=bob
        )
        for options in ({}, {"start": "beginner"})
    )
    heads = [visitor(alice).get(match.get_absolute_url()).content.decode() for match in (printed, beginner)]
    assert ["for beginners" in head for head in heads] == [False, True]


@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_the_board_is_told_in_words(alice: User, bob: User, game: str) -> None:
    match = match_join(match=match_create(host=alice, game=game, others=[None]), user=bob)
    match = play_out(match, Random(7), until=20)
    page = visitor(mover(match)).get(match.get_absolute_url()).content.decode()
    words = re.search(r'id="in-words".*?</details>', page, re.S)
    assert words
    assert words[0].count("<li>") >= 8
    assert "None" not in words[0]
