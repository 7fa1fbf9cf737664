"""The effect of an action, shown before it is played: true, and without any hidden fact."""

import json
from collections.abc import Callable, Iterator
from html import unescape
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.engine import GAMES
from games.models import Match
from games.pages.boards import preview_context
from games.pages.boards.names import sentences
from games.pages.titles import PRESENTERS
from games.selectors.access import Visitor, seats_of
from games.selectors.position.engines import game_of, snapshot, state_of
from games.selectors.position.positions import position
from games.selectors.position.preview import Foresight, NotDeciding, foresee
from games.services.lobby.matches import match_create, match_join
from tests.first import first
from tests.games.playing import legal, play_once, play_out
from tests.visitors import visitor

Begin = Callable[[str], Match]


@pytest.fixture
def begin(alice: User, bob: User) -> Begin:
    """A function that starts a match of Alice and Bob."""

    def begun(game: str) -> Match:
        return match_join(match=match_create(host=alice, game=game, others=[None]), user=bob)

    return begun


def mover(match: Match) -> User:
    user = seats_of(match)[match.to_move or 0].user
    assert user is not None
    return user


def ask(match: Match, user: User | None, **fields: object) -> Any:
    client = visitor(user)
    return client.get(reverse("match_preview", args=[match.code]), fields)


sparsely_and_densely = pytest.mark.parametrize("every", [21, pytest.param(3, marks=pytest.mark.slow)])


def moments(match: Match, rng: Random, every: int = 7) -> Iterator[Match]:
    """The match at some of its positions, up to its end or its hundredth action."""
    while match.status == Match.Status.RUNNING and match.ply < 100:
        yield match
        match.refresh_from_db()
        match = play_out(match, rng, until=match.ply + every)


def marks_of(context: dict[str, Any]) -> Any:
    return json.loads(context["marks"])


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["princes"], of=GAMES))
def test_every_legal_action_has_a_page_that_says_what_it_does(begin: Begin, game: str) -> None:
    rng = Random(1)
    for match in moments(begin(game), rng, every=20):
        user = mover(match)
        for text in rng.sample(legal(match), min(5, len(legal(match)))):
            answer = ask(match, user, action=text, ply=match.ply)
            assert answer.status_code == 200
            words = unescape(answer.content.decode())
            assert '"ways":' in words
            assert "{" not in words.split("data-marks")[0]


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["princes", "rapa_nui"], of=GAMES))
def test_what_is_foretold_comes_true(begin: Begin, game: str) -> None:
    rng = Random(2)
    checked = 0
    for match in moments(begin(game), rng):
        visitor = Visitor(mover(match))
        text = rng.choice(legal(match))
        previewed = preview_context(foresee(match, visitor, text))
        step = position(match, visitor).step + 1
        after = position(play_once(match, text), visitor)
        entry = next(entry for entry in after.entries if entry.step == step)
        presenter = PRESENTERS[game]
        if not previewed["is_open"]:
            assert previewed["details"] == sentences(presenter.log_detail(after, entry))
        goals = {(motion.start, motion.goal) for motion in presenter.motions(after, entry)}
        if text.split()[0] != "lay":
            assert {(way["start"], way["goal"]) for way in marks_of(previewed)["ways"]} <= goals
        for gain in previewed["gains"]:
            stock = presenter.stocks(entry.after, entry.before, gain.seat)[gain.place]
            assert stock.change == gain.stock.change
            checked += 1
    assert checked


@sparsely_and_densely
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_nothing_that_is_foretold(begin: Begin, game: str, every: int) -> None:
    """The same table with other hidden cards: every word and mark is the same."""
    rng = Random(3)
    for match in moments(begin(game), rng, every):
        engine = game_of(match)
        visitor = Visitor(mover(match))
        seat = match.to_move
        texts = rng.sample(legal(match), min(3, len(legal(match))))
        other = engine.determinize(engine.view(state_of(match), seat), rng)
        real = match.state
        shown = [preview_context(foresee(match, visitor, text)) for text in texts]
        match.state = snapshot(other)
        assert [preview_context(foresee(match, visitor, text)) for text in texts] == shown
        match.state = real


@pytest.mark.half_second
def test_a_draw_from_the_deck_is_left_open(begin: Begin) -> None:
    found = 0
    for match in moments(begin("rapa_nui"), Random(4), every=1):
        state = state_of(match)
        for text in (text for text in legal(match) if text.startswith("draw")):
            previewed = foresight(match, text)
            empties = len(state.columns[int(text.split()[1]) - 1]) == 1
            assert (len(previewed.worlds) > 1) == empties
            assert empties or not preview_context(previewed)["is_open"]
            found += preview_context(previewed)["is_open"]
    assert found


def foresight(match: Match, text: str) -> Foresight:
    return foresee(match, Visitor(mover(match)), text)


def test_a_swap_lifts_both_blocks(begin: Begin) -> None:
    match = play_out(begin("maya"), Random(5), until=60)
    swap = next(text for text in legal(match) if text.startswith("swap"))
    pair, level = swap.split()[1].split("@")
    lifted = [mark["place"] for mark in marks_of(preview_context(foresight(match, swap)))["marks"] if mark["lifted"]]
    assert lifted == [f"level-{tower}-{piece}" for tower in pair.split("-") for piece in range(int(level), 6)]


def test_a_draw_rings_the_column_whose_card_it_takes(begin: Begin) -> None:
    match = begin("rapa_nui")
    while not legal(match)[0].startswith("draw"):
        match = play_once(match, legal(match)[0])
    for text in legal(match):
        marked = [mark["place"] for mark in marks_of(preview_context(foresight(match, text)))["marks"]]
        assert marked[0] == f"column-{text.split()[1]}"


def test_others_may_not_ask(begin: Begin, charlie: User) -> None:
    match = begin("rapa_nui")
    other = next(seat.user for seat in seats_of(match) if seat.number != match.to_move)
    for user in (None, charlie, other):
        assert ask(match, user, action=legal(match)[0], ply=match.ply).status_code == 409
    with pytest.raises(NotDeciding):
        foresee(match, Visitor(charlie), legal(match)[0])


@pytest.mark.parametrize("fields", [{"action": "nonsense"}, {"action": ""}, {}])
def test_nonsense_gets_no_words(begin: Begin, fields: dict[str, str]) -> None:
    match = begin("princes")
    assert ask(match, mover(match), **({"ply": match.ply, "action": "fly"} | fields)).status_code == 409


@pytest.mark.parametrize("ply", ["9", "x"])
def test_a_page_too_old_is_told_nothing(begin: Begin, ply: str) -> None:
    match = begin("princes")
    answer = ask(match, mover(match), ply=ply, action=legal(match)[0])
    assert (answer.status_code, answer.content) == (204, b"")


def test_asking_changes_nothing_and_costs_few_queries(begin: Begin, django_assert_num_queries: Any) -> None:
    match = begin("princes")
    client = visitor(mover(match))
    address = reverse("match_preview", args=[match.code])
    with django_assert_num_queries(4):
        client.get(address, {"action": legal(match)[0], "ply": match.ply})
    before = match.ply
    match.refresh_from_db()
    assert match.ply == before
