"""The pages about notices, and what counts as having seen one."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from deliveries.channels.encryption import encode, raw_public
from deliveries.selectors.history import OF_A_MATCH, history
from deliveries.selectors.preferences import channels_to
from deliveries.unsubscribing import token_for
from games.models import Match
from games.selectors.records.lists import calls_of
from games.services.people.relations import friendship_ask
from notices.kinds import CALLS, Channel, Kind
from notices.models import Browser, Delivery, Notice, Preference, Webhook
from notices.outbox import notify
from tests.games.playing import decider
from tests.markup import squeezed
from tests.notices.cast import Device, StandIn, pass_time, with_address, with_webhook
from tests.notices.workers import deliver
from tests.visitors import visitor

pytestmark = pytest.mark.django_db
SETTINGS, LIST = "/notices/settings/", "/notices/"
HTMX = {"HX-Request": "true"}


def boxes(*unticked: tuple[str, str]) -> dict[str, str]:
    """The submitted form with every box ticked except these."""
    chosen = [(kind, channel) for kind in Kind for channel in (Channel.PUSH, Channel.MAIL, Channel.WEBHOOK)]
    return {f"{kind}-{channel}": "on" for kind, channel in chosen if (kind, channel) not in unticked}


@pytest.mark.parametrize("path", [SETTINGS, LIST])
def test_who_is_not_logged_in_is_led_to_it(client: Client, path: str) -> None:
    assert client.get(path).url == f"/account/login/?next={path}"


@pytest.mark.parametrize("path", ["/notices/webhook/", "/notices/browsers/", "/notices/test/"])
def test_another_member_changes_nothing(client: Client, path: str) -> None:
    assert client.post(path).url.startswith("/account/login/")
    assert client.get(path).status_code in (302, 405)


def test_choices_are_kept_where_they_differ_from_the_usual(browser: Client, alice: User) -> None:
    browser.post(SETTINGS, boxes((Kind.FINISHED, Channel.MAIL)))
    channels = channels_to(alice)
    assert not channels.wants(Kind.FINISHED, Channel.MAIL)
    assert channels.wants(Kind.TURN, Channel.MAIL)
    kept = set(Preference.objects.values_list("kind", "channel", "wanted"))
    assert (Kind.FINISHED, Channel.MAIL, False) in kept
    assert Kind.TURN not in {kind for kind, _channel, _wanted in kept}
    page = browser.get(SETTINGS).content.decode()
    assert 'name="turn-mail" id="id_turn-mail" checked' in page
    assert 'name="finished-mail" id="id_finished-mail">' in page


def test_a_browser_is_added_once_and_removed(browser: Client, alice: User, bob: User) -> None:
    device = Device()
    sent = {
        "endpoint": "https://push.example/1",
        "key": encode(raw_public(device.private)),
        "auth": encode(device.auth),
        "label": "Firefox, Linux",
    }
    for _time in range(2):
        assert browser.post("/notices/browsers/", sent).status_code == 201
    added = Browser.objects.get()
    assert (added.user, added.label) == (alice, "Firefox, Linux")
    assert "Firefox, Linux" in browser.get(SETTINGS).content.decode()
    other = visitor(bob)
    other.post("/notices/browsers/", {"remove": added.pk})
    assert Browser.objects.exists()
    browser.post("/notices/browsers/", {"remove": added.pk})
    assert not Browser.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/1"},
        {"endpoint": "https://push.example/" + "x" * 600},
        {"key": "AAAA"},
        {"key": encode(b"\4" + bytes(64))},
        {"auth": "é"},
        {"auth": ""},
    ],
)
def test_what_no_browser_sends_is_refused(browser: Client, wrong: dict[str, str]) -> None:
    device = Device()
    right = {
        "endpoint": "https://push.example/1",
        "key": encode(raw_public(device.private)),
        "auth": encode(device.auth),
    }
    answer = browser.post("/notices/browsers/", right | wrong)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert not Browser.objects.exists()


def test_of_what_a_browser_sends_only_what_is_needed_is_kept(browser: Client) -> None:
    device = Device()
    keys = {"key": encode(raw_public(device.private)), "auth": encode(device.auth)}
    padded = {name: key + "=" * 1000 for name, key in keys.items()}
    sent = {"endpoint": "https://push.example/1", "label": "Fire\0fox" + "x" * 100} | padded
    assert browser.post("/notices/browsers/", sent).status_code == 201
    kept = Browser.objects.get()
    assert {"key": kept.key, "auth": kept.auth} == keys
    assert kept.label == "Firefox" + "x" * 73


@dataclass
class Renewal:
    """A browser of Bob, and what it sends when its push address changes."""

    browser: Browser
    sent: dict[str, str]

    def send(self, **other: str) -> int:
        """Send as a service worker does: without a CSRF token, and logged out."""
        return Client(enforce_csrf_checks=True).post("/notices/browsers/renew/", self.sent | other).status_code


@pytest.fixture
def renewal(bob: User) -> Renewal:
    old, new = Device(), Device(auth=b"another secret!!")
    browser = old.allow(bob, "https://push.example/old")
    keys = {"key": encode(raw_public(new.private)), "auth": encode(new.auth)}
    return Renewal(
        browser, {"old": browser.endpoint, "secret": browser.auth, "endpoint": "https://push.example/new"} | keys
    )


def test_a_browser_that_gets_another_address_stays_the_same_browser(renewal: Renewal, bob: User) -> None:
    for _time in range(2):
        assert renewal.send() == 204
    kept = Browser.objects.get()
    assert (kept.pk, kept.user, kept.label) == (renewal.browser.pk, bob, "Firefox")
    assert {"endpoint": kept.endpoint, "key": kept.key, "auth": kept.auth}.items() <= renewal.sent.items()


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"old": "https://push.example/other"}, 404),
        ({"secret": encode(b"a guessed secret")}, 404),
        ({"secret": ""}, 404),
        ({"endpoint": "http://push.example/new"}, 422),
        ({"endpoint": "https://127.0.0.1:9/new"}, 422),
        ({"key": "AAAA"}, 422),
        ({"auth": ""}, 422),
    ],
)
def test_a_member_who_does_not_know_its_secret_moves_no_browser(
    renewal: Renewal, wrong: dict[str, str], status: int
) -> None:
    assert renewal.send(**wrong) == status
    assert Browser.objects.get().endpoint == renewal.browser.endpoint


def test_an_address_that_another_member_has_is_not_taken_over_by_naming_it(renewal: Renewal, alice: User) -> None:
    theirs = Device().allow(alice, "https://push.example/theirs")
    assert renewal.send(old="https://push.example/gone", endpoint=theirs.endpoint) == 404
    assert renewal.send(endpoint=theirs.endpoint) == 404
    assert Browser.objects.get(pk=theirs.pk).user == alice


def test_an_address_that_another_member_has_comes_only_with_its_secret(browser: Client, alice: User, bob: User) -> None:
    device, other = Device(), Device(auth=b"another secret!!")
    theirs = device.allow(bob, "https://push.example/shared")
    sent = {"endpoint": theirs.endpoint, "key": encode(raw_public(device.private))}
    assert browser.post("/notices/browsers/", sent | {"auth": encode(other.auth)}).status_code == 422
    assert Browser.objects.get().user == bob
    assert browser.post("/notices/browsers/", sent | {"auth": encode(device.auth)}).status_code == 201
    assert Browser.objects.get().user == alice


def test_a_page_and_the_service_worker_may_both_tell_the_new_address(renewal: Renewal, bob: User) -> None:
    new = {name: renewal.sent[name] for name in ("endpoint", "key", "auth")}
    Browser.objects.create(user=bob, **new)
    assert renewal.send() == 204
    assert Browser.objects.get().endpoint == new["endpoint"]


@pytest.mark.half_second
def test_tests_are_not_asked_for_without_end(browser: Client, alice: User) -> None:
    for _time in range(13):
        page = browser.post("/notices/test/", {"channel": "pages"}, follow=True).content.decode()
        alice.notices.update(planned=True)
    assert "many tests" in page
    assert "You can continue in 1 hour." in page
    assert alice.notices.count() == 12


def test_a_button_removes_the_webhook_that_is_there(browser: Client) -> None:
    button = '<button class="btn" name="url" value="">'
    assert button not in browser.get(SETTINGS).text
    browser.post("/notices/webhook/", {"url": "https://discord.example/hook", "style": "discord"})
    assert button in browser.get(SETTINGS).text
    pressed = urlencode([("url", "https://discord.example/hook"), ("style", "discord"), ("url", "")])
    browser.post("/notices/webhook/", pressed, content_type="application/x-www-form-urlencoded")
    assert not Webhook.objects.exists()


def test_a_webhook_is_set_and_removed(browser: Client) -> None:
    browser.post("/notices/webhook/", {"url": "https://discord.example/hook", "style": "discord"})
    assert Webhook.objects.get().url == "https://discord.example/hook"
    browser.post("/notices/webhook/", {"url": "", "style": "discord"})
    assert not Webhook.objects.exists()


def test_the_owner_of_a_program_reads_its_secret(browser: Client) -> None:
    browser.post("/notices/webhook/", {"url": "https://nube.example/hook", "style": "slack"})
    assert "whsec_" not in browser.get(SETTINGS).content.decode()
    browser.post("/notices/webhook/", {"url": "https://nube.example/hook", "style": "json"})
    assert escape(Webhook.objects.get().secret) in browser.get(SETTINGS).content.decode()


@pytest.mark.parametrize("url", ["https://ntfy.example/", "https://ntfy.example/a+b", "https://ntfy.example/a?up=1"])
def test_an_address_of_ntfy_ends_with_a_topic(browser: Client, url: str) -> None:
    answer = browser.post("/notices/webhook/", {"url": url, "style": "ntfy"})
    assert answer.status_code == 422
    assert "must end with a topic" in answer.content.decode()
    assert not Webhook.objects.exists()


def test_an_address_that_cannot_be_used_is_shown_again_with_the_reason(browser: Client) -> None:
    answer = browser.post("/notices/webhook/", {"url": "http://discord.example/hook", "style": "slack"})
    assert answer.status_code == 422
    assert "must start with https://" in answer.content.decode()
    assert "http://discord.example/hook" in answer.content.decode()


def test_a_test_goes_by_one_way_at_once_and_says_what_became_of_it(browser: Client, alice: User, mailoutbox) -> None:
    with_address(alice)
    for _time in range(2):
        page = browser.post("/notices/test/", {"channel": "mail"}, follow=True).content.decode()
    assert "The test is on its way" in page
    deliver()
    assert [letter.subject for letter in mailoutbox] == ["It works"]
    assert "Email: sent" in " ".join(browser.get(LIST).content.decode().split())
    assert browser.post("/notices/test/", {"channel": "pigeon"}).status_code == 404


def test_what_open_pages_were_told_comes_once_more_with_the_sign_until_it_is_seen(
    browser: Client, alice: User, bob: User
) -> None:
    """A page that was disconnected fetches the sign; it recognises what it has already shown by its identity."""
    for user in (alice, bob):
        notify(kind=Kind.TEST, users=[user], channel=Channel.PAGES)
    sign = browser.get("/mine/waiting/").content.decode()
    assert "data-notice" not in sign, "it is not sent yet"
    deliver()
    delivery = Delivery.objects.get(user=alice)
    sign = squeezed(browser.get("/mine/waiting/").content.decode())
    assert sign.count("data-notice") == 1
    assert f'data-notice="{delivery.code}" data-ago="0" data-url="/notices/" data-title="It works"' in sign
    browser.get(LIST)
    assert "data-notice" not in browser.get("/mine/waiting/").content.decode()


def test_the_sign_tells_of_what_is_lately_told_and_costs_the_same_however_much_that_is(
    browser: Client, alice: User, bob: User, charlie: User, django_assert_max_num_queries
) -> None:
    for user in (bob, charlie):
        friendship_ask(user=user, name=alice.username)
    deliver()
    with django_assert_max_num_queries(12):
        assert browser.get("/mine/waiting/").content.decode().count("data-notice") == 2
    pass_time(hours=13)
    assert "data-notice" not in browser.get("/mine/waiting/").content.decode()


@pytest.mark.parametrize("channel", Channel)
def test_a_test_goes_by_the_channel_that_is_asked_for_and_open_pages_only(
    channel: Channel, browser: Client, alice: User, stand_in: StandIn, mailoutbox
) -> None:
    Device().allow(with_webhook(with_address(alice), stand_in.url + "/webhook"), stand_in.url + "/push")
    browser.post("/notices/test/", {"channel": channel})
    deliver()
    arrived = ["mail"] * len(mailoutbox) + [post.path.removeprefix("/") for post in stand_in.posts]
    assert arrived == ([] if channel == Channel.PAGES else [channel])
    states = dict(Delivery.objects.values_list("channel", "state"))
    assert states == dict.fromkeys({channel, Channel.PAGES}, "sent")


@pytest.mark.half_second
def test_tests_by_several_channels_within_a_second_all_come_and_twice_the_same_comes_once(
    browser: Client, alice: User, stand_in: StandIn, mailoutbox
) -> None:
    Device().allow(with_webhook(with_address(alice), stand_in.url + "/webhook"), stand_in.url + "/push")
    for channel in (Channel.PUSH, Channel.WEBHOOK, Channel.PUSH, Channel.MAIL):
        browser.post("/notices/test/", {"channel": channel})
    deliver()
    assert sorted(post.path for post in stand_in.posts) == ["/push", "/webhook"]
    assert len(mailoutbox) == 1


@pytest.mark.half_second
def test_the_list_costs_the_same_however_long_it_is(
    browser: Client, alice: User, bob: User, django_assert_num_queries
) -> None:
    def fill(count: int) -> None:
        for _number in range(count):
            notify(kind=Kind.FRIEND, users=[alice], about=bob)
        deliver()

    fill(2)
    browser.get(LIST)
    for _round in range(2):
        with django_assert_num_queries(7):
            browser.get(LIST)
        fill(10)
        browser.get(LIST)


def test_the_list_reads_no_match_for_what_it_leaves_out(alice: User, bob: User, two_play: Match) -> None:
    for ply in range(OF_A_MATCH + 3):
        Notice.objects.create(user=alice, kind=Kind.STARTED, match=two_play, ply=100 + ply)
    with CaptureQueriesContext(connection) as asked:
        lines, _following = history(alice)
    assert [len(line.entries) for line in lines] == [OF_A_MATCH]
    which = next(query["sql"] for query in asked.captured_queries if "ROW_NUMBER" in query["sql"])
    assert "games_match" not in which[which.index(" IN (SELECT") :]


def test_the_list_goes_on_page_by_page_without_loss(browser: Client, alice: User, bob: User) -> None:
    for number in range(65):
        notify(kind=Kind.FRIEND, users=[alice], about=User.objects.create(username=f"No{number}."))
    notify(kind=Kind.FRIEND, users=[bob], about=alice)
    path, found = LIST, []
    while path:
        page = browser.get(path)
        found += [line.latest.wording.title.split(".")[0] for line in page.context["lines"]]
        path = f"{LIST}?before={page.context['following']}" if page.context["following"] else ""
    assert found == [f"No{number}" for number in reversed(range(65))]


def test_a_match_is_one_line_that_says_the_latest_and_folds_the_rest(
    browser: Client, alice: User, bob: User, two_play: Match
) -> None:
    kinds = (Kind.STARTED, Kind.VACATION, Kind.FRIEND, Kind.TAKEN_OVER)
    for kind in kinds:
        notify(kind=kind, users=[alice], about=bob, match=None if kind == Kind.FRIEND else two_play)
    deliver()
    lines = browser.get(LIST).context["lines"]
    told_of = Notice.objects.filter(user=alice, match=two_play, due__lte=datetime.now(UTC))
    assert [line.latest.notice.kind for line in lines] == [Kind.TAKEN_OVER, Kind.FRIEND]
    assert [entry.notice for entry in lines[0].entries] == list(told_of.order_by("-pk"))
    page = browser.get(LIST).content.decode()
    assert page.count('<details class="notice__more">') == 2
    assert page.index("A computer player has taken over a seat") < page.index("wants to be your friend")


def test_the_bell_counts_what_is_new_until_it_is_looked_at(
    browser: Client, alice: User, bob: User, two_play: Match, django_assert_num_queries
) -> None:
    def counted() -> int:
        with django_assert_num_queries(1):
            return calls_of(alice).news

    Notice.objects.filter(user=alice).exclude(kind__in=CALLS).delete()
    assert counted() == 0, "calls to decide are counted by the sign next to it"
    assert "is-quiet" in browser.get("/rules/").content.decode()
    friendship_ask(user=bob, name=alice.username)
    notify(kind=Kind.VACATION, users=[alice], about=bob, match=two_play)
    assert counted() == 2
    assert '<b aria-hidden="true">2</b>' in browser.get("/rules/").content.decode()
    assert 'id="bell" href="/notices/" hx-swap-oob="true"' in browser.get(reverse("your_turn")).content.decode()
    browser.get(reverse("friends"))
    assert counted() == 1
    browser.get(LIST)
    assert counted() == 0
    assert not Notice.objects.filter(kind__in=CALLS).exclude(seen_at=None).exists()


@pytest.mark.half_second
def test_times_are_those_of_the_reader_or_say_that_they_are_utc(browser: Client, alice: User, bob: User) -> None:
    notify(kind=Kind.FRIEND, users=[alice], about=bob)
    Notice.objects.update(made_at=datetime(2026, 11, 3, 23, 5, tzinfo=timezone(timedelta(hours=2))))
    page = browser.get(LIST).content.decode()
    assert ">3 Nov, 21:05 UTC</time>" in page
    assert "Times are in UTC." in page
    nonsense = ("Atlantis/Capital", "../../etc/passwd", "x" * 3000, "")
    for zone in nonsense:
        browser.cookies["zone"] = zone
        assert ">3 Nov, 21:05 UTC</time>" in browser.get(LIST).content.decode()
    for zone in ("Asia/Kolkata", *nonsense):  # the zone that the browser reported earlier is kept
        browser.cookies["zone"] = zone
        page = browser.get(LIST).content.decode()
        assert ">4 Nov, 02:35</time>" in page
        assert not re.search(r"\bUTC\b", page), "except in a random token"


@pytest.mark.parametrize("before", ["x", "-1", "9" * 30, "999999"])
def test_a_place_that_is_none_shows_the_list_from_its_beginning(browser: Client, before: str) -> None:
    assert browser.get(LIST, {"before": before}).status_code == 200


def test_mails_are_stopped_in_one_click_without_logging_in(alice: User) -> None:
    path = reverse("notices_stop", args=[token_for(alice)])
    program = Client(enforce_csrf_checks=True)
    assert "Stop game emails?" in program.get(path).content.decode()
    assert channels_to(alice).wants(Kind.TURN, Channel.MAIL)
    for _time in range(2):
        assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    channels = channels_to(alice)
    assert not any(channels.wants(kind, Channel.MAIL) for kind in Kind if kind != Kind.TEST)
    assert channels.wants(Kind.TURN, Channel.PUSH)


@pytest.mark.parametrize("token", ["x", "1:abc", "WzFd:1tAbCd:abcdef"])
def test_a_forged_link_stops_nothing(client: Client, alice: User, token: str) -> None:
    assert client.post(f"/notices/stop/{token}/").status_code == 404
    assert channels_to(alice).wants(Kind.TURN, Channel.MAIL)


def test_the_service_worker_stands_at_the_root(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert b"showNotification" in answer.content


def test_opening_the_match_counts_as_seen_and_a_page_by_itself_does_not(client: Client, two_play: Match) -> None:
    client.force_login(decider(two_play))
    mine = Notice.objects.get(kind=Kind.TURN)
    path = two_play.get_absolute_url()
    client.get(path, headers=HTMX)
    client.get(path, {"ply": two_play.ply}, headers=HTMX)
    mine.refresh_from_db()
    assert mine.seen_at is None
    client.get(path, {"ply": two_play.ply}, headers=HTMX | {"Reader": "here"})
    mine.refresh_from_db()
    assert mine.seen_at is not None


def test_others_looking_see_nothing_for_me(client: Client, two_play: Match, charlie: User) -> None:
    client.force_login(charlie)
    client.get(two_play.get_absolute_url())
    Client().get(two_play.get_absolute_url())
    assert not Notice.objects.exclude(seen_at=None).exists()


def test_those_who_run_the_site_see_the_outbox_and_no_addresses(client: Client, two_play: Match, bob: User) -> None:
    chief = User.objects.create_superuser("Chief", password="quiet-terrace-1")
    client.force_login(chief)
    Device().allow(bob, "https://push.example/secret")
    deliver()
    notice = Notice.objects.filter(user=bob, deliveries__channel=Channel.PUSH).latest("id")
    for path in (
        "/admin/notices/notice/",
        f"/admin/notices/notice/{notice.pk}/change/",
        "/admin/notices/delivery/",
        f"/admin/notices/delivery/{notice.deliveries.latest('id').pk}/change/",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "push.example" not in answer.content.decode()
    assert client.post(f"/admin/notices/notice/{notice.pk}/delete/", {"post": "yes"}).status_code == 403
