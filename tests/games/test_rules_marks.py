"""Marks of doubt on the rules pages: every rule in the table at the end is also tagged where it is explained."""

import re

import pytest
from django.test import Client

from games.engine import GAMES
from tests.markup import squeezed

TAG = re.compile(r'class="tag(?: tag--(recon|ours))?" href="#sure"')
STATUS = {"": "likely", "recon": "reconstructed", "ours": "ours"}
ROW = re.compile(
    r'<th scope="row"><a href="#([A-Z]+-[\d.]+)">[^<]*</a></th><td>(.*?)</td><td>(.*?)</td></tr>', re.DOTALL
)


def statuses(html: str) -> set[str]:
    return {STATUS[tag] for tag in TAG.findall(html)}


def paragraphs(page: str) -> dict[str, str]:
    """The content under the number of each paragraph, up to the next number."""
    page = re.sub(r'<p class="text__legend">.*?</p>', "", page, flags=re.DOTALL)
    _before, *parts = re.split(r'(?=id="[A-Z]+-[\d.]+")', page)
    return {re.findall(r'id="([^"]+)"', part)[0]: part for part in parts}


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_doubt_of_the_table_wears_its_tag_where_the_rule_is_told(client: Client, game: str) -> None:
    page, table = squeezed(client.get(f"/rules/{game}/").content.decode()).split('<section id="sure">')
    texts = paragraphs(page)
    rows = [(paragraph, doubt, statuses(tag)) for paragraph, doubt, tag in ROW.findall(table)]
    assert len(rows) >= 9
    assert all(len(tag) == 1 for _paragraph, _doubt, tag in rows)
    assert [(paragraph, doubt) for paragraph, doubt, tag in rows if not tag <= statuses(texts[paragraph])] == []


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_tag_of_a_paragraph_has_its_row_in_the_table(client: Client, game: str) -> None:
    page, table = squeezed(client.get(f"/rules/{game}/").content.decode()).split('<section id="sure">')
    listed = {(paragraph, status) for paragraph, _doubt, tag in ROW.findall(table) for status in statuses(tag)}
    worn = {(paragraph, status) for paragraph, html in paragraphs(page).items() for status in statuses(html)}
    assert sorted(worn - listed) == []


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_tag_on_a_page_is_explained_in_its_legend(client: Client, game: str) -> None:
    page, table = squeezed(client.get(f"/rules/{game}/").content.decode()).split('<section id="sure">')
    legend = {STATUS[tag] for tag in re.findall(r'<span class="tag(?: tag--(recon|ours))?">', table)}
    assert legend == statuses(page) | statuses(table)
    assert ("ours" in legend) is (game in ("princes", "maya"))
