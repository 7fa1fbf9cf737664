"""Pages of a new account: where there is nothing yet, they say what will be there and offer a first step."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import squeezed

ADDRESSES = ("/mine/", "/deals/", "/puzzles/mine/", "/people/Alice/")
LEADS = {
    "clubs": "Clubs for people who play together",
    "cups": "Several rounds, one table of results",
    "ladders": "Challenge someone above you",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_where_nothing_is_yet_a_first_game_is_offered(browser: Client, address: str) -> None:
    page = squeezed(browser.get(address).text)
    assert re.search(rf'<div class="empty">.*?<a class="btn btn--ink" href="{reverse("play")}">', page)


def test_nobody_is_offered_a_game_on_the_empty_page_of_another(client: Client, browser: Client) -> None:
    page = squeezed(client.get("/people/Alice/").text)
    assert "No finished games that you can see." in page
    assert '<div class="empty__ways">' not in page


@pytest.mark.parametrize("name", LEADS)
@pytest.mark.django_db
def test_lists_say_what_they_list(client: Client, name: str) -> None:
    lead = squeezed(client.get(reverse(name)).text).split('<p class="page__lead muted">')[1].split("</p>")[0]
    assert lead.startswith(LEADS[name])
