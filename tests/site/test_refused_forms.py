"""Forms that were not accepted: readers hear so first, are led to the reason, and have typed nothing in vain."""

import re

import pytest
from django.urls import reverse

from accounts.models import User
from tests.visitors import visitor

SUMMARY = re.compile(r'<(?:p|div) class="note note--bad" role="alert"(?: id="\w+")? tabindex="-1" autofocus>')
CUP = {"system": "swiss", "game": "maya", "size": "2", "pace": "live"}


@pytest.fixture
def alice(db):
    return User.objects.create_user("Alice", email="alice@example.org", password="quiet-terrace-7")


@pytest.mark.parametrize(
    ("address", "typed"),
    [
        ("account_change_password", {"oldpassword": "wrong"}),
        ("account_tokens", {"name": ""}),
        ("account_vacation", {"days": "99"}),
        ("club_new", {"name": ""}),
        ("cup_new", CUP),
        ("device", {"name_0": "Anna"}),
        ("friends", {"do": "ask", "name": "Nobody"}),
        ("play", {"game": "chess"}),
        ("records", {"text": "no record"}),
        ("table_new", {"game": "maya", "pace": "nonsense"}),
        ("watch", {"game": "maya", "seats": "9"}),
    ],
)
def test_the_title_says_so_and_reading_starts_at_the_reason(alice, address, typed):
    page = visitor(alice).post(reverse(address), typed).text
    assert re.search(r"<title>Error: ", page)
    assert len(SUMMARY.findall(page)) == 1
    assert page.count("autofocus") == 1


def test_pages_that_nobody_has_sent_do_not_take_the_focus(alice):
    for address in ("cup_new", "club_new", "device", "account_tokens"):
        page = visitor(alice).get(reverse(address)).text
        assert "autofocus" not in page
        assert "<title>Error" not in page


def test_what_was_typed_is_kept_and_a_question_names_what_is_wrong_with_its_answer(alice):
    page = visitor(alice).post(reverse("cup_new"), CUP | {"name": "Summer", "pace": "none", "wanted_rounds": "31"}).text
    assert re.search(r'<input [^>]*name="name"[^>]* value="Summer"', page)
    assert re.search(r'<input [^>]*name="wanted_rounds"[^>]* value="31"', page)
    told = re.findall(r'<fieldset class="field" aria-describedby="([^"]+)">', page)
    assert told == ["id_pace_error"]
    assert f'id="{told[0]}"' in page


def test_a_report_that_was_not_sent_says_so_and_keeps_what_was_typed(alice):
    User.objects.create_user("Bob")
    answer = visitor(alice).post(reverse("person_report", args=["Bob"]), {"text": "He called me names."})
    assert answer.status_code == 422
    assert "The report has not been sent yet" in answer.text
    assert "<title>Error: " in answer.text
    assert len(SUMMARY.findall(answer.text)) == answer.text.count("autofocus") == 1
    assert "He called me names.</textarea>" in answer.text
    # Labels right below a field's legend would be as bold as the legend.
    assert len(re.findall(r'<p><label class="check"><input type="radio" name="reason"', answer.text)) == 6


def test_a_name_that_is_refused_is_marked_and_kept(alice):
    page = visitor(alice).post(reverse("friends"), {"do": "ask", "name": "Nobody"}).text
    field = re.search(r'<input [^>]*id="name"[^>]*>', page)
    assert field is not None
    for said in ('value="Nobody"', 'aria-invalid="true"', 'aria-describedby="name_error"'):
        assert said in field[0]
    assert page.count('id="name_error"') == 1
