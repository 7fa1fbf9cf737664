"""The pages of a deal sent to others: from the result to the link, the single try, and everyone's results."""

import re
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.bots import bot_create
from accounts.models import User
from games.models import Attempt, Challenge, Match
from games.selectors.access import seats_of
from games.selectors.lobby.challenges import sending
from games.selectors.lobby.deal_mark import PLAYED_HERE
from games.services.lobby.challenges import attempt_begin, challenge_close, challenge_send
from games.services.lobby.matches import match_create, match_join
from games.services.people.relations import block_create
from games.services.play.resignation import resign
from notices.kinds import Kind
from tests.games.playing import play_out
from tests.games.sent_deals import GAME, ended, played, score, sent
from tests.markup import folded, words
from tests.visitors import program, visitor

pytestmark = pytest.mark.usefixtures("computers")


def page(challenge: Challenge, user: User | None) -> str:
    answer = visitor(user).get(challenge.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def games_in(html: str) -> list[str]:
    return re.findall(r"/deals/[\w-]+/games/\d+/", html)


@transaction.atomic
def finished(challenge: Challenge, user: User) -> Attempt:
    attempt = attempt_begin(challenge=challenge, user=user)
    play_out(attempt.match, Random(4))
    return attempt


# --- from the result to the link --------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_the_result_offers_the_sitter_to_send_it_and_no_other(alice: User, bob: User) -> None:
    match = played(alice)
    client = visitor(alice)
    assert 'id="send-deal"' in client.get(match.get_absolute_url()).content.decode()
    for other in (bob, None):
        html = visitor(other).get(match.get_absolute_url()).content.decode()
        assert "send-deal" not in html
        assert "sent-deal" not in html
    answer = client.post(reverse("match_send", args=[match.code]))
    assert answer["Location"] == Challenge.objects.get().get_absolute_url()
    html = client.get(match.get_absolute_url()).content.decode()
    assert 'id="sent-deal"' in html
    assert "send-deal" not in html
    html = client.get(answer["Location"]).content.decode()
    assert f'value="http://testserver{answer["Location"]}"' in html


def test_a_game_with_people_offers_nothing_and_asks_the_database_nothing_more(
    alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    match = match_join(match=match_create(host=alice, game=GAME, others=[None]), user=bob)
    match = resign(match=match, user=bob)
    seats = seats_of(match)
    with django_assert_num_queries(0):
        assert not sending(match, seats, alice.pk).may_send
    assert "send-deal" not in visitor(alice).get(match.get_absolute_url()).content.decode()


def test_the_sender_closes_it_and_opens_it_again(challenge: Challenge, alice: User, bob: User) -> None:
    visitor(bob).post(reverse("challenge_close", args=[challenge.token]))
    assert 'id="play-deal"' in page(challenge, bob)
    client = visitor(alice)
    assert "Nobody else can start it." in folded(page(challenge, alice), "close-deal")
    client.post(reverse("challenge_close", args=[challenge.token]))
    assert 'id="play-deal"' not in page(challenge, bob)
    assert "nobody can start it any more" in page(challenge, bob)
    assert visitor(bob).post(reverse("challenge_begin", args=[challenge.token]))["Location"] == page_of(challenge)
    assert not Attempt.objects.exists()
    client.post(reverse("match_send", args=[challenge.match.code]))
    assert 'id="play-deal"' in page(challenge, bob)


def page_of(challenge: Challenge) -> str:
    return challenge.get_absolute_url()


def test_who_guesses_a_link_finds_nothing(challenge: Challenge, alice: User) -> None:
    for name in ("challenge", "challenge_begin", "challenge_close"):
        client = visitor(alice)
        ask = client.get if name == "challenge" else client.post
        assert ask(reverse(name, args=["A" * 16])).status_code == 404


# --- the single try ---------------------------------------------------------------------------------------------------


def test_a_visitor_who_opens_it_sees_sender_score_and_opponents(challenge: Challenge) -> None:
    said = words(visitor(None).get(page_of(challenge)))
    assert "Alice has sent you a deal of Rapa Nui." in said
    assert f"Can you beat {score(challenge)} point" in said.replace("−", "-")
    assert "The Chinchilla" in said
    assert "It is never rated" in said


def test_no_page_has_the_deal_or_the_games_before_one_has_played_it(
    challenge: Challenge, bob: User, charlie: User
) -> None:
    attempt = finished(challenge, charlie)
    for user in (None, bob):
        html = page(challenge, user)
        assert games_in(html) == []
        for secret in (challenge.match.deal, challenge.match.code, attempt.match.code, "Charlie"):
            assert secret not in html
    client = visitor(bob)
    for number in (0, attempt.pk):
        assert client.get(reverse("challenge_game", args=[challenge.token, number])).status_code == 404
    attempt_begin(challenge=challenge, user=bob)
    assert games_in(page(challenge, bob)) == []
    assert client.get(reverse("challenge_game", args=[challenge.token, attempt.pk])).status_code == 404


def test_a_button_begins_it_and_a_second_press_goes_on_with_it(challenge: Challenge, bob: User) -> None:
    client, begin = visitor(bob), reverse("challenge_begin", args=[challenge.token])
    first = client.post(begin)
    match = Attempt.objects.get().match
    assert first["Location"] == client.post(begin)["Location"] == match.get_absolute_url()
    assert 'id="go-on"' in page(challenge, bob)
    assert "Alice’s deal" in client.get(match.get_absolute_url()).content.decode()


def test_a_guest_plays_without_an_account(challenge: Challenge) -> None:
    client = Client()
    match = client.post(reverse("challenge_begin", args=[challenge.token]))["Location"]
    assert client.get(match).status_code == 200
    assert Attempt.objects.get().user.is_guest


def test_a_second_account_of_the_same_browser_has_no_try(challenge: Challenge, bob: User, charlie: User) -> None:
    client, begin = visitor(bob), reverse("challenge_begin", args=[challenge.token])
    first = client.post(begin)["Location"]
    assert client.post(begin)["Location"] == first
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.post(begin)["Location"] == page_of(challenge)
    assert "already been played in this browser" in words(client.get(page_of(challenge)))
    client.force_login(charlie)
    assert client.post(begin)["Location"] == page_of(challenge)
    answer = client.post(f"/api/v1/deals/{challenge.token}/begin", {}, content_type="application/json")
    assert (answer.status_code, "in this browser" in answer.json()["detail"]) == (422, True)
    assert (Attempt.objects.count(), User.objects.filter(is_guest=True).count()) == (1, 0)
    other = sent(bob)
    assert "/match/" in client.post(reverse("challenge_begin", args=[other.token]))["Location"]


def test_a_browser_is_marked_by_the_api_and_by_whoever_has_played_and_only_by_this_site(
    challenge: Challenge, alice: User, bob: User, charlie: User
) -> None:
    begin = reverse("challenge_begin", args=[challenge.token])
    client = visitor(bob)
    client.post(f"/api/v1/deals/{challenge.token}/begin", {}, content_type="application/json")
    mark = client.cookies[PLAYED_HERE.cookie]
    assert (mark["httponly"], mark["samesite"], "Bob" in mark.value) == (True, "Lax", False)
    elsewhere = visitor(bob)
    elsewhere.get(page_of(challenge))
    for browser in (client, elsewhere):
        browser.force_login(charlie)
        assert browser.post(begin)["Location"] == page_of(challenge)
    forged = visitor(charlie)
    forged.cookies[PLAYED_HERE.cookie] = f"{challenge.pk}:forged"
    assert "/match/" in forged.post(begin)["Location"]


def test_whom_the_sender_has_blocked_reads_why(challenge: Challenge, alice: User, bob: User) -> None:
    block_create(user=alice, name="Bob")
    client = visitor(bob)
    answer = client.post(reverse("challenge_begin", args=[challenge.token]), follow=True)
    assert "does not want to play with you" in words(answer)


def test_so_many_an_hour_are_enough(challenge: Challenge, bob: User, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"challenge": "1/h/user"}
    client, begin = visitor(bob), reverse("challenge_begin", args=[challenge.token])
    assert "/match/" in client.post(begin)["Location"]
    assert client.post(begin)["Location"] == page_of(challenge)


def test_strangers_do_not_use_up_what_others_may_begin(challenge: Challenge, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"challenge": "1/h/user,9/h/ip"}
    begin = reverse("challenge_begin", args=[challenge.token])
    for number in range(3):
        assert "/match/" in Client(REMOTE_ADDR=f"192.0.2.{number}").post(begin)["Location"]


# --- everyone's results ----------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_who_has_finished_sees_all_players_and_opens_their_games(
    challenge: Challenge, alice: User, bob: User, charlie: User
) -> None:
    theirs, mine = finished(challenge, charlie), finished(challenge, bob)
    client = visitor(bob)
    html = client.get(page_of(challenge)).content.decode()
    numbers = {int(path.split("/")[-2]) for path in games_in(html)}
    assert numbers == {0, theirs.pk, mine.pk}
    for number, match in ((0, challenge.match), (theirs.pk, theirs.match)):
        answer = client.get(reverse("challenge_game", args=[challenge.token, number]))
        assert answer["Location"] == reverse("match_replay", args=[match.code])
        assert client.get(answer["Location"]).status_code == 200
    stranger = visitor(alice)
    assert stranger.get(reverse("match_replay", args=[theirs.match.code])).status_code == 404
    assert stranger.get(reverse("challenge_game", args=[challenge.token, theirs.pk])).status_code == 302
    assert stranger.get(reverse("match_replay", args=[theirs.match.code])).status_code == 200


def test_a_game_that_still_runs_is_opened_by_no_other_player(challenge: Challenge, alice: User, bob: User) -> None:
    running = attempt_begin(challenge=challenge, user=bob)
    client = visitor(alice)
    assert client.get(reverse("challenge_game", args=[challenge.token, running.pk])).status_code == 404
    assert client.get(running.match.get_absolute_url()).status_code == 404


def test_the_number_of_another_deal_opens_nothing(challenge: Challenge, alice: User, bob: User) -> None:
    other = sent(bob)
    elsewhere = finished(other, User.objects.create_user("Dora"))
    client = visitor(alice)
    for number in (elsewhere.pk, 2**63, 10**30):
        assert client.get(reverse("challenge_game", args=[challenge.token, number])).status_code == 404


def test_a_closed_deal_still_shows_its_table(challenge: Challenge, alice: User, bob: User) -> None:
    finished(challenge, bob)
    challenge_close(challenge=challenge, user=alice)
    for user in (alice, bob):
        assert len(games_in(page(challenge, user))) == 2


@pytest.mark.half_second
def test_the_sender_who_looks_has_seen_what_was_told(challenge: Challenge, alice: User, bob: User) -> None:
    ended_match = attempt_begin(challenge=challenge, user=bob).match
    resign(match=ended_match, user=bob)
    with transaction.atomic():
        play_out(Match.objects.get(pk=ended_match.pk), Random(4))
    assert alice.notices.filter(kind=Kind.CHALLENGE, seen_at=None).count() == 1
    page(challenge, bob)
    assert alice.notices.filter(kind=Kind.CHALLENGE, seen_at=None).count() == 1
    page(challenge, alice)
    assert not alice.notices.filter(kind=Kind.CHALLENGE, seen_at=None).exists()


@pytest.mark.half_second
def test_the_page_takes_as_many_queries_however_many_have_played(
    challenge: Challenge, alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    client = visitor(alice)
    for more in (bob, *(User.objects.create_user(f"Player-{number}") for number in range(5))):
        ended(challenge, more, 20)
        with django_assert_max_num_queries(14):
            client.get(page_of(challenge))


def test_programs_read_it_and_the_results_once_they_have_played(challenge: Challenge, alice: User, bob: User) -> None:
    path = f"/api/v1/deals/{challenge.token}"
    facts = visitor(bob).get(path).json()
    assert (facts["sender"], facts["points"], facts["results"], facts["match"]) == (
        "Alice",
        score(challenge),
        None,
        None,
    )
    assert facts["seats"].count(None) == 1
    assert {*facts["seats"]} == {None, "beginner", "solid"}
    mine = finished(challenge, bob)
    facts = visitor(bob).get(path).json()
    assert (facts["match"], facts["played"]) == (mine.match.code, 1)
    assert {line["name"] for line in facts["results"]} == {"Alice", "Bob"}
    assert [line["name"] for line in facts["results"] if line["sender"]] == ["Alice"]
    assert visitor(bob).get("/api/v1/deals/AAAA").status_code == 404


@pytest.mark.half_second
def test_programs_send_a_deal_play_it_and_close_it(alice: User, bob: User) -> None:
    def post(user: User, path: str, **body: Any) -> Any:
        return visitor(user).post(f"/api/v1/{path}", body, content_type="application/json")

    match = played(alice)
    link = post(alice, "deals", match=match.code).json()
    assert link["path"] == f"/deals/{link['deal']}/"
    assert post(alice, "deals", match=match.code).json() == link
    assert post(bob, "deals", match=match.code).status_code == 422
    assert post(bob, "deals", match="nonsense").status_code == 404
    begun = post(bob, f"deals/{link['deal']}/begin").json()
    assert post(bob, f"deals/{link['deal']}/begin").json() == begun
    assert visitor(bob).get(f"/api/v1/matches/{begun['match']}").json()["status"] == "running"
    assert post(alice, f"deals/{link['deal']}/begin").status_code == 422
    assert post(bob, f"deals/{link['deal']}/close").status_code == 422
    assert post(alice, f"deals/{link['deal']}/close").status_code == 204
    [own] = visitor(alice).get("/api/v1/deals").json()["sent"]
    assert (own["deal"], own["match"], own["open"], own["played"]) == (link["deal"], match.code, False, 0)
    [got] = visitor(bob).get("/api/v1/deals").json()["received"]
    assert (got["deal"], got["match"], got["sender"]) == (link["deal"], begun["match"], "Alice")
    assert (got["points"], got["own_points"]) == (own["points"], None)


def test_a_bot_neither_sends_nor_plays_a_deal(challenge: Challenge, bob: User) -> None:
    bot = bot_create(owner=bob, name="Robo")
    begun = program(bot, "read", "tables").post(
        f"/api/v1/deals/{challenge.token}/begin", {}, content_type="application/json"
    )
    assert (begun.status_code, "bots cannot" in begun.json()["detail"]) == (422, True)
    begun = program(bob, "read", "play").post(
        f"/api/v1/deals/{challenge.token}/begin", {}, content_type="application/json"
    )
    assert (begun.status_code, begun.json()["scope"]) == (403, "tables")


def test_a_deal_of_the_day_before_can_be_sent_again(alice: User, bob: User) -> None:
    """Its seal is over, and its opponent searches as often for each decision as it will again."""
    match = played(alice, "solid")
    Match.objects.filter(pk=match.pk).update(thoughts=7)
    match.refresh_from_db()
    assert attempt_begin(challenge=challenge_send(match=match, user=alice), user=bob).match.thoughts == 7
