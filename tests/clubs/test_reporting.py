"""Clubs are reported to the moderators: Alice hosts one, Bob and Charlie report it."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from clubs.models import Club
from clubs.services.founding import club_change, club_found
from clubs.services.joining import club_leave
from games.models import Report
from games.services.moderation.reports import person_report
from tests.visitors import program
from tests.visitors import visitor as of

pytestmark = pytest.mark.django_db

WORDS = {"reason": "name", "text": "Its name insults us."}


@pytest.fixture
def keeper(db: None) -> Client:
    """The browser of someone who runs the site."""
    return of(User.objects.create_superuser("Keeper"))


def test_a_club_is_reported_once_until_it_is_settled(alice, bob, charlie, club):
    browser = of(bob)
    address = f"/clubs/{club.code}/report/"
    assert address in browser.get(club.get_absolute_url()).text
    for _ in range(2):
        assert "The moderators will look into it." in browser.post(address, WORDS, follow=True).text
    of(charlie).post(address, WORDS)
    report = Report.objects.get(reporter=bob)
    assert (report.club, report.club_name, report.person, report.text) == (club, "Andes Club", alice, WORDS["text"])
    assert Report.objects.count() == 2
    Report.objects.filter(reporter=bob).update(settled_at=report.made_at)
    browser.post(address, WORDS)
    assert Report.objects.filter(reporter=bob).count() == 2


def test_its_host_may_be_reported_too(alice, bob, club):
    person_report(person=alice, reporter=bob, reason="spam", text="Everywhere.")
    of(bob).post(f"/clubs/{club.code}/report/", WORDS)
    person_report(person=alice, reporter=bob, reason="spam", text="Everywhere.")
    assert sorted(Report.objects.values_list("club_name", flat=True)) == ["", "Andes Club"]


def test_what_is_missing_or_makes_no_sense_is_said(alice, bob, club):
    address = f"/clubs/{club.code}/report/"
    for facts in ({}, WORDS | {"text": ""}, WORDS | {"reason": "stalling"}):
        assert of(bob).post(address, facts).status_code == 422
    assert address not in of(alice).get(club.get_absolute_url()).text
    assert "This is your own club." in of(alice).post(address, WORDS).text
    assert not Report.objects.exists()


def test_a_hidden_club_is_reported_by_those_who_see_it(alice, bob):
    hidden = club_found(founder=alice, name="Hidden Club", is_public=False)
    address = f"/clubs/{hidden.code}/report/"
    assert of(bob).get(address).status_code == of(bob).post(address, WORDS).status_code == 404
    assert of(bob).post(address, WORDS | {"invite": hidden.invite}).status_code == 302
    assert Report.objects.get().club == hidden


def test_the_desk_names_the_club_and_leads_to_closing_it(bob, club, keeper):
    of(bob).post(f"/clubs/{club.code}/report/", WORDS)
    report = Report.objects.get()
    assert "Andes Club: Offensive name" in keeper.get("/admin/games/report/").text
    page = keeper.get(f"/admin/games/report/{report.pk}/change/").text
    closing = f"/admin/clubs/club/?q={club.code}"
    for address in (closing, f"/admin/clubs/club/{club.pk}/change/", club.get_absolute_url()):
        assert f'href="{address}"' in page
    listed = keeper.get(closing).text
    assert "Andes Club" in listed
    assert 'value="close"' in listed
    keeper.post(closing, {"action": "close", "_selected_action": [club.pk]})
    assert Club.objects.get().closed_at is not None
    assert f'href="{club.get_absolute_url()}"' not in keeper.get(f"/admin/games/report/{report.pk}/change/").text


def test_a_report_outlives_the_club(alice, bob, club, keeper):
    person_report(person=alice, reporter=bob, reason="spam", text="Everywhere.")
    of(bob).post(f"/clubs/{club.code}/report/", WORDS)
    club_leave(club=club, user=alice)
    report = Report.objects.get(club_name="Andes Club")
    assert (report.club, report.person) == (None, alice)
    page = keeper.get(f"/admin/games/report/{report.pk}/change/").text
    assert "Andes Club" in page
    assert "The club is gone." in page


def test_programs_report_clubs_that_they_see(alice, bob, club):
    def told(user: User, **facts: str) -> int:
        said = {"club": club.code} | WORDS | facts
        return of(user).post("/api/v1/reports/club", said, content_type="application/json").status_code

    assert [told(bob), told(bob), told(alice), told(bob, text=" "), told(bob, reason="stalling")] == [
        *(204, 204),
        *(422, 422, 422),
    ]
    report = Report.objects.get()
    assert (report.club, report.reporter, report.person, report.reason) == (club, bob, alice, "name")
    Report.objects.all().delete()
    club_change(club=club, user=alice, name=club.name, description="", entry="link", is_public=False)
    assert [told(bob), told(bob, invite="wrong"), told(bob, club="nonsense")] == [404, 404, 404]
    assert not Report.objects.exists()
    assert told(bob, invite=club.invite) == 204


def test_a_program_that_reports_clubs_needs_its_scope_and_keeps_to_the_limit(bob, club, settings):
    settings.LIMITS = settings.LIMITS | {"report": "1/h/user"}
    said = {"club": club.code} | WORDS

    def told(*scopes: str) -> int:
        return program(bob, *scopes).post("/api/v1/reports/club", said, content_type="application/json").status_code

    assert [told("play", "tables"), told("people"), told("people")] == [403, 204, 429]
