"""The pages of clubs: Alice founds one, Bob joins it, Charlie stays outside."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from clubs.models import Club, Member
from clubs.pages.profile import find_section
from clubs.selectors import host_of, is_inside, member_of
from clubs.services.founding import club_close, club_found
from clubs.services.joining import club_join, member_invite, member_remove
from tests.markup import folded, squeezed
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db

FORM = {"name": "Lake Club", "description": "By the lake", "entry": "asking"}


def decide(host: User, club: Club, do: str, name: str) -> str:
    """The page that a host gets after a decision about a member."""
    answer = of(host).post(f"/clubs/{club.code}/member/", {"do": do, "name": name}, follow=True)
    assert answer.status_code == 200
    return squeezed(answer.text)


def hidden(founder: User) -> Club:
    """A club that only its members see."""
    return club_found(founder=founder, name="Hidden Club", is_public=False)


def test_a_club_is_founded_and_changed(alice):
    answer = of(alice).post("/clubs/new/", FORM)
    club = Club.objects.get()
    assert answer.headers["Location"] == club.get_absolute_url()
    assert (club.name, club.entry, host_of(club)) == ("Lake Club", "asking", alice)
    changed = {"name": "Sea Club", "description": "", "entry": "open", "is_hidden": "on"}
    assert of(alice).post(f"/clubs/{club.code}/change/", changed).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.is_public, club.entry) == ("Sea Club", False, "link")


def test_what_cannot_be_is_said_beside_the_form(alice, bob, club):
    for form in (FORM | {"name": "x"}, FORM | {"name": "ANDES-club"}, FORM | {"entry": "no"}, {}):
        assert of(bob).post("/clubs/new/", form).status_code == 422
    assert of(alice).post(f"/clubs/{club.code}/change/", {"name": "", "entry": "open"}).status_code == 422
    assert of(bob).get(f"/clubs/{club.code}/change/").status_code == 404
    assert Club.objects.count() == 1


def test_strangers_read_the_page_of_a_public_club(alice, bob, club, django_assert_num_queries):
    for number in range(5):
        club_join(club=club, user=User.objects.create_user(f"Member-{number}"))
    browser = of(bob)
    browser.get(f"/clubs/{club.code}/")
    page = squeezed(browser.get(f"/clubs/{club.code}/").text)
    for words in ("Andes Club", "Evenings in the mountains", "6 members.", "Member-3", "Join the club"):
        assert words in page
    assert "Invitation link" not in page
    with django_assert_num_queries(9):
        of(None).get(f"/clubs/{club.code}/")


def test_who_comes_in_and_leaves(alice, bob, club):
    browser = of(bob)
    page = browser.post(f"/clubs/{club.code}/join/", follow=True).text
    assert is_inside(club, bob)
    assert "You are a member." in page
    page = browser.post(f"/clubs/{club.code}/leave/", follow=True).text
    assert "You have left Andes Club." in page
    assert not is_inside(club, bob)


def test_guests_are_led_to_signing_up(club):
    guest = User.objects.create_user("Guest-12", is_guest=True)
    assert "Sign up to join" in of(guest).get(f"/clubs/{club.code}/").text
    assert "Log in to join" in of(None).get(f"/clubs/{club.code}/").text
    assert of(guest).post(f"/clubs/{club.code}/join/").headers["Location"].startswith("/account/claim")


@pytest.mark.half_second
def test_the_host_lets_people_in(alice, bob, charlie):
    club = club_found(founder=alice, name="Asking", entry=Club.Entry.ASKING)
    for person in (bob, charlie):
        assert "You have asked to join." in of(person).post(f"/clubs/{club.code}/join/", follow=True).text
    assert "2 people want to join." in squeezed(of(alice).get(f"/clubs/{club.code}/").text)
    page = of(alice).get(f"/clubs/{club.code}/members/").text
    assert "Want to join" in page
    assert "Bob is now in the club." in decide(alice, club, "admit", "Bob")
    decide(alice, club, "decline", "Charlie")
    assert (is_inside(club, bob), member_of(club, charlie)) == (True, None)
    page = of(bob).get(f"/clubs/{club.code}/members/").text
    assert "Bob" in page
    assert "Want to join" not in page


@pytest.mark.half_second
def test_the_host_removes_invites_and_hands_on(alice, bob, charlie, club):
    club_join(club=club, user=bob)
    decide(alice, club, "remove", "Bob")
    assert "The host has removed you" in of(bob).post(f"/clubs/{club.code}/join/", follow=True).text
    assert "No member is called" in decide(alice, club, "invite", "Nobody")
    assert "Bob has been invited." in decide(alice, club, "invite", "bob")
    assert "You are invited" in of(bob).get("/clubs/").text
    of(bob).post(f"/clubs/{club.code}/join/")
    assert "Bob now hosts the club." in decide(alice, club, "host", "Bob")
    assert host_of(club) == bob
    assert "Only the host" in decide(alice, club, "remove", "Bob")
    assert "Choose one of the buttons" in decide(alice, club, "eat", "Bob")


@pytest.mark.half_second
def test_a_hidden_club_is_not_there_for_others(alice, bob, charlie):
    club = hidden(alice)
    for browser in (of(None), of(bob)):
        for path in ("", "members/", "link/wrong/"):
            assert browser.get(f"/clubs/{club.code}/{path}").status_code == 404
        assert "Hidden Club" not in browser.get("/clubs/").text
    assert of(bob).post(f"/clubs/{club.code}/join/").status_code == 404
    assert "Hidden Club" in of(alice).get("/clubs/").text
    assert find_section(alice) is None


@pytest.mark.half_second
def test_its_link_leads_in_until_it_is_renewed(alice, bob, charlie):
    club = hidden(alice)
    page = of(alice).get(f"/clubs/{club.code}/").text
    (link,) = re.findall(r'value="http://testserver(/clubs/[^"]+/link/[^"]+/)"', page)
    assert "The link above stops working." in folded(page, "club-renew")
    page = of(bob).get(link).text
    assert "You are invited to this club." in page
    (invite,) = re.findall(r'name="invite" value="([^"]+)"', page)
    of(bob).post(f"/clubs/{club.code}/join/", {"invite": invite})
    assert is_inside(club, bob)
    assert of(bob).get(link).headers["Location"] == club.get_absolute_url()
    assert "Log in to join" in of(None).get(link).text
    of(alice).post(f"/clubs/{club.code}/renew/")
    assert of(charlie).get(link).status_code == 404
    assert of(charlie).post(f"/clubs/{club.code}/join/", {"invite": invite}).status_code == 404


def test_whom_the_link_does_not_let_in_is_told_why(alice, bob):
    club = hidden(alice)
    club_join(club=club, user=bob, invite=club.invite)
    member_remove(club=club, host=alice, user=bob)
    answer = of(bob).post(f"/clubs/{club.code}/join/", {"invite": club.invite}, follow=True)
    assert answer.status_code == 200
    assert "removed you from this club" in answer.text


@pytest.mark.half_second
def test_the_list_is_searched_and_paged(alice, bob):
    clubs = [club_found(founder=User.objects.create_user(f"F-{n}"), name=f"Friends {n}") for n in range(100, 127)]
    browser = of(bob)
    page = browser.get("/clubs/").text
    assert page.count('class="row row--club"') == 25
    (older,) = re.findall(r'rel="next"\s+href="\?([^"]+)"', page)
    assert browser.get(f"/clubs/?{older}").text.count('class="row row--club"') == 2
    assert browser.get("/clubs/?q=friends+101").text.count('class="row row--club"') == 1
    assert "No public club has that name." in browser.get("/clubs/?q=llama").text
    assert browser.get("/clubs/?after=nonsense").status_code == 404
    assert len(clubs) == 27


@pytest.mark.half_second
def test_members_are_paged(alice, bob, club):
    for number in range(30):
        club_join(club=club, user=User.objects.create_user(f"Member-{number}"))
    page = of(bob).get(f"/clubs/{club.code}/members/").text
    assert len(set(re.findall(r"Member-\d+", page))) == 25
    (older,) = re.findall(r'rel="next"\s+href="\?([^"]+)"', page)
    assert len(set(re.findall(r"Member-\d+", of(bob).get(f"/clubs/{club.code}/members/?{older}").text))) == 5


def test_a_profile_names_public_clubs_only(alice, bob, club):
    hidden(alice)
    page = of(bob).get("/people/Alice/").text
    assert club.get_absolute_url() in page
    assert "Hidden Club" not in page
    club_close(club=club)
    assert find_section(alice) is None


def test_a_club_that_moderators_have_closed_is_gone(alice, bob, club):
    member_invite(club=club, host=alice, user=bob)
    club_close(club=club)
    for person in (alice, bob, None):
        assert of(person).get(f"/clubs/{club.code}/").status_code == 404
        assert "Andes Club" not in of(person).get("/clubs/").text
    assert Member.objects.count() == 2


def test_what_is_done_in_clubs_is_limited(alice, bob, club, settings):
    settings.LIMITS = settings.LIMITS | {"club": "1/h/user"}
    browser = of(bob)
    browser.post(f"/clubs/{club.code}/join/")
    page = browser.post(f"/clubs/{club.code}/leave/", follow=True).text
    assert "That’s too many changes at once." in page
    assert is_inside(club, bob)


def test_the_settings_and_the_link_of_a_club_are_limited_too(alice, club, settings):
    settings.LIMITS = settings.LIMITS | {"club": "1/h/user"}
    browser, invite = of(alice), club.invite
    browser.post(f"/clubs/{club.code}/renew/")
    club.refresh_from_db()
    once = club.invite
    pages = [browser.post(f"/clubs/{club.code}/renew/", follow=True)]
    pages += [browser.post(f"/clubs/{club.code}/change/", {"name": "Other Club", "entry": "open"})]
    club.refresh_from_db()
    assert (once != invite, club.invite, club.name) == (True, once, "Andes Club")
    assert all("That’s too many changes at once." in page.text for page in pages)
