"""The chat of a match: who may read and write, rate limits, reports, and moderators."""

from datetime import UTC, datetime
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, Permission
from django.test import Client

from accounts.bots import bot_create
from accounts.models import User
from common.refusals import Refused
from games.api.v1.news import Mark, of_match
from games.models import Block, Match, Message, Report, Silence
from games.models.chat import LONGEST_MESSAGE
from games.selectors.access import Visitor
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from games.services.people import chat
from games.services.play.turns import play
from tests.games.conversation import run, socket
from tests.games.playing import decider, legal
from tests.visitors import visitor

HTMX = {"HX-Request": "true"}


def said(match: Match, user: User | None) -> list[str]:
    """The messages that someone can read in the chat."""
    page = visitor(user).get(f"{match.get_absolute_url()}chat/")
    return [message.text for message in page.context["chat"].messages]


@pytest.fixture
def talk(two_play: Match, alice: User, charlie: User) -> Match:
    """Alice, who plays, and Charlie, who watches, have each written a message."""
    chat.message_write(match=two_play, user=alice, text="Good luck!")
    chat.message_write(match=two_play, user=charlie, text="She has the moai.")
    return two_play


def test_players_do_not_read_what_watchers_say_before_the_end(
    talk: Match, alice: User, bob: User, charlie: User
) -> None:
    assert said(talk, alice) == said(talk, bob) == ["Good luck!"]
    assert said(talk, charlie) == said(talk, None) == ["Good luck!", "She has the moai."]
    Match.objects.filter(pk=talk.pk).update(
        status="finished", to_move=None, deadline=None, reason="deck", finished_at="2026-01-01T00:00Z"
    )
    assert said(talk, alice) == ["Good luck!", "She has the moai."]


def test_a_player_who_left_the_seat_to_a_computer_still_reads_as_a_player(talk: Match, bob: User, owl: User) -> None:
    talk.seats.filter(user=bob).update(stand_in=owl)
    assert said(talk, bob) == ["Good luck!"]


@pytest.mark.half_second
def test_the_owner_of_a_bot_that_plays_is_no_spectator_before_the_end(talk: Match, bob: User, charlie: User) -> None:
    """What spectators say could be advice, and the owner tells the bot what to do; so does a bot its owner."""
    dora = User.objects.create_user("Dora")
    bots = {bot_create(owner=dora, name="Rumi"): dora, bot_create(owner=bob, name="Kusi"): bob}
    talk.seats.filter(user=bob).update(user=next(iter(bots)))
    address = f"{talk.get_absolute_url()}chat/"
    about = {"match": talk.code, "message": Message.objects.get(text="She has the moai.").pk, "reason": "other"}

    def streamed(user: User) -> bool:
        return "She has the moai." in str(of_match(talk, Visitor(user), Mark(0, 0)).events)

    for owner, hears in ((dora, False), (bob, True)):
        assert ("She has the moai." in said(talk, owner)) is streamed(owner) is hears
        answer = visitor(owner).post(address, {"text": "Take the fish"})
        assert answer.status_code == (302 if hears else 422)
        report = visitor(owner).post("/api/v1/reports/message", about, content_type="application/json")
        assert (report.status_code == 204) is hears
    talk.seats.filter(user__in=bots).update(user=bob)
    assert not streamed(next(bot for bot in bots if bots[bot] == bob)), "nor does a bot hear what helps its owner"
    talk.seats.filter(user=bob).update(user=next(iter(bots)))
    Match.objects.filter(pk=talk.pk).update(
        status="finished", to_move=None, deadline=None, reason="deck", finished_at="2026-01-01T00:00Z"
    )
    assert "She has the moai." in said(talk, dora)
    assert visitor(dora).post(address, {"text": "Well played"}).status_code == 302


@pytest.mark.half_second
def test_what_is_said_at_a_table_with_a_password_is_for_those_who_know_it(
    alice: User, bob: User, charlie: User
) -> None:
    terms = TableTerms(access="password", password="two llamas")
    match = match_create(host=alice, game="rapa_nui", others=[None, None], terms=terms)
    message = chat.message_write(match=match, user=alice, text="Meet me on 555 0100")
    about, path = {"match": match.code, "message": message.pk, "reason": "other"}, match.get_absolute_url()

    def seen(browser: Client) -> list[bool]:
        pages = [browser.get(f"{path}chat/"), browser.get(f"/api/v1/matches/{match.code}/chat")]
        report = browser.post("/api/v1/reports/message", about, content_type="application/json")
        return [*("555 0100" in page.content.decode() for page in pages), report.status_code in (204, 422)]

    def streamed(user: User | None) -> bool:
        who = AnonymousUser() if user is None else user
        return "555 0100" in str(of_match(match, Visitor(who), Mark(0, 0)).events)

    for stranger in (bob, None):
        assert visitor(stranger).get(path).status_code == 200
        assert seen(visitor(stranger)) == [False] * 3
        assert not streamed(stranger)
    assert seen(visitor(alice)) == [True] * 3
    invitation_create(match=match, host=alice, name="Charlie")
    assert seen(visitor(charlie)) == [True] * 3
    assert streamed(charlie)
    browser = visitor(bob)
    browser.get(f"{path}invite/{match.invite}/")
    assert seen(browser) == [True] * 3


def test_the_chat_of_a_private_match_is_for_its_players_alone(two_play_by_link: Match, charlie: User) -> None:
    path = f"{two_play_by_link.get_absolute_url()}chat/"
    for user in (charlie, None):
        client = visitor(user)
        for address in (path, f"{path}read/", f"{path}report/?message=1"):
            assert client.post(address, {"text": "hello", "reason": "spam"}).status_code == 404
        assert client.get(path).status_code == 404
    assert not Message.objects.exists()


def test_a_message_is_one_line_and_turns_no_words_around_it(two_play: Match, alice: User) -> None:
    text = "good\u2028 luck\x07\r\n \u202eevil\u2066 \u05e9\u05dc\u05d5\u05dd\u200f 👩\u200d🌾"
    message = chat.message_write(match=two_play, user=alice, text=text)
    assert message.text == "good luck evil \u05e9\u05dc\u05d5\u05dd\u200f 👩\u200d🌾"


@pytest.mark.parametrize(
    ("text", "reason"), [("", "Write something"), (" \n ", "Write something"), ("x" * (LONGEST_MESSAGE + 1), "at most")]
)
def test_what_cannot_be_said_is_refused_with_words(text: str, reason: str, two_play: Match, alice: User) -> None:
    answer = visitor(alice).post(f"{two_play.get_absolute_url()}chat/", {"text": text})
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Message.objects.exists()


def test_watching_guests_and_strangers_do_not_write(two_play: Match, db: None) -> None:
    guest = User.objects.create(username="Guest-1000", is_guest=True)
    for user in (guest, None):
        assert visitor(user).post(f"{two_play.get_absolute_url()}chat/", {"text": "hello"}).status_code == 422
    assert not Message.objects.exists()


def test_a_message_is_plain_text(two_play: Match, alice: User) -> None:
    text = "<script>alert(1)</script> http://example.org"
    page = visitor(alice).post(f"{two_play.get_absolute_url()}chat/", {"text": text}, headers=HTMX).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; http://example.org" in page
    assert 'href="http://example.org' not in page


def test_it_is_folded_where_no_other_person_could_say_anything(two_play: Match, alice: User, owl: User) -> None:
    alone, open_fold = match_create(host=alice, game="maya", others=[owl]), 'id="chat-fold" open'
    assert open_fold in visitor(alice).get(two_play.get_absolute_url()).content.decode()
    assert open_fold not in visitor(alice).get(alone.get_absolute_url()).content.decode()
    chat.message_write(match=alone, user=alice, text="Good luck to myself")
    assert open_fold in visitor(alice).get(alone.get_absolute_url()).content.decode()


def test_no_member_writes_without_a_pause(two_play: Match, alice: User) -> None:
    client = visitor(alice)
    most = int(settings.LIMITS["chat"].split("/")[0])
    answers = [
        client.post(f"{two_play.get_absolute_url()}chat/", {"text": f"{number}"}).status_code
        for number in range(most + 1)
    ]
    assert answers == [302] * most + [422]


def test_a_blocked_or_muted_member_is_not_read(talk: Match, alice: User, bob: User) -> None:
    Block.objects.create(user=bob, blocked=alice, only_mutes=True)
    assert said(talk, bob) == []
    assert said(talk, alice) == ["Good luck!"]


def test_what_is_new_is_counted_until_it_is_read(talk: Match, bob: User, alice: User) -> None:
    client = visitor(bob)
    path = f"{talk.get_absolute_url()}chat/"
    assert client.get(path).context["chat"].unread == 1
    client.post(f"{path}read/")
    assert client.get(path).context["chat"].unread == 0
    chat.message_write(match=talk, user=alice, text="Your turn")
    assert client.get(path).context["chat"].unread == 1


def test_a_reading_mark_never_goes_back(talk: Match, bob: User) -> None:
    chat.chat_read(match=talk, user=bob, message=7)
    chat.chat_read(match=talk, user=bob, message=3)
    assert talk.read_marks.get(user=bob).message == 7


def report(talk: Match, reporter: User, text: str = "Good luck!") -> Report:
    message = talk.messages.get(text=text)
    answer = visitor(reporter).post(
        f"{talk.get_absolute_url()}chat/report/?message={message.pk}", {"reason": "insult", "text": "Look."}
    )
    assert answer.status_code == 302
    return Report.objects.get(message=message, reporter=reporter)


def test_a_message_is_reported_once(talk: Match, bob: User) -> None:
    assert report(talk, bob) == report(talk, bob)


def test_no_member_reports_what_they_cannot_read_or_wrote_themselves(talk: Match, alice: User, charlie: User) -> None:
    watcher, own = talk.messages.get(user=charlie), talk.messages.get(user=alice)
    client = visitor(alice)
    path = f"{talk.get_absolute_url()}chat/report/?message="
    assert client.get(f"{path}{watcher.pk}").status_code == 404
    assert client.get(f"{path}x").status_code == 404
    assert client.post(f"{path}{own.pk}", {"reason": "spam"}).status_code == 422
    assert client.post(f"{path}{own.pk}", {"reason": "dislike"}).status_code == 422
    assert not Report.objects.exists()


@pytest.fixture
def moderator(charlie: User) -> Client:
    """Charlie, who may change reports and nothing else."""
    charlie.is_staff = True
    charlie.save()
    charlie.user_permissions.set(Permission.objects.filter(codename__in=["view_report", "change_report"]))
    return visitor(charlie)


@pytest.mark.half_second
@pytest.mark.parametrize(
    ("action", "removed", "silenced"),
    [("dismiss", False, False), ("remove_message", True, False), ("silence_for_a_week", True, True)],
)
def test_moderators_work_off_the_queue(
    action: str, removed: bool, silenced: bool, talk: Match, bob: User, alice: User, moderator: Client
) -> None:
    key = report(talk, bob).pk
    assert "Good luck!" in moderator.get("/admin/games/report/").content.decode()
    assert "Good luck!" in moderator.get(f"/admin/games/report/{key}/change/").content.decode()
    moderator.post("/admin/games/report/", {"action": action, "_selected_action": [key]})
    assert Report.objects.get(pk=key).settled_at is not None
    page = visitor(bob).get(f"{talk.get_absolute_url()}chat/").content.decode()
    assert ("removed by a moderator" in page, "Good luck!" in page) == (removed, not removed)
    assert Silence.objects.filter(user=alice).exists() == silenced
    if silenced:
        with pytest.raises(Refused, match="can’t write until"):
            chat.message_write(match=talk, user=alice, text="But")


@pytest.mark.parametrize(
    ("zone", "until"), [("", "31 January 2031, 20:00 UTC"), ("Asia/Kolkata", "1 February 2031, 01:30")]
)
def test_people_read_in_their_own_time_until_when_they_are_silenced(
    zone: str, until: str, talk: Match, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    Silence.objects.create(user=alice, until=datetime(2031, 1, 31, 20, tzinfo=UTC), why="Be kind")
    page = visitor(alice).post(f"{talk.get_absolute_url()}chat/", {"text": "But"}, headers=HTMX)
    assert f"until {until}. A moderator says: Be kind" in page.content.decode()


def test_the_chat_takes_as_many_queries_whatever_its_length(
    talk: Match, alice: User, bob: User, charlie: User, django_assert_num_queries: Any
) -> None:
    client = visitor(charlie)
    for _number in range(2):
        # session, user, match; what to read at all, messages with writers
        with django_assert_num_queries(5):
            client.get(f"{talk.get_absolute_url()}chat/", headers=HTMX)
        for user in (alice, bob, charlie):
            chat.message_write(match=talk, user=user, text="And more")


def test_playing_goes_on_while_people_talk(talk: Match) -> None:
    play(match=talk, seat=talk.to_move, user=decider(talk), text=legal(talk)[-1], ply=talk.ply)
    assert Match.objects.get(pk=talk.pk).ply > talk.ply


@pytest.mark.django_db(transaction=True)
def test_open_pages_hear_that_something_was_said_but_not_what(two_play: Match, charlie: User) -> None:
    watcher = socket(f"/ws/match/{two_play.code}/")

    async def conversation() -> Any:
        assert (await watcher.connect(timeout=60))[0]
        await database_sync_to_async(chat.message_write)(match=two_play, user=charlie, text="She has the moai.")
        news = await watcher.receive_json_from(timeout=60)
        await watcher.disconnect()
        return news

    assert run(conversation()) == {"type": "chat.changed", "match": two_play.code}
