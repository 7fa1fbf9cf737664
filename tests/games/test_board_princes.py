"""The Princes on a page: what is particular to it, in random games. What all games share stands in `test_boards`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from games.engine import princes, record
from games.engine.princes.actions import Return
from games.engine.princes.cards import CARDS
from games.engine.princes.districts import DISTRICTS, NEAR, PRODUCTION
from games.engine.princes.state import Decision, State, Step
from games.models import Match
from games.pages.boards.menu import Choice
from games.pages.boards.names import sentences
from games.pages.boards.princes import board, log_detail, log_line, menu, ways
from games.pages.boards.princes.sites import SITES, STAIRS
from games.pages.boards.princes.words import card
from games.selectors.positions import Position
from games.services.matches import match_create, match_join
from tests.games.eyes import Buttons, entry_of, position_of
from tests.games.playing import play_randomly

WEIGHTS = {"moon": 0.1, "done": 0.5, "take": 6, "hire": 3, "recall": 3, "offer": 2}
"""Random players who like to build, so that games come to everything that there is."""


@cache
def played(seats: int, seed: int, start: str = "printed", goods: int = 0) -> tuple[record.Step, ...]:
    """A random game; with some goods more to begin with, much more is bought, sacrificed and drawn."""
    rng = Random(seed)
    state = princes.start(princes.deal(seats, {"start": start}, rng))
    rich = (replace(seat, goods=tuple(count + goods for count in seat.goods)) for seat in state.seats)
    state = replace(state, seats=tuple(rich))
    moments = []
    while (mover := princes.to_move(state)) is not None:
        actions = princes.legal_actions(state)
        weights = [0.2 if "none" in str(action) else WEIGHTS.get(str(action).split()[0], 1) for action in actions]
        action = rng.choices(actions, weights)[0]
        after = princes.apply(state, action)
        moments.append(record.Step(state, mover, action, after))
        state = after
    return tuple(moments)


def games() -> Iterator[tuple[record.Step, ...]]:
    for seats in princes.SEATS:
        yield played(seats, seed=seats, goods=30)
    for seats in (2, 5):
        yield played(seats, seed=seats + 10, start="beginner", goods=8)


def of_the_mover(state: State) -> Position:
    return position_of(princes, state, princes.to_move(state))


def choices_of(position: Position) -> list[Choice]:
    return [choice for group in menu(position) for choice in group.actions]


sparsely_and_densely = pytest.mark.parametrize("every", [12, pytest.param(3, marks=pytest.mark.slow)])


def test_the_random_games_ask_every_question_and_end_both_ways() -> None:
    asked = {moment.state.decision for game in games() for moment in game}
    assert asked == set(Decision)
    outcomes = [princes.outcome(game[-1].after) for game in games()]
    assert {outcome.reason for outcome in outcomes if outcome} >= {"priests", "conquest"}


@sparsely_and_densely
def test_the_board_offers_only_what_is_legal_and_where_it_belongs(every: int) -> None:
    for game in games():
        for moment in game[::every]:
            position = of_the_mover(moment.state)
            legal_texts = {str(action) for action in position.legal}
            drawn = board(position, menu(position))
            for ground in drawn["districts"]:
                choice = ground.place.choice
                if choice is None:
                    assert ground.way == ""
                    continue
                assert choice.value in legal_texts
                verb, word = choice.value.split()
                assert verb in ("produce", "sacrifice") or ground.district.code in word.split("+")
                assert (ground.way == "ride") == (verb == "jump")
            for moon in drawn["moons"]:
                if moon.place.choice is not None:
                    assert moon.place.choice.value.split()[1] == moon.tile.word
            for column in drawn["market"]:
                for place, value in ((column.sell, "sell"), (column.buy, "buy")):
                    assert (place.choice is not None) == (f"{value} {column.good.word}" in legal_texts)
            for row in drawn["rows"]:
                assert (row.place.choice is not None) == (f"take {row.priest.word}" in legal_texts)


@sparsely_and_densely
def test_all_but_sets_can_be_pressed_on_the_board(every: int) -> None:
    sets = re.compile(r"offer (?!none).*|goods .*|hire .*\+.*|return \w+ \w+")
    for game in games():
        for moment in game[::every]:
            position = of_the_mover(moment.state)
            drawn = board(position, menu(position))
            places = [ground.place for ground in drawn["districts"]] + [row.place for row in drawn["rows"]]
            places += [place for moon in drawn["moons"] for place in (moon.place, moon.decline)]
            places += [held.place for held in drawn["hand"]] + [drawn["leave"]] + drawn["answers"]
            places += [place for column in drawn["market"] for place in (column.sell, column.buy, *column.slots)]
            pressed = {place.choice.value for place in places if place.choice is not None}
            texts = {str(action) for action in position.legal}
            assert pressed <= texts
            assert all(sets.fullmatch(text) for text in texts - pressed)


@sparsely_and_densely
def test_every_walk_has_an_open_stair_and_no_ride_has_one(every: int) -> None:
    for game in games():
        for moment in game[::every]:
            position = of_the_mover(moment.state)
            walks = [action for action in position.legal if str(action).startswith("go ")]
            seat = moment.state.seats[moment.state.asked]
            stairs = board(position, menu(position))["stairs"]
            assert len(stairs) == (len(walks) if seat.prince is not None else 0)


def test_the_drawing_joins_exactly_the_neighbours_of_the_engine() -> None:
    assert set(STAIRS) == {frozenset((one, other)) for one in DISTRICTS for other in NEAR[one]}
    assert tuple(SITES) == DISTRICTS
    assert [code for code, site in SITES.items() if site.incas and code != "SD"] == list(PRODUCTION)
    assert all(site.outline.startswith("M") and site.outline.endswith("Z") for site in SITES.values())


def test_hints_say_what_is_left_after_paying() -> None:
    told = 0
    for game in games():
        for moment in game:
            position = of_the_mover(moment.state)
            mover = princes.to_move(moment.state)
            assert mover is not None
            if moment.state.decision not in (Decision.HIRE, Decision.OFFER):
                continue
            for choice in choices_of(position):
                own = moment.state.seats[mover].goods
                words = ("corn", "llama", "coca", "pottery", "cloth")
                for number, word in re.findall(r"you keep (\d+) (\w+)", choice.hint):
                    told += 1
                    index = words.index(word)
                    assert int(number) < own[index]
    assert told > 50


def test_hints_of_walks_say_where_the_scout_will_stand() -> None:
    told = 0
    for game in games():
        for moment in game:
            if moment.state.decision is not Decision.SACRIFICE or moment.after.summit:
                continue
            choices = {choice.value: choice for choice in choices_of(of_the_mover(moment.state))}
            promised = re.search(r"to field (\d+)", choices[str(moment.action)].hint)
            if promised:
                told += 1
                assert moment.after.seats[moment.state.asked].scout == int(promised[1])
    assert told > 10


def test_the_log_tells_every_card_night_and_day() -> None:
    for game in games():
        for moment in game:
            detail = strip_tags(
                sentences(
                    log_detail(position_of(princes, moment.after, None), entry_of(princes, moment, None, moment.after))
                )
            )
            put_back = len(moment.action.cards) if isinstance(moment.action, Return) else 0
            assert ("The summit" in detail) == (
                len(moment.after.deck) < len(moment.state.deck) + put_back
                or any(
                    now.missing > was.missing for was, now in zip(moment.state.seats, moment.after.seats, strict=True)
                )
            )
            if moment.after.day > moment.state.day and moment.after.step is not Step.OVER:
                assert f"Day {moment.after.day} begins" in detail


def test_cards_put_back_are_never_named_to_others() -> None:
    hidden = 0
    for game in games():
        for moment in game:
            if not isinstance(moment.action, Return):
                continue
            for seat in (None, *range(len(moment.state.seats))):
                entry = entry_of(princes, moment, seat, moment.after)
                if moment.after.step is Step.OVER:
                    continue
                hidden += 1
                line = strip_tags(log_line(position_of(princes, moment.after, seat), entry))
                named = any(card(letters).name in line for letters in CARDS)
                assert named == (seat == moment.state.asked)
    assert hidden > 20


def test_at_the_end_cards_put_back_are_named() -> None:
    game = played(3, seed=3, goods=30)
    now = game[-1].after
    moment = next(moment for moment in game if isinstance(moment.action, Return))
    line = strip_tags(log_line(position_of(princes, now, None, over=True), entry_of(princes, moment, None, now)))
    assert any(card(letters).name in line for letters in CARDS)


def test_hands_are_shown_to_their_owner_and_at_the_end_to_all() -> None:
    game = played(4, seed=4, goods=30)
    state = game[len(game) // 2].state
    for seat in range(4):
        drawn = board(position_of(princes, state, seat), [])
        assert tuple(held.card.letters for held in drawn["hand"]) == state.seats[seat].cards
        assert drawn["open_hands"] == []
    assert board(position_of(princes, state, None), [])["hand"] is None
    assert board(position_of(princes, state, None), [])["open_hands"] == []
    now = game[-1].after
    shown = board(position_of(princes, now, None, over=True), [])["open_hands"]
    assert [tuple(held.card.letters for held in hand.cards) for hand in shown] == [seat.cards for seat in now.seats]


def test_princes_travel_to_the_districts_they_go_to() -> None:
    for moment in played(2, seed=2, goods=30):
        entry = entry_of(princes, moment, None, moment.after)
        goal = moment.after.seats[entry.seat].prince
        moved = moment.state.seats[entry.seat].prince != goal
        goals = [
            way.goal
            for way in ways(position_of(princes, moment.after, None), entry)
            if way.drawing.startswith("prince")
        ]
        assert goals == [f"district-{goal}"] * moved


@pytest.fixture
def princes_play(alice: User, bob: User) -> Match:
    """Alice and Bob play the Princes at a table that anybody may watch."""
    match = match_create(host=alice, game="princes", others=[None])
    return match_join(match=match, user=bob)


@pytest.mark.django_db
def test_a_spectator_has_nothing_to_press_and_sees_no_hand(princes_play: Match, charlie: User, client: Client) -> None:
    client.force_login(charlie)
    html = client.get(play_randomly(princes_play, Random(1), until=20).get_absolute_url()).content.decode()
    assert "You are watching" in html
    assert Buttons(html).menu == []
    assert "Your cards" not in html
