"""Forms that were not accepted: readers hear so first, are led to the reason, and have typed nothing in vain."""

import re

import pytest
from django.urls import reverse

from accounts.models import User
from tests.visitors import visitor

SUMMARY = re.compile(r'<(?:p|div) class="note note--bad" role="alert" tabindex="-1" autofocus>')
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
        ("play", {"game": "chess"}),
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
