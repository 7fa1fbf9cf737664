"""The result: bars and table add up, and sentences say what decided."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.record import read
from games.models import Match
from games.pages.boards import match_context
from games.pages.boards.result import BAR, result_context
from games.pages.titles import PRESENTERS
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from games.services.play.resignation import resign
from games.services.records.studies import study_create
from tests.games.finished import FINISHED, every_finished_game, result_of
from tests.markup import squeezed
from tests.titles import record_path
from tests.visitors import visitor


def result(owner: User, path: Path) -> tuple[Match, dict[str, Any]]:
    match = study_create(owner=owner, record=read(path.read_text()))
    return match, match_context(position(match, Visitor(owner), limit=1))


def equal_points(context: dict[str, Any]) -> list[tuple[int, int]]:
    """Pairs of neighbouring places with equal points but different ranks."""
    rows = context["results"]
    return [
        (better.number, worse.number)
        for better, worse in zip(rows, rows[1:], strict=False)
        if better.points == worse.points and better.rank != worse.rank
    ]


def partings(context: dict[str, Any]) -> list[str]:
    """The sentences that explain how such ties were broken."""
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
        assert any(cell.points or cell.count for cell in kind.cells), "no seat has anything of this kind"
        assert all(sum(points for _label, points in cell.things) == cell.points for cell in kind.cells if cell.things)
    assert len(partings(context)) == len(equal_points(context))
    client = visitor(alice)
    page = client.get(reverse("match_replay", args=[match.code]), {"step": match.ply}).content.decode()
    assert f'href="/rules/{match.game}/#{context["end_rule"]}"' in page
    assert f'id="{context["end_rule"]}"' in client.get(reverse("rules", args=[match.game])).content.decode()


def test_the_winner_is_ahead_by_what_the_points_say(alice: User) -> None:
    _match, context = result(alice, record_path("rapa_nui/two_seats.txt"))
    first, second = context["results"]
    name = context["position"].seat
    by = f"by {first.points - second.points} points."
    assert by in context["why"][0]
    assert ("You beat" in context["why"][0]) is (name == first.number)
    assert (f"beat {second.name} {by}" in context["why"][0]) is (name != second.number)


@pytest.mark.parametrize("name", ["maya/two_seats_equal_rank", "rapa_nui/equal_rank"])
def test_equal_places_are_said_to_be_equal(alice: User, name: str) -> None:
    _match, context = result(alice, record_path(f"{name}.txt"))
    assert any("are tied on points and on everything else" in sentence for sentence in context["why"])


@pytest.mark.long
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
    _match, context = result(alice, record_path("princes/four_seats.txt"))
    labels = [str(kind.label) for kind in context["kinds"]]
    assert "Sacrifice cards" in labels
    assert "Missing cards" not in labels


@pytest.fixture
def client_of_alice(two_play: Match, alice: User, bob: User, computers: list[User]) -> Client:
    """The browser of Alice, whose opponent Bob has resigned."""
    resign(match=two_play, user=bob)
    return visitor(alice)


def test_a_match_that_a_player_left_has_places_but_no_points(two_play: Match, client_of_alice: Client) -> None:
    client = client_of_alice
    page = client.get(two_play.get_absolute_url()).content.decode()
    assert "no points are counted" in page
    assert 'class="result__bar"' not in page
    assert "None" not in client.get(reverse("archive")).content.decode()


@pytest.mark.half_second
def test_who_gives_up_a_game_of_two_resigns_and_has_not_left(
    two_play: Match, alice: User, bob: User, computers: list[User], client_of_alice: Client
) -> None:
    client = client_of_alice
    page = squeezed(client.get(two_play.get_absolute_url()).content.decode())
    for words in ("You win: Bob resigned", "A player resigned", "<b>Bob</b>resigns", "</svg>resigned"):
        assert words in page
    profile = client.get(reverse("profile", args=["Bob"])).content.decode()
    assert "A player resigned" in profile
    assert "tag--bad" not in profile
    # If Alice's time had run out before, it is she who left Bob alone.
    two_play.seats.filter(user=alice).update(stand_in=computers[0], rank=2)
    two_play.seats.filter(user=bob).update(rank=1)
    profile = client.get(reverse("profile", args=["Bob"])).content.decode()
    assert "A player left" in profile
    assert "A player resigned" not in profile
    assert "tag--bad" in profile


def test_points_below_zero_have_a_true_minus_sign_in_lists(
    two_play: Match, alice: User, bob: User, computers: list[User]
) -> None:
    resign(match=two_play, user=bob)
    two_play.seats.filter(number=0).update(points=-5)
    assert "<b>−5</b>" in Client().get(reverse("archive")).content.decode()


CONQUEST = "princes/four_seats.txt"


@pytest.mark.half_second
def test_a_conquest_shows_what_it_multiplies(alice: User) -> None:
    match, context = result(alice, record_path(CONQUEST))
    assert context["position"].outcome.reason == "conquest"
    gold = next(kind for kind in context["kinds"] if str(kind.label) == "Gold multiplier")
    factors = set()
    for row, cell in zip(context["results"], gold.cells, strict=True):
        product = row.product
        assert product.points * product.factor == row.points
        assert cell.note == f"gold {cell.count}: × {product.factor}"
        factors.add(product.factor)
    assert {3, 2} <= factors
    client = visitor(alice)
    page = squeezed(client.get(reverse("match_replay", args=[match.code]), {"step": match.ply}).content.decode())
    first = context["results"][0].product
    assert page.count(f"<small>{first.points} × {first.factor}</small>") == 2


@pytest.mark.parametrize("name", ["princes/rescue_by_cards", "rapa_nui/two_seats", "maya/two_seats_equal_rank"])
def test_other_points_are_a_plain_sum(alice: User, name: str) -> None:
    _match, context = result(alice, record_path(f"{name}.txt"))
    assert all(row.product is None for row in context["results"])
    assert not any(cell.note for kind in context["kinds"] for cell in kind.cells)


def test_who_is_neither_first_nor_second_reads_where_they_stand(alice: User) -> None:
    match = study_create(owner=alice, record=read(record_path(CONQUEST).read_text()))
    seen = position(match, Visitor(alice), limit=1)
    ranks = seen.outcome.ranks
    for seat in range(4):
        context = match_context(replace(seen, seat=seat))
        said = [sentence for sentence in context["why"] if sentence.startswith("Your place:")]
        less = max(seen.outcome.points) - seen.outcome.points[seat]
        place = f"Your place: {ranks[seat]} of 4, {less} points behind."
        assert said == ([place] if ranks[seat] > 2 else [])


def test_partners_share_one_line_and_the_sentence(alice: User) -> None:
    match, context = result(alice, record_path("maya/four_seats.txt"))
    assert [(row.members, row.rank, row.points) for row in context["results"]] == [((0, 2), 1, 20), ((1, 3), 2, 1)]
    assert all(len(kind.cells) == 2 for kind in context["kinds"])
    assert context["why"][0].startswith("Player 1 and Player 3 beat Player 2 and Player 4 by 19 points.")
    client = visitor(alice)
    page = squeezed(client.get(reverse("match_replay", args=[match.code]), {"step": match.ply}).content.decode())
    assert "Player 1 and Player 3</span>" in page


def test_a_player_of_a_team_reads_you_and_the_partners_name(alice: User) -> None:
    match = study_create(owner=alice, record=read(record_path("maya/four_seats.txt").read_text()))
    seen = position(match, Visitor(alice), limit=1)
    said = [match_context(replace(seen, seat=seat))["why"][0].partition(" by ")[0] for seat in range(4)]
    assert said == [
        "You and Player 3 beat Player 2 and Player 4",
        "Player 1 and Player 3 beat you and Player 4",
        "You and Player 1 beat Player 2 and Player 4",
        "Player 1 and Player 3 beat you and Player 2",
    ]


def test_teams_that_share_the_win_are_named_once(alice: User) -> None:
    _match, context = result(alice, record_path("maya/four_seats_shared.txt"))
    assert [row.rank for row in context["results"]] == [1, 1]
    assert context["why"] == ["Player 1, Player 3, Player 2 and Player 4 are tied on points and on everything else."]


def test_every_seat_has_a_line_if_the_game_of_teams_was_not_played_to_its_end(alice: User) -> None:
    match = study_create(owner=alice, record=read(record_path("maya/four_seats.txt").read_text()))
    seen = replace(position(match, Visitor(alice), limit=1), outcome=None)
    rows = result_context(PRESENTERS["maya"], seen, [1, 3, 1, 3])["results"]
    assert [row.members for row in rows] == [(0,), (2,), (1,), (3,)]
