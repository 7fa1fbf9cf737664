"""Due notices that still hold are sent once on every wanted channel; what is not accepted is tried again."""

import json
import signal
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import http_ece
import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from deliveries.selectors.relevance import obsolete_reason, with_match
from deliveries.services import delivering
from deliveries.services.delivering import deliver_inside, deliver_outside
from deliveries.services.delivery_state import LEASE, MOST_ATTEMPTS, take_up
from deliveries.services.fan_out import fan_out
from deliveries.services.preferences import preferences_set
from games.models import Heartbeat, Match
from games.selectors.position.engines import game_of, state_of
from games.services.lobby.matches import match_create
from games.services.lobby.terms import TableTerms
from games.services.people.relations import friendship_accept, friendship_ask, friendship_end
from games.services.play.agreeing import end_agree, end_decline
from games.services.play.resignation import resign
from games.services.play.turns import undo
from games.services.upkeep import heartbeat
from membership.vacations import vacation_begin, vacation_end
from notices.kinds import Channel, Kind
from notices.models import Browser, Delivery, Notice, Webhook
from notices.outbox import notify
from notices.seeing import match_seen
from tests.first import first
from tests.games.playing import decider, legal, play_once
from tests.notices.cast import Device, StandIn, day_game, pass_time, with_address, with_webhook
from tests.notices.workers import deliver

pytestmark = pytest.mark.django_db
State = Delivery.State


def states(channel: str, **facts: object) -> list[str]:
    return list(Delivery.objects.filter(channel=channel, **facts).order_by("id").values_list("state", flat=True))


def call_of(match: Match) -> Notice:
    return match.notices.filter(kind__in=[Kind.TURN, Kind.QUESTION]).latest("ply")


def play_until_passed(match: Match) -> Match:
    before = match.to_move
    while match.to_move == before:
        match = play_once(match, legal(match)[0])
    return match


def test_an_unseen_turn_goes_out_by_mail_after_ten_minutes_once(two_play: Match) -> None:
    user = with_address(decider(two_play))
    deliver()
    pass_time(minutes=9)
    deliver()
    assert mail.outbox == []
    pass_time(minutes=1.1)
    deliver()
    deliver()
    (letter,) = mail.outbox
    assert letter.to == [f"{user.username.lower()}@example.org"]
    assert letter.subject == "Your turn in Rapa Nui"
    assert two_play.get_absolute_url() in letter.body
    assert states(Channel.MAIL) == [State.SENT]


def test_turns_of_a_live_game_come_by_no_mail(alice: User, bob: User) -> None:
    with_address(alice)
    with_address(bob)
    match_create(host=alice, game="rapa_nui", others=[bob], terms=TableTerms(pace=Match.Pace.LIVE))
    deliver()
    assert states(Channel.MAIL) == []


def test_who_has_looked_gets_no_mail(two_play: Match) -> None:
    user = with_address(decider(two_play))
    deliver()
    match_seen(match=two_play, user_id=user.pk)
    pass_time(minutes=11)
    deliver()
    assert mail.outbox == []
    assert states(Channel.MAIL) == [State.SEEN]


def test_what_was_seen_before_it_was_due_is_sent_nowhere(two_play: Match) -> None:
    call = call_of(two_play)
    match_seen(match=two_play, user_id=with_address(decider(two_play)).pk)
    deliver()
    call.refresh_from_db()
    assert call.planned
    assert not call.deliveries.exists()


def test_who_has_played_elsewhere_gets_no_mail(two_play: Match) -> None:
    user = with_address(decider(two_play))
    deliver()
    play_until_passed(two_play)
    pass_time(minutes=11)
    deliver()
    assert mail.outbox == []
    assert states(Channel.MAIL, user=user) == [State.PAST]


def test_of_two_calls_to_the_same_seat_only_the_newer_is_sent(two_play: Match) -> None:
    user = with_address(decider(two_play))
    deliver()
    play_until_passed(play_until_passed(two_play))
    pass_time(minutes=11)
    deliver()
    assert len(mail.outbox) == 1
    assert sorted(states(Channel.MAIL, user=user)) == [State.PAST, State.SENT]


def test_a_turn_of_a_player_who_has_left_is_not_sent(alice: User, bob: User, charlie: User, owl: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[bob, charlie], terms=TableTerms(pace=Match.Pace.DAYS_2))
    user = with_address(match.seats.get(number=match.to_move).user)
    deliver()
    resign(match=match, user=user)
    pass_time(minutes=11)
    deliver()
    assert mail.outbox == []


@pytest.mark.half_second
def test_many_games_make_one_letter_and_the_next_comes_an_hour_later(alice: User, bob: User) -> None:
    with_address(alice)
    with_address(bob)
    matches = [day_game(alice, bob) for _number in range(6)]
    deliver()
    pass_time(minutes=11)
    deliver()
    first = {letter.to[0]: letter for letter in mail.outbox}
    assert len(mail.outbox) == len(first) == len({match.seats.get(number=match.to_move).user_id for match in matches})
    assert sum(letter.body.count("/match/") for letter in first.values()) == 6
    mail.outbox.clear()

    play_until_passed(matches[0])
    deliver()
    pass_time(minutes=11)
    deliver()
    assert mail.outbox == []
    pass_time(minutes=50)
    deliver()
    assert len(mail.outbox) == 1


@pytest.mark.half_second
def test_a_reminder_does_not_wait_for_the_hour_nor_for_being_seen(two_play: Match) -> None:
    user = with_address(decider(two_play))
    deliver()
    pass_time(minutes=11)
    deliver()
    match_seen(match=two_play, user_id=user.pk)
    Match.objects.filter(pk=two_play.pk).update(deadline=timezone.now() + timedelta(minutes=1))
    Notice.objects.filter(kind__in=[Kind.HALF, Kind.LAST]).update(due=timezone.now())
    deliver()
    assert [letter.subject for letter in mail.outbox] == ["Your turn in Rapa Nui", "Time is running out in Rapa Nui"]
    why = [letter.alternatives[0][0] for letter in mail.outbox]
    assert ["you haven’t seen it on the site yet" in html for html in why] == [True, False]
    assert ["Reminders come even if you’ve seen your turn" in html for html in why] == [False, True]


@pytest.fixture
def still() -> Iterator[None]:
    """Stop the clock."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def test_a_reminder_says_how_much_time_is_left(two_play: Match, still: None) -> None:
    user = with_address(decider(two_play))
    two_play.notices.filter(kind=Kind.LAST).update(due=timezone.now())
    deadline = timezone.now() + timedelta(hours=5)
    Match.objects.filter(pk=two_play.pk).update(deadline=deadline)
    deliver()
    [letter] = [letter for letter in mail.outbox if letter.subject.startswith("Time is running out")]
    assert f"Time left: 5 hours, until {deadline.day} {deadline:%b, %H:%M} UTC." in letter.body
    other = two_play.seats.exclude(user=user).get().user
    assert f"When your time runs out, {other.shown_name} can win the game." in letter.body


@pytest.mark.parametrize(
    ("chosen", "device", "zone"),
    [("Asia/Kolkata", "Europe/Berlin", "Asia/Kolkata"), ("", "Asia/Kolkata", "Asia/Kolkata"), ("No/Where", "", "UTC")],
)
def test_a_mail_tells_times_in_the_zone_of_its_reader(
    two_play: Match, still: None, chosen: str, device: str, zone: str
) -> None:
    user = with_address(decider(two_play))
    User.objects.filter(pk=user.pk).update(time_zone=chosen, device_zone=device)
    two_play.notices.filter(kind=Kind.LAST).update(due=timezone.now())
    deadline = timezone.now() + timedelta(hours=5)
    Match.objects.filter(pk=two_play.pk).update(deadline=deadline)
    deliver()
    [letter] = [letter for letter in mail.outbox if letter.subject.startswith("Time is running out")]
    there = deadline.astimezone(ZoneInfo(zone))
    until = f"{there.day} {there:%b, %H:%M}" + (" UTC" if zone == "UTC" else "")
    for text in (letter.body, letter.alternatives[0][0]):
        assert f"Time left: 5 hours, until {until}." in text
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_reminder_waits_until_the_time_in_which_the_site_was_down_is_given_back(two_play: Match) -> None:
    with_address(decider(two_play))
    due = timezone.now() - timedelta(minutes=1)
    begun = timezone.now() - timedelta(hours=3)
    two_play.notices.update(made_at=begun)
    two_play.notices.filter(kind=Kind.LAST).update(due=due)
    Match.objects.filter(pk=two_play.pk).update(changed_at=begun, deadline=due + timedelta(hours=19, minutes=12))
    Heartbeat.objects.create(pk=Heartbeat.ONLY, last_beat_at=begun)
    deliver()
    assert mail.outbox == []
    assert heartbeat.beat() > timedelta(hours=2)
    deliver()
    assert mail.outbox == [], "it is due three hours later"
    moved = two_play.notices.get(kind=Kind.LAST)
    assert not moved.planned
    assert moved.due > timezone.now() + timedelta(hours=2)


def test_a_reminder_moves_with_the_deadline(two_play: Match) -> None:
    with_address(decider(two_play))
    Notice.objects.filter(kind=Kind.LAST).update(due=timezone.now())
    before = timezone.now()
    deliver()
    reminder = Notice.objects.get(kind=Kind.LAST)
    assert not reminder.planned
    match = Match.objects.get(pk=two_play.pk)
    assert before < reminder.due < match.deadline


def test_a_wish_counts_when_it_is_sent_not_when_it_was_planned(two_play: Match) -> None:
    user = with_address(decider(two_play))
    deliver()
    preferences_set(user=user, wanted={(Kind.TURN, Channel.MAIL): False})
    pass_time(minutes=11)
    deliver()
    assert states(Channel.MAIL) == [State.UNWANTED]


def test_a_delivery_is_taken_up_by_one(two_play: Match) -> None:
    with_address(decider(two_play))
    deliver()
    first, second = Delivery.objects.get(channel=Channel.MAIL), Delivery.objects.get(channel=Channel.MAIL)
    assert [take_up(first), take_up(second)] == [True, False]


def test_what_a_dead_worker_had_taken_up_is_sent_after_its_lease(two_play: Match, stand_in) -> None:
    with_webhook(decider(two_play), stand_in.url)
    deliver()
    pass_time(seconds=21)
    assert take_up(Delivery.objects.get(channel=Channel.WEBHOOK))
    deliver()
    assert stand_in.posts == []
    pass_time(seconds=LEASE.total_seconds() + 1)
    deliver()
    assert len(stand_in.posts) == 1


@pytest.fixture
def sent_before_dying(two_play: Match, stand_in: StandIn) -> StandIn:
    """The receiver of a message whose worker died before it could record that."""
    with_webhook(decider(two_play), stand_in.url)
    deliver()
    pass_time(seconds=21)
    stand_in.before_answering = lambda: _interrupt_the_sender(stand_in)
    # Not SIGINT, which shells make background processes ignore.
    heard = signal.signal(signal.SIGUSR1, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        deliver()
    signal.signal(signal.SIGUSR1, heard)
    assert states(Channel.WEBHOOK) == [State.WAITING]
    return stand_in


def _interrupt_the_sender(stand_in: StandIn) -> None:
    stand_in.before_answering = lambda: None
    signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)


def test_what_may_have_come_into_a_channel_is_not_sent_there_again(
    sent_before_dying: StandIn, client: Client, two_play: Match
) -> None:
    pass_time(seconds=LEASE.total_seconds() + 1)
    deliver()
    deliver()
    assert len(sent_before_dying.posts) == 1
    assert states(Channel.WEBHOOK) == [State.UNSURE]
    client.force_login(decider(two_play))
    page = " ".join(client.get("/notices/").content.decode().split())
    assert "Webhook: may have been sent" in page
    assert "so not sent again" in page


def test_what_a_worker_was_about_to_send_when_it_died_while_connecting_is_sent(
    two_play: Match, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_address: object, **_more: object) -> None:
        raise KeyboardInterrupt

    with_webhook(decider(two_play), stand_in.url)
    deliver()
    pass_time(seconds=21)
    with monkeypatch.context() as dying:
        dying.setattr(socket, "create_connection", die)
        with pytest.raises(KeyboardInterrupt):
            deliver_outside()
    pass_time(seconds=LEASE.total_seconds() + 1)
    deliver()
    assert (len(stand_in.posts), states(Channel.WEBHOOK)) == (1, [State.SENT])


def test_what_may_have_come_into_a_channel_is_not_past_when_it_holds_no_longer(
    sent_before_dying: StandIn, two_play: Match
) -> None:
    play_until_passed(two_play)
    pass_time(seconds=LEASE.total_seconds() + 1)
    deliver()
    assert State.UNSURE in states(Channel.WEBHOOK)


def test_a_channel_that_took_a_message_and_said_nothing_gets_it_once_but_a_browser_again(
    two_play: Match, stand_in: StandIn
) -> None:
    device = Device()
    device.allow(with_webhook(decider(two_play), stand_in.url + "/hook"), stand_in.url + "/push")
    stand_in.answers = False
    deliver()
    for _time in range(3):
        pass_time(minutes=2)
        deliver()
    paths = Counter(post.path for post in stand_in.posts)
    assert paths["/hook"] == 1 < paths["/push"]
    pushed = [post.body for post in stand_in.posts if post.path == "/push"]
    messages = [http_ece.decrypt(body, private_key=device.private, auth_secret=device.auth) for body in pushed]
    assert {json.loads(message)["id"] for message in messages} == {Delivery.objects.get(channel=Channel.PUSH).code}
    assert (states(Channel.WEBHOOK), states(Channel.PUSH)) == ([State.UNSURE], [State.WAITING])
    assert Delivery.objects.get(channel=Channel.WEBHOOK).trouble == "the server does not answer"


def test_a_channel_behind_a_gateway_that_has_heard_nothing_gets_it_once(two_play: Match, stand_in: StandIn) -> None:
    with_webhook(decider(two_play), stand_in.url)
    stand_in.status = 504
    deliver()
    for _time in range(2):
        pass_time(minutes=2)
        deliver()
    assert (len(stand_in.posts), states(Channel.WEBHOOK)) == (1, [State.UNSURE])


@pytest.mark.half_second
def test_a_letter_sent_again_keeps_its_id_and_its_contents(alice: User, bob: User, monkeypatch, settings) -> None:
    with_address(alice)
    for _number in range(3):
        notify(kind=Kind.TAKEN_OVER, users=[alice], match=match_create(host=alice, game="rapa_nui", others=[bob]))
    Notice.objects.exclude(kind=Kind.TAKEN_OVER).delete()
    deliver()
    pass_time(minutes=11)
    settings.EMAIL_BACKEND = "tests.notices.backends.Dies"
    with pytest.raises(KeyboardInterrupt):  # the worker ends between sending and marking
        deliver()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    friendship_ask(user=bob, name="Alice")
    pass_time(seconds=LEASE.total_seconds() + 1)
    deliver()
    before, after = mail.outbox
    assert before.message()["Message-ID"] == after.message()["Message-ID"]
    assert before.body == after.body
    assert set(states(Channel.MAIL, notice__kind=Kind.TAKEN_OVER)) == {State.SENT}


@pytest.mark.half_second
@pytest.mark.parametrize("status", first([429], of=[500, 503, 429]))
def test_a_server_in_trouble_is_asked_again_later_and_later(two_play, stand_in: StandIn, status: int) -> None:
    with_webhook(decider(two_play), stand_in.url)
    stand_in.status = status
    deliver()
    for least, most in ((25, 30), (30, 60), (60, 120)):
        before = timezone.now()
        Delivery.objects.filter(channel=Channel.WEBHOOK).update(due=before)
        deliver()
        delivery = Delivery.objects.get(channel=Channel.WEBHOOK)
        assert delivery.due > before + timedelta(seconds=least)
        assert delivery.due <= timezone.now() + timedelta(seconds=most)
    assert delivery.trouble == f"HTTP {status}"
    stand_in.status = 204
    Delivery.objects.filter(channel=Channel.WEBHOOK).update(due=timezone.now())
    deliver()
    assert states(Channel.WEBHOOK) == [State.SENT]


def test_it_is_given_up_in_the_end(two_play: Match, stand_in: StandIn) -> None:
    with_webhook(decider(two_play), stand_in.url)
    stand_in.status = 500
    deliver()
    Delivery.objects.filter(channel=Channel.WEBHOOK).update(
        attempts=MOST_ATTEMPTS - 1, due=F("due") - timedelta(days=1)
    )
    deliver()
    assert states(Channel.WEBHOOK) == [State.FAILED]


def test_a_browser_that_is_gone_is_forgotten(two_play: Match, stand_in: StandIn) -> None:
    Device().allow(decider(two_play), stand_in.url + "/push/1")
    stand_in.status = 410
    deliver()
    pass_time(seconds=21)
    deliver()
    assert not Browser.objects.exists()
    assert states(Channel.PUSH) == [State.FAILED]


def test_a_webhook_that_is_gone_is_switched_off_and_says_so(two_play: Match, stand_in: StandIn) -> None:
    with_webhook(decider(two_play), stand_in.url)
    stand_in.status = 404
    deliver()
    pass_time(seconds=21)
    deliver()
    assert Webhook.objects.get().trouble == "HTTP 404"


def test_every_browser_of_a_person_is_told_once(two_play: Match, stand_in: StandIn) -> None:
    for number in range(3):
        Device().allow(decider(two_play), f"{stand_in.url}/push/{number}")
    deliver()
    pass_time(seconds=21)
    deliver()
    deliver()
    assert sorted(post.path for post in stand_in.posts) == ["/push/0", "/push/1", "/push/2"]
    assert states(Channel.PUSH) == [State.SENT] * 3


def test_a_refused_address_is_not_tried_again(two_play: Match) -> None:
    with_webhook(decider(two_play), "https://127.0.0.1/hook")
    deliver()
    pass_time(seconds=21)
    deliver()
    assert states(Channel.WEBHOOK) == [State.FAILED]
    trouble = Delivery.objects.get(channel=Channel.WEBHOOK).trouble
    assert trouble == "This is not a server on the public internet.", "moderators see it: it does not say which"


def test_why_nothing_was_sent_is_told_in_the_language_of_the_page(two_play: Match, client: Client) -> None:
    with_webhook(decider(two_play), "https://127.0.0.1/hook")
    deliver()
    pass_time(seconds=21)
    deliver()
    client.force_login(decider(two_play))
    page = client.get("/notices/", headers={"Accept-Language": "de"}).content.decode()
    assert "(Das ist kein Server im öffentlichen Internet.)" in page


@pytest.mark.half_second
def test_a_delivery_costs_two_queries_and_a_letter_always_the_same(
    two_play: Match, alice: User, bob: User, django_assert_max_num_queries, monkeypatch
) -> None:
    monkeypatch.setattr(delivering, "FRESH", 600.0)  # on a busy machine a batch would be looked up again in between
    with_address(decider(two_play))
    for _number in range(20):
        day_game(alice, bob)
    by_pages = 21
    with django_assert_max_num_queries(2 * by_pages + 30):
        deliver()
    pass_time(minutes=11)
    Delivery.objects.filter(channel=Channel.PAGES).delete()
    with django_assert_max_num_queries(45):
        deliver()
    assert len(mail.outbox) == 1


# --- notices that are outdated before they are sent -------------------------------------------------------------------


def test_an_offer_that_was_declined_is_not_told_any_more(two_play: Match, alice: User, bob: User) -> None:
    with_address(bob)
    end_agree(match=two_play, user=alice)
    end_decline(match=two_play, user=bob)
    deliver()
    pass_time(minutes=11)
    deliver()
    assert states(Channel.MAIL, notice__kind=Kind.OFFER) == [State.PAST]


def test_an_offer_that_stands_is_told(two_play: Match, alice: User, bob: User) -> None:
    with_address(bob)
    end_agree(match=two_play, user=alice)
    deliver()
    pass_time(minutes=11)
    deliver()
    assert states(Channel.MAIL, notice__kind=Kind.OFFER) == [State.SENT]


@pytest.mark.parametrize(("comes_back", "state"), [(True, State.PAST), (False, State.SENT)])
def test_a_vacation_is_told_while_it_lasts(
    two_play: Match, alice: User, bob: User, comes_back: bool, state: str
) -> None:
    with_address(bob)
    vacation_begin(user=alice, days=3)
    deliver()
    if comes_back:
        vacation_end(user=alice)
    pass_time(minutes=11)
    deliver()
    assert states(Channel.MAIL, notice__kind=Kind.VACATION) == [state]


def test_a_turn_has_one_pair_of_reminders_whatever_moves_its_deadline(two_play: Match) -> None:
    user = decider(two_play)
    match = play_once(two_play, next(text for text in legal(two_play) if text.startswith("play")))
    assert decider(match) == user
    vacation_begin(user=user, days=3)
    reminders = match.notices.filter(kind__in=[Kind.HALF, Kind.LAST])
    assert [(notice.kind, notice.ply) for notice in reminders.order_by("due")] == [(Kind.HALF, 0), (Kind.LAST, 0)]
    assert reminders.earliest("due").due > timezone.now() + timedelta(days=4)


def test_reminders_hold_again_after_an_undo(two_play: Match) -> None:
    user = decider(two_play)
    match = until_undoable(two_play)
    assert decider(match) != user
    match = undo(match=match, user=user, ply=match.ply)
    assert decider(match) == user
    last = with_match(match.notices.filter(user=user, kind=Kind.LAST)).get()
    assert obsolete_reason(last) == ""


def until_undoable(match: Match) -> Match:
    """The match right after an action that ended a turn and can still be undone."""
    seat = match.to_move
    while True:
        game, state = game_of(match), state_of(match)
        quiet = [action for action in game.legal_actions(state) if not game.reveals(state, action)]
        match = play_once(match, str(quiet[-1]))
        if match.to_move != seat:
            return match


# --- notices that cannot be sent --------------------------------------------------------------------------------------


def test_what_cannot_be_sent_keeps_no_other_member_waiting(alice: User, bob: User, stand_in: StandIn) -> None:
    broken = Device().allow(alice, stand_in.url + "/alice")
    Browser.objects.filter(pk=broken.pk).update(key="no key")
    Device().allow(bob, stand_in.url + "/bob")
    for user in (alice, bob):
        notify(kind=Kind.TEST, users=[user], channel=Channel.PUSH)
    deliver()
    assert [sent.path for sent in stand_in.posts] == ["/bob"]
    assert states(Channel.PUSH, user=alice) == [State.WAITING]


def test_a_letter_that_cannot_be_sent_is_put_off(alice: User, bob: User) -> None:
    """An address that breaks the library for mail servers."""
    for user in (alice, bob):
        with_address(user)
        notify(kind=Kind.TEST, users=[user], channel=Channel.MAIL)
    EmailAddress.objects.filter(user=alice).update(email="alice@example.org\nBcc: everybody@example.org")
    deliver()
    assert [letter.to for letter in mail.outbox] == [["bob@example.org"]]
    assert states(Channel.MAIL, user=alice) == [State.WAITING]


def test_a_server_in_trouble_is_asked_once_for_all_that_waits_behind(alice: User, stand_in: StandIn) -> None:
    for number in range(3):
        Device().allow(alice, f"{stand_in.url}/{number}")
    stand_in.status = 503
    notify(kind=Kind.TEST, users=[alice], channel=Channel.PUSH)
    deliver()
    assert len(stand_in.posts) == 1
    assert states(Channel.PUSH, due__gt=timezone.now() + timedelta(seconds=20)) == [State.WAITING] * 3


@pytest.mark.half_second
def test_a_server_in_trouble_keeps_no_other_browser_waiting(alice: User, stand_in: StandIn) -> None:
    Device().allow(alice, "http://127.0.0.1:1/nobody-is-there")
    Device().allow(alice, stand_in.url)
    for _time in range(3):
        notify(kind=Kind.TEST, users=[alice], channel=Channel.PUSH)
        deliver()
        pass_time(minutes=5)
    assert len(stand_in.posts) == 3
    assert states(Channel.PUSH) == [State.WAITING, State.SENT] * 3


def test_what_kills_the_worker_that_sends_it_is_given_up(alice: User, stand_in: StandIn) -> None:
    Device().allow(alice, stand_in.url)
    notify(kind=Kind.TEST, users=[alice], channel=Channel.PUSH)
    fan_out()
    Delivery.objects.filter(channel=Channel.PUSH).update(attempts=MOST_ATTEMPTS)
    deliver()
    assert (stand_in.posts, states(Channel.PUSH)) == ([], [State.FAILED])


@pytest.mark.half_second
@pytest.mark.parametrize("goes", [0, 1])
def test_a_notice_that_is_deleted_while_its_mail_is_written_keeps_no_other_one_from_being_sent(
    goes: int, alice: User, bob: User
) -> None:
    with_address(alice)
    reads, last = 0, 0

    def forget(execute: Any, sql: str, *rest: Any) -> Any:
        nonlocal reads
        if sql.startswith("SELECT") and 'FROM "notices_notice"' in sql:
            reads += 1
            if reads == last:
                notices[goes].delete()
        return execute(sql, *rest)

    while reads >= last:  # whichever time its row is read
        reads, last = 0, last + 1
        Notice.objects.all().delete()
        pass_time(hours=2)
        for _number in range(2):
            notify(kind=Kind.CLOSED, users=[alice], about=bob, game="rapa_nui")
        notices = list(Notice.objects.order_by("pk"))
        deliver()
        pass_time(minutes=11)
        with connection.execute_wrapper(forget):
            deliver()
        deliver()
        assert states(Channel.MAIL, notice=notices[1 - goes]) == [State.SENT]
    assert last > 3


@pytest.mark.parametrize("answer", [friendship_accept, friendship_end, None])
def test_a_question_of_friendship_is_sent_only_while_it_waits(alice: User, bob: User, answer: Any) -> None:
    with_address(alice)
    friendship_ask(user=bob, name="Alice")
    deliver()
    if answer is not None:
        answer(user=alice, name="Bob")
    pass_time(minutes=11)
    deliver()
    assert len(mail.outbox) == (answer is None)
    assert states(Channel.MAIL) == [State.SENT if answer is None else State.PAST]


@pytest.mark.half_second
def test_servers_of_others_are_asked_apart_from_pages_and_mails(alice: User, stand_in: StandIn) -> None:
    with_address(with_webhook(alice, stand_in.url))
    notify(kind=Kind.TAKEN_OVER, users=[alice], match=match_create(host=alice, game="rapa_nui", others=[None]))
    pass_time(minutes=11)
    deliver_inside()
    pass_time(minutes=11)
    deliver_inside()
    assert (len(mail.outbox), len(stand_in.posts)) == (1, 0)
    deliver_outside()
    assert (len(mail.outbox), len(stand_in.posts)) == (1, 1)


def test_servers_of_guests_hold_up_no_member(alice: User, stand_in: StandIn) -> None:
    guests = [User.objects.create_user(f"Guest-{number}", is_guest=True) for number in range(1000, 1003)]
    for user in (*guests, alice):
        with_webhook(user, f"{stand_in.url}/{user.username}")
        notify(kind=Kind.TEST, users=[user], channel=Channel.WEBHOOK)
    for user in guests:
        Device().allow(user, f"{stand_in.url}/of/{user.username}")
        notify(kind=Kind.TEST, users=[user], channel=Channel.PUSH)
    deliver()
    assert [post.path for post in stand_in.posts][0] == "/Alice"
    assert len(stand_in.posts) == 7


@pytest.mark.half_second
@pytest.mark.parametrize("channel", [Channel.WEBHOOK, Channel.PUSH])
def test_a_person_has_only_so_many_messages_sent_to_servers_of_their_own_naming(
    alice: User, bob: User, stand_in: StandIn, settings: Settings, channel: Channel
) -> None:
    settings.LIMITS = settings.LIMITS | {channel: "2/m/key"}
    for user in (alice, bob):
        with_webhook(user, f"{stand_in.url}/{user.username}")
        Device().allow(user, f"{stand_in.url}/{user.username}/push")
    for _time in range(4):
        notify(kind=Kind.TEST, users=[alice], channel=channel)
        fan_out()
    notify(kind=Kind.TEST, users=[bob], channel=channel)
    deliver()
    assert Counter(post.path.split("/")[1] for post in stand_in.posts) == {"Alice": 2, "Bob": 1}
    waiting = Delivery.objects.filter(channel=channel, state=State.WAITING)
    assert waiting.count() == 2
    assert all(delivery.due > timezone.now() + timedelta(seconds=20) for delivery in waiting)
    assert "there were too many messages" in [delivery.trouble for delivery in waiting]
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=True):
        deliver()
    assert states(channel) == [State.SENT] * 5


@pytest.mark.half_second
def test_a_closed_account_has_nothing_sent_anywhere(alice: User, stand_in: StandIn) -> None:
    with_address(with_webhook(alice, stand_in.url))
    Device().allow(alice, f"{stand_in.url}/push")
    for channel in (Channel.WEBHOOK, Channel.PUSH, Channel.MAIL):
        notify(kind=Kind.TEST, users=[alice], channel=channel)
        fan_out()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    notify(kind=Kind.FRIEND, users=[alice])
    pass_time(minutes=11)
    deliver()
    assert (stand_in.posts, mail.outbox) == ([], [])
