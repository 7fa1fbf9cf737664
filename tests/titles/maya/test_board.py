"""Maya on a page: what is special about it, in random games. For what all games share see `test_boards`."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from games.engine.record import Step
from games.models import Match
from games.pages.boards import match_context
from games.pages.boards.names import sentences
from games.selectors.position.engines import state_of
from games.selectors.position.positions import Position
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.titles.maya import rules as maya
from games.titles.maya.board import board, log_detail, menu, stocks
from games.titles.maya.board.rulebook import examples
from games.titles.maya.rules.data import LADDER_PLACES
from games.titles.maya.rules.ending import color_points
from games.titles.maya.rules.pieces import WORDS
from games.titles.maya.rules.state import Decision, End, State, Swap
from tests.games.playing import legal, play_out
from tests.games.viewers import NAMES, Buttons, drawn, entry_of, everybody, position_of

RULES = "/rules/maya/"
SETUPS = ("random", "build")
EAGER = 0.7
"""How often the players of random games connect what they can: otherwise hardly any tower would be finished."""


@cache
def played(seats: int, setup: str, seed: int) -> tuple[Step, ...]:
    """A random game; players like to connect, and announce the end only once they have been able to for long."""
    rng = Random(seed)
    state = maya.start(maya.deal(seats, {"setup": setup}, rng))
    moments = []
    while (mover := maya.to_move(state)) is not None:
        actions = maya.legal_actions(state)
        plain = [action for action in actions if not isinstance(action, End) and not getattr(action, "is_end", False)]
        if isinstance(plain[0], Swap) and rng.random() < EAGER:
            action = max(plain, key=lambda swap: (len(maya.apply(state, swap).seen) == 1, rng.random()))
        else:
            action = rng.choice(plain if rng.random() < EAGER else actions)
        after = maya.apply(state, action)
        moments.append(Step(state, mover, action, after))
        state = after
    return tuple(moments)


def games() -> Iterator[tuple[Step, ...]]:
    for seats in maya.SEATS:
        for setup in SETUPS:
            for seed in range(3):
                yield played(seats, setup, seed)


def moments() -> Iterator[Step]:
    for game in games():
        yield from game


def of_the_mover(state: State) -> Position:
    return position_of(maya, state, maya.to_move(state))


def choices(state: State) -> dict[str, Any]:
    return {choice.value: choice for group in menu(of_the_mover(state)) for choice in group.actions}


sparsely_and_densely = pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])


# --- the menu -------------------------------------------------------------------------------------------------------


def test_the_random_games_ask_everything_and_end_in_many_ways() -> None:
    assert {moment.state and maya.view(moment.state, None).decision for moment in moments()} == set(Decision)
    assert {type(moment.action).__name__ for moment in moments()} >= {"Place", "Monolith", "Swap"}
    assert any(getattr(moment.action, "is_end", False) or isinstance(moment.action, End) for moment in moments())
    assert any(priest is not None for game in games() for priest in game[-1].after.priests)


@pytest.mark.half_second
@pytest.mark.parametrize("every", [28, pytest.param(5, marks=pytest.mark.slow)])
def test_the_panel_draws_every_button_once_and_the_board_every_swap(every: int) -> None:
    for moment in list(moments())[::every]:
        html = drawn(of_the_mover(moment.state))
        buttons = Buttons(html)
        texts = sorted(map(str, maya.legal_actions(moment.state)))
        assert sorted(buttons.menu) == texts
        assert sorted(buttons.board) == [text for text in texts if not text.endswith("end")]
        assert len(set(buttons.ids)) == len(buttons.ids)
        assert set(buttons.links) <= set(buttons.ids)
        assert "{" not in html


@pytest.mark.half_second
@sparsely_and_densely
def test_what_joins_or_ends_the_game_stands_in_a_list_and_the_rest_in_a_table(every: int) -> None:
    for moment in list(moments())[::every]:
        for group in menu(of_the_mover(moment.state)):
            for choice in group.actions:
                if not choice.value.startswith("swap"):
                    continue
                after = maya.apply(moment.state, maya.parse(moment.state, choice.value))
                is_listed = len(after.seen) == 1 or "leaves no swap" in choice.hint
                assert is_listed != hasattr(group, "lines")
                assert ("leaves no swap" in choice.hint) == (maya.view(after, None).reason == "no_swap")


def test_hints_promise_the_ladders_and_priests_that_come() -> None:
    ladders = priests = 0
    for seed in range(3):
        for moment in played(2, "random", seed):
            mover = maya.to_move(moment.state)
            for text, choice in choices(moment.state).items():
                if not text.startswith("swap"):
                    continue
                after = maya.apply(moment.state, maya.parse(moment.state, text))
                new = sum(of[mover] for of in after.ladders) - sum(of[mover] for of in moment.state.ladders)
                won = after.priests.count(mover) - moment.state.priests.count(mover)
                assert len(re.findall(r": ladder|and ladder", choice.hint)) == new, choice.hint
                assert choice.hint.count("priest") == won
                ladders += new
                priests += won
    assert ladders > 100
    assert priests > 0


@pytest.mark.half_second
def test_hints_tell_what_the_own_tasks_gain_and_nothing_of_others() -> None:
    checked = 0
    for seats in (3, 4):
        for moment in played(seats, "random", 1):
            mover = maya.to_move(moment.state)
            own = maya.view(moment.state, mover).tasks[mover]
            for text, choice in choices(moment.state).items():
                after = maya.apply(moment.state, maya.parse(moment.state, text))
                changed = {
                    WORDS[letter]: (color_points(moment.state.towers, letter), color_points(after.towers, letter))
                    for letter in own
                }
                said = {
                    color: (int(was), int(now))
                    for color, was, now in re.findall(r"your (\w+): (\d+) → (\d+) points?\b", choice.hint)
                }
                assert said == {color: both for color, both in changed.items() if both[0] != both[1]}
                assert not re.search(r"→ 1 points|→ (?!1 )\d+ point\b", choice.hint)
                checked += len(said)
    assert checked > 20


def test_an_announcement_says_how_much_is_certain() -> None:
    checked = 0
    for moment in moments():
        if not any(str(action).endswith("end") for action in maya.legal_actions(moment.state)):
            continue
        for text, choice in choices(moment.state).items():
            if not text.endswith("end"):
                continue
            mover = maya.to_move(moment.state)
            after = maya.apply(moment.state, maya.parse(moment.state, text))
            own = maya.view(after, mover).tasks[mover]
            points = sum(color_points(after.towers, letter) for letter in own)
            assert f"your tasks: {points} point" in choice.hint
            assert ("for the centre" in choice.hint) == after.bonus
            checked += 1
    assert checked > 5


def test_the_monolith_says_what_it_leaves_to_white() -> None:
    state = maya.start(maya.deal(2, {}, Random(4)))
    for text, choice in choices(state).items():
        after = maya.apply(state, maya.parse(state, text))
        swaps = maya.legal_actions(after)
        joining = sum(len(maya.apply(after, swap).seen) == 1 for swap in swaps)
        assert choice.hint == f"leaves White {len(swaps)} swaps ({joining} joining)"


# --- the board ------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
@sparsely_and_densely
def test_towers_stand_as_they_are(every: int) -> None:
    for moment in list(moments())[::every]:
        found = board(position_of(maya, moment.after, None), [])
        for letters, tower in zip(moment.after.towers, found["towers"], strict=True):
            assert "".join(level.color.letter for level in tower.levels) == letters
            joints = [level.number for level in tower.levels if level.clamps]
            assert joints == [n for n in range(2, len(letters) + 1) if letters[n - 1] == letters[n - 2]]
            assert all(WORDS[letter] in tower.title for letter in letters)


def test_ladders_and_priests_are_drawn_where_they_stand() -> None:
    for seed in range(3):
        for moment in played(2, "random", seed):
            found = board(position_of(maya, moment.after, None, [entry_of(maya, moment, None, moment.after)]), [])
            for index, tower in enumerate(found["towers"]):
                sides = [stair.side for stair in tower.stairs]
                assert (sides.count("white"), sides.count("black")) == moment.after.ladders[index]
                assert len(sides) == LADDER_PLACES[index]
                assert tower.priest == {None: "", 0: "white", 1: "black"}[moment.after.priests[index]]
                new = [stair.side for stair in tower.stairs if stair.is_new]
                assert len(new) == sum(moment.after.ladders[index]) - sum(moment.state.ladders[index])


def test_the_last_swap_is_shown_as_a_motion() -> None:
    state = maya.start(maya.deal(3, {}, Random(1)))
    after = maya.apply(state, maya.parse(state, "swap 4-7@3"))
    towers = board(position_of(maya, after, None), [])["towers"]
    moved = {(tower.number, level.number): level.moved for tower in towers for level in tower.levels if level.moved}
    assert moved == {(4, n): "south" for n in (3, 4, 5)} | {(7, n): "north" for n in (3, 4, 5)}
    assert [tower.number for tower in towers if tower.is_frozen] == [4, 7]
    assert [tower.number for tower in towers if tower.stela] == [7]


def test_the_points_on_the_seats_are_those_of_the_end() -> None:
    for seed in range(3):
        now = played(2, "random", seed)[-1].after
        outcome = maya.outcome(now)
        assert outcome is not None
        view = maya.open_view(now)
        shown = [next(s.count for s in stocks(view, view, seat) if s.name == "points") for seat in range(2)]
        assert shown == list(outcome.points)


# --- the log --------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_the_log_tells_what_was_joined_and_how_it_ended() -> None:
    for game in games():
        for moment in game:
            detail = strip_tags(
                sentences(log_detail(position_of(maya, moment.after, None), entry_of(maya, moment, None, moment.after)))
            )
            joins = isinstance(moment.action, Swap) and len(moment.after.seen) == 1
            assert joins == bool(re.search(r"(joined at tower|is finished at) \d", detail))
            assert detail.count("a ladder") == sum(map(sum, moment.after.ladders)) - sum(map(sum, moment.state.ladders))
            assert detail.count("a priest") == 9 - moment.after.priests.count(None) - (
                9 - moment.state.priests.count(None)
            )
            over = maya.outcome(moment.after)
            assert ("the game is over" in detail) == (over is not None and over.reason != "announced")


# --- what is hidden -------------------------------------------------------------------------------------------------


def test_task_cards_are_shown_to_their_owner_only() -> None:
    for seats in (3, 4):
        for moment in played(seats, "random", 2)[::5]:
            dealt = maya.open_view(moment.state).tasks
            for seat in everybody(moment.state):
                seen = position_of(maya, moment.state, seat)
                view = seen.view
                for owner, letters in enumerate(dealt):
                    symbols = {stock.symbol for stock in stocks(view, view, owner) if stock.symbol.startswith("card-")}
                    known = {f"card-{letter}" for letter in letters}
                    assert symbols == (known if owner == seat else {"card-hidden"})
                ranks = board(seen, [])["ranks"]
                assert {rank.owner for rank in ranks} <= {None, seat}


def test_at_the_end_all_task_cards_lie_open() -> None:
    for seats in (3, 4):
        now = played(seats, "random", 2)[-1].after
        ranks = board(position_of(maya, now, 0), [])["ranks"]
        assert {rank.owner for rank in ranks} == {None, *range(seats)}


# --- the result -----------------------------------------------------------------------------------------------------


def test_the_result_adds_up_and_names_the_winners() -> None:
    for game in games():
        now = game[-1].after
        outcome = maya.outcome(now)
        assert outcome is not None
        context = match_context(position_of(maya, now, None, over=True))
        assert sorted(seat for row in context["results"] for seat in row.members) == list(range(now.seats))
        for row in context["results"]:
            assert len(row.members) == (2 if now.seats == 4 else 1)
            for seat in row.members:
                assert sum(bar.points for bar in row.bars) == row.points == outcome.points[seat]
        for number, rank in enumerate(outcome.ranks):
            assert (NAMES[number] in context["question"]) == (rank == 1)
        assert context["reason"]


def test_partners_win_together_and_do_not_share() -> None:
    for setup in SETUPS:
        for seed in range(3):
            now = played(4, setup, seed)[-1].after
            outcome = maya.outcome(now)
            assert outcome is not None
            verdict = match_context(position_of(maya, now, None, over=True))["question"]
            assert ("share" in verdict) == (outcome.ranks == (1, 1, 1, 1))


# --- the pages ------------------------------------------------------------------------------------------------------


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    return match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)


@pytest.mark.django_db
def test_towers_can_be_built_together_by_three(alice: User, bob: User, charlie: User, client: Client) -> None:
    match = match_create(host=alice, game="maya", others=[None, None], terms=TableTerms(options={"setup": "build"}))
    match = match_join(match=match_join(match=match, user=bob), user=charlie)
    match = play_out(match, Random(3), until=20)
    client.force_login(match.seats.get(number=match.to_move).user)
    html = client.get(match.get_absolute_url()).content.decode()
    assert sorted(Buttons(html).menu) == sorted(legal(match))
    assert "place a level 3 piece" in html


@pytest.mark.django_db
def test_a_table_is_opened_with_words_for_the_way_to_build(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert "built together, piece by piece" in client.get("/tables/new/?game=maya").content.decode()
    sent = {"seats": "2", "place_2": "somebody", "access": "anybody", "pace": "live", "option_setup": "build"}
    client.post("/tables/new/?game=maya", sent)
    assert Match.objects.get().options == "setup=build"


@pytest.mark.django_db
def test_the_examples_of_the_printed_rules_come_out(client: Client) -> None:
    html = client.get(RULES).content.decode()
    assert re.findall(r'<td class="r"><b>(\d+)</b></td>', html)[:2] == ["4", "5"]
    assert "A may be cut at 2, 3, 5." in html
    assert "B may be cut at 4, 5." in html
    worths = html[html.index("mworth") :]
    assert re.findall(r'<td class="r"><b>(\d+)</b></td>', worths) == ["10", "6", "2", "1", "2", "3"]
    assert worths.index("tag--recon") > worths.index("3 + 2")


def test_the_pictured_swap_earns_a_ladder_and_a_priest() -> None:
    before, after = examples()["built"]
    stairs = [[[stair.side for stair in tower.stairs] for tower in pair.towers] for pair in (before, after)]
    assert stairs == [
        [["white", "", ""], ["black", "black"]],
        [["white", "white", ""], ["black", "black"]],
    ]
    assert [tower.priest for tower in before.towers + after.towers] == ["", "", "", "white"]


@pytest.mark.half_second
def test_a_way_names_its_levels_and_marks_those_that_join() -> None:
    joining = 0
    for moment in list(moments())[::25]:
        seen = of_the_mover(moment.state)
        if seen.view.decision is Decision.PLACE:
            continue
        html = drawn(seen)
        for path in board(seen, menu(seen))["paths"]:
            go = re.search(rf'<div class="mpath mpath--{path.name}[ "].*?</a>', html, re.DOTALL)
            assert go is not None
            marks = re.findall(r'<i( class="is-joining")?>(\w)</i>', go[0])
            assert marks == [(' class="is-joining"' if spot.is_joining else "", spot.mark) for spot in path.spots]
            joining += sum(spot.is_joining for spot in path.spots)
    assert joining


def test_the_own_task_cards_lie_beside_the_board_with_their_points(alice: User, bob: User, charlie: User) -> None:
    match = match_create(host=alice, game="maya", others=[None, None], terms=TableTerms(options={"setup": "random"}))
    for other in (bob, charlie):
        match = match_join(match=match, user=other)
    match = play_out(match, Random(4), until=30)
    state = state_of(match)
    for seat in match.seats.all():
        client = Client()
        assert seat.user is not None
        client.force_login(seat.user)
        page = client.get(match.get_absolute_url()).content.decode()
        cards = re.findall(r'class="mtask mc-(\w)".*?<b>(\d+) points?</b>', page, re.S)
        own = maya.view(state, seat.number).tasks[seat.number]
        assert sorted(cards) == sorted((letter, str(color_points(state.towers, letter))) for letter in own)
    assert 'class="mtask' not in Client().get(match.get_absolute_url()).content.decode()
