"""The result: bars and table add up, and sentences say what decided."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.record import read
from games.models import Match
from games.pages.boards import match_context
from games.pages.boards.result import BAR
from games.selectors.access import Visitor
from games.selectors.positions import position
from games.services.leaving import resign
from games.services.studies import study_create
from tests.games.finished import FINISHED, RECORDS, every_finished_game, result_of


def result(owner: User, path: Path) -> tuple[Match, dict[str, Any]]:
    match = study_create(owner=owner, record=read(path.read_text()))
    return match, match_context(position(match, Visitor(owner), limit=1))


def equal_points(context: dict[str, Any]) -> list[tuple[int, int]]:
    """The seats one after the other that have as many points, and not the same place."""
    rows = context["results"]
    return [
        (better.number, worse.number)
        for better, worse in zip(rows, rows[1:], strict=False)
        if better.points == worse.points and better.rank != worse.rank
    ]


def partings(context: dict[str, Any]) -> list[str]:
    """The sentences that say what parted them."""
    return [sentence for sentence in context["why"] if "decide:" in sentence]


@every_finished_game
def test_bars_and_table_add_up_and_the_rule_is_on_the_page(alice: User, path: Path) -> None:
    match, context = result(alice, path)
    rows, kinds = context["results"], context["kinds"]
    for place, row in enumerate(rows):
        assert sum(bar.points for bar in row.bars) == row.points
        assert sum(kind.cells[place].points for kind in kinds) == row.points
        assert all(0 <= bar.x <= bar.x + bar.width <= BAR + 0.5 for bar in row.bars)
    for kind in kinds:
        assert any(cell.points or cell.count for cell in kind.cells), "nobody has anything of this kind"
        assert all(sum(points for _label, points in cell.things) == cell.points for cell in kind.cells if cell.things)
    assert len(partings(context)) == len(equal_points(context))
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("match_replay", args=[match.code]), {"step": match.ply}).content.decode()
    assert f'href="/rules/{match.game}/#{context["end_rule"]}"' in page
    assert f'id="{context["end_rule"]}"' in client.get(reverse("rules", args=[match.game])).content.decode()


def test_the_winner_is_ahead_by_what_the_points_say(alice: User) -> None:
    _match, context = result(alice, RECORDS / "rapa_nui" / "two_seats.txt")
    first, second = context["results"]
    assert f"{first.points - second.points} points ahead of {second.name}" in context["why"][0]


@pytest.mark.parametrize("name", ["maya/two_seats_equal_rank", "rapa_nui/equal_rank"])
def test_equal_places_are_said_to_be_equal(alice: User, name: str) -> None:
    _match, context = result(alice, RECORDS / f"{name}.txt")
    assert any("nothing parts them" in sentence for sentence in context["why"])


def test_equal_points_are_parted_in_words(alice: User) -> None:
    parted = []
    for path in FINISHED:
        places = [place.split(":")[1] for place in re.split("[ =]", result_of(path)) if ":" in place]
        if len(set(places)) < len(places):
            _match, context = result(alice, path)
            assert len(partings(context)) == len(equal_points(context))
            parted += partings(context)
    assert parted


def test_missing_cards_are_not_listed_where_no_card_was_missing(alice: User) -> None:
    _match, context = result(alice, RECORDS / "princes" / "four_seats.txt")
    labels = [str(kind.label) for kind in context["kinds"]]
    assert "Sacrifice cards" in labels
    assert "Cards that were missing" not in labels


def test_a_match_that_somebody_left_has_places_but_no_points(
    two_play: Match, alice: User, bob: User, computers: list[User]
) -> None:
    resign(match=two_play, user=bob)
    client = Client()
    client.force_login(alice)
    page = client.get(two_play.get_absolute_url()).content.decode()
    assert "no points are counted" in page
    assert 'class="result__bar"' not in page
    assert "None" not in client.get(reverse("archive")).content.decode()


def test_points_below_zero_have_a_true_minus_sign_in_lists(
    two_play: Match, alice: User, bob: User, computers: list[User]
) -> None:
    resign(match=two_play, user=bob)
    two_play.seats.filter(number=0).update(points=-5)
    assert "<b>−5</b>" in Client().get(reverse("archive")).content.decode()
