"""The list of sent deals: results of one's own, and those of others that one has played."""

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Challenge
from games.selectors.access import seats_of
from games.selectors.lobby.challenges import NAMED, Tally, deals_received_by, deals_sent_by, table_of, tally_of
from games.services.lobby.challenges import attempt_begin, challenge_close
from games.services.moderation.repairs import match_call_off, match_quarantine_by_hand
from games.services.play.resignation import resign
from notices.kinds import Kind
from tests.games.sent_deals import ended, score, sent
from tests.markup import words
from tests.visitors import visitor

pytestmark = pytest.mark.usefixtures("computers")

PAGE = "/deals/"


def test_the_address_is_that_of_the_links(alice: User) -> None:
    assert reverse("deals") == PAGE
    assert visitor(None).get(PAGE).status_code == 302


def test_the_sender_sees_who_has_played_it_and_whether_it_was_beaten(
    challenge: Challenge, alice: User, bob: User, charlie: User
) -> None:
    least = score(challenge)
    dora, emil = User.objects.create_user("Dora"), User.objects.create_user("Emil")
    for user, points in ((bob, least + 1), (charlie, least), (dora, least - 1)):
        ended(challenge, user, points)
    attempt = attempt_begin(challenge=challenge, user=emil)
    (deal,) = deals_sent_by(alice)
    assert (deal.challenge, deal.points, deal.tally) == (challenge, least, Tally(played=3, beaten=1))
    assert [(seat.user, seat.points) for seat in deal.best] == [(bob, least + 1), (charlie, least), (dora, least - 1)]
    resign(match=attempt.match, user=emil)
    (deal,) = deals_sent_by(alice)
    assert deal.tally == Tally(played=4, beaten=1)
    assert [seat.user for seat in deal.best] == [bob, charlie, dora, emil]
    text = words(visitor(alice).get(PAGE))
    for said in ("Bob", "Charlie", "Dora", "Played by 4 people, beaten by 1.", "left the game"):
        assert said in text
    challenge_close(challenge=challenge, user=alice)
    assert "closed" in words(visitor(alice).get(PAGE))


def test_of_many_the_best_are_named(challenge: Challenge, alice: User) -> None:
    for number in range(NAMED + 2):
        ended(challenge, User.objects.create_user(f"Player-{number}"), 100 + number)
    (deal,) = deals_sent_by(alice)
    assert [seat.points for seat in deal.best] == [100 + number for number in range(NAMED + 1, 1, -1)]
    assert deal.others == 2


def test_who_was_challenged_sees_by_whom_and_how_it_went(challenge: Challenge, bob: User, charlie: User) -> None:
    least = score(challenge)
    attempt = attempt_begin(challenge=challenge, user=charlie)
    assert "Your game is running" in words(visitor(charlie).get(PAGE))
    ended(challenge, bob, least + 2)
    (deal,) = deals_received_by(bob)
    assert (deal.challenge, deal.points, deal.seat.points, deal.difference) == (challenge, least, least + 2, 2)
    text = words(visitor(bob).get(PAGE))
    assert "Alice" in text
    assert "beaten" in text
    resign(match=attempt.match, user=charlie)
    text = words(visitor(charlie).get(PAGE))
    assert "You left the game" in text
    assert "Bob" not in text


def test_a_game_that_a_moderator_called_off_is_told_so_and_counts_nowhere(
    challenge: Challenge, alice: User, bob: User
) -> None:
    attempt = attempt_begin(challenge=challenge, user=bob)
    match_call_off(match=match_quarantine_by_hand(match=attempt.match, trouble="a quarrel"))
    for address in (PAGE, challenge.get_absolute_url()):
        said = words(visitor(bob).get(address))
        assert "Called off by a moderator" in said, address
        assert "You left the game" not in said, address
    (deal,) = deals_sent_by(alice)
    assert (deal.tally, deal.best) == (Tally(played=0, beaten=0), ())
    assert tally_of(challenge, score(challenge)) == deal.tally
    assert [line.seat.user for line in table_of(challenge, seats_of(challenge.match), bob)] == [alice]
    assert not alice.notices.filter(kind=Kind.CHALLENGE).exists()


def test_others_see_nothing_of_it(challenge: Challenge, bob: User, charlie: User) -> None:
    ended(challenge, bob, 50)
    assert deals_sent_by(charlie) == deals_received_by(charlie) == deals_sent_by(bob) == []
    assert "None yet." in words(visitor(charlie).get(PAGE))


@pytest.mark.half_second
def test_it_takes_as_many_queries_however_many_there_are(
    challenge: Challenge, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    ended(challenge, bob, 10)
    for number in range(3):
        with django_assert_num_queries(3):
            deals_sent_by(alice)
        with django_assert_num_queries(2):
            deals_received_by(bob)
        ended(challenge, User.objects.create_user(f"More-{number}"), 20)
        ended(sent(alice, "beginner", seed=number + 10), bob, 30)
    assert (len(deals_sent_by(alice)), len(deals_received_by(bob))) == (4, 4)
