"""Ending a match by agreement, and other choices on the match page besides playing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.refusals import Refused
from games.models import Action, Match
from games.models.match import AGREED
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.agreeing import end_agree, end_decline
from games.services.play.resignation import resign
from games.services.play.timeouts import time_out_all
from games.services.refusals import NotRunning, NotYourSeat
from notices.kinds import Kind
from tests.games.playing import legal, play_once


@pytest.fixture
def rated(alice: User, bob: User, charlie: User, computers: object) -> Match:
    """Alice, Bob and Charlie play a rated match."""
    match = match_create(host=alice, game="rapa_nui", others=[None, None], terms=TableTerms(rated=True))
    match_join(match=match, user=bob)
    return match_join(match=match, user=charlie)


def test_a_match_ends_once_all_seats_agree(rated: Match, alice: User, bob: User, charlie: User) -> None:
    end_agree(match=rated, user=alice)
    match = end_agree(match=rated, user=bob)
    assert match.status == Match.Status.RUNNING
    match = end_agree(match=rated, user=charlie)
    assert (match.status, match.reason, match.deadline) == (Match.Status.FINISHED, AGREED, None)
    assert {seat.rank for seat in match.seats.all()} == {None}
    assert not hasattr(match, "rated_match"), "no rating changes"
    assert match.actions.filter(kind=Action.Kind.AGREE).count() == 3
    with pytest.raises(NotRunning):
        end_agree(match=match, user=alice)


def test_the_others_are_asked(rated: Match, alice: User, bob: User, charlie: User) -> None:
    end_agree(match=rated, user=alice)
    assert {notice.user for notice in rated.notices.filter(kind=Kind.OFFER)} == {bob, charlie}


def test_the_log_tells_an_offer_from_an_agreement(
    client: Client, rated: Match, alice: User, bob: User, charlie: User
) -> None:
    for user in (alice, bob):
        end_agree(match=rated, user=user)
    end_decline(match=rated, user=charlie)
    end_agree(match=rated, user=charlie)
    log = client.get(rated.get_absolute_url()).content.decode().partition('id="log"')[2]
    said = re.sub(r"<[^>]+>", "", log)
    assert re.findall(r"(\w+) (offers|agrees) to end the match", said) == [
        ("Charlie", "offers"),
        ("Bob", "agrees"),
        ("Alice", "offers"),
    ]


def test_agreeing_twice_is_agreeing_once(rated: Match, alice: User) -> None:
    assert end_agree(match=rated, user=alice).ply == end_agree(match=rated, user=alice).ply


def test_one_who_would_rather_play_on_is_enough(rated: Match, alice: User, bob: User, charlie: User) -> None:
    for user in (alice, bob):
        end_agree(match=rated, user=user)
    match = end_decline(match=rated, user=charlie)
    assert not match.seats.filter(agrees=True).exists()
    with pytest.raises(Refused, match="declined"):
        end_agree(match=rated, user=alice)
    with pytest.raises(Refused, match="Nobody is offering"):
        end_decline(match=rated, user=alice)


def test_a_declined_offer_may_come_again_after_an_action(two_play: Match) -> None:
    seat = two_play.seats.get(number=two_play.to_move)
    other = two_play.seats.exclude(pk=seat.pk).get()
    end_agree(match=two_play, user=seat.user)
    match = end_decline(match=two_play, user=other.user)
    play_once(match, legal(match)[0])
    assert end_agree(match=match, user=seat.user).seats.get(pk=seat.pk).agrees


def test_computer_players_have_no_say(alice: User, bob: User, owl: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None, owl]), user=bob)
    end_agree(match=match, user=alice)
    assert end_agree(match=match, user=bob).reason == AGREED


def test_no_player_agrees_alone_or_for_others(alice: User, charlie: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[owl])
    with pytest.raises(Refused, match="No other person is playing"):
        end_agree(match=match, user=alice)
    with pytest.raises(NotYourSeat):
        end_agree(match=match, user=charlie)


def test_who_leaves_takes_no_part_any_more(rated: Match, alice: User, bob: User, charlie: User) -> None:
    end_agree(match=rated, user=alice)
    resign(match=rated, user=alice)
    end_agree(match=rated, user=bob)
    assert end_agree(match=rated, user=charlie).reason == AGREED


@pytest.mark.half_second
def test_the_page_offers_agrees_and_says_how_it_ended(client: Client, two_play: Match, alice: User, bob: User) -> None:
    page, agree = two_play.get_absolute_url(), reverse("match_end_agree", args=[two_play.code])
    client.force_login(alice)
    assert "Offer to end the match" in client.get(page).content.decode()
    assert "Withdraw the offer" in client.post(agree, follow=True).content.decode()
    client.force_login(bob)
    html = client.get(page).content.decode()
    assert "Alice would like to end the match" in html
    html = client.post(agree, follow=True).content.decode()
    assert "The match ended without a result" in html
    assert "Nobody wins, and no rating changes." in html
    for name in ("home", "my_matches", "archive"):
        assert client.get(reverse(name)).status_code == 200
    profile = client.get(reverse("profile", args=["Bob"])).content.decode()
    assert '<span class="pplace">–</span>' in profile


def test_declining_on_the_page_voids_the_offer(client: Client, two_play: Match, alice: User, bob: User) -> None:
    end_agree(match=two_play, user=alice)
    client.force_login(bob)
    html = client.post(reverse("match_end_decline", args=[two_play.code]), follow=True).content.decode()
    assert 'id="offer-end"' not in html
    assert "You want to keep playing" in html


def test_the_page_offers_the_win_to_the_one_who_may_take_it(client: Client, two_play: Match, owl: User) -> None:
    late = two_play.seats.get(number=two_play.to_move)
    other = two_play.seats.exclude(pk=late.pk).get()
    assert two_play.deadline is not None
    time_out_all(now=two_play.deadline)
    for user, offered in ((late.user, False), (other.user, True)):
        client.force_login(user)
        html = client.get(two_play.get_absolute_url()).content.decode()
        assert ('id="offer-win"' in html) is offered
    assert "’s time has run out" in html
    html = client.post(reverse("match_win", args=[two_play.code]), follow=True).content.decode()
    assert f"You win: {late.user} ran out of time" in html


@pytest.mark.parametrize("name", ["match_win", "match_win_decline", "match_end_agree", "match_end_decline"])
def test_spectators_are_told_why_not(client: Client, two_play: Match, charlie: User, name: str) -> None:
    address = reverse(name, args=[two_play.code])
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 422
    client.force_login(charlie)
    response = client.post(address)
    assert response.status_code == 422
    assert "You can’t play for this seat." in response.content.decode()


def test_when_a_player_leaves_those_who_all_agree_have_ended_it(
    rated: Match, alice: User, bob: User, charlie: User
) -> None:
    for user in (alice, bob):
        end_agree(match=rated, user=user)
    match = resign(match=rated, user=charlie)
    assert (match.status, match.reason) == (Match.Status.FINISHED, AGREED)
    assert not rated.notices.filter(kind=Kind.TAKEN_OVER).exists()


def test_an_offer_to_a_player_who_leaves_is_void(rated: Match, alice: User, bob: User, charlie: User) -> None:
    resign(match=rated, user=charlie)
    end_agree(match=rated, user=alice)
    match = resign(match=rated, user=bob)
    assert match.status == Match.Status.RUNNING
    assert not match.seats.filter(agrees=True).exists()
