"""Asking for confirmation before a turn ends, for people who want it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from tests.games.playing import legal, play_once


@pytest.fixture
def slow(alice: User, bob: User) -> Match:
    """Alice and Bob play Rapa Nui at two days a turn."""
    return match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="2d")), user=bob
    )


def last_of_a_turn(match: Match) -> tuple[Match, User, str]:
    """The match before an action that ends a turn, the player who decides, and the action."""
    while True:
        before = Match.objects.get(pk=match.pk)
        action = legal(before)[0]
        match = play_once(before, action)
        if match.to_move != before.to_move:
            break
    match.actions.filter(ply__gte=before.ply).delete()
    before.save()
    user = before.seats.get(number=before.to_move).user
    assert user is not None
    return before, user, action


def post(client: Client, match: Match, action: str, **more: str) -> str:
    address = reverse("match_play", args=[match.code])
    response = client.post(address, {"action": action, "ply": str(match.ply)} | more, follow=True)
    return response.content.decode()


def test_the_action_that_ends_a_turn_is_played_when_confirmed(client: Client, slow: Match) -> None:
    match, user, action = last_of_a_turn(slow)
    client.force_login(user)
    html = post(client, match, action)
    assert "End your turn with this move?" in html
    assert f'name="action" value="{action}"' in html
    assert Match.objects.get(pk=match.pk).ply == match.ply
    assert 'id="confirm"' not in post(client, match, action, confirmed="1")
    assert Match.objects.get(pk=match.pk).ply > match.ply


@pytest.mark.parametrize(
    ("wish", "pace", "asked"), [("never", "2d", False), ("always", "live", True), ("slow", "live", False)]
)
def test_the_player_chooses_which_turns_are_confirmed(
    client: Client, slow: Match, wish: str, pace: str, asked: bool
) -> None:
    match, user, action = last_of_a_turn(slow)
    Match.objects.filter(pk=match.pk).update(pace=pace)
    User.objects.filter(pk=user.pk).update(confirm_turns=wish)
    client.force_login(user)
    assert ('id="confirm"' in post(client, match, action)) is asked


def test_steps_within_a_turn_are_played_at_once(client: Client, slow: Match) -> None:
    match = slow
    seat = match.seats.get(number=match.to_move)
    action = next(text for text in legal(match) if text.startswith("play"))
    assert play_once(match, action).to_move == seat.number
    match.actions.all().delete()
    match.save()
    client.force_login(seat.user)
    assert 'id="confirm"' not in post(client, match, action)
    assert Match.objects.get(pk=match.pk).ply == match.ply + 1


def test_a_page_too_old_and_an_illegal_action_are_refused_as_ever(client: Client, slow: Match) -> None:
    user = slow.seats.get(number=slow.to_move).user
    client.force_login(user)
    address = reverse("match_play", args=[slow.code])
    assert client.post(address, {"action": legal(slow)[0], "ply": "77"}).status_code == 409
    assert client.post(address, {"action": "fly", "ply": str(slow.ply)}).status_code == 422
