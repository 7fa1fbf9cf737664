"""What other sites' programs are told about a link to a match, according to https://oembed.com."""

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services.lobby.matches import match_create
from tests.games.embedded import address, seated
from tests.games.playing import play_out
from tests.visitors import visitor

MISSING = "/match/nothing/"


def asked(url: str, **query: str) -> Any:
    """The response about `url`, which may be a path on this site."""
    url = settings.SITE_URL + url if url.startswith("/") else url
    return Client().get(reverse("oembed"), {"url": url} | query)


def test_a_match_is_told_of_as_something_to_frame(people: list[User]) -> None:
    match = seated(people)
    answer = asked(match.get_absolute_url(), format="json")
    assert answer.headers["Content-Type"] == "application/json"
    embed = answer.json()
    assert (embed["version"], embed["type"]) == ("1.0", "rich")
    assert embed["title"].startswith("Rapa Nui: ")
    assert {"Alice", "Bob"} <= set(re.findall(r"\w+", embed["title"]))
    assert f'src="{settings.SITE_URL}{address(match)}"' in embed["html"]
    assert f'width="{embed["width"]}" height="{embed["height"]}"' in embed["html"]
    assert embed["cache_age"] == 600


@pytest.mark.parametrize("name", ["match", "match_replay", "match_embed"])
def test_each_address_of_a_match_is_known(people: list[User], name: str) -> None:
    match = seated(people)
    assert address(match) in asked(reverse(name, args=[match.code])).json()["html"]


def test_the_step_of_a_replay_is_shown(people: list[User]) -> None:
    match = play_out(seated(people), Random(6))
    replay = reverse("match_replay", args=[match.code])
    assert f'{address(match)}?step=3"' in asked(f"{replay}?step=3&eyes=all").json()["html"]


def test_it_fits_into_what_is_asked_for(people: list[User]) -> None:
    url = seated(people).get_absolute_url()
    small = asked(url, maxwidth="400", maxheight="500").json()
    assert (small["width"], small["height"]) == (400, 500)
    assert "thumbnail_url" not in small
    assert asked(url, maxwidth="5000").json()["width"] == 640
    assert asked(url, maxwidth="many").json()["width"] == 640


def test_what_not_all_may_see_is_like_what_there_is_not(people: list[User]) -> None:
    private = seated(people, access=Match.Access.LINK)
    nothing, hidden = asked(MISSING), asked(private.get_absolute_url())
    assert nothing.status_code == hidden.status_code == 404
    assert nothing.content == hidden.content


@pytest.mark.parametrize(
    "url",
    [
        "https://elsewhere.example/match/{code}/",
        "/rules/",
        "/match/{code}/record/",
        "javascript:/match/{code}/",
        "http://[/match/{code}/",
        "",
    ],
)
def test_only_matches_of_this_site_are_told_of(people: list[User], url: str) -> None:
    assert asked(url.format(code=seated(people).code)).status_code == 404


def test_other_formats_are_not_there(people: list[User]) -> None:
    assert asked(seated(people).get_absolute_url(), format="xml").status_code == 501
    assert Client().get(reverse("oembed")).status_code == 400


def test_the_pages_of_a_match_lead_there(people: list[User]) -> None:
    match = play_out(seated(people), Random(6))
    for page in (match.get_absolute_url(), reverse("match_replay", args=[match.code])):
        text = Client().get(page).content.decode()
        link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', text)
        assert link is not None
        found = unescape(link[1])
        assert found.startswith(settings.SITE_URL)
        embed = Client().get(found.removeprefix(settings.SITE_URL)).json()
        assert address(match) in embed["html"]


def test_private_pages_lead_nowhere(people: list[User]) -> None:
    match = seated(people, access=Match.Access.LINK)
    player = visitor(people[0])
    for page in (match.get_absolute_url(), reverse("match_replay", args=[match.code])):
        text = player.get(page).content.decode()
        assert "oembed" not in text
        assert "iframe" not in text


def test_the_replay_has_the_line_for_its_step(people: list[User]) -> None:
    match = play_out(seated(people), Random(6))
    text = Client().get(reverse("match_replay", args=[match.code]), {"step": "4"}).content.decode()
    line = re.search(r'id="frame-line" readonly value="([^"]+)"', text)
    assert line is not None
    assert unescape(line[1]) == asked(f"{reverse('match_replay', args=[match.code])}?step=4").json()["html"]


def test_a_table_that_waits_names_no_person(people: list[User]) -> None:
    table = match_create(host=people[0], game="maya", others=[None])
    assert asked(table.get_absolute_url()).json()["title"] == "Maya"
