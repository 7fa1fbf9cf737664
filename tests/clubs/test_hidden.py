"""Games of a hidden club are hidden: Alice and Bob are members; Charlie is not, but knows every URL."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import ApiToken, User
from clubs.models import Club
from clubs.services.founding import club_change, club_found
from clubs.services.joining import club_join, club_leave, member_remove
from common.refusals import Refused
from cups.models import Cup, Pairing
from cups.services.entering import cup_begin, cup_enter, cup_open
from cups.services.rounds import cup_go_on
from games.models import Match
from games.selectors.records.archive import archive
from games.selectors.records.lists import open_tables
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.pairing import pair
from games.services.lobby.rematches import rematch
from games.services.lobby.table_change import table_change
from games.services.lobby.terms import TableTerms
from games.services.play.resignation import resign
from tests.first import first
from tests.visitors import program
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db

GAME = "maya"


@pytest.fixture
def hidden(alice: User, bob: User) -> Club:
    """A hidden club of Alice with Bob in it."""
    club = club_found(founder=alice, name="Hidden Club", is_public=False)
    club_join(club=club, user=bob, invite=club.invite)
    return club


def table(host: User, club: Club, access: str = "club", **facts: Any) -> Match:
    """A table of the club with one free seat."""
    return match_create(
        host=host, game=GAME, others=[None], terms=TableTerms(club=club.pk, access=access, rated=True, **facts)
    )


def sees(user: User | None, match: Match) -> bool:
    """Whether the user sees the match: the same on its page, as a record, and in the API."""
    browser = of(user)
    paths = [match.get_absolute_url()]
    if match.status == Match.Status.FINISHED:
        paths += [f"{match.get_absolute_url()}replay/", f"{match.get_absolute_url()}record.txt"]
    answers = [browser.get(path) for path in paths]
    answers.append(program(user, ApiToken.Scope.READ).get(f"/api/v1/matches/{match.code}"))
    codes = {answer.status_code for answer in answers}
    assert codes in ({200}, {404}), codes
    return codes == {200}


def change(club: Club, host: User, *, is_public: bool) -> None:
    """Hide the club, or show it."""
    club_change(club=club, user=host, name=club.name, description="", entry=Club.Entry.OPEN, is_public=is_public)


@pytest.mark.half_second
@pytest.mark.parametrize("stage", first(["open", "finished"], of=["open", "running", "finished"]))
def test_its_matches_are_for_members(alice, bob, charlie, hidden, stage):
    match = table(alice, hidden)
    if stage != "open":
        match = match_join(match=match, user=bob)
    if stage == "finished":
        match = resign(match=match, user=bob)
    dora = User.objects.create_user("Dora")
    club_join(club=hidden, user=dora, invite=hidden.invite)
    assert match.status == stage
    for person, may in ((alice, True), (bob, True), (dora, True), (charlie, False), (None, False)):
        assert sees(person, match) is may, person
        listed = match.get_absolute_url() in of(person).get(hidden.get_absolute_url()).text
        assert listed is may, person
    member_remove(club=hidden, host=alice, user=dora)
    assert not sees(dora, match)


@pytest.mark.half_second
def test_no_list_has_them(alice, bob, charlie, hidden):
    waits = table(alice, hidden)
    over = resign(match=match_join(match=table(alice, hidden), user=bob), user=bob)
    assert open_tables(bob).keys == [waits.pk]
    assert open_tables(charlie).keys == open_tables(None).keys == []
    assert pair(user=bob, game=GAME) != waits
    assert archive().keys == []
    for person in (charlie, None):
        for address in ("/tables/", "/archive/", "/people/Bob/", "/people/Alice/"):
            assert over.code not in of(person).get(address).text, address
    assert over.code not in of(charlie).get(f"/api/v1/archive?game={GAME}").text


def test_a_table_is_for_members_or_by_link(alice, bob, hidden, club):
    for access in ("anybody", "friends", "password"):
        with pytest.raises(Refused, match="for its members, or for people with your link"):
            table(alice, hidden, access, password="condor" if access == "password" else "")
    match = table(alice, hidden, "link")
    assert not sees(bob, match)
    for access in ("anybody", "friends"):
        with pytest.raises(Refused, match="for its members, or for people with your link"):
            table_change(match=match, host=alice, terms=TableTerms(access=access))
    table_change(match=match, host=alice, terms=TableTerms(access="club"))
    assert sees(bob, match)
    with pytest.raises(Refused, match="belongs to no club"):
        match_create(host=alice, game=GAME, others=[None], terms=TableTerms(access="club"))
    assert Match.objects.count() == 1


def test_the_form_offers_its_tables_to_members_and_by_link_only(alice, hidden, club):
    page = of(alice).get(f"/tables/new/?club={hidden.code}&game={GAME}").text
    assert [access in page for access in ('value="club"', 'value="link"')] == [True, True]
    assert [access in page for access in ('value="anybody"', 'value="friends"', 'value="password"')] == [False] * 3
    assert 'value="club"' not in of(alice).get(f"/tables/new/?club={club.code}&game={GAME}").text
    form = {"seats": "2", "place_2": "somebody", "pace": "2d", "seating": "drawn", "starts": "full"}
    address = f"/tables/new/?club={hidden.code}&game={GAME}"
    assert of(alice).post(address, form | {"access": "anybody"}).status_code == 422
    assert of(alice).post(address, form | {"access": "club"}).status_code == 302
    match = Match.objects.get()
    assert (match.access, match.club) == ("club", hidden)
    assert 'value="anybody"' not in of(alice).get(f"{match.get_absolute_url()}change/").text


def test_what_is_played_again_is_private(alice, bob, hidden):
    over = resign(match=match_join(match=table(alice, hidden), user=bob), user=bob)
    assert rematch(match=over, user=alice).access == Match.Access.LINK


def test_moderators_look_at_them(alice, bob, hidden):
    match = match_join(match=table(alice, hidden), user=bob)
    moderator = User.objects.create_user("Moderator", is_staff=True)
    moderator.user_permissions.add(Permission.objects.get(codename="view_match"))
    assert of(moderator).get(match.get_absolute_url()).status_code == 200


@pytest.mark.half_second
def test_when_a_club_is_hidden_so_is_what_it_has_played(alice, bob, charlie, club):
    club_join(club=club, user=bob)
    over = resign(match=match_join(match=table(alice, club, "anybody"), user=bob), user=bob)
    waits, asks = table(alice, club, "anybody"), table(alice, club, "password", password="condor")
    cup = opened(alice, club)
    assert sees(charlie, over)
    change(club, alice, is_public=False)
    for match in (over, waits, asks):
        match.refresh_from_db()
        assert not sees(charlie, match)
    assert (sees(bob, over), sees(bob, waits)) == (True, True)
    assert (asks.access, asks.password) == ("link", "")
    assert archive().keys == []
    assert of(charlie).get(cup.get_absolute_url()).status_code == 404


@pytest.mark.half_second
def test_what_was_hidden_stays_hidden(alice, bob, charlie, hidden):
    over = resign(match=match_join(match=table(alice, hidden), user=bob), user=bob)
    cup = opened(alice, hidden)
    cup_enter(cup=cup, user=bob)
    change(hidden, alice, is_public=True)
    assert (sees(bob, over), sees(charlie, over)) == (True, False)
    assert of(charlie).get(cup.get_absolute_url()).status_code == 404
    assert cup.get_absolute_url() not in of(charlie).get(hidden.get_absolute_url()).text
    for person in (alice, bob):
        club_leave(club=hidden, user=person)
    cup.refresh_from_db()
    assert cup.club is None
    assert (sees(bob, over), sees(charlie, over)) == (True, False)
    for person, answer in ((alice, 200), (bob, 200), (charlie, 404), (None, 404)):
        assert of(person).get(cup.get_absolute_url()).status_code == answer
    assert cup.code not in of(charlie).get("/cups/").text


def opened(host: User, club: Club, **facts: Any) -> Cup:
    """A cup of the club that people can enter."""
    return cup_open(
        host=host, club=club, **{"name": "Summer", "system": "swiss", "game": GAME, "size": 2, "pace": "live"} | facts
    )


@pytest.mark.half_second
def test_its_cups_are_for_members(alice, bob, charlie, hidden):
    cup = opened(alice, hidden)
    address, api = cup.get_absolute_url(), f"/api/v1/cups/{cup.code}"
    for person, answer in ((alice, 200), (bob, 200), (charlie, 404), (None, 404)):
        assert of(person).get(address).status_code == answer
        assert program(person, ApiToken.Scope.READ).get(api).status_code == answer
    assert of(charlie).post(f"{address}enter/").status_code == 404
    assert cup.get_absolute_url() not in of(charlie).get(f"/clubs/{hidden.code}/link/{hidden.invite}/").text
    assert cup.code not in Client().get("/api/v1/cups").text
    cup_enter(cup=cup, user=bob)
    club_leave(club=hidden, user=bob)
    assert of(bob).get(address).status_code == 200


@pytest.mark.half_second
@pytest.mark.parametrize("system", first(["swiss"], of=["swiss", "dupli"]))
def test_the_matches_of_its_cups_too(alice, bob, charlie, hidden, system):
    cup = opened(alice, hidden, system=system, wanted_rounds=1)
    dora, emil = (User.objects.create_user(name) for name in ("Dora", "Emil"))
    for person in (dora, emil):
        club_join(club=hidden, user=person, invite=hidden.invite)
    for person in (alice, bob, dora):
        cup_enter(cup=cup, user=person)
    cup_begin(cup=cup, user=alice)
    cup_go_on(cup=cup)
    matches = [pairing.match for pairing in Pairing.objects.filter(match__isnull=False).select_related("match")]
    assert matches
    for match in matches:
        assert match is not None
        assert not sees(charlie, match)
        player = match.seats.filter(user__level="").first().user
        resign(match=match, user=player)
    cup_go_on(cup=cup)
    cup.refresh_from_db()
    assert cup.status == Cup.Status.OVER
    for match in matches:
        match.refresh_from_db()
        assert (match.access, sees(emil, match), sees(charlie, match), sees(None, match)) == (
            "club",
            True,
            False,
            False,
        )
        assert "Summer" in of(emil).get(match.get_absolute_url()).text
    assert "Summer" not in of(charlie).get("/people/Bob/").text
    assert archive().keys == []


@pytest.mark.half_second
def test_who_has_left_the_club_is_led_to_no_match_but_their_own(alice, bob, hidden):
    cup = opened(alice, hidden, wanted_rounds=1)
    people = [bob, *(User.objects.create_user(name) for name in ("Dora", "Emil", "Fred"))]
    for person in people[1:]:
        club_join(club=hidden, user=person, invite=hidden.invite)
    for person in people:
        cup_enter(cup=cup, user=person)
    cup_begin(cup=cup, user=alice)
    cup_go_on(cup=cup)
    matches = [pairing.match for pairing in Pairing.objects.select_related("match")]
    own = next(match for match in matches if match.seats.filter(user=bob).exists())

    def shown(person: User) -> list[Match]:
        """The matches to which the page leads and which the API names, and which the person sees."""
        page = of(person).get(cup.get_absolute_url()).text
        tables = program(person).get(f"/api/v1/cups/{cup.code}").json()["round"]["tables"]
        named = [match for match in matches if match.code in [table["match"] for table in tables]]
        assert named == [match for match in matches if match.get_absolute_url() in page]
        assert all(sees(person, match) for match in named)
        return named

    assert shown(bob) == shown(alice) == matches
    club_leave(club=hidden, user=bob)
    assert shown(bob) == [own]
