"""Responses that leave out what the page has: completed, they equal everyone else's, and they are small."""

import gzip
import re
import statistics
from random import Random

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.models import Match
from games.pages.match import patches
from tests.bench.client import Kept
from tests.games.playing import TABLES, legal, play_once, seated
from tests.markup import comparable_text
from tests.visitors import visitor

HTMX = {"HX-Request": "true"}
NEW = Kept("new", [])
ORDINARY, LARGEST = 4_000, 12_000
"""Bytes of a compressed response: the median, and the maximum."""


def asked(client: Client, match: Match, kept: Kept) -> tuple[HttpResponse, Kept]:
    """The response to a page that keeps `kept`, and what it keeps afterwards."""
    answer = client.get(match.get_absolute_url(), headers=HTMX | {patches.HEADER: kept.name})
    return answer, Kept(answer[patches.HEADER], patches.pieces_of(kept.whole(answer.content.decode())))


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_patched_answer_is_the_whole_one_and_small(
    table: tuple[str, int], people: list[User], stranger: User
) -> None:
    game, seats = table
    match, rng = seated(game, people[:seats]), Random(3)
    clients = {user: visitor(user) for user in (*people[:seats], stranger)}
    kept = {user: asked(client, match, NEW)[1] for user, client in clients.items()}
    sizes = []
    for _step in range(14):
        match = play_once(match, rng.choice(legal(match)))
        for user, client in clients.items():
            answer, kept[user] = asked(client, match, kept[user])
            sizes.append(len(gzip.compress(answer.content)))
            whole = client.get(match.get_absolute_url(), headers=HTMX)
            assert patches.HEADER not in whole
            assert comparable_text("".join(kept[user].pieces)) == comparable_text(whole.content.decode())
    assert statistics.median(sizes) <= ORDINARY
    assert max(sizes) <= LARGEST


def test_what_was_answered_is_used_for_the_same_reader_only(two_play: Match, alice: User, bob: User) -> None:
    mine, theirs = visitor(alice), visitor(bob)
    _first, kept = asked(mine, two_play, NEW)
    again, _kept = asked(mine, two_play, kept)
    assert "<!--=" in again.content.decode()
    for client, name in ((theirs, kept.name), (Client(), kept.name), (mine, "invented"), (mine, "")):
        answer = client.get(two_play.get_absolute_url(), headers=HTMX | {patches.HEADER: name})
        assert "<!--=" not in answer.content.decode()


def test_the_page_cuts_as_the_server_does() -> None:
    script = (settings.BASE_DIR / "static/js/patches.js").read_text()
    [starts] = re.findall(r"STARTS = /\(\?=(.*)\)/;", script)
    text = "<div><svg><g><use/></g></svg><button>Go</button></div><section >"
    assert [piece for piece in re.split(f"(?={starts})", text) if piece] == patches.pieces_of(text)
    assert f'HEADER = "{patches.HEADER}";' in script


def test_a_page_of_a_release_that_cut_otherwise_gets_whole_answers(two_play: Match, alice: User) -> None:
    answer = visitor(alice).get(two_play.get_absolute_url(), headers=HTMX | {"Match-Patch": "new"})
    assert "<!--=" not in answer.content.decode()
    assert {"Match-Patch", patches.HEADER}.isdisjoint(answer.headers)


def test_a_process_remembers_so_many_answers(two_play: Match, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patches, "MOST", 2)
    client = visitor(alice)
    _answer, first = asked(client, two_play, NEW)
    for _other in range(2):
        asked(client, two_play, NEW)
    answer, _kept = asked(client, two_play, first)
    assert "<!--=" not in answer.content.decode()


@pytest.mark.half_second
def test_a_key_that_was_used_is_never_left_in_place(two_play: Match, alice: User) -> None:
    """A form that starts something has a new key in every response: with an old one it would start nothing."""
    client = visitor(alice)
    _first, kept = asked(client, two_play, NEW)
    answer, _kept = asked(client, two_play, kept)
    whole = client.get(two_play.get_absolute_url(), headers=HTMX).content.decode()
    assert whole.count('name="once"') == answer.content.decode().count('name="once"') > 0
