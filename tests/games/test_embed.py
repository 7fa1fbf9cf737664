"""The board of a match on pages of other sites: the same for everyone, and the only page that may be framed."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create
from tests.first import first
from tests.games.addresses import addresses, filled
from tests.games.embedded import address, seated
from tests.games.playing import begin, play_out, play_randomly
from tests.markup import squeezed
from tests.visitors import visitor

FRAMED = {"match_embed"}
"""Names of the URLs that pages of other sites may frame."""
GAMES = ("rapa_nui", "maya", "machu_picchu", "princes")


@pytest.mark.django_db
@pytest.mark.parametrize("game", first(["princes"], of=GAMES))
def test_a_running_match_is_shown_as_a_stranger_sees_it(game: str) -> None:
    match, clients = begin(game, 2)
    match = play_randomly(match, Random(3), until=10)
    seen = [browser.get(address(match)) for browser in (Client(), *clients.values())]
    assert seen[0].status_code == 200
    assert seen[0].content == seen[1].content == seen[2].content
    page = seen[0].content.decode()
    assert "Player-0" in page
    assert f'href="{match.get_absolute_url()}" target="_blank"' in page
    assert "<form" not in page
    assert "<button" not in page
    assert "csrf" not in page


@pytest.mark.django_db
def test_no_cookie_is_read_or_set() -> None:
    match, clients = begin("maya", 2)
    browser = next(iter(clients.values()))
    browser.cookies["django_language"] = "de"
    answer = browser.get(address(match), headers={"Accept-Language": "hu"})
    assert answer.headers["Content-Language"] == "hu"
    assert not answer.cookies
    assert "Cookie" not in answer.headers["Vary"]


@pytest.mark.django_db
@pytest.mark.parametrize("game", first(["maya"], of=GAMES))
def test_what_is_over_is_stepped_through_by_links(game: str) -> None:
    match, _clients = begin(game, 2)
    match = play_out(match, Random(4))
    assert match.status == Match.Status.FINISHED
    page = squeezed(Client().get(address(match)).content.decode())
    shown = re.findall(r'<span class="embed__name">([^<]+)</span><b>([^<]+)</b>', page)
    points = match.seats.order_by("rank", "number").values_list("user__username", "points")
    assert sorted(shown) == sorted((name, str(made).replace("-", "−")) for name, made in points)
    steps = re.findall(r'id="(first|back|forward|last)" href="([^"]+)"', page)
    assert [name for name, _link in steps] == ["first", "back", "forward", "last"]
    back = dict(steps)["back"]
    before = Client().get(back).content.decode()
    assert before != page
    assert dict(re.findall(r'id="(first|back|forward|last)" href="([^"]+)"', before))["forward"] == dict(steps)["last"]
    assert "http-equiv" not in page  # nothing will happen any more


def test_only_news_are_sent_to_a_frame_that_asks(people: list[User]) -> None:
    match = seated(people)
    asked = f"{address(match)}?ply={match.ply}"
    assert f'data-asks="{asked}"' in Client().get(address(match)).content.decode()
    assert Client().get(asked).status_code == 204
    play_randomly(match, Random(5), until=match.ply + 1)
    assert Client().get(asked).status_code == 200


def test_what_no_stranger_may_see_is_like_what_there_is_not(people: list[User]) -> None:
    private = seated(people, access=Match.Access.LINK)
    player, nobody = Client(), Client()
    player.force_login(people[0])
    assert player.get(private.get_absolute_url()).status_code == 200
    nothing = nobody.get("/match/nothing/embed/")
    for browser in (player, nobody):
        answer = browser.get(address(private))
        assert (answer.status_code, answer.content) == (404, nothing.content)
        assert "no-store" in answer.headers["Cache-Control"]


def test_a_step_that_there_is_not_is_not_found(people: list[User]) -> None:
    match = play_out(seated(people), Random(6))
    for step in ("9999", "-1", "x"):
        assert Client().get(address(match), {"step": step}).status_code == 404


def test_a_table_that_waits_says_so(people: list[User]) -> None:
    table = match_create(host=people[0], game="maya", others=[None])
    page = Client().get(address(table)).content.decode()
    assert "The game has not started yet." in page
    assert 'http-equiv="refresh"' in page


def test_it_may_be_kept_on_the_way(people: list[User]) -> None:
    match = seated(people)
    assert set(Client().get(address(match)).headers["Cache-Control"].split(", ")) == {"public", "max-age=5"}
    match = play_out(match, Random(7))
    assert set(Client().get(address(match)).headers["Cache-Control"].split(", ")) == {"public", "max-age=600"}


@pytest.mark.half_second
@pytest.mark.parametrize("every", first([9], of=[1, 9]))
def test_no_other_address_may_be_framed(people: list[User], every: int) -> None:
    match = play_out(seated(people), Random(8))
    browser = visitor(people[0])
    may_be = set()
    named = sorted(addresses())
    for each in {*named[::every], *(each for each in named if each.name in FRAMED)}:
        answer = browser.get(filled(each, match))
        policy = answer.headers.get("Content-Security-Policy", "")
        if answer.headers.get("X-Frame-Options") != "DENY" or "frame-ancestors 'none'" not in policy:
            may_be.add(each.name)
    assert may_be == FRAMED


def test_a_frame_says_that_any_site_may_frame_it_and_keeps_all_else_out(people: list[User]) -> None:
    for path in (address(seated(people)), "/match/nothing/embed/"):
        answer = Client().get(path)
        policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";"))
        assert policy["frame-ancestors"] == "*"
        assert policy["form-action"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert "X-Frame-Options" not in answer.headers
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
