"""The seats' belongings, in words next to the numbers."""

from dataclasses import replace
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import override

from accounts.models import User
from games.engine import GAMES
from games.engine.contract import on_turn
from games.engine.record import read, replay
from games.pages.boards import match_context
from games.pages.boards.stock import counted
from games.pages.titles import PRESENTERS
from games.selectors.access import Visitor
from games.selectors.position.positions import position
from games.titles.maya import rules as maya
from games.titles.maya.board import stocks as stocks_of_maya
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.board import stocks as stocks_of_rapa_nui
from tests.first import first
from tests.games.playing import begin, legal, play_once
from tests.titles import record_path


def labels(key: str, name: str) -> tuple[set[str], set[str]]:
    """The labels of `name` in recorded games: for one of it, and for every other number."""
    found: tuple[set[str], set[str]] = (set(), set())
    for path in sorted(record_path(f"{key}/").glob("*.txt")):
        if all(found):
            break
        for step in replay(read(path.read_text())):
            view = GAMES[key].view(step.after, None)
            for stock in PRESENTERS[key].stocks(view, view, 0):
                if stock.name == name:
                    found[stock.count != 1].add(str(stock.label))
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "name", "one", "many"),
    [
        ("maya", "points", "point now", "points now"),
        ("maya", "priests", "priest", "priests"),
        ("maya", "led", "tower led", "towers led"),
        ("princes", "virgin", "Virgin of the Sun", "Virgins of the Sun"),
        ("princes", "puma", "Puma priest", "Puma priests"),
        ("princes", "condor", "Condor priest", "Condor priests"),
        ("princes", "hand", "sacrifice card", "sacrifice cards"),
        ("princes", "supply", "Inca in supply", "Incas in supply"),
    ],
)
def test_one_thing_is_not_called_as_several_are(key: str, name: str, one: str, many: str) -> None:
    assert labels(key, name) == ({one}, {many})


@pytest.mark.parametrize("number", [0, 1, 2])
def test_what_hardly_ever_is_a_single_one_is_called_as_one_too(number: int) -> None:
    duel = maya.view(maya.start(maya.deal(2, {}, Random(1))), None)
    sides = [stocks_of_maya(replace(duel, ladders_left=(number, number)), duel, seat)[-1].label for seat in (0, 1)]
    ladders = "ladder" if number == 1 else "ladders"
    assert sides == [f"white {ladders} left", f"black {ladders} left"]
    view = rapa_nui.view(rapa_nui.start(rapa_nui.deal(2, {}, Random(1))), None)
    few = replace(view, seats=(replace(view.seats[0], sacrifice_count=number), *view.seats[1:]))
    cards = next(stock for stock in stocks_of_rapa_nui(few, view, 0) if stock.name == "cards")
    assert cards.label == ("sacrifice card" if number == 1 else "sacrifice cards")


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("de", "Opferkarte", "Opferkarten"),
        ("hu", "áldozati kártya", "áldozati kártya"),
        ("zh-hans", "献祭牌", "献祭牌"),
    ],
)
def test_every_language_has_its_own_numbers(language: str, one: str, many: str) -> None:
    with override(language):
        assert labels("princes", "hand") == ({one}, {many})


def test_a_change_is_called_by_its_own_number() -> None:
    stock = counted("cards", lambda number: "card" if number == 1 else "cards", "x.svg", "card", 3, -1)
    assert (stock.label, stock.change_label) == ("cards", "card")


@pytest.mark.half_second
@pytest.mark.django_db
@pytest.mark.parametrize("key", first(["princes"], of=["princes", "rapa_nui"]))
def test_a_player_reads_the_changes_since_the_own_last_turn_and_others_those_of_the_last_action(key: str) -> None:
    match, clients = begin(key, 3)
    rng, summed = Random(2), 0
    for _play in range(40):
        match = play_once(match, rng.choice(legal(match)))
        last = match.ply - 1
        for user in (*User.objects.filter(pk__in=clients), AnonymousUser()):
            seen = position(match, Visitor(user))
            views = [seen.view_at(step) for step in range(match.ply + 1)]
            turns = [on_turn(view, view.to_move) == seen.seat for view in views]
            passed = [step for step in range(1, match.ply + 1) if turns[step] != turns[step - 1]]
            begun, ended = ([0] + [step for step in passed if turns[step] == is_own] for is_own in (True, False))
            since = last if seen.seat is None else begun[-1] if ended[-1] == match.ply else ended[-1]
            summed += since < last
            for player in match_context(seen)["players"]:
                stocks = PRESENTERS[key].stocks(seen.view, seen.view_at(since), player.number)
                assert [stock.change for stock in player.stocks] == [stock.change for stock in stocks]
    assert summed > 20
