"""Analysis: it prefers what is better, sees what the seat could see, and its chances are chances."""

from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from games.ai import chances
from games.ai.analysis import best_of, course, judge
from games.ai.chances import (
    WITH_OPEN_CARDS,
    Curve,
    Moment,
    curves,
    fitted,
    open_chances,
    open_curves,
    softmax,
    surprise,
    won,
)
from games.ai.judging import turn_to_come
from games.engine import GAMES, machu_picchu, maya, rapa_nui
from games.engine.contract import AnyGame, Outcome
from tests.ai.nim import Heap, Nim
from tests.ai.positions import Table, positions
from tests.ai.test_alpha_beta import WON_AT_ONCE, WON_IN_THE_END
from tests.contract.scrambled import OPEN

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
    """Each in the place of the one before."""
    return (*seats[1:], seats[0])


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Nim, with a curve of its own."""
    monkeypatch.setattr(chances, "curves", lambda: {"nim": {2: Curve(1.0, 1.0, 10)}})
    return cast(AnyGame, JudgedNim())


def test_it_finds_what_was_better_and_what_was_lost(nim: AnyGame) -> None:
    judgement = judge(nim, Heap(6, 0), 0, "1", ply=0, rng=Random(1), iterations=600)
    assert judgement.best[0].action == "2"
    assert judgement.played.action == "1"
    assert judgement.loss > 0.2
    assert judgement.best[0].chances[0] > 0.5 > judgement.played.chances[0]


def test_the_best_action_loses_nothing(nim: AnyGame) -> None:
    assert judge(nim, Heap(6, 0), 0, "2", ply=0, rng=Random(1), iterations=600).loss == 0


@pytest.mark.parametrize(("state", "right"), [(WON_AT_ONCE, "swap 3-6@3"), (WON_IN_THE_END, "swap 4-5@2")])
def test_what_is_open_to_two_is_looked_at_to_its_end(state: maya.State, right: str) -> None:
    seat = maya.to_move(state)
    assert seat is not None
    wrong = next(str(action) for action in maya.legal_actions(state) if str(action) != right)
    judgement = judge(cast(AnyGame, maya), maya.view(state, seat), seat, wrong, ply=30, rng=Random(1))
    assert [one.action for one in judgement.best] == [right]
    assert judgement.best[0].chances[seat] == 1
    assert judgement.played.chances[seat] < judgement.best[0].chances[seat]
    assert judgement.loss == 1 - judgement.played.chances[seat]


def test_where_every_game_is_seen_to_its_end_the_chances_are_facts(nim: AnyGame) -> None:
    best = judge(nim, Heap(3, 0), 0, "3", ply=0, rng=Random(1), iterations=600).best[0]
    assert (best.action, best.chances, best.is_sure) == ("3", (1.0, 0.0), True)
    assert not judge(nim, Heap(12, 0), 0, "3", ply=0, rng=Random(1), iterations=20).best[0].is_sure


def test_the_last_decision_of_machu_picchu_is_told_by_who_wins() -> None:
    """However uncertain the fitted curve is at the end: with all cards laid, only the order is left to choose."""
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
    judgement = judge(game, game.recall(state, seat), seat, str(legal[-1]), ply=30, rng=Random(1))
    for one in (*judgement.best, judgement.played):
        outcome = ends[one.action]
        assert outcome is not None
        assert one.chances == pytest.approx(won(game, outcome))
        assert one.is_sure
    assert course(game, state, judgement, 30) == judgement.best[0].chances


def test_with_open_cards_the_course_is_read_from_all_of_them() -> None:
    game: AnyGame = cast(AnyGame, machu_picchu)
    state = list(positions(Table(game, 4), "open"))[20]
    seat = game.to_move(state)
    judgement = judge(game, game.recall(state, seat), seat, str(game.legal_actions(state)[0]), ply=20, rng=Random(1))
    others = tuple(
        replace(one, pair=next_one.pair) for one, next_one in zip(state.seats, turned(state.seats), strict=True)
    )
    told = [course(game, each, judgement, 20) for each in (state, replace(state, seats=others))]
    assert told[0] != told[1]
    assert all(sum(chances) == pytest.approx(1) for chances in told)


def test_in_rapa_nui_the_course_is_the_mean_of_what_is_expected_and_what_open_cards_tell() -> None:
    game: AnyGame = cast(AnyGame, rapa_nui)
    state = list(positions(Table(game, 3), "mean"))[30]
    seat = game.to_move(state)
    judgement = judge(
        game, game.recall(state, seat), seat, str(game.legal_actions(state)[0]), ply=30, rng=Random(1), iterations=20
    )
    searched, seen = judgement.best[0].chances, open_chances(game, state, 30)
    assert searched != pytest.approx(seen)
    means = [(one + other) / 2 for one, other in zip(searched, seen, strict=True)]
    assert course(game, state, judgement, 30) == pytest.approx(means)
    sure = replace(judgement, best=(replace(judgement.best[0], is_sure=True),))
    assert course(game, state, sure, 30) == searched


def test_elsewhere_the_course_is_what_the_best_action_leaves(nim: AnyGame) -> None:
    judgement = judge(nim, Heap(6, 0), 0, "1", ply=0, rng=Random(1), iterations=60)
    assert course(nim, Heap(6, 0), judgement, 0) == judgement.best[0].chances


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_table_has_chances_that_add_up(table: Table) -> None:
    game = table.game
    state = next(state for state in positions(table, "analysis") if len(game.legal_actions(state)) > 2)
    seat = game.to_move(state)
    played = str(game.legal_actions(state)[-1])
    judgement = judge(game, game.recall(state, seat), seat, played, ply=0, rng=Random(1), iterations=20)
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
    advised = best_of(game, game.recall(state, seat), seat, ply=3, rng=Random(1), iterations=40)
    judgement = judge(game, game.recall(state, seat), seat, advised, ply=3, rng=Random(1), iterations=40)
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
        return judge(game, game.recall(position, seat), seat, played, ply=3, rng=Random(2), iterations=15)

    assert judged(other) == judged(state)


def test_a_lead_weighs_more_at_the_end() -> None:
    curve = Curve(8.0, 2.0, 100)
    assert curve.spread(0) == pytest.approx(8)
    assert curve.spread(50) == pytest.approx(4)
    assert curve.spread(100) == curve.spread(900) == pytest.approx(2)
    assert softmax([3, 0], 8)[0] < softmax([3, 0], 2)[0]


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


def test_the_fit_finds_what_a_turn_to_come_counts() -> None:
    rng, made = Random(5), Curve(6.0, 6.0, 50, turn=3.0)
    moments = []
    for _ in range(3000):
        ply, lead, to_come = rng.randrange(50), rng.uniform(-8, 8), rng.randrange(2)
        first = rng.random() < made.shares((lead, 0.0), ply, to_come)[0]
        moments.append(Moment(ply, (lead, 0.0), (1.0, 0.0) if first else (0.0, 1.0), to_come))
    found = fitted(moments, 50)
    assert found.turn == pytest.approx(made.turn, rel=0.25)
    blind = fitted([replace(moment, to_come=None) for moment in moments], 50)
    assert blind.turn == 0
    assert surprise(moments, found) < surprise(moments, blind)


@pytest.mark.parametrize("key", ["rapa_nui", "princes"])
def test_a_turn_to_come_is_worth_something_to_the_seat_that_has_it(key: str) -> None:
    game = GAMES[key]
    for seats in game.SEATS:
        curve = open_curves()[key][seats]
        even = [10.0] * seats
        for seat in range(seats):
            shares = curve.shares(even, 10, seat)
            assert shares[seat] > max(share for other, share in enumerate(shares) if other != seat)
            assert sum(shares) == pytest.approx(1)


def test_whose_turn_is_to_come_in_rapa_nui() -> None:
    game = GAMES["rapa_nui"]
    state = game.start(game.deal(3, {}, Random(1)))
    assert turn_to_come(game, state) == state.active
    while state.step.value != "draw":
        state = game.apply(state, game.legal_actions(state)[-1])
    assert turn_to_come(game, state) is None


def test_whose_turn_is_to_come_in_the_princes() -> None:
    game = GAMES["princes"]
    state = game.start(game.deal(2, {}, Random(1)))
    while state.step.value != "turn":
        state = game.apply(state, game.legal_actions(state)[0])
    first = state.active
    assert turn_to_come(game, state) == first
    # It stands on the market: what is asked there belongs to the same turn.
    state = game.apply(state, game.parse(state, "go CP"))
    assert state.step.value == "market"
    assert state.active == first
    assert turn_to_come(game, state) == 1 - first


def test_a_shared_win_is_shared_and_partners_are_one_side() -> None:
    def outcome(*ranks: int) -> Outcome:
        return Outcome(points=ranks, ranks=ranks, reason="end", breakdown=((),) * len(ranks))

    assert won(GAMES["rapa_nui"], outcome(1, 3, 1)) == (0.5, 0, 0.5)
    assert won(GAMES["maya"], outcome(2, 1, 2, 1)) == (0, 1)


def test_every_table_of_every_game_has_its_curve() -> None:
    assert {key: set(of_game) for key, of_game in open_curves().items()} == {
        key: set(GAMES[key].SEATS) for key in WITH_OPEN_CARDS
    }
    assert {key: set(of_game) for key, of_game in curves().items()} == {
        key: set(game.SEATS) for key, game in GAMES.items()
    }
