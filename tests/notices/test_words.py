"""What a notice says about its match: who has won, and what kind of table someone is invited to."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.conf import settings
from django.utils.translation import override

from accounts.models import User
from deliveries.channels.mail import blocks_of, letter, reason_of, subject_of
from deliveries.selectors.relevance import notices_by_id, obsolete_reason
from deliveries.words import NoticeText, text_of
from games.models import Match
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join, player_remove
from games.services.lobby.terms import TableTerms
from games.services.people.relations import block_create
from games.services.play.agreeing import end_agree
from games.services.play.resignation import resign
from games.services.play.timeouts import time_out_all, win_decline
from notices.kinds import Kind
from notices.models import Notice
from notices.outbox import notify, notify_seat
from tests.notices.cast import day_game
from tests.visitors import visitor

pytestmark = pytest.mark.django_db


def words_for(user: User, kind: str) -> NoticeText:
    [notice] = notices_by_id(Notice.objects.filter(user=user, kind=kind).values_list("pk", flat=True)).values()
    return text_of(notice)


@pytest.mark.parametrize(
    ("ranks", "title", "others_title"),
    [
        ({"Alice": 1, "Bob": 2}, "You won Rapa Nui", "Alice won Rapa Nui"),
        (
            {"Alice": 1, "Bob": 1},
            "You and Bob share the win in Rapa Nui",
            "You and Alice share the win in Rapa Nui",
        ),
    ],
)
def test_the_end_of_a_match_says_who_has_won_and_the_points(
    two_play: Match, alice: User, bob: User, ranks: dict[str, int], title: str, others_title: str
) -> None:
    for seat, points in zip(two_play.seats.select_related("user"), (12, -3), strict=True):
        seat.rank, seat.points = ranks[seat.user.username], points if seat.user == alice else -points
        seat.save()
    of_alice = two_play.seats.get(user=alice)
    two_play.seats.filter(user=bob).update(points=-3)
    notify(kind=Kind.FINISHED, match=two_play, users=[alice, bob])
    assert words_for(alice, Kind.FINISHED).title == title
    assert words_for(bob, Kind.FINISHED).title == others_title
    of_alice.refresh_from_db()
    said = words_for(alice, Kind.FINISHED).text
    assert f"you {of_alice.points}" in said.replace("−", "-")
    assert "Bob −3" in said


def test_a_win_by_the_computer_player_in_the_seat_of_someone_who_left_is_told_as_its_own(
    two_play: Match, alice: User, bob: User, owl: User
) -> None:
    two_play.seats.filter(user=alice).update(points=20, rank=1, stand_in=owl)
    two_play.seats.filter(user=bob).update(points=12, rank=2)
    notify(kind=Kind.FINISHED, match=two_play, users=[bob])
    words = words_for(bob, Kind.FINISHED)
    assert words.title == "Owl (for Alice) won Rapa Nui"
    assert "Owl (for Alice) 20, you 12" in words.text


def test_a_game_that_a_player_left_tells_the_winner_without_points(
    two_play: Match, alice: User, bob: User, owl: User
) -> None:
    resign(match=two_play, user=bob)
    words = words_for(alice, Kind.FINISHED)
    assert (words.title, "ended early" in words.text) == ("You won Rapa Nui", True)


def test_a_game_without_a_result_is_only_over(two_play: Match, alice: User, bob: User) -> None:
    end_agree(match=two_play, user=alice)
    end_agree(match=Match.objects.get(pk=two_play.pk), user=bob)
    assert words_for(alice, Kind.FINISHED).title == "Rapa Nui is over"


def test_in_a_duel_no_player_who_has_left_is_said_to_wait_or_to_win(two_play: Match, owl: User) -> None:
    stays = two_play.seats.exclude(number=two_play.to_move).get()
    time_out_all(now=two_play.deadline)
    win_decline(match=two_play, user=stays.user)
    for kind in (Kind.TURN, Kind.LAST):
        notify_seat(kind=kind, match=Match.objects.get(pk=two_play.pk), seat=stays)
    turn, last = words_for(stays.user, Kind.TURN).text, words_for(stays.user, Kind.LAST).text
    assert turn == "Owl is waiting for you."
    assert last == "It is still your turn. When your time runs out, the game is over."


def test_the_last_person_at_a_larger_table_is_promised_no_stand_in(
    alice: User, bob: User, charlie: User, owl: User
) -> None:
    match = day_game(alice, bob, charlie)
    for player in (bob, charlie):
        resign(match=match, user=player)
    notify_seat(kind=Kind.LAST, match=match, seat=match.seats.get(user=alice))
    text = words_for(alice, Kind.LAST).text
    assert text == "It is still your turn. When your time runs out, the game is over."


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"pace": "2d", "rated": True}, "2 players, 2 days a turn, rated."),
        ({"pace": "1d", "weekends_off": True}, "2 players, 1 day a turn, weekends off, not rated."),
        ({"pace": "live"}, "2 players, live, not rated."),
    ],
)
def test_an_invitation_says_what_kind_of_table_it_is(alice: User, bob: User, how: dict, said: str) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(**how))
    invitation_create(match=match, host=alice, name="Bob")
    assert words_for(bob, Kind.INVITATION).text == f"{said} Sit down or decline; the table is waiting."


def removed(match: Match, host: User, guest: User) -> None:
    match_join(match=match, user=guest)
    player_remove(match=match, host=host, user_id=guest.pk)


def blocked(match: Match, host: User, guest: User) -> None:
    block_create(user=host, name=guest.username)


@pytest.mark.parametrize("withdrawn", [removed, blocked])
def test_an_invitation_that_was_withdrawn_is_not_sent_and_leads_to_no_table(
    alice: User, bob: User, withdrawn: Callable[[Match, User, User], None]
) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None] * 2, terms=TableTerms(access=Match.Access.LINK))
    invitation_create(match=table, host=alice, name="Bob")
    assert words_for(bob, Kind.INVITATION).path == table.get_absolute_url()
    withdrawn(table, alice, bob)
    [notice] = notices_by_id(bob.notices.filter(kind=Kind.INVITATION).values_list("pk", flat=True)).values()
    words = text_of(notice)
    assert (words.title, words.text) == ("Alice invites you to Rapa Nui", "This invitation is no longer open.")
    assert words.path == "/tables/"
    assert obsolete_reason(notice)
    assert table.code not in visitor(bob).get("/notices/").content.decode()


def test_a_letter_has_one_block_for_each_match_with_what_is_urgent_first(
    two_play: Match, alice: User, bob: User
) -> None:
    awaited = two_play.seats.get(number=two_play.to_move).user
    another = day_game(alice, bob)
    for match in (two_play, another):
        notify(kind=Kind.STARTED, match=match, users=[awaited])
    of_both = Notice.objects.filter(user=awaited, kind__in=[Kind.TURN, Kind.STARTED])
    notices = notices_by_id(of_both.values_list("pk", flat=True)).values()
    of_first = [text_of(notice) for notice in notices if notice.match == two_play]
    assert {words.kind for words in of_first} >= {Kind.TURN, Kind.STARTED}
    [block] = blocks_of(of_first)
    assert (block.first.kind, subject_of([block])) == (Kind.TURN, "Your turn in Rapa Nui")
    letter_of_both = letter([text_of(notice) for notice in notices], awaited, "a@example.org", "code")
    assert letter_of_both.subject in ("2 new notifications", "2 games are waiting for you")
    for text in (letter_of_both.body, letter_of_both.alternatives[0][0]):
        assert [text.count(match.get_absolute_url()) for match in (two_play, another)] == [1, 1]
        assert text.count("Rapa Nui has started") == 2


def test_the_subject_says_how_many_games_wait_if_that_is_all() -> None:
    def subject(kinds: list[Kind]) -> str:
        tellings = [
            NoticeText(kind, "rapa_nui", "Title", "Text", f"/match/{number}/", "") for number, kind in enumerate(kinds)
        ]
        return subject_of(blocks_of(tellings))

    assert subject([Kind.TURN, Kind.QUESTION, Kind.LAST]) == "3 games are waiting for you"
    assert subject([Kind.TURN, Kind.FINISHED]) == "2 new notifications"


@pytest.mark.parametrize(
    ("kinds", "reason"),
    [
        ([Kind.TEST], "You’re getting this because you asked for a test."),
        ([Kind.HALF, Kind.LAST, Kind.TEST], "Reminders come even if you’ve seen your turn on the site."),
        ([Kind.LAST, Kind.FINISHED], "You’re getting this because you haven’t seen it on the site yet."),
    ],
)
def test_an_email_says_why_it_comes(kinds: list[Kind], reason: str) -> None:
    assert reason_of([NoticeText(kind, "", "Title", "Text", "/", "") for kind in kinds]) == reason


def test_after_a_player_has_left_the_others_read_with_whom_they_play_on(
    alice: User, bob: User, charlie: User, owl: User
) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[bob, charlie])
    resign(match=match, user=bob)
    stand_in = match.seats.get(user=bob).stand_in
    assert stand_in is not None
    words = words_for(alice, Kind.TAKEN_OVER)
    assert words.title == "A computer player has taken over a seat in Rapa Nui"
    assert all(name in words.text for name in (stand_in.shown_name, "Charlie"))
    for language, _name in settings.LANGUAGES:
        with override(language):
            told = words_for(alice, Kind.TAKEN_OVER)
            assert "Bob" not in f"{told.title} {told.text}", language


def test_chinese_has_no_space_between_two_sentences(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(pace="1d"))
    invitation_create(match=match, host=alice, name="Bob")
    with override("zh-hans"):
        text = words_for(bob, Kind.INVITATION).text
    assert text.count("。") == 2
    assert " " not in text.removeprefix("2人")


@pytest.mark.parametrize(
    ("kind", "deed"),
    [
        (Kind.CLOSED, "See open tables"),
        (Kind.FRIEND, "Answer"),
        (Kind.CUP, "See the cup"),
        (Kind.LADDER, "See the ladder"),
        (Kind.CLUB, "See the club"),
        (Kind.CHALLENGE, "See the deal"),
        (Kind.CAUTION, "Read it"),
        (Kind.FINISHED, "See my notifications"),
    ],
)
def test_the_button_of_an_email_says_where_it_leads(kind: str, deed: str) -> None:
    text = NoticeText(kind=kind, game="", title="", text="", path="/", subject="")
    assert text.deed == deed
    assert replace(text, game="maya").deed == "Go to the table"


@pytest.mark.parametrize(
    ("event", "said"), [("missed", "Points with the same deal: 1."), ("left", "Your score stands: 1.")]
)
def test_the_points_of_a_sent_deal_may_be_one(alice: User, bob: User, event: str, said: str) -> None:
    notify(kind=Kind.CHALLENGE, users=[alice], about=bob, game="maya", event=event, points=1, score=1)
    assert words_for(alice, Kind.CHALLENGE).text == said
