"""URLs that are typed, or copied out of a sentence, still lead to the right page."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from clubs.services.founding import club_found
from games.models import Match
from machupicchu.http.typed_urls import meant
from tests.first import first
from tests.visitors import visitor

WAYS = ("{C}", "{C}/", "{c} ", "{c})", "{c})/", "{C}).", "{c}],", "{c}\u201d", "{c}\u3002", "{C}\u00a0", "{c}\u200b")
"""Ways to type a code: `C` in capitals, `c` in small letters."""
NOWHERE = "zzzz2222"


@pytest.mark.parametrize("way", first(["{C}/", "{C}).", "{c}\u200b"], of=WAYS))
def test_a_code_leads_to_its_match_whether_there_is_one_or_not(way: str, two_play_by_link: Match, alice: User) -> None:
    found = []
    for code in (two_play_by_link.code, NOWHERE):
        path = "/match/" + quote(way.format(c=code, C=code.upper()))
        for client in (Client(), visitor(alice)):
            answer = client.get(path, {"from": "chat"}, follow=True)
            assert answer.redirect_chain[-1] == (f"/match/{code}/?from=chat", 302)
            found.append(answer.status_code)
    assert found == [404, 200, 404, 404]


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("/Match/(ABCD2345)/replay/", "/match/abcd2345/replay/"),
        ("/match/\uff21\uff22cd2345", "/match/abcd2345/"),
        ("/Rules/Maya", "/rules/maya/"),
        ("/tables)", "/tables/"),
        ("/deals/AbC-d_3).", "/deals/AbC-d_3/"),
        ("/people/Alice),", "/people/Alice/"),
        ("/match/ABCD2345/invite/AbCdEf)/", "/match/abcd2345/invite/AbCdEf/"),
        ("/daily/MAYA/2026-11-27.", "/daily/maya/2026-11-27/"),
        ("/wp-login.php", None),
        ("//example.org)", None),
        ("/match/)", None),
    ],
)
def test_what_was_meant_by_an_address(typed: str, address: str | None) -> None:
    assert meant(typed) == address


def test_a_club_is_found_by_capitals_too(alice: User) -> None:
    club = club_found(founder=alice, name="Terraces")
    assert Client().get(f"/clubs/{club.code.upper()})", follow=True).status_code == 200


def test_programs_and_forms_are_not_led_elsewhere(two_play: Match, alice: User) -> None:
    code = two_play.code.upper()
    assert Client().get(f"/api/v1/matches/{code}").status_code == 404
    assert visitor(alice).post(f"/match/{code}/play/", {"action": "x", "ply": "0"}).status_code == 404
