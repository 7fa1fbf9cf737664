"""What is sent: emails with an unsubscribe link, pushes that only the browser can read, messages that ping nobody."""

import base64
import hmac
import json
import time
from email.message import EmailMessage

import http_ece
import pytest
from django.core import mail

from accounts.models import User
from deliveries.channels.webhook import discord, slack
from deliveries.selectors.relevance import notices_by_id
from deliveries.words import NoticeText, text_of
from games.models import Match
from games.services.lobby.matches import match_create
from games.services.people.relations import friendship_ask
from notices.kinds import Kind
from notices.models import Delivery
from notices.outbox import notify, notify_seat
from tests.notices.cast import Device, StandIn, pass_time, with_address, with_webhook
from tests.notices.workers import deliver

pytestmark = pytest.mark.django_db


def test_a_letter_is_plain_and_pretty_and_can_be_stopped_in_one_click(alice: User, bob: User) -> None:
    friendship_ask(user=bob, name=with_address(alice).username)
    deliver()
    pass_time(minutes=11)
    deliver()
    message: EmailMessage = mail.outbox[0].message()
    assert message["Subject"] == "Bob wants to be your friend"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].startswith("<http://localhost:8000/notices/stop/")
    assert message["Auto-Submitted"] == "auto-generated"
    plain, pretty = (part.get_payload(decode=True).decode() for part in message.get_payload())
    for part in (plain, pretty):
        assert "Hello Alice" in part
        assert "Bob wants to be your friend" in part
        assert "http://localhost:8000/notices/" in part
        assert message["List-Unsubscribe"].strip("<>") in part


def test_a_letter_asks_for_nothing_from_elsewhere(alice: User, bob: User) -> None:
    friendship_ask(user=bob, name=with_address(alice).username)
    deliver()
    pass_time(minutes=11)
    deliver()
    pretty = mail.outbox[0].alternatives[0][0]
    for sign in ("<img", "url(", "<link", "<script", "src=", "@import"):
        assert sign not in pretty


def test_a_name_in_a_letter_is_only_a_name(alice: User) -> None:
    odd = User.objects.create(username="<b>B</b>\r\nBcc: a@b.hu")
    friendship_ask(user=odd, name=with_address(alice).username)
    deliver()
    pass_time(minutes=11)
    deliver()
    assert "<b>B</b>" not in mail.outbox[0].alternatives[0][0]
    message = mail.outbox[0].message()
    assert message["Bcc"] is None


def test_a_push_opens_with_the_keys_of_the_browser(two_play: Match, stand_in: StandIn) -> None:
    user = two_play.seats.get(number=two_play.to_move).user
    device = Device()
    device.allow(user, stand_in.url + "/push/1")
    deliver()
    pass_time(seconds=21)
    deliver()
    (sent,) = stand_in.posts
    message = json.loads(http_ece.decrypt(sent.body, private_key=device.private, auth_secret=device.auth))
    assert message["title"] == "Your turn in Rapa Nui"
    assert message["url"] == two_play.get_absolute_url()
    assert sent.headers["Content-Encoding"] == "aes128gcm"
    assert int(sent.headers["TTL"]) > 0
    assert sent.headers["Urgency"] == "high"
    assert len(sent.headers["Topic"]) <= 32
    assert message["tag"] == sent.headers["Topic"]
    assert (message["calls"], message["waiting"]) == (True, [two_play.get_absolute_url()])
    assert sent.headers["Authorization"].startswith("vapid t=")


def test_calls_of_one_match_replace_each_other_on_a_screen(two_play: Match) -> None:
    seat = two_play.seats.select_related("user").get(number=two_play.to_move)
    notify_seat(kind=Kind.QUESTION, match=two_play, seat=seat, ply=5)
    notices = [text_of(notice) for notice in notices_by_id(two_play.notices.values_list("pk", flat=True)).values()]
    subjects = {words.kind: words.subject for words in notices}
    assert subjects[Kind.TURN] == subjects[Kind.QUESTION] != subjects[Kind.STARTED]


def test_a_webhook_gets_one_message_and_the_same_key_if_again(two_play: Match, stand_in: StandIn) -> None:
    user = with_webhook(two_play.seats.get(number=two_play.to_move).user, stand_in.url + "/hook")
    deliver()
    pass_time(seconds=21)
    deliver()
    Delivery.objects.filter(channel="webhook", user=user).update(state="waiting", ended_at=None, begun_at=None)
    pass_time(minutes=2)
    deliver()
    first, again = stand_in.posts
    assert json.loads(first.body)["allowed_mentions"] == {"parse": []}
    assert first.headers["Idempotency-Key"] == again.headers["Idempotency-Key"]


def test_a_program_can_tell_that_a_message_comes_from_here(two_play: Match, stand_in: StandIn) -> None:
    user = with_webhook(two_play.seats.get(number=two_play.to_move).user, stand_in.url + "/program", "json")
    deliver()
    pass_time(seconds=21)
    deliver()
    (sent,) = stand_in.posts
    assert sent.path == "/program"
    message = json.loads(sent.body)
    assert (message["kind"], message["game"], message["urgent"]) == ("turn", "rapa_nui", True)
    assert message["url"] == "http://localhost:8000" + two_play.get_absolute_url()
    key = base64.b64decode(user.webhook.secret.removeprefix("whsec_"))
    signed = f"{sent.headers['webhook-id']}.{sent.headers['webhook-timestamp']}.".encode() + sent.body
    assert abs(int(sent.headers["webhook-timestamp"]) - time.time()) < 600
    mac = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    assert sent.headers["webhook-signature"] == f"v1,{mac}"
    assert sent.headers["webhook-id"] == message["id"]


def test_every_address_has_a_key_of_its_own(alice: User, bob: User) -> None:
    with_webhook(alice, "https://nube.example/1", "json")
    with_webhook(bob, "https://nube.example/1", "json")
    first = alice.webhook.secret
    alice.webhook.url = "https://nube.example/2"
    assert len({first, alice.webhook.secret, bob.webhook.secret}) == 3


def test_ntfy_is_told_the_topic_and_how_much_it_matters(two_play: Match, stand_in: StandIn) -> None:
    with_webhook(two_play.seats.get(number=two_play.to_move).user, stand_in.url + "/my-topic", "ntfy")
    deliver()
    pass_time(seconds=21)
    deliver()
    (sent,) = stand_in.posts
    assert sent.path == "/"
    message = json.loads(sent.body)
    assert (message["topic"], message["priority"]) == ("my-topic", 4)
    assert message["title"] == "Your turn in Rapa Nui"
    assert message["click"] == "http://localhost:8000" + two_play.get_absolute_url()


def test_names_neither_format_nor_call_a_member() -> None:
    words = NoticeText(
        kind="turn", game="maya", title="@everyone *x* <@1>", text="<!channel> & [a](b)", path="/x/", subject=""
    )
    text = str(discord(words)["content"])
    assert "@everyone" not in text.replace("\\@", "")
    assert "\\*x\\*" in text
    assert "\\[a\\]\\(b\\)" in text
    assert "&lt;!channel&gt; &amp;" in str(slack(words)["text"])


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_words_without_gaps(kind: Kind, alice: User, bob: User, charlie: User) -> None:
    match = match_create(host=alice, game="maya", others=[bob, charlie])
    if kind in (Kind.TURN, Kind.QUESTION, Kind.HALF, Kind.LAST):
        seat = match.seats.select_related("user").get(user=alice)
        notify_seat(kind=kind, match=match, seat=seat, ply=99)
    else:
        match.ply = 99
        notify(kind=kind, users=[alice], match=match, about=bob)
    (notice,) = notices_by_id(alice.notices.filter(ply=99).values_list("pk", flat=True)).values()
    words = text_of(notice)
    assert "{" not in words.title + words.text
    assert len(words.title) < 60
    assert words.text[-1] == "."
