"""Tables of a club: Alice and Bob are members, Charlie is not."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.presence import came_by
from clubs import models
from clubs.models import Club, Member
from clubs.selectors import played_in
from clubs.services.founding import club_close, club_found
from clubs.services.joining import club_join, club_leave
from common.refusals import Refused
from games.models import Match
from games.pages.origins import origin_of
from games.selectors.lobby import clubs as selectors
from games.selectors.records.lists import open_tables
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.pairing import pair
from games.services.lobby.table_change import table_change
from games.services.lobby.terms import TableTerms
from games.services.play.resignation import resign
from tests.markup import squeezed
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db

GAME = "maya"


def table(host: User, club: Club, **facts: object) -> Match:
    """A table of the club with one free seat."""
    terms = TableTerms(club=club.pk, **facts)  # type: ignore[arg-type]
    return match_create(host=host, game=GAME, others=[None], terms=terms)


def test_what_games_know_of_clubs_is_what_clubs_say():
    assert set(selectors.INSIDE) == {Member.Standing.HOST, Member.Standing.MEMBER}


def test_only_members_sit_down(alice, bob, charlie, inside):
    match = table(alice, inside)
    with pytest.raises(Refused, match="members of a club"):
        match_join(match=match, user=charlie)
    with pytest.raises(Refused, match="sign up|Sign up"):
        match_join(match=match, user=User.objects.create_user("Guest-9", is_guest=True))
    assert match_join(match=match, user=bob).status == Match.Status.RUNNING


def test_no_stranger_opens_one_or_is_invited(alice, charlie, inside):
    with pytest.raises(Refused):
        table(charlie, inside)
    match = table(alice, inside)
    with pytest.raises(Refused, match="not a member of this table"):
        invitation_create(match=match, host=alice, name="Charlie")
    assert Match.objects.count() == 1


@pytest.mark.half_second
def test_only_members_find_it(alice, bob, charlie, inside):
    match = table(alice, inside)
    assert open_tables(bob).keys == [match.pk]
    assert open_tables(charlie).keys == open_tables(None).keys == []
    assert "maya" in of(bob).get("/tables/").text
    assert match.get_absolute_url() not in of(charlie).get("/tables/").text


def test_no_player_is_paired_into_it(alice, bob, inside):
    match = table(alice, inside)
    assert pair(user=bob, game=GAME) != match


def test_it_stays_one_of_the_club_when_its_terms_change(alice, charlie, inside):
    match = table_change(match=table(alice, inside), host=alice, terms=TableTerms(pace="2d"))
    match.refresh_from_db()
    assert match.club == inside
    with pytest.raises(Refused):
        match_join(match=match, user=charlie)


def test_who_has_left_or_whose_club_is_closed_does_not_sit_down(alice, bob, inside):
    match = table(alice, inside)
    club_close(club=inside)
    with pytest.raises(Refused):
        match_join(match=match, user=bob)
    models.Club.objects.update(closed_at=None)
    club_leave(club=inside, user=bob)
    with pytest.raises(Refused):
        match_join(match=match, user=bob)


@pytest.mark.parametrize("access", ["anybody", "password"])
def test_when_the_club_is_gone_its_tables_are_found_by_no_visitor(alice, bob, club, access):
    match = table(alice, club, access=access, password="condor" if access == "password" else "")
    club_leave(club=club, user=alice)
    match.refresh_from_db()
    assert (match.club, match.access, match.password) == (None, "link", "")
    assert open_tables(bob).keys == []


def test_a_table_is_opened_on_the_page_of_the_club(alice, bob, charlie, inside):
    page = of(bob).get(f"/clubs/{inside.code}/").text
    address = f"/tables/new/?club={inside.code}"
    assert address in page
    opening = squeezed(of(bob).get(address).text)
    assert "Only members of Andes Club can sit down" in opening
    assert "join as guests" not in opening
    form = {
        "seats": "2",
        "place_2": "somebody",
        "access": "anybody",
        "pace": "2d",
        "seating": "drawn",
        "starts": "full",
    }
    answer = of(bob).post(f"{address}&game={GAME}", form)
    match = Match.objects.get()
    assert (answer.headers["Location"], match.club, match.game) == (match.get_absolute_url(), inside, GAME)
    assert of(charlie).get(address).status_code == 404
    assert of(charlie).post(f"{address}&game={GAME}", form).status_code == 404
    waiting = of(bob).get(match.get_absolute_url()).text
    assert "Only members of the club can sit down." in waiting
    assert "Members of the club who open this link can sit down here." in waiting
    assert "join as guests" not in squeezed(of(bob).get(f"{match.get_absolute_url()}change/").text)


@pytest.mark.half_second
def test_the_page_shows_what_is_open_running_and_over(alice, bob, charlie, inside, django_assert_num_queries):
    waits, runs = table(alice, inside), match_join(match=table(alice, inside), user=bob)
    over = resign(match=match_join(match=table(alice, inside), user=bob), user=bob)
    match_create(host=alice, game=GAME, others=[None])
    shown = played_in(inside, bob)
    assert [[row.match for row in rows] for rows in (shown.tables, shown.running, shown.finished)] == [
        [waits],
        [runs],
        [over],
    ]
    page = of(None).get(f"/clubs/{inside.code}/").text
    assert waits.get_absolute_url() not in page
    for match in (runs, over):
        assert match.get_absolute_url() in page
    assert waits.get_absolute_url() in of(alice).get(f"/clubs/{inside.code}/").text
    with django_assert_num_queries(5):
        played_in(inside, alice)


@pytest.mark.half_second
def test_the_page_says_who_of_those_who_play_is_here(alice, bob, inside):
    match_join(match=table(alice, inside), user=bob)
    assert "here now" not in of(bob).get(f"/clubs/{inside.code}/").text
    came_by(alice.pk)
    assert of(bob).get(f"/clubs/{inside.code}/").text.count("here now") == 1


def test_private_matches_are_shown_to_those_who_sit_there(alice, bob, charlie, inside):
    private = match_join(match=table(alice, inside, access="link"), user=bob)
    club_join(club=inside, user=charlie)
    assert [row.match for row in played_in(inside, bob).running] == [private]
    assert played_in(inside, charlie).running == played_in(inside, None).running == ()


def test_a_match_names_its_club_if_strangers_may_know_it(alice, bob, inside):
    match = table(alice, inside)
    origin = origin_of(match)
    assert origin is not None
    assert (origin.words, origin.address) == ("Andes Club", inside.get_absolute_url())
    hidden = club_found(founder=alice, name="Hidden Club", is_public=False)
    assert origin_of(table(alice, hidden, access="club")) is None
    assert origin_of(match_create(host=alice, game=GAME, others=[None])) is None
