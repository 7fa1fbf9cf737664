import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import Caution, User
from accounts.tasks import tidy as sessions_tidy
from common.refusals import Refused
from games.engine.record import read
from games.models import Block, Match, Report, Seat
from games.selectors.access import INVITATIONS, Visitor, match_for
from games.selectors.lobby.exhibitions import running_exhibitions
from games.selectors.people.chat import chat_of
from games.selectors.records.lists import studies_of
from games.services.computer.hints import advise, hint_ask
from games.services.lobby.device import device_create
from games.services.lobby.exhibitions import exhibition_create
from games.services.lobby.matches import match_create, match_join, player_remove
from games.services.lobby.terms import TableTerms
from games.services.moderation.reports import message_report, person_report
from games.services.people.chat import chat_read, message_write, silence_create
from games.services.people.relations import block_create
from games.services.records.studies import study_create
from membership.cautions import caution_create
from membership.guests import Merge, guest_merge, guests_forget
from membership.tasks import tidy
from tests.accounts.cast import PASSWORD, Mails, errors, link_in, llama, log_in, open_table, user_of

pytestmark = pytest.mark.django_db
CLAIM = {"username": "Bob", "email": "bob@example.org", "password1": PASSWORD}


def test_play_now_makes_a_guest_who_is_remembered_for_a_year(guest_browser: Client) -> None:
    guest = user_of(guest_browser)
    assert re.fullmatch(r"Guest-\d{4}", guest.username)
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest_browser.cookies["sessionid"]["max-age"] == 365 * 24 * 60 * 60


def test_claim_keeps_row_seats_and_session(guest_browser: Client) -> None:
    guest, match, key = user_of(guest_browser), Match.objects.get(), guest_browser.session.session_key
    guest_browser.get("/")
    session = guest_browser.session
    session[INVITATIONS] = ["abcdefgh"]
    session.save()
    response = guest_browser.post("/account/claim/", CLAIM | {"next": f"/match/{match.code}/"})
    assert response.url == f"/match/{match.code}/"
    bob = user_of(guest_browser)
    assert (bob.pk, bob.username, bob.is_guest, bob.email) == (guest.pk, "Bob", False, "bob@example.org")
    assert EmailAddress.objects.get(user=bob).primary
    assert match.seats.filter(user=bob).count() == 1
    assert match.host_id == bob.pk
    assert guest_browser.session[INVITATIONS] == ["abcdefgh"]
    assert guest_browser.session.session_key != key
    assert log_in(Client(), "Bob")


def test_sign_up_leads_a_guest_to_the_claim(guest_browser: Client, client: Client) -> None:
    assert guest_browser.get("/account/signup/?next=/rules/").url == "/account/claim/?next=%2Frules%2F"
    assert client.get("/account/claim/?next=/rules/").url == "/account/signup/?next=%2Frules%2F"
    page = guest_browser.get("/account/claim/").content.decode()
    assert f"You are playing as {user_of(guest_browser).username}" in page


def test_claim_is_refused_for_the_same_reasons_as_signing_up(guest_browser: Client, alice: User) -> None:
    for fields, complaint in [
        ({"username": "ALICE"}, "taken"),
        ({"username": "Chinchilla"}, "is reserved for"),
        ({"email": "alice@example.org"}, "already"),
        ({"password1": "bob"}, "too short"),
    ]:
        assert complaint in errors(guest_browser.post("/account/claim/", CLAIM | fields))
    assert user_of(guest_browser).is_guest


def test_name_taken_since_the_form_was_checked(guest_browser: Client, alice: User) -> None:
    guest = user_of(guest_browser)
    with pytest.raises(services.NameTaken):
        services.guest_claim(guest=guest, name="alice", email="", password=PASSWORD)
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_guest_is_claimed_once(guest_browser: Client) -> None:
    guest = user_of(guest_browser)
    services.guest_claim(guest=guest, name="Bob", email="", password=PASSWORD)
    with pytest.raises(services.NotAGuest):
        services.guest_claim(guest=guest, name="Mallory", email="", password="another one")
    guest.refresh_from_db()
    assert guest.username == "Bob"
    assert guest.check_password(PASSWORD)


def test_logging_in_to_an_account_takes_the_games_along(guest_browser: Client, alice: User) -> None:
    guest, match = user_of(guest_browser), Match.objects.get()
    session = guest_browser.session
    session[INVITATIONS] = ["abcdefgh"]
    session.save()
    assert "your game comes with you" in guest_browser.get("/account/login/").content.decode()
    assert log_in(guest_browser, "Alice")
    match.refresh_from_db()
    assert match.host == alice
    assert match.seats.filter(user=alice).count() == 1
    assert not Seat.objects.filter(user=guest).exists()
    assert guest_browser.session[INVITATIONS] == ["abcdefgh"]
    page = guest_browser.get("/account/settings/").content.decode()
    assert f"One game you played as {guest.username} is now yours." in page


def test_no_guest_gets_two_seats_of_one_table(guest_browser: Client, alice: User) -> None:
    guest = user_of(guest_browser)
    shared = open_table(alice, guest, None)
    merge = guest_merge(guest=guest, user=alice)
    assert merge == Merge(moved=1, left=0)
    assert shared.seats.filter(user=alice).count() == 1
    assert not shared.seats.filter(user=guest).exists(), "somebody else can sit down there"


def test_a_table_of_a_guest_is_hosted_by_the_account_that_sits_there() -> None:
    guest, alice = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice")
    match = match_join(match=open_table(guest, None, None), user=alice)
    guest_merge(guest=guest, user=alice)
    match.refresh_from_db()
    assert match.host == alice
    assert set(match.seats.values_list("user", flat=True)) == {alice.pk, None}


def test_no_table_waits_for_a_guest_who_has_become_a_member_there() -> None:
    """Nobody can play for the guest again, and without a clock their turn would never end."""
    guest, alice, bob = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice"), User.objects.create_user("Bob")
    services.computer_players_ensure()
    terms = TableTerms(access="link", pace="none")
    match = match_create(host=bob, game="rapa_nui", others=[None, None], terms=terms)
    for user in (guest, alice):
        match = match_join(match=match, user=user)
    assert guest_merge(guest=guest, user=alice) == Merge(moved=0, left=1)
    seats = {seat.user: seat.stand_in for seat in match.seats.select_related("user", "stand_in")}
    assert seats[guest] is not None
    assert seats[alice] is seats[bob] is None


def test_members_are_not_merged(alice: User) -> None:
    bob = User.objects.create_user("Bob", "", PASSWORD)
    open_table(bob, llama())
    with pytest.raises(services.NotAGuest):
        guest_merge(guest=bob, user=alice)
    assert Seat.objects.filter(user=bob).exists()


def test_a_guest_cannot_be_logged_in_to_nor_get_a_password_otherwise(guest_browser: Client) -> None:
    name = user_of(guest_browser).username
    assert not log_in(Client(), name, "")
    for page in ("email/", "password/change/", "password/set/"):
        assert (
            guest_browser.post(f"/account/{page}", {"password1": PASSWORD, "password2": PASSWORD}).url
            == "/account/claim/"
        )


def test_log_out_warns_a_guest(guest_browser: Client) -> None:
    for page in (guest_browser.get("/account/logout/"), guest_browser.post("/account/logout/")):
        words = page.content.decode()
        assert f"You can’t come back as {user_of(guest_browser).username}." in words
        assert "You’ll lose your game" in words
        assert 'href="/account/claim/"' in words
    guest_browser.post("/account/logout/", {"sure": ""})
    assert "_auth_user_id" not in guest_browser.session


@pytest.mark.half_second
def test_one_address_cannot_make_guests_without_end(db: None) -> None:
    llama()
    answers = [Client().post("/play-now/").status_code for _n in range(31)]
    assert answers == [302] * 30 + [429]


def test_a_link_in_a_mail_of_an_account_does_not_lose_the_guest(
    guest_browser: Client, alice: User, mails: Mails
) -> None:
    guest = user_of(guest_browser)
    guest_browser.post("/account/password/reset/", {"email": "alice@example.org"})
    form = guest_browser.get(link_in(mails()[0]), follow=True)
    guest_browser.post(form.request["PATH_INFO"], {"password1": "nine llamas sing", "password2": "nine llamas sing"})
    assert user_of(guest_browser) == guest
    assert log_in(guest_browser, "Alice", "nine llamas sing")
    assert Seat.objects.filter(user=alice).count() == 1


@pytest.mark.usefixtures("mail_server")
class TestWithAMailServer:
    def test_claim_goes_on_playing_while_the_address_waits(self, guest_browser: Client, mails: Mails) -> None:
        guest_browser.post("/account/claim/", CLAIM)
        bob = user_of(guest_browser)
        assert (bob.username, bob.is_guest) == ("Bob", False)
        other = Client()
        assert not log_in(other, "Bob"), "in another browser the address must be confirmed first"
        guest_browser.post(link_in(mails()[0]))
        assert EmailAddress.objects.get(user=bob).verified
        assert log_in(other, "Bob")

    def test_claim_does_not_tell_which_addresses_are_known(
        self, guest_browser: Client, alice: User, mails: Mails
    ) -> None:
        EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
        response = guest_browser.post("/account/claim/", CLAIM | {"email": "alice@example.org"})
        assert response.url == "/"
        [mail] = mails()
        assert mail["subject"] == "Machu Picchu: You already have an account"
        assert not EmailAddress.objects.get(user=user_of(guest_browser)).verified
        assert log_in(Client(), "alice@example.org")

    def test_who_confirms_an_address_first_has_it(self, guest_browser: Client, alice: User, mails: Mails) -> None:
        guest_browser.post("/account/claim/", CLAIM | {"email": "alice@example.org"})
        link = link_in(mails()[0])
        EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
        assert "already belongs to another account" in guest_browser.get(link).content.decode()
        guest_browser.post(link)
        assert not EmailAddress.objects.get(user=user_of(guest_browser)).verified

    def test_confirming_another_account_does_not_lose_the_guest(
        self, guest_browser: Client, alice: User, mails: Mails
    ) -> None:
        guest = user_of(guest_browser)
        assert not log_in(guest_browser, "Alice"), "not confirmed yet"
        assert guest_browser.post(link_in(mails()[0])).url == "/account/login/"
        assert user_of(guest_browser) == guest
        assert log_in(guest_browser, "Alice")
        assert Seat.objects.filter(user=alice).count() == 1


def test_names_grow_when_the_short_ones_are_used_up(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    llama()
    monkeypatch.setattr(services, "GUEST_DIGITS", (2, 2, 2, 5, 6))
    User.objects.bulk_create(User(username=f"guest-{number}", is_guest=True) for number in range(10, 100))
    browser = Client()
    browser.post("/play-now/")
    assert re.fullmatch(r"Guest-\d{5,6}", user_of(browser).username)


@pytest.mark.django_db(transaction=True)
def test_sitting_down_while_the_guests_games_come_along_takes_one_seat() -> None:
    guest = User.objects.create(username="Guest-1234", is_guest=True)
    alice = User.objects.create_user("Alice", "", PASSWORD)
    tables = [open_table(guest, None, None) for _n in range(5)]
    ready = Barrier(2)

    def join() -> None:
        ready.wait()
        for table in tables:
            match_join(match=table, user=alice)
        connection.close()

    def merge() -> None:
        ready.wait()
        guest_merge(guest=guest, user=alice)
        connection.close()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(join), pool.submit(merge)]:
            done.result()
    assert [table.seats.filter(user=alice).count() for table in tables] == [1] * 5


def guest_of_long_ago(name: str, days: int = 31) -> User:
    return User.objects.create(username=name, is_guest=True, last_login=timezone.now() - timedelta(days=days))


def test_guests_who_left_nothing_behind_are_forgotten_after_a_month() -> None:
    plays, hosts = guest_of_long_ago("Guest-1"), guest_of_long_ago("Guest-2", days=400)
    open_table(hosts, None, plays)
    guest_of_long_ago("Guest-3", days=29)
    guest_of_long_ago("Guest-4")
    User.objects.create_user("Alice", last_login=timezone.now() - timedelta(days=400))
    llama()
    assert guests_forget() == 1
    assert guests_forget() == 0
    kept = {"Guest-1", "Guest-2", "Guest-3", "Alice", "Chinchilla"}
    assert kept <= set(User.objects.values_list("username", flat=True))
    assert not User.objects.filter(username="Guest-4").exists()


def test_beat_knows_the_tasks_that_forget_guests_and_sessions() -> None:
    guest_of_long_ago("Guest-4")
    yesterday, tomorrow = (timezone.now() + timedelta(days=days) for days in (-1, 1))
    for key, ends in (("ended", yesterday), ("lasts", tomorrow)):
        Session.objects.create(session_key=key, expire_date=ends)
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {sessions_tidy.name, tidy.name} <= names
    tidy()
    assert not User.objects.exists()
    sessions_tidy()
    assert [session.session_key for session in Session.objects.all()] == ["lasts"]


def test_studies_of_a_guest_are_kept_for_a_month_and_go_with_the_guest() -> None:
    record = read((Path(__file__).parent.parent / "titles" / "rapa_nui" / "records" / "two_seats.txt").read_text())
    studies = [study_create(owner=guest_of_long_ago(f"Guest-{number}"), record=record) for number in range(2)]
    Match.objects.filter(pk=studies[0].pk).update(created_at=timezone.now() - timedelta(days=31))
    assert guests_forget() == 1
    assert list(Match.objects.values_list("pk", flat=True)) == [studies[1].pk]


def test_studies_of_a_guest_come_along() -> None:
    record = read((Path(__file__).parent.parent / "titles" / "rapa_nui" / "records" / "two_seats.txt").read_text())
    guest, alice = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice")
    study_create(owner=guest, record=record)
    assert guest_merge(guest=guest, user=alice).moved == 0
    assert studies_of(alice)


def test_hints_of_a_guest_come_along() -> None:
    guest, alice, bob = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice"), User.objects.create_user("Bob")
    match = match_join(match=open_table(guest, None), user=bob)
    seat = match.seats.get(number=match.to_move)
    Seat.objects.filter(pk=seat.pk).update(user=guest)
    match.seats.exclude(pk=seat.pk).update(user=bob)
    hint_ask(match=match, user=guest, ply=match.ply)
    guest_merge(guest=guest, user=alice)
    hint_ask(match=match, user=alice, ply=match.ply)
    assert advise(code=match.code, ply=match.ply, iterations=5)
    assert match.hints.get().user == alice
    assert match.hints.get().own


def test_what_moderators_know_of_a_guest_comes_along(guest_browser: Client, alice: User) -> None:
    """Nobody writes on at the same table by logging in, nor do the moderators look for someone who is gone."""
    guest, match = user_of(guest_browser), Match.objects.get()
    keeper, bob = User.objects.create_superuser("Keeper"), User.objects.create_user("Bob")
    message = message_write(match=match, user=guest, text="Begone, slug")
    said = message_report(message=message, reporter=bob, reason="insult", text="")
    before = person_report(person=alice, reporter=bob, reason="other", text="")
    stay = [person_report(person=guest, reporter=each, reason="other", text="") for each in (bob, alice)]
    silence_create(user=guest, moderator=keeper, days=3, why="Enough")
    caution = caution_create(user=guest, moderator=keeper, why="Be kind.")
    assert log_in(guest_browser, "Alice")
    assert match.seats.filter(user=alice).exists()
    assert set(Report.objects.filter(person=alice)) == {said, before}
    assert set(Report.objects.filter(person=guest)) == set(stay)
    assert list(Caution.objects.filter(user=alice)) == [caution]
    alice.refresh_from_db()
    assert alice.cautioned_at == caution.made_at, "every page says that there is something to read"
    with pytest.raises(Refused, match="Enough"):
        message_write(match=match, user=alice, text="Begone, slug")


def test_reports_by_a_guest_come_along() -> None:
    """Otherwise they would be deleted with the guest, and the same could be reported again."""
    guest, alice, bob = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice"), User.objects.create_user("Bob")
    charlie, dora = User.objects.create_user("Charlie"), User.objects.create_user("Dora")
    match = match_join(match=open_table(bob, None, None), user=guest)
    message = message_write(match=match, user=bob, text="Begone, slug")
    moved = [
        message_report(message=message, reporter=guest, reason="insult", text=""),
        person_report(person=bob, reporter=guest, reason="name", text=""),
        person_report(person=charlie, reporter=guest, reason="name", text=""),
    ]
    own = person_report(person=dora, reporter=alice, reason="name", text="")
    stay = [person_report(person=person, reporter=guest, reason="name", text="") for person in (dora, alice)]
    guest_merge(guest=guest, user=alice)
    assert set(Report.objects.filter(reporter=alice)) == {*moved, own}
    assert set(Report.objects.filter(reporter=guest)) == set(stay)
    assert message_report(message=message, reporter=alice, reason="insult", text="") == moved[0]


def test_what_a_guest_wrote_comes_along_and_is_no_news() -> None:
    """It is no news to the one who wrote it, and those who have muted the guest still do not read it."""
    guest, alice, bob = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice"), User.objects.create_user("Bob")
    match, shared = (match_join(match=open_table(bob, None, None), user=guest) for _number in range(2))
    match_join(match=shared, user=alice)
    block_create(user=bob, name="Guest-1", only_mutes=True)
    for each in (match, shared):
        message_write(match=each, user=guest, text="Good luck!")
    answer = message_write(match=match, user=bob, text="You too.")
    chat_read(match=match, user=guest, message=answer.pk)
    guest_merge(guest=guest, user=alice)
    assert chat_of(match, Visitor(alice)).unread == 0
    assert chat_of(match, Visitor(bob)).messages == (answer,)
    assert [message.user for message in chat_of(match, Visitor(alice)).messages] == [alice, bob]
    assert shared.messages.get().user == guest


def test_blocks_of_a_guest_and_against_a_guest_come_along() -> None:
    """Nobody comes back to those who have blocked them by logging in, nor meets again whom they have blocked."""
    guest, alice = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice")
    bob, charlie, dora = (User.objects.create_user(name) for name in ("Bob", "Charlie", "Dora"))
    block_create(user=bob, name="Guest-1")
    block_create(user=alice, name="Guest-1")
    block_create(user=guest, name="Charlie")
    block_create(user=charlie, name="Guest-1", only_mutes=True)
    for user, other in ((dora, "Alice"), (alice, "Dora")):
        block_create(user=user, name=other, only_mutes=True)
    for user, other in ((dora, "Guest-1"), (guest, "Dora")):
        block_create(user=user, name=other)
    guest_merge(guest=guest, user=alice)
    blocks = Block.objects.filter(Q(user=alice) | Q(blocked=alice)).exclude(blocked=guest)
    assert set(blocks.values_list("user__username", "blocked__username", "only_mutes")) == {
        ("Bob", "Alice", False),
        ("Alice", "Charlie", False),
        ("Charlie", "Alice", True),
        ("Dora", "Alice", False),
        ("Alice", "Dora", False),
    }
    with pytest.raises(Refused, match="does not want to play with you"):
        match_join(match=open_table(bob, None), user=alice)


def test_a_guest_who_was_removed_from_a_table_stays_away_as_a_member() -> None:
    guest, alice, bob = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice"), User.objects.create_user("Bob")
    match = match_join(match=open_table(bob, None, None), user=guest)
    player_remove(match=match, host=bob, user_id=guest.pk)
    guest_merge(guest=guest, user=alice)
    with pytest.raises(Refused, match="freed your seat"):
        match_join(match=match, user=alice)


def test_a_member_watches_one_exhibition_again_after_those_of_guests_came_along() -> None:
    alice, players = User.objects.create_user("Alice"), services.computer_players_ensure()[:2]
    for number in range(3):
        guest = guest_of_long_ago(f"Guest-{number}")
        exhibition_create(host=guest, game="maya", players=players)
        guest_merge(guest=guest, user=alice)
    assert running_exhibitions(alice).count() == 3
    match = exhibition_create(host=alice, game="maya", players=players, instead=True)
    assert list(running_exhibitions(alice)) == [match]


def test_a_guest_with_a_match_at_their_device_stays_and_takes_it_along() -> None:
    guest, alice = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice")
    match = device_create(host=guest, game="maya", names=["Anna", "Cili"])
    assert guests_forget() == 0
    guest_merge(guest=guest, user=alice)
    assert Match.objects.get(pk=match.pk).host == alice


def test_exhibitions_of_a_guest_come_along() -> None:
    guest, alice = guest_of_long_ago("Guest-1"), User.objects.create_user("Alice")
    match = exhibition_create(host=guest, game="maya", players=services.computer_players_ensure()[:2])
    guest_merge(guest=guest, user=alice)
    assert match_for(Visitor(alice), match.code) == match
