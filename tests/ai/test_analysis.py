"""Analysis: it prefers better actions, sees only what the seat could see, and its chances add up to one."""

from dataclasses import fields, replace
from random import Random
from typing import Any, cast

import pytest

from games.ai import analysis
from games.ai.analysis import METHOD, VERSION, best_few, chances_at, judge, version
from games.ai.chances import (
    CURVES,
    OPEN_CURVES,
    Curve,
    Ending,
    Foreseen,
    Moment,
    fitted,
    softmax,
    surprise,
    trusting,
    won,
)
from games.ai.ismcts import Search
from games.engine import GAMES
from games.engine.contract import AnyGame, Outcome
from games.titles import TITLES
from games.titles.machu_picchu import rules as machu_picchu
from games.titles.maya import rules as maya
from tests.ai.nim import Heap, Nim
from tests.ai.positions import Table, positions
from tests.contract.scrambled import OPEN
from tests.titles.maya.positions import WON_AT_ONCE, WON_IN_THE_END

TABLES = [Table(game, seats) for game in GAMES.values() for seats in (game.SEATS[0], game.SEATS[-1])]


class JudgedNim(Nim):
    """Nim as a game that can be analysed."""

    KEY = "nim"
    OPEN_SEATS = ()
    TEAMS: dict[int, Any] = {}

    def parse(self, state: Heap, text: str) -> int:
        return int(text)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.stones:
            return None
        ranks = tuple(2 - int(value) for value in self.evaluate(state))
        return Outcome(ranks, ranks, "taken", ((),) * len(ranks))


def turned(seats: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items, each in the place of the one before."""
    return (*seats[1:], seats[0])


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Nim, with its own curve."""
    monkeypatch.setattr(analysis, "CURVES", {"nim": {2: Curve(1.0, 1.0, 10)}})
    return cast(AnyGame, JudgedNim())


def test_it_finds_what_was_better_and_what_was_lost(nim: AnyGame) -> None:
    judgement = judge(nim, Heap(6, 0), 0, "1", progress=0, rng=Random(1), iterations=600)
    assert judgement.best[0].action == "2"
    assert judgement.played.action == "1"
    assert judgement.loss > 0.2
    assert judgement.best[0].chances[0] > 0.5 > judgement.played.chances[0]


def test_the_best_action_loses_nothing(nim: AnyGame) -> None:
    assert judge(nim, Heap(6, 0), 0, "2", progress=0, rng=Random(1), iterations=600).loss == 0


@pytest.mark.parametrize(("state", "right"), [(WON_AT_ONCE, "swap 3-6@3"), (WON_IN_THE_END, "swap 4-5@2")])
def test_what_is_open_to_two_is_looked_at_to_its_end(state: maya.State, right: str) -> None:
    seat = maya.to_move(state)
    assert seat is not None
    wrong = next(str(action) for action in maya.legal_actions(state) if str(action) != right)
    judgement = judge(cast(AnyGame, maya), maya.view(state, seat), seat, wrong, progress=30, rng=Random(1))
    assert [one.action for one in judgement.best] == [right]
    assert judgement.best[0].chances[seat] == 1
    assert judgement.played.chances[seat] < judgement.best[0].chances[seat]
    assert judgement.loss == 1 - judgement.played.chances[seat]


def test_where_every_game_is_seen_to_its_end_the_chances_are_facts(nim: AnyGame) -> None:
    best = judge(nim, Heap(3, 0), 0, "3", progress=0, rng=Random(1), iterations=600).best[0]
    assert (best.action, best.chances) == ("3", (1.0, 0.0))
    open_one = judge(nim, Heap(12, 0), 0, "3", progress=0, rng=Random(1), iterations=20).best[0]
    assert 0 < open_one.chances[0] < 1


@pytest.mark.half_second
def test_the_last_decision_of_machu_picchu_is_told_by_who_wins() -> None:
    """However uncertain the fitted curve is at the end: once all cards are laid, only the order is left to choose."""
    game: AnyGame = cast(AnyGame, machu_picchu)
    for seed in range(40):
        *_others, state = (state for state in positions(Table(game, 2), str(seed)))
        seat = game.to_move(state)
        legal = game.legal_actions(state)
        ends = {str(action): game.outcome(game.apply(state, action)) for action in legal}
        if len(legal) > 1 and all(ends.values()):
            break
    else:
        pytest.fail("no game ends with a choice")
    judgement = judge(game, game.recall(state, seat), seat, str(legal[-1]), progress=30, rng=Random(1))
    for one in (*judgement.best, judgement.played):
        outcome = ends[one.action]
        assert outcome is not None
        assert one.chances == pytest.approx(won(game, outcome))
    assert chances_at(game, state, judgement, 30) == judgement.best[0].chances


@pytest.mark.half_second
def test_with_open_cards_the_course_is_read_from_all_of_them() -> None:
    game: AnyGame = cast(AnyGame, machu_picchu)
    state = list(positions(Table(game, 4), "open"))[20]
    seat = game.to_move(state)
    judgement = judge(
        game, game.recall(state, seat), seat, str(game.legal_actions(state)[0]), progress=20, rng=Random(1)
    )
    others = tuple(
        replace(one, pair=next_one.pair) for one, next_one in zip(state.seats, turned(state.seats), strict=True)
    )
    courses = [chances_at(game, each, judgement, 20, iterations=80) for each in (state, replace(state, seats=others))]
    assert courses[0] != courses[1]
    assert all(sum(chances) == pytest.approx(1) for chances in courses)


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.KEY == "rapa_nui"], ids=str)
def test_the_course_knows_what_lies_face_down(table: Table) -> None:
    """The deciding seat can only guess them, and is judged by that."""
    game = table.game
    choices = [state for state in positions(table, "last") if len(game.legal_actions(state)) > 1]
    state = choices[2 * len(choices) // 3]
    seat = game.to_move(state)
    own = game.recall(state, seat)
    others = [state, *(game.determinize(own, Random(seed)) for seed in range(6))]
    assert all(game.recall(other, seat) == own for other in others)
    judgement = judge(game, own, seat, str(game.legal_actions(state)[0]), progress=80, rng=Random(1), iterations=20)
    courses = {chances_at(game, other, judgement, 80, iterations=160) for other in others}
    assert len(courses) > 1
    assert all(sum(chances) == pytest.approx(1) for chances in courses)


def test_in_an_open_game_the_course_is_what_the_best_action_leaves() -> None:
    game: AnyGame = cast(AnyGame, maya)
    state = list(positions(Table(game, 2), "open"))[12]
    seat = game.to_move(state)
    assert seat is not None
    judgement = judge(game, state, seat, str(game.legal_actions(state)[0]), progress=12, rng=Random(1), iterations=20)
    assert chances_at(game, state, judgement, 12) == judgement.best[0].chances


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_table_has_chances_that_add_up(table: Table) -> None:
    game = table.game
    state = next(state for state in positions(table, "analysis") if len(game.legal_actions(state)) > 2)
    seat = game.to_move(state)
    played = str(game.legal_actions(state)[-1])
    judgement = judge(game, game.recall(state, seat), seat, played, progress=0, rng=Random(1), iterations=20)
    for one in (*judgement.best, judgement.played):
        sides = [one.chances[side[0]] for side in game.TEAMS.get(table.seats) or [(n,) for n in range(table.seats)]]
        assert sum(sides) == pytest.approx(1)
        assert len(one.chances) == table.seats
    assert judgement.played.action == played
    assert 0 <= judgement.loss <= 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_called_best_beforehand_is_the_best_when_it_was_played(table: Table) -> None:
    game = table.game
    state = next(state for state in positions(table, "analysis") if len(game.legal_actions(state)) > 2)
    seat = game.to_move(state)
    assert seat is not None
    advised = best_few(game, game.recall(state, seat), seat, progress=3, rng=Random(1), iterations=40)[0].action
    judgement = judge(game, game.recall(state, seat), seat, advised, progress=3, rng=Random(1), iterations=40)
    assert judgement.best[0].action == advised
    assert judgement.loss == 0


@pytest.mark.parametrize("table", [table for table in TABLES if (table.game.KEY, table.seats) not in OPEN], ids=str)
def test_it_does_not_change_when_hidden_facts_do(table: Table) -> None:
    game = table.game
    state = next(state for state in positions(table, "honest") if len(game.legal_actions(state)) > 1)
    seat = game.to_move(state)
    other = game.determinize(game.recall(state, seat), Random(3))
    assert other != state

    def judged(position: Any) -> Any:
        played = str(game.legal_actions(position)[0])
        return judge(game, game.recall(position, seat), seat, played, progress=3, rng=Random(2), iterations=15)

    assert judged(other) == judged(state)


def test_a_lead_weighs_more_at_the_end() -> None:
    curve = Curve(8.0, 2.0, 100)
    assert curve.spread(0) == pytest.approx(8)
    assert curve.spread(50) == pytest.approx(4)
    assert curve.spread(100) == curve.spread(900) == pytest.approx(2)
    assert softmax([3, 0], 8)[0] < softmax([3, 0], 2)[0]


@pytest.mark.long
def test_the_fit_finds_the_curve_that_made_the_games() -> None:
    rng, made = Random(4), Curve(9.0, 3.0, 50)
    moments = []
    for _ in range(2000):
        ply, lead = rng.randrange(50), rng.uniform(-8, 8)
        first = rng.random() < softmax((lead, 0.0), made.spread(ply))[0]
        moments.append(Moment(ply, (lead, 0.0), (1.0, 0.0) if first else (0.0, 1.0)))
    found = fitted(moments, 50)
    assert found.early == pytest.approx(made.early, rel=0.25)
    assert found.late == pytest.approx(made.late, rel=0.25)
    assert surprise(moments, found) <= surprise(moments, made)


def test_what_was_seen_at_the_end_counts_for_less_the_more_is_to_choose_until_then() -> None:
    curve = Curve(8.0, 2.0, 100, trust=0.5)
    assert Foreseen((), ((0, 1.0, (1.0, 0.0)),)).shares(curve, 99) == (1.0, 0.0)
    assert Foreseen((), ((1, 1.0, (1.0, 0.0)),)).shares(curve, 99) == (0.75, 0.25)
    assert Foreseen((), ((2, 1.0, (0.0, 0.0, 1.0)),)).shares(curve, 99) == pytest.approx((0.25, 0.25, 0.5))
    some_stopped = Foreseen((4.0, 0.0), ((0, 0.25, (0.0, 1.0)),))
    first = 0.75 * softmax((4.0, 0.0), 2.0)[0]
    assert some_stopped.shares(curve, 100) == pytest.approx((first, 1 - first))


@pytest.mark.half_second
def test_the_fit_finds_how_far_the_ends_were_to_be_trusted() -> None:
    rng, made = Random(5), Curve(9.0, 3.0, 50, trust=0.9)
    endings = []
    for _ in range(4000):
        seen = Foreseen((), ((rng.randrange(8), 1.0, (1.0, 0.0)),))
        first = rng.random() < seen.shares(made, 40)[0]
        endings.append(Ending(40, seen, (1.0, 0.0) if first else (0.0, 1.0)))
    found = trusting(endings, Curve(9.0, 3.0, 50))
    assert found.trust == pytest.approx(made.trust, abs=0.02)
    assert (found.early, found.late, found.length) == (9.0, 3.0, 50)


def test_a_walk_counts_the_choices_after_its_first_action(nim: AnyGame) -> None:
    """Of four stones, leaving one leaves no choice; of the last two, both may be taken at once or one by one."""
    search = Search(nim, 0)
    walks = [search.iterate(Heap(4, 0)) for _ in range(200)]
    found = {(walk.first, walk.choices) for walk in walks if nim.outcome(walk.end) is not None}
    assert {choices for first, choices in found if first == 3} == {0}
    assert {choices for first, choices in found if first == 2} == {1}


def test_a_shared_win_is_shared_and_partners_are_one_side() -> None:
    def outcome(*ranks: int) -> Outcome:
        return Outcome(points=ranks, ranks=ranks, reason="end", breakdown=((),) * len(ranks))

    assert won(GAMES["rapa_nui"], outcome(1, 3, 1)) == (0.5, 0, 0.5)
    assert won(GAMES["maya"], outcome(2, 1, 2, 1)) == (0, 1)


def test_every_table_of_every_game_has_its_curves() -> None:
    assert {key: set(of_game) for key, of_game in CURVES.items()} == {
        key: set(game.SEATS) for key, game in GAMES.items()
    }
    assert {key: set(of_game) for key, of_game in OPEN_CURVES.items()} == {
        key: set(game.SEATS) - set(game.OPEN_SEATS) for key, game in GAMES.items()
    }


@pytest.mark.parametrize("tuned", TITLES)
def test_other_weights_are_another_version_of_the_search(tuned: str) -> None:
    weights = {key: title.bot.weights for key, title in TITLES.items()}
    assert version(METHOD, dict(CURVES), dict(OPEN_CURVES), [*weights.values()]) == VERSION
    one = fields(weights[tuned])[0].name
    weights[tuned] = replace(weights[tuned], **{one: getattr(weights[tuned], one) + 0.001})
    assert version(METHOD, dict(CURVES), dict(OPEN_CURVES), [*weights.values()]) != VERSION
