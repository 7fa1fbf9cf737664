"""Who sees a table, who may sit down there, who may remove players and start: every kind of table for everyone."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.refusals import Refused
from games.models import Block, Friendship, Invitation, Match
from games.pages.match.parts import invitation
from games.selectors.access import INVITATIONS, MOST_INVITATIONS, Visitor, match_for
from games.selectors.records import lists
from games.services.lobby.invitations import invitation_create, invitation_decline, invite_renew
from games.services.lobby.matches import match_create, match_join, match_leave, match_start, player_remove
from games.services.lobby.terms import TableTerms
from games.services.refusals import GuestsUnrated, TableClosed
from tests.first import first
from tests.games.racing import race
from tests.markup import folded
from tests.visitors import visitor

PASSWORD = "three-llamas"
KINDS = {
    "anybody": {"access": "anybody"},
    "friends": {"access": "friends"},
    "link": {"access": "link"},
    "password": {"access": "password", "password": PASSWORD},
    "rated": {"access": "anybody", "rated": True},
    "ranged": {"access": "anybody", "rating_range": (1600, None)},
}


@pytest.fixture
def people(alice: User, bob: User, charlie: User) -> dict[str, User]:
    """Alice, who hosts, and one person for each relation to her and to her table."""
    people = {"host": alice, "member": bob, "moderator": charlie}
    for name in ("friend", "asked friend", "blocked", "blocked friend", "muted", "invited", "declined", "removed"):
        people[name] = User.objects.create_user(name.title().replace(" ", "-"))
    people["guest"] = User.objects.create(username="Guest-1000", is_guest=True)
    User.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    long_ago = "2026-01-01T00:00Z"
    Friendship.objects.create(asker=alice, asked=people["friend"], since=long_ago)
    Friendship.objects.create(asker=people["asked friend"], asked=alice)
    Friendship.objects.create(asker=people["blocked friend"], asked=alice, since=long_ago)
    Block.objects.create(user=alice, blocked=people["blocked"])
    Block.objects.create(user=alice, blocked=people["blocked friend"])
    Block.objects.create(user=alice, blocked=people["muted"], only_mutes=True)
    return people


def table(host: User, kind: str, people: dict[str, User]) -> Match:
    match = match_create(host=host, game="rapa_nui", others=[None, None], terms=TableTerms(**KINDS[kind]))
    for state in ("invited", "declined", "removed"):
        known = {"invited": Invitation.State.WAITING, "removed": Invitation.State.REMOVED}.get(state, state)
        Invitation.objects.create(match=match, user=people[state], state=known)
    return match


SEES = {
    "anybody": "everybody",
    "rated": "everybody",
    "ranged": "everybody",
    "password": "everybody",
    "friends": {"host", "moderator", "friend", "blocked friend", "invited", "declined"},
    "link": {"host", "moderator", "invited", "declined"},
}
OUT = {"blocked", "blocked friend", "removed", "nobody"}
JOINS = {
    "anybody": {"host", "member", "moderator", "friend", "asked friend", "muted", "invited", "declined", "guest"},
    "rated": {"host", "member", "moderator", "friend", "asked friend", "muted", "invited", "declined"},
    "ranged": {"host", "invited", "declined"},
    "password": {"host", "invited", "declined"},
    "friends": {"host", "friend", "invited", "declined"},
    "link": {"host", "invited", "declined"},
}


@pytest.mark.half_second
@pytest.mark.parametrize("kind", first(["anybody", "friends", "link"], of=KINDS))
def test_who_sees_which_table(kind: str, people: dict[str, User]) -> None:
    match = table(people["host"], kind, people)
    seen = set()
    for name, user in [*people.items(), ("nobody", None)]:
        status = visitor(user).get(match.get_absolute_url()).status_code
        assert status in (200, 404)
        if status == 200:
            seen.add(name)
    assert seen == ({*people, "nobody"} if SEES[kind] == "everybody" else SEES[kind])


@pytest.mark.half_second
@pytest.mark.parametrize("kind", first(["rated", "friends", "password"], of=KINDS))
def test_who_sits_down_at_which_table(kind: str, people: dict[str, User]) -> None:
    joined = set()
    for name, user in people.items():
        match = table(people["host"], kind, people)
        visitor(user).post(f"{match.get_absolute_url()}join/")
        if match.seats.filter(user=user).exists():
            joined.add(name)
        match.delete()
    assert joined == JOINS[kind]
    assert not joined & OUT


@pytest.mark.half_second
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[] if kind == "link" else pytest.mark.slow) for kind in KINDS]
)
def test_no_seat_but_the_host_removes_invites_starts_or_closes(kind: str, people: dict[str, User], bob: User) -> None:
    match = table(people["host"], kind, people)
    sitting = User.objects.create_user("Sitting")
    match.seats.filter(number=1).update(user=sitting)
    path = match.get_absolute_url()
    for name, user in [*people.items(), ("nobody", None)]:
        if name == "host":
            continue
        client = visitor(user)
        client.post(f"{path}kick/", {"user": sitting.pk})
        client.post(f"{path}invite/", {"name": "Bob"})
        client.post(f"{path}start/", {"level": "beginner"})
        client.post(f"{path}leave/")
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert match.seats.get(number=1).user == sitting
    assert not match.invitations.filter(user=bob).exists()
    host = visitor(people["host"])
    host.post(f"{path}invite/", {"name": "Bob"})
    assert match.invitations.filter(user=bob, state="waiting").exists()
    host.post(f"{path}kick/", {"user": sitting.pk})
    assert match.seats.get(number=1).user is None
    host.post(f"{path}leave/")
    assert not Match.objects.filter(pk=match.pk).exists()


def test_a_link_lets_its_holder_in_but_no_blocked_member(people: dict[str, User]) -> None:
    match = table(people["host"], "link", people)
    for name, sits in (("blocked", False), ("removed", False), ("member", True)):
        client = visitor(people[name])
        client.get(f"{match.get_absolute_url()}invite/{match.invite}/")
        client.post(f"{match.get_absolute_url()}join/")
        assert match.seats.filter(user=people[name]).exists() == sits, name


def test_a_password_is_stored_hashed_and_shown_nowhere(alice: User, bob: User) -> None:
    match = match_create(
        host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="password", password=PASSWORD)
    )
    assert PASSWORD not in match.password
    for user in (alice, bob):
        page = visitor(user).get(match.get_absolute_url()).content.decode()
        assert PASSWORD not in page
        assert match.password not in page


def test_the_password_lets_in_and_a_wrong_one_says_so(alice: User, bob: User, client: Client) -> None:
    match = match_create(
        host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="password", password=PASSWORD)
    )
    client.force_login(bob)
    wrong = client.post(f"{match.get_absolute_url()}join/", {"password": "two-llamas"})
    assert (wrong.status_code, match.seats.filter(user=bob).exists()) == (422, False)
    page = wrong.text
    assert "<title>Error: " in page
    reason = page.index('id="refused" tabindex="-1" autofocus')
    seats, field = page.index("waiting__seats"), page.index('aria-invalid="true" aria-describedby="refused"')
    assert seats < reason < field, "the reason is not beside the field"
    assert "Wrong password" in page[reason:field]
    client.post(f"{match.get_absolute_url()}join/", {"password": PASSWORD})
    assert match.seats.filter(user=bob).exists()


def test_before_anyone_logs_in_a_table_says_that_it_needs_a_password(alice: User, bob: User, client: Client) -> None:
    terms = {access: TableTerms(access=access, password=PASSWORD, rated=True) for access in ("password", "anybody")}
    asks, open_to_all = (match_create(host=alice, game="rapa_nui", others=[None], terms=terms[kind]) for kind in terms)
    needed = "This table needs a password. Ask its host for it."
    for reader in (client, visitor(bob)):
        assert needed in reader.get(asks.get_absolute_url()).text
        assert needed not in reader.get(open_to_all.get_absolute_url()).text
    client.get(invitation(asks))  # whose holder needs none
    assert needed not in client.get(asks.get_absolute_url()).text


def test_the_password_of_a_table_is_the_same_from_every_keyboard(alice: User, bob: User, client: Client) -> None:
    terms = TableTerms(access="password", password="drei Kröten")
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=terms)
    client.force_login(bob)
    client.post(f"{match.get_absolute_url()}join/", {"password": "drei Kro\u0308ten "})
    assert match.seats.filter(user=bob).exists()


@pytest.mark.half_second
def test_who_guesses_at_one_table_shuts_no_member_out_of_another(alice: User, bob: User, charlie: User) -> None:
    """Not even from the same IP address: a school has only one."""
    terms = TableTerms(access="password", password=PASSWORD)
    guessed, other = (match_create(host=alice, game="rapa_nui", others=[None], terms=terms) for _table in range(2))
    guesser, school, home = visitor(charlie), visitor(bob), visitor(bob)
    home.defaults["REMOTE_ADDR"] = "203.0.113.7"
    for _time in range(10):
        guesser.post(f"{guessed.get_absolute_url()}join/", {"password": "two-llamas"})
    refused = school.post(f"{guessed.get_absolute_url()}join/", {"password": PASSWORD})
    assert "Too many passwords tried" in refused.content.decode()
    for table, browser in ((other, school), (guessed, home)):
        browser.post(f"{table.get_absolute_url()}join/", {"password": PASSWORD})
        assert table.seats.filter(user=bob).exists()


def test_a_running_match_with_a_password_is_seen_by_its_players_only(alice: User, bob: User, charlie: User) -> None:
    match = match_create(
        host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="password", password=PASSWORD)
    )
    match_join(match=match, user=bob, admitted=True)
    assert match_for(Visitor(bob), match.code)
    with pytest.raises(Match.DoesNotExist):
        match_for(Visitor(charlie), match.code)


def test_a_full_table_waits_for_its_host_who_wants_to_start_it(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(host_starts=True))
    with pytest.raises(Refused, match="still free"):
        match_start(match=match, user=alice)
    match = match_join(match=match, user=bob)
    assert match.status == Match.Status.OPEN
    with pytest.raises(Refused, match="host"):
        match_start(match=match, user=bob)
    assert match_start(match=match, user=alice).status == Match.Status.RUNNING
    with pytest.raises(TableClosed):
        match_start(match=match, user=alice)


def test_a_removed_member_comes_back_when_invited_again(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None, None]), user=bob)
    player_remove(match=match, host=alice, user_id=bob.pk)
    with pytest.raises(Refused, match="freed your seat"):
        match_join(match=match, user=bob)
    with pytest.raises(Refused, match="no longer at your table"):
        player_remove(match=match, host=alice, user_id=bob.pk)
    invitation_create(match=match, host=alice, name="bob")
    match_join(match=match, user=bob)
    assert match.seats.filter(user=bob).exists()


def test_the_host_cannot_remove_the_host(alice: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None])
    with pytest.raises(Refused, match="remove yourself"):
        player_remove(match=match, host=alice, user_id=alice.pk)


@pytest.mark.half_second
def test_a_new_link_ends_the_old_one_also_for_those_who_opened_it_and_did_not_sit_down(
    alice: User, bob: User, charlie: User
) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None, None], terms=TableTerms(access="link"))
    match_join(match=table, user=charlie)
    old, page = invitation(table), table.get_absolute_url()
    early, late = visitor(bob), visitor(None)
    assert early.get(old).status_code == 302
    assert early.get(page).status_code == 200
    with pytest.raises(Refused, match="host"):
        invite_renew(match=table, host=charlie)
    assert "The link above stops working." in folded(visitor(alice).get(page).text, "renew")
    said = visitor(alice).post(reverse("match_renew", args=[table.code]), follow=True).content.decode()
    table.refresh_from_db()
    new = invitation(table)
    assert "The old one no longer works." in said
    assert new in said
    assert [browser.get(address).status_code for browser in (early, late) for address in (old, page)] == [404] * 4
    assert visitor(charlie).get(page).status_code == 200
    assert [early.get(new).status_code, early.get(page).status_code] == [302, 200]
    newest = visitor(alice).post(f"/api/v1/tables/{table.code}/renew", content_type="application/json").json()["invite"]
    assert [late.get(link).status_code for link in (new, newest)] == [404, 302]
    match_join(match=table, user=bob)
    with pytest.raises(TableClosed):
        invite_renew(match=table, host=alice)


def test_a_session_from_before_links_could_be_replaced_keeps_its_invitations(alice: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="link"))
    browser = visitor(None)
    session = browser.session
    session[INVITATIONS] = [table.code]
    session.save()
    assert browser.get(table.get_absolute_url()).status_code == 200


def test_a_browser_keeps_the_latest_links_only(alice: User) -> None:
    """Each request reads all of them, and a visitor who opens links without end must not slow the site down."""
    terms = TableTerms(access="link")
    first_one, last = (match_create(host=alice, game="rapa_nui", others=[None], terms=terms) for _number in range(2))
    browser = visitor(None)
    browser.get(invitation(first_one))
    session = browser.session
    session[INVITATIONS] = [*session[INVITATIONS], *(f"old{number}/secret{number}" for number in range(1000))]
    session.save()
    browser.get(invitation(last))
    assert browser.get(last.get_absolute_url()).status_code == 200
    assert len(browser.session[INVITATIONS]) == 2 * MOST_INVITATIONS
    assert browser.get(first_one.get_absolute_url()).status_code == 404


def test_an_invitation_is_told_listed_and_declined_once(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="link"))
    invitation_create(match=match, host=alice, name="Bob")
    assert bob.notices.filter(kind="invitation", match=match).count() == 1
    assert lists.invitations_of(bob) == [match.pk]
    with pytest.raises(Refused, match="already been invited"):
        invitation_create(match=match, host=alice, name="Bob")
    invitation_decline(match=match, user=bob)
    assert lists.invitations_of(bob) == []
    with pytest.raises(Refused):
        invitation_decline(match=match, user=bob)
    with pytest.raises(Refused, match="has declined"):
        invitation_create(match=match, host=alice, name="Bob")


@pytest.mark.parametrize("name", ["Nobody-Here", "Alice", "Owl", "Guest-1000", "<b>"])
def test_a_member_who_cannot_be_invited_is_refused_with_words(
    name: str, people: dict[str, User], computers: list[User]
) -> None:
    match = match_create(host=people["host"], game="rapa_nui", others=[None])
    with pytest.raises(Refused):
        invitation_create(match=match, host=people["host"], name=name)
    assert not match.invitations.exists()


@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_no_member_is_invited_across_a_block(blocker: str, alice: User, bob: User) -> None:
    one, other = (alice, bob) if blocker == "alice" else (bob, alice)
    Block.objects.create(user=one, blocked=other)
    match = match_create(host=alice, game="rapa_nui", others=[None])
    with pytest.raises(Refused, match="can’t invite"):
        invitation_create(match=match, host=alice, name="Bob")


def test_guests_open_no_table_for_friends_or_ratings(people: dict[str, User]) -> None:
    with pytest.raises(Refused, match="no friends list"):
        match_create(host=people["guest"], game="rapa_nui", others=[None], terms=TableTerms(access="friends"))
    with pytest.raises(GuestsUnrated):
        match_create(host=people["guest"], game="rapa_nui", others=[None], terms=TableTerms(rating_range=(1400, None)))


def test_the_host_of_a_table_that_is_gone_is_told(alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="rapa_nui", others=[None, None]), user=bob)
    stale = Match.objects.get(pk=match.pk)
    match_leave(match=match, user=alice)
    with pytest.raises(TableClosed):
        player_remove(match=stale, host=alice, user_id=bob.pk)


@pytest.mark.django_db(transaction=True)
def test_removed_while_joining_leaves_one_of_the_two_orders(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    race(lambda: match_join(match=match, user=bob), lambda: player_remove(match=match, host=alice, user_id=bob.pk))
    removed = match.invitations.filter(user=bob, state=Invitation.State.REMOVED).exists()
    assert match.seats.filter(user=bob).exists() != removed


@pytest.mark.django_db(transaction=True)
def test_the_last_to_join_and_the_host_who_removes_another_never_both_win(alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None, None])
    match_join(match=match, user=bob)
    charlie = User.objects.create_user("Charlie")
    race(lambda: match_join(match=match, user=charlie), lambda: player_remove(match=match, host=alice, user_id=bob.pk))
    match.refresh_from_db()
    started = match.status == Match.Status.RUNNING
    assert match.seats.filter(user=bob).exists() == started
