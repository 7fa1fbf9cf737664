"""Finished deals sent to others: which ones can be sent, who plays them, notices, and everyone's results."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import User
from accounts.services import computer_players_ensure
from common.refusals import Refused
from deliveries.words import text_of
from games.ai import LEVELS
from games.engine import GAMES
from games.models import Attempt, Challenge, Hint, Match, Seat
from games.selectors.access import Visitor, match_for, seats_of
from games.selectors.lobby.challenges import sending, table_of, tally_of
from games.selectors.records.archive import archive
from games.services.computer.thinking import think
from games.services.lobby.challenge_news import MOST_WAITING
from games.services.lobby.challenges import attempt_begin, challenge_close, challenge_send
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.matches import MOST_TABLES, match_create, match_join
from games.services.people.relations import block_create
from games.services.play.resignation import resign
from games.services.records.studies import play_on
from membership.deletion import account_delete
from membership.guests import guest_merge
from notices.kinds import Kind
from notices.seeing import list_seen
from tests.first import first
from tests.games.playing import legal, play_once, play_out
from tests.games.sent_deals import GAME, computer, ended, played, score, seat_of, sent
from tests.visitors import visitor

pytestmark = pytest.mark.usefixtures("computers")


def at_table(challenge: Challenge) -> list[Seat]:
    """The seats of the sender's match, as stored now."""
    return list(Seat.objects.filter(match=challenge.match_id).select_related("user").order_by("number"))


# --- which deals can be sent ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_a_game_against_the_computer_can_be_sent_with_every_number_of_seats(game: str, alice: User, bob: User) -> None:
    for seats in GAMES[game].SEATS:
        match = played(alice, *["beginner"] * (seats - 1), game=game)
        challenge = challenge_send(match=match, user=alice)
        attempt = attempt_begin(challenge=challenge, user=bob).match
        assert (attempt.deal, attempt.options, attempt.seat_count) == (match.deal, match.options, match.seat_count)
        before, now = seats_of(match), seats_of(attempt)
        assert [seat.user for seat in now] == [bob if seat.user == alice else seat.user for seat in before]
        first = Match.objects.get(pk=match.pk).actions.order_by("ply").first()
        assert first is not None
        assert attempt.to_move == first.seat


def test_an_option_of_the_game_is_that_of_the_deal(alice: User, bob: User) -> None:
    options = {option.name: option.values[-1] for option in GAMES["maya"].OPTIONS}
    match = played(alice, game="maya", options=options)
    attempt = attempt_begin(challenge=challenge_send(match=match, user=alice), user=bob)
    assert attempt.match.options == match.options != ""


def test_what_was_sent_is_never_rated_and_for_no_other_player(alice: User, bob: User, charlie: User) -> None:
    match = attempt_begin(challenge=sent(alice), user=bob).match
    assert (match.rated, match.access, match.host) == (False, Match.Access.LINK, bob)
    for other in (alice, charlie):
        with pytest.raises(Match.DoesNotExist):
            match_for(Visitor(other), match.code)


def test_what_is_sent_again_has_the_same_link(alice: User) -> None:
    match = played(alice)
    assert challenge_send(match=match, user=alice) == challenge_send(match=match, user=alice)
    assert len(Challenge.objects.get().token) == 16


def refused_to_send(match: Match, user: User) -> None:
    with pytest.raises(Refused):
        challenge_send(match=match, user=user)
    assert not sending(match, seats_of(match), user.pk).may_send
    assert not Challenge.objects.filter(match=match).exists()


def test_no_other_player_sends_it(alice: User, bob: User) -> None:
    refused_to_send(played(alice), bob)


def test_a_game_that_runs_was_left_or_was_played_with_people_is_not_sent(alice: User, bob: User) -> None:
    refused_to_send(match_create(host=alice, game=GAME, others=[computer()]), alice)
    left = match_create(host=alice, game=GAME, others=[computer()])
    refused_to_send(resign(match=left, user=alice), alice)
    with_bob = match_join(match=match_create(host=alice, game=GAME, others=[None, computer()]), user=bob)
    refused_to_send(play_out(with_bob, Random(3)), alice)


def test_who_was_sat_in_for_has_no_score_to_send(alice: User) -> None:
    match = resign(match=match_create(host=alice, game=GAME, others=[computer(), computer()]), user=alice)
    refused_to_send(play_out(match, Random(3)), alice)


def test_what_plays_on_from_another_game_is_not_sent(alice: User) -> None:
    again = play_on(match=played(alice), user=alice, step=0, seat=0, opponents=[computer()])
    refused_to_send(play_out(again, Random(3)), alice)


def test_an_exhibition_is_not_sent(alice: User) -> None:
    match = exhibition_create(host=alice, game=GAME, players=[computer(), computer("solid")])
    refused_to_send(play_out(match, Random(3)), alice)


def test_a_sealed_game_is_not_sent_before_its_seal_is_over(alice: User) -> None:
    match = played(alice)
    hour = timedelta(hours=1)
    Match.objects.filter(pk=match.pk).update(sealed_until=timezone.now() + hour, access=Match.Access.LINK)
    match.refresh_from_db()
    refused_to_send(match, alice)
    match.sealed_until = timezone.now() - hour
    match.save()
    assert challenge_send(match=match, user=alice)


def test_the_game_of_former_rules_is_not_sent(alice: User) -> None:
    match = played(alice)
    match.rules_version = "0"
    match.save()
    refused_to_send(match, alice)


def test_a_deal_that_was_sent_to_a_member_is_not_sent_by_them_as_theirs(alice: User, bob: User) -> None:
    challenge = sent(alice)
    with transaction.atomic():
        match = play_out(attempt_begin(challenge=challenge, user=bob).match, Random(4))
    refused_to_send(match, bob)
    assert sending(match, seats_of(match), bob.pk).challenge == challenge


# --- the single try ---------------------------------------------------------------------------------------------------


def test_a_second_try_is_the_first_one(alice: User, bob: User) -> None:
    challenge = sent(alice)
    first = attempt_begin(challenge=challenge, user=bob)
    resign(match=first.match, user=bob)
    challenge_close(challenge=challenge, user=alice)
    assert attempt_begin(challenge=challenge, user=bob) == first


def test_who_sent_it_is_blocked_or_is_a_bot_does_not_play_it(alice: User, bob: User, charlie: User) -> None:
    challenge = sent(alice)
    block_create(user=alice, name="Bob")
    for user in (alice, bob, bot_create(owner=charlie, name="Charlies-bot")):
        with pytest.raises(Refused):
            attempt_begin(challenge=challenge, user=user)
    assert not Attempt.objects.exists()


def test_a_closed_deal_is_played_by_no_other_until_it_is_sent_again(alice: User, bob: User) -> None:
    challenge = sent(alice)
    with pytest.raises(Refused):
        challenge_close(challenge=challenge, user=bob)
    challenge_close(challenge=challenge, user=alice)
    closed_at = Challenge.objects.get().closed_at
    challenge_close(challenge=challenge, user=alice)
    assert Challenge.objects.get().closed_at == closed_at is not None
    with pytest.raises(Refused):
        attempt_begin(challenge=challenge, user=bob)
    assert sending(challenge.match, seats_of(challenge.match), alice.pk).may_send
    challenge_send(match=challenge.match, user=alice)
    assert attempt_begin(challenge=challenge, user=bob)


def test_no_member_begins_more_of_them_than_tables(alice: User, bob: User) -> None:
    challenge = sent(alice)
    for _table in range(MOST_TABLES):
        match_create(host=bob, game=GAME, others=[None])
    with pytest.raises(Refused):
        attempt_begin(challenge=challenge, user=bob)


@pytest.mark.django_db(transaction=True)
def test_pressing_in_two_tabs_at_once_begins_one_game() -> None:
    computer_players_ensure()
    challenge = sent(User.objects.create_user("Alice"))
    bob = User.objects.create_user("Bob")
    ready = Barrier(2)

    def press() -> str:
        ready.wait()
        code = attempt_begin(challenge=challenge, user=bob).match.code
        connection.close()
        return code

    with ThreadPoolExecutor(2) as pool:
        codes = {done.result() for done in [pool.submit(press) for _tab in range(2)]}
    assert (len(codes), Attempt.objects.count()) == (1, 1)


# --- opponents that answer alike --------------------------------------------------------------------------------------


@transaction.atomic
def course(challenge: Challenge, user: User, decisions: int) -> list[str]:
    match = attempt_begin(challenge=challenge, user=user).match
    for _decision in range(decisions):
        match.refresh_from_db()
        if match.asked_at is None:
            play_once(match, legal(match)[0])
        else:
            assert think(code=match.code, ply=match.ply)
    return list(match.actions.order_by("ply").values_list("text", flat=True))


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["machu_picchu"], of=GAMES))
def test_who_plays_alike_is_answered_alike_also_by_several(game: str, alice: User, bob: User, charlie: User) -> None:
    challenge = sent(alice, "beginner", "solid", game=game)
    courses = [course(challenge, user, 8) for user in (bob, charlie)]
    assert courses[0] == courses[1] != []


@pytest.mark.parametrize("game", GAMES)
def test_a_weaker_one_at_the_same_table_thinks_no_more_than_its_level(game: str, alice: User, bob: User) -> None:
    for seats in (2, 3):
        thoughts = [LEVELS[level].thoughts_in(game, seats) for level in ("solid", "strong", "expert")]
        assert 0 < thoughts[0] < thoughts[1] < thoughts[2]
    challenge = sent(alice, "strong", "solid", game=game)
    assert challenge.thoughts == LEVELS["strong"].thoughts_in(game, 3)
    assert attempt_begin(challenge=challenge, user=bob).match.thoughts == challenge.thoughts


# --- everyone's results ----------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_the_table_goes_by_points_then_by_the_place_and_who_left_comes_last(alice: User, bob: User) -> None:
    challenge = sent(alice)
    mine = seat_of(challenge.match, alice)
    Seat.objects.filter(pk=mine.pk).update(points=30, rank=1)
    names = ("Cili", "Dora", "Emil", "Fred")
    cili, dora, emil, fred = (User.objects.create_user(name) for name in names)
    for user, points, rank in ((bob, 40, 2), (cili, 30, 2), (dora, 12, 1), (emil, 30, 1)):
        ended(challenge, user, points, rank)
    resign(match=attempt_begin(challenge=challenge, user=fred).match, user=fred)
    attempt_begin(challenge=challenge, user=User.objects.create_user("Gil"))
    lines = [
        (line.place, line.seat.user, line.has_left, line.is_reader)
        for line in table_of(challenge, at_table(challenge), dora)
    ]
    assert lines == [
        (1, bob, False, False),
        (2, alice, False, False),
        (2, emil, False, False),
        (4, cili, False, False),
        (5, dora, False, True),
        (6, fred, True, False),
    ]
    tally = tally_of(challenge, 30)
    assert (tally.played, tally.beaten) == (5, 1)


@pytest.mark.parametrize("sender_drew", [True, False])
def test_a_draw_is_told_as_a_draw(alice: User, bob: User, charlie: User, sender_drew: bool) -> None:
    challenge = sent(alice)
    challenge.match.seats.update(rank=1 if sender_drew else 2)
    challenge.match.seats.filter(user=alice).update(rank=1)
    ended(challenge, bob, 20).match.seats.update(rank=1)
    ended(challenge, charlie, 20)
    drawn = {line.seat.user: line.is_drawn for line in table_of(challenge, at_table(challenge), bob)}
    assert drawn == {alice: sender_drew, bob: True, charlie: False}
    client = visitor(bob)
    page = client.get(challenge.get_absolute_url()).text
    assert page.count("drew") == 1 + sender_drew


def test_a_win_with_a_partner_or_of_several_is_no_draw(alice: User, bob: User) -> None:
    challenge = sent(alice, "beginner", "beginner")
    challenge.match.seats.update(rank=1)
    assert [line.is_drawn for line in table_of(challenge, at_table(challenge), alice)] == [False]


def test_the_table_says_who_was_advised(alice: User, bob: User, charlie: User) -> None:
    challenge = sent(alice)
    for user, own in ((bob, "draw 1"), (charlie, "")):
        match = ended(challenge, user, 20).match
        Hint.objects.create(match=match, ply=0, user=user, own=own, asked_at=timezone.now())
    lines = {line.seat.user: line.had_hints for line in table_of(challenge, at_table(challenge), bob)}
    assert lines == {alice: False, bob: True, charlie: False}
    Hint.objects.create(match=challenge.match, ply=0, user=alice, own="draw 1", asked_at=timezone.now())
    lines = {line.seat.user: line.had_hints for line in table_of(challenge, at_table(challenge), bob)}
    assert lines == {alice: True, bob: True, charlie: False}


def test_who_leaves_a_table_of_three_has_no_points_of_the_computer(alice: User, bob: User) -> None:
    challenge = sent(alice, "beginner", "beginner")
    with transaction.atomic():
        match = attempt_begin(challenge=challenge, user=bob).match
        play_out(resign(match=match, user=bob), Random(3))
    assert [line.has_left for line in table_of(challenge, at_table(challenge), bob)] == [False, True]
    assert tally_of(challenge, -100).beaten == 0
    assert [notice.facts["event"] for notice in alice.notices.filter(kind=Kind.CHALLENGE)] == ["left"]


@pytest.mark.half_second
def test_a_sender_who_does_not_look_hears_of_some_who_play_the_deal(alice: User) -> None:
    challenge = sent(alice)

    def give_up(number: int) -> None:
        guest = User.objects.create_user(f"Guest-{number}", is_guest=True)
        resign(match=attempt_begin(challenge=challenge, user=guest).match, user=guest)

    for number in range(MOST_WAITING + 2):
        give_up(number)
    assert alice.notices.filter(kind=Kind.CHALLENGE).count() == MOST_WAITING
    list_seen(user_id=alice.pk)
    give_up(99)
    assert alice.notices.filter(kind=Kind.CHALLENGE).count() == MOST_WAITING + 1


def test_a_table_takes_as_many_queries_however_long_it_is(
    alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    challenge = sent(alice)
    seats = at_table(challenge)
    for more in (bob, *(User.objects.create_user(f"Player-{number}") for number in range(4))):
        ended(challenge, more, 20)
        with django_assert_num_queries(2):
            table_of(challenge, seats, bob)


# --- notices ----------------------------------------------------------------------------------------------------------


def test_the_sender_is_told_whether_it_was_beaten(alice: User, bob: User) -> None:
    challenge = sent(alice)
    with transaction.atomic():
        match = play_out(attempt_begin(challenge=challenge, user=bob).match, Random(4))
    points, mine = seat_of(match, bob).points, score(challenge)
    assert points is not None
    (notice,) = alice.notices.filter(kind=Kind.CHALLENGE)
    event = "tied" if points == mine else "beaten" if points > mine else "missed"
    facts = {"game": GAME, "challenge": challenge.token, "event": event, "points": points, "score": mine}
    assert (notice.facts, notice.about, notice.match) == (facts, bob, None)
    words = text_of(notice)
    assert words.path == challenge.get_absolute_url()
    assert "Bob" in words.title
    assert f"{mine}".replace("-", "−") in words.title
    assert not bob.notices.filter(kind=Kind.CHALLENGE).exists()


@pytest.mark.parametrize("event", ["beaten", "tied", "missed", "left", "what comes later"])
def test_each_way_it_may_go_has_words_of_its_own(event: str, alice: User, bob: User) -> None:
    facts = {"game": GAME, "challenge": "x", "event": event, "points": -2, "score": 89}
    notice = alice.notices.create(kind=Kind.CHALLENGE, about=bob, facts=facts)
    words = text_of(notice)
    assert "Bob" in words.title
    assert "{" not in words.title + words.text
    assert ("89" in words.title + words.text) == (event != "what comes later")


def test_whom_the_sender_has_blocked_meanwhile_is_not_told_of(alice: User, bob: User) -> None:
    match = attempt_begin(challenge=sent(alice), user=bob).match
    block_create(user=alice, name="Bob")
    resign(match=match, user=bob)
    assert not alice.notices.filter(kind=Kind.CHALLENGE).exists()


# --- lists, guests and accounts ---------------------------------------------------------------------------------------


def test_no_list_has_the_games_of_a_deal(alice: User, bob: User) -> None:
    challenge = sent(alice)
    before = archive().keys
    with transaction.atomic():
        play_out(attempt_begin(challenge=challenge, user=bob).match, Random(4))
    assert archive().keys == before


def test_what_a_guest_has_sent_and_tried_goes_along_to_the_account(alice: User, bob: User, guest: User) -> None:
    his, mine = sent(guest), sent(alice)
    first = attempt_begin(challenge=mine, user=guest)
    guest_merge(guest=guest, user=bob)
    his.refresh_from_db()
    assert (his.sender, seat_of(his.match, bob).number) == (bob, his.seat)
    assert attempt_begin(challenge=mine, user=bob) == first


def test_of_two_attempts_that_become_one_persons_the_first_counts_and_of_ones_own_none(
    alice: User, bob: User, guest: User
) -> None:
    his, hers = sent(guest), sent(alice)
    attempt_begin(challenge=his, user=bob)
    first = attempt_begin(challenge=hers, user=guest)
    attempt_begin(challenge=hers, user=bob)
    guest_merge(guest=guest, user=bob)
    assert [*Attempt.objects.all()] == [first]


def test_an_attempt_that_waits_until_the_deal_is_known_does_not_count(alice: User, bob: User, guest: User) -> None:
    hers = sent(alice)
    waits = attempt_begin(challenge=hers, user=guest)
    played = attempt_begin(challenge=hers, user=bob)
    resign(match=played.match, user=bob)
    resign(match=waits.match, user=guest)
    guest_merge(guest=guest, user=bob)
    assert [*Attempt.objects.all()] == [played]


@pytest.mark.half_second
def test_with_the_account_its_deals_and_attempts_are_gone(alice: User, bob: User, charlie: User) -> None:
    his, hers = sent(bob), sent(alice)
    for user in (bob, charlie):
        ended(hers, user, 10)
    ended(his, charlie, 20)
    account_delete(user=bob)
    assert {line.seat.user for line in table_of(hers, at_table(hers), alice)} == {alice, charlie}
    assert [*Challenge.objects.all()] == [hers]
