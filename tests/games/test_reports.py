"""Reporting people, and moderators who work off the queue: in few clicks, without a query for each row."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import Ban, User
from common.refusals import Refused
from games.models import Match, Report, Seat, Silence
from games.services.lobby.matches import match_create, match_join, match_leave
from games.services.lobby.old_tables import closes_at, old_tables_close
from games.services.moderation.quarantine import match_quarantine
from games.services.moderation.reports import message_report, person_report
from games.services.people import chat
from tests.visitors import visitor


@pytest.fixture
def warden(db: None) -> User:
    return User.objects.create_superuser("Warden", password="quiet-terrace-7")


@pytest.fixture
def moderator(warden: User) -> Client:
    return visitor(warden)


def _wait_for_its_end(table: Match, _host: User) -> None:
    with time_machine.travel(closes_at(table) + timedelta(minutes=1)):
        assert old_tables_close() == 1


def test_a_person_is_reported_from_the_profile(alice: User, bob: User) -> None:
    client = visitor(bob)
    assert "/people/Alice/report/" in client.get("/people/Alice/").content.decode()
    empty = client.post("/people/Alice/report/", {"reason": "stalling", "text": ""})
    assert empty.status_code == 422
    answer = client.post("/people/Alice/report/", {"reason": "stalling", "text": "She waits on purpose."}, follow=True)
    assert "The moderators will look into it" in answer.content.decode()
    report = Report.objects.get()
    assert (report.person, report.reporter, report.reason, report.message) == (alice, bob, "stalling", None)


def test_reporting_again_waits_for_the_moderators(alice: User, bob: User, moderator: Client) -> None:
    first = person_report(person=alice, reporter=bob, reason="other", text="Once")
    assert person_report(person=alice, reporter=bob, reason="other", text="Twice") == first
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.create(person=alice, reporter=bob, reason="other")
    moderator.post("/admin/games/report/", {"action": "dismiss", "_selected_action": [first.pk]})
    assert person_report(person=alice, reporter=bob, reason="other", text="Again") != first


@pytest.mark.parametrize("reported_before", [False, True])
@pytest.mark.parametrize("closes", [lambda table, host: match_leave(match=table, user=host), _wait_for_its_end])
def test_a_report_outlives_the_table_where_it_was_said(
    closes: Callable[[Match, User], None], reported_before: bool, alice: User, bob: User, moderator: Client
) -> None:
    table = match_join(match=match_create(host=alice, game="rapa_nui", others=[None, None]), user=bob)
    if reported_before:
        person_report(person=alice, reporter=bob, reason="other", text="She is like that.")
    message = chat.message_write(match=table, user=alice, text="Begone, slug")
    message_report(message=message, reporter=bob, reason="insult", text="To my face!")
    closes(table, alice)
    assert not Match.objects.exists()
    (report,) = Report.objects.all()
    assert (report.person, report.reporter, report.message, report.settled_at) == (alice, bob, None, None)
    assert report.text == "“Begone, slug” To my face!" + (" She is like that." if reported_before else "")
    assert "Begone, slug" in moderator.get("/admin/games/report/").content.decode()


def test_no_member_reports_themselves_or_a_computer(alice: User, computers: list[User]) -> None:
    for person in (alice, computers[0]):
        with pytest.raises(Refused):
            person_report(person=person, reporter=alice, reason="other", text="Well")
    assert visitor(alice).post("/people/Alice/report/", {"reason": "other", "text": "I"}).status_code == 422


def test_reports_are_limited(alice: User, bob: User) -> None:
    client = visitor(bob)
    answers = [
        client.post("/people/Alice/report/", {"reason": "other", "text": "So"}).status_code for _try in range(21)
    ]
    assert answers == [302] * 20 + [422]
    assert Report.objects.count() == 1


@pytest.mark.parametrize(
    ("action", "writes", "comes"),
    [("silence_for_good", False, True), ("ban_for_a_week", True, False), ("ban_for_good", True, False)],
)
def test_moderators_act_on_a_person_from_the_queue(
    action: str, writes: bool, comes: bool, two_play: Match, alice: User, bob: User, moderator: Client, computers: Any
) -> None:
    message = chat.message_write(match=two_play, user=alice, text="Begone")
    message_report(message=message, reporter=bob, reason="insult", text="")
    report = person_report(person=alice, reporter=bob, reason="insult", text="And there")
    keys = list(Report.objects.values_list("pk", flat=True))
    moderator.post("/admin/games/report/", {"action": action, "_selected_action": keys})
    assert not Report.objects.filter(settled_at=None).exists()
    message.refresh_from_db()
    assert message.removed
    assert Silence.objects.filter(user=alice).exists() is not writes
    assert Ban.objects.filter(user=alice).count() == (not comes)
    assert visitor(alice).get("/").status_code == (200 if comes else 403)
    history = moderator.get(f"/admin/games/report/{report.pk}/history/").content.decode()
    assert "Warden" in history


def test_a_silence_for_good_is_told_and_can_be_ended(
    two_play: Match, alice: User, warden: User, moderator: Client
) -> None:
    silence = chat.silence_create(user=alice, moderator=warden, days=None, why="Insults.")
    with pytest.raises(Refused, match="no longer"):
        chat.message_write(match=two_play, user=alice, text="But")
    assert "no longer" in visitor(alice).get(f"{two_play.get_absolute_url()}chat/").content.decode()
    moderator.post("/admin/games/silence/", {"action": "end", "_selected_action": [silence.pk]})
    assert chat.message_write(match=two_play, user=alice, text="Thank you.").pk


def test_the_queue_shows_what_waits_and_on_demand_the_rest(alice: User, bob: User, moderator: Client) -> None:
    person_report(person=alice, reporter=bob, reason="name", text="Look at this name")
    queue = "/admin/games/report/"
    assert "Look at this name" in moderator.get(queue).content.decode()
    moderator.post(queue, {"action": "dismiss", "_selected_action": [Report.objects.get().pk]})
    assert "Look at this name" not in moderator.get(queue).content.decode()
    assert "Look at this name" in moderator.get(f"{queue}?state=settled").content.decode()


# --- moderators play too ----------------------------------------------------------------------------------------------


@pytest.fixture
def playing(two_play: Match, warden: User) -> Match:
    """The moderator has Bob's seat."""
    Seat.objects.filter(match=two_play, user__username="Bob").update(user=warden)
    return two_play


def test_words_of_watchers_reach_no_moderator_who_plays(playing: Match, charlie: User, alice: User) -> None:
    message = chat.message_write(match=playing, user=charlie, text="The moai is on top!")
    message_report(message=message, reporter=User.objects.create_user("Dora"), reason="advice", text="")
    another = visitor(User.objects.create_superuser("Another"))
    own = visitor(User.objects.get(username="Warden"))
    assert "The moai is on top!" in another.get("/admin/games/report/").content.decode()
    assert "The moai is on top!" not in own.get("/admin/games/report/").content.decode()
    key = Report.objects.get().pk
    assert own.get(f"/admin/games/report/{key}/change/").status_code == 302


@pytest.mark.half_second
def test_a_match_set_aside_keeps_its_secrets_from_a_moderator_who_plays(playing: Match, warden: User) -> None:
    match_quarantine(match_id=playing.pk, ply=None, trouble="Nobody knows.")
    address = f"/admin/games/match/{playing.pk}/change/"
    page = visitor(warden).get(address).content.decode()
    assert playing.deal not in page
    assert playing.salt not in page
    another = visitor(User.objects.create_superuser("Another")).get(address).content.decode()
    assert playing.salt in another


# --- lists ------------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_no_list_of_the_administration_asks_for_each_row(
    two_play: Match, alice: User, warden: User, moderator: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        user = User.objects.create_user(f"Reporter{number}")
        message = chat.message_write(match=two_play, user=alice, text=f"Message {number}")
        message_report(message=message, reporter=user, reason="spam", text="")
        person_report(person=alice, reporter=user, reason="other", text="So")
        chat.silence_create(user=user, moderator=warden, days=1, why="Noise.")
        Ban.objects.create(user=user, why="Noise.", made_by=warden, lifted_by=warden)
    for address in ("games/report", "games/silence", "accounts/ban", "games/match", "accounts/user", "notices/notice"):
        with django_assert_max_num_queries(12) as asked:
            assert moderator.get(f"/admin/{address}/").status_code == 200
        repeated = Counter(query["sql"].split(" WHERE ")[0] for query in asked.captured_queries).most_common(1)
        assert repeated[0][1] <= 3, repeated
