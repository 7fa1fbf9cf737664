"""OpenSpiel's own tests with our games: simulations and playthroughs, and what a seat may read."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.adapters.match import Match, replayed
from games.engine import GAMES, record
from games.engine.contract import BadDeal
from tests.conformance.conftest import TABLES, Table
from tests.contract.scrambled import NOTED, SCRAMBLED
from tests.titles import record_files

pytestmark = pytest.mark.conformance


def load(pyspiel: ModuleType, table: Table, seed: int, **more: int) -> Any:
    return pyspiel.load_game(table.key, {"players": table.seats, "rng_seed": seed, **dict(table.options), **more})


def state_of(game: Any, match: Match) -> Any:
    state = game.new_initial_state()
    state.match = match
    return state


def play_out(state: Any, seed: int) -> Any:
    rng = Random(seed)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_random_simulations(pyspiel: ModuleType, table: Table) -> None:
    game = load(pyspiel, table, 1)
    remembering = game.make_observer(pyspiel.IIGObservationType(perfect_recall=True), {})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False, observer=remembering)


def test_simulations_of_all_games(pyspiel: ModuleType, table: Table) -> None:
    """The test that OpenSpiel runs with its own games: clones, pickles, histories, utilities."""
    judge = import_module("open_spiel.python.tests.games_sim_test")
    import_module("numpy").random.seed(1)
    for seed in range(3):
        judge.GamesSimTest().sim_game(load(pyspiel, table, seed), check_pyspiel_serialization=False)


SMALLEST = {key: min((table for table in TABLES if table.key == key), key=lambda table: table.seats) for key in GAMES}
"""A table of each game, for what is the same at all tables: a playthrough prints the whole tensor at every state."""


@pytest.mark.parametrize("table", SMALLEST.values(), ids=str)
def test_playthrough_replays(pyspiel: ModuleType, table: Table, tmp_path: Path) -> None:
    import_module("absl.flags").FLAGS.mark_as_parsed()
    judge = import_module("open_spiel.python.algorithms.generate_playthrough")
    file = tmp_path / "playthrough.txt"
    file.write_text(
        judge.playthrough(str(load(pyspiel, table, 2, memory=8)), action_sequence=None, seed=2), encoding="utf-8"
    )
    original, again = judge.replay(file)
    assert again == original
    assert "GameType.chance_mode = ChanceMode.SAMPLED_STOCHASTIC" in original
    assert original.count('# Apply action "deal"') == 1
    assert "IsTerminal() = True" in original


def test_loaded_game_goes_on_dealing_after_a_pickle(pyspiel: ModuleType, table: Table) -> None:
    game = load(pyspiel, table, 3)
    first = str(play_out(game.new_initial_state(), 1))
    copy = pickle.loads(pickle.dumps(game))
    second = str(play_out(game.new_initial_state(), 1))
    assert str(play_out(copy.new_initial_state(), 1)) == second
    assert (second != first) is table.is_shuffled


def test_seed_decides_the_deals(pyspiel: ModuleType, table: Table) -> None:
    one, same, other = (str(play_out(load(pyspiel, table, seed).new_initial_state(), 1)) for seed in (4, 4, 5))
    assert same == one
    assert (other != one) is table.is_shuffled


def test_serialized_state_goes_on_alike(pyspiel: ModuleType, table: Table) -> None:
    game = load(pyspiel, table, 6)
    matches = table.matches()
    for match in (matches[0], matches[len(matches) // 2], matches[-1]):
        state = state_of(game, match)
        copy = game.deserialize_state(state.serialize())
        assert copy.match == match
        assert str(play_out(copy, 1)) == str(play_out(state, 1))


def test_open_spiel_does_not_serialize_sampled_games_of_python(pyspiel: ModuleType, table: Table) -> None:
    """The reason why `serialize` is off above. When this fails, OpenSpiel supports it, and it can be turned on."""
    game = load(pyspiel, table, 7)
    with pytest.raises(pyspiel.SpielError, match="GetRNGState unimplemented"):
        pyspiel.serialize_game_and_state(game, game.new_initial_state())


def test_actions_are_called_by_their_notation(pyspiel: ModuleType, table: Table) -> None:
    game = load(pyspiel, table, 8)
    for match in table.matches()[:-1]:
        state = state_of(game, match)
        texts = {state.action_to_string(match.mover, number) for number in state.legal_actions()}
        assert texts == {str(action) for action in match.game.legal_actions(match.state)}


def test_seat_reads_nothing_that_is_hidden(pyspiel: ModuleType, table: Table) -> None:
    """Two positions that differ only in hidden facts read the same, with and without perfect recall."""
    game, rng, scrambled = load(pyspiel, table, 9), Random(9), SCRAMBLED[table.key]
    public = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    spectator = game.make_py_observer(public)
    for match in table.matches()[:-1]:
        state = state_of(game, match)
        for seat in range(table.seats):
            other = state_of(game, replace(match, state=scrambled(match.state, seat, rng)))
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
        other = state_of(game, replace(match, state=scrambled(match.state, None, rng)))
        assert spectator.string_from(other, 0) == spectator.string_from(state, 0)


def test_seat_imagines_what_it_cannot_tell_from_the_match(pyspiel: ModuleType, table: Table) -> None:
    """Nothing hidden influences the result: scrambled positions lead to the same imagined one."""
    game, rng, scrambled = load(pyspiel, table, 13), Random(13), NOTED[table.key]
    *running, _ = table.matches()
    for match in running[:: len(running) // 5]:
        state, seat = state_of(game, match), match.mover
        assert seat is not None
        other = state_of(game, replace(match, state=scrambled(match.state, seat, rng)))
        one, same = (each.resample_from_infostate(seat, Random(1).random) for each in (state, other))
        for read in ("observation_string", "information_state_string"):
            assert getattr(one, read)(seat) == getattr(state, read)(seat)
            for viewer in range(table.seats):
                assert getattr(one, read)(viewer) == getattr(same, read)(viewer)
        assert one.legal_actions() == state.legal_actions()
        copy = pickle.loads(pickle.dumps(one))
        number = one.legal_actions()[0]
        for each in (one, copy):
            each.apply_action(number)
        assert [copy.information_state_string(viewer) for viewer in range(table.seats)] == [
            one.information_state_string(viewer) for viewer in range(table.seats)
        ]


@pytest.mark.parametrize("key", GAMES)
def test_search_of_information_sets_plays_whole_games(pyspiel: ModuleType, key: str) -> None:
    numpy, algorithms = import_module("numpy"), "open_spiel.python.algorithms"
    ismcts, mcts = import_module(f"{algorithms}.ismcts"), import_module(f"{algorithms}.mcts")
    game = pyspiel.load_game(key, {"players": 3, "rng_seed": 14})

    class Evenly(mcts.Evaluator):  # type: ignore[misc, name-defined]
        """Rates everyone as equal: playing whole games at random would take too long here."""

        def evaluate(self, state: Any) -> Any:
            return numpy.zeros(3)

        def prior(self, state: Any) -> Any:
            return [(number, 1 / len(state.legal_actions())) for number in state.legal_actions()]

    bot = ismcts.ISMCTSBot(game, Evenly(), uct_c=1.0, max_simulations=8, random_state=numpy.random.RandomState(1))
    state = game.new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        number = bot.step(state)
        assert number in state.legal_actions()
        state.apply_action(number)


@pytest.mark.parametrize("key", GAMES)
def test_regrets_are_minimized_on_sampled_games(pyspiel: ModuleType, key: str) -> None:
    numpy = import_module("numpy")
    numpy.random.seed(16)
    game = pyspiel.load_game(key, {"rng_seed": 16})
    solver = import_module("open_spiel.python.algorithms.outcome_sampling_mccfr").OutcomeSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    policy, state = solver.average_policy(), game.new_initial_state()
    state.apply_action(0)
    chances = policy.action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)


def test_seat_remembers_the_record_as_it_may_read_it(pyspiel: ModuleType, table: Table) -> None:
    game = load(pyspiel, table, 12)
    *running, _ = table.matches()
    for match in running[:: len(running) // 7]:
        deal, *lines = str(match).split("\n")
        plies = tuple(record.Ply(int(line[0]), line[2:]) for line in lines)
        rules = match.game.RULES_VERSION
        whole = record.Record(table.key, rules, table.seats, dict(table.options), deal, plies)
        for seat in range(table.seats):
            shown = record.shown(whole, seat)
            remembered = state_of(game, match).information_state_string(seat).split("\n")
            assert remembered[:-1] == [shown.deal, *(f"{ply.seat} {ply.text}" for ply in shown.plies)]


def test_seat_forgets_nothing(pyspiel: ModuleType, table: Table) -> None:
    game = load(pyspiel, table, 10)
    matches = table.matches()
    for seat in range(table.seats):
        assert len({state_of(game, match).information_state_string(seat) for match in matches}) == len(matches)


def test_tensors_tell_apart_exactly_what_texts_tell_apart(pyspiel: ModuleType, table: Table) -> None:
    """In more than 10,000 pairs of positions of one deal: of two matches that diverge, and of imagined ones."""
    game, rng = load(pyspiel, table, 15), Random(15)
    matches = table.matches()
    matches += [match.imagined(match.memory_of(seat), rng) for match in matches[1:-1:3] for seat in range(table.seats)]
    parted = matches[len(table.matches()) // 2]
    while parted.mover is not None:
        parted = parted.after(rng.choice(parted.legal_numbers()))
        matches.append(parted)
    for kind, shape in (("observation", game.observation_tensor_shape()),
                        ("information_state", game.information_state_tensor_shape())):  # fmt: skip
        read: list[tuple[str, bytes]] = []
        for match in matches:
            state = state_of(game, match)
            for seat in range(table.seats):
                tensor = import_module("numpy").asarray(getattr(state, f"{kind}_tensor")(seat), "float32")
                assert tensor.shape == tuple(shape)
                read.append((getattr(state, f"{kind}_string")(seat), tensor.tobytes()))
        texts, tensors = zip(*read, strict=True)
        assert len(read) * (len(read) - 1) // 2 > 10_000
        assert len({*texts}) == len({*tensors}) == len({*read}) < len(read)


@pytest.mark.parametrize("key", GAMES)
def test_a_short_memory_counts_what_it_has_forgotten(pyspiel: ModuleType, key: str) -> None:
    """Two matches differ only before the latest actions: the longer memory tells them apart, the shorter does not."""
    table = SMALLEST[key]
    short, long = (pyspiel.load_game(key, {"players": table.seats, "memory": room}) for room in (4, 5))
    *_, match = table.matches()
    assert len(match.played) > 6
    before, _ = match.played[-5]
    other = replace(match, played=(*match.played[:-5], (before, other_action(match, -5)), *match.played[-4:]))
    fewer = replace(match, played=match.played[1:])
    of_short, of_long = (
        [tuple(state_of(game, each).information_state_tensor(0)) for each in (match, other, fewer)]
        for game in (short, long)
    )
    assert of_short[0] == of_short[1] != of_short[2]
    assert len({*of_long}) == 3
    with pytest.raises(ValueError, match="memory cannot be -1"):
        pyspiel.load_game(key, {"memory": -1})


def other_action(match: Match, ply: int) -> Any:
    """Another action that could have been played there, or at an earlier position."""
    played = match.played[ply][1]
    return next(action for _, action in match.played if str(action) != str(played) and "?" not in str(action))


def test_sizes_of_tensors_stand_in_the_docs(pyspiel: ModuleType) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    for key in GAMES:
        game = pyspiel.load_game(key)
        assert f"| `{key}` | {game.observation_tensor_size()} | {game.information_state_tensor_size()} |" in docs


@pytest.mark.parametrize("key", GAMES)
def test_parts_of_a_tensor_have_names(pyspiel: ModuleType, key: str) -> None:
    numpy = import_module("numpy")
    game, match = load(pyspiel, SMALLEST[key], 17), SMALLEST[key].matches()[-1]
    fields = [field.name for field in dataclasses.fields(GAMES[key].View)]
    for remembers, names in ((False, fields), (True, [*fields, "count", "played", "deal"])):
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=remembers))
        observer.set_from(state_of(game, match), 0)
        assert list(observer.dict) == names
        assert numpy.concatenate(list(observer.dict.values())).tolist() == observer.tensor.tolist()
        observer.set_from(game.new_initial_state(), 0)
        assert not observer.tensor.any()


def test_no_player_looks_into_all_hands(pyspiel: ModuleType, table: Table) -> None:
    game = load(pyspiel, table, 11)
    for kind in (True, False):
        everything = pyspiel.IIGObservationType(perfect_recall=kind, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        with pytest.raises(ValueError, match="nobody looks into all hands"):
            game.make_observer(everything, {})


@pytest.mark.parametrize("key", GAMES)
def test_table_that_a_game_has_not_is_refused(pyspiel: ModuleType, key: str) -> None:
    with pytest.raises(BadDeal, match=f"allowed: {GAMES[key].SEATS[0]}"):
        pyspiel.load_game(key, {"players": GAMES[key].SEATS[-1] + 1})
    for option in GAMES[key].OPTIONS:
        with pytest.raises(BadDeal, match=f"allowed: {option.values[0]}"):
            pyspiel.load_game(key, {option.name: "dice"})


@pytest.mark.parametrize("key", GAMES)
def test_our_records_play_alike(pyspiel: ModuleType, key: str) -> None:
    for path in record_files(key):
        read = record.read(path.read_text(encoding="utf-8"))
        game = pyspiel.load_game(key, {"players": read.seats, **read.options})
        state = state_of(game, replayed(key, read.seats, read.options, read.deal))
        for ply in read.plies:
            assert state.current_player() == ply.seat
            state.apply_action(state.string_to_action(ply.seat, ply.text))
        assert state.is_terminal()
        assert state.match.state == record.final_state(read)
