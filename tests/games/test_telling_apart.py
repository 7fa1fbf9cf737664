"""What can follow from a position depends only on its essence; games are compared once few look alike by chance."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine import GAMES, apart
from games.engine.contract import AnyGame
from games.engine.essence import Essence, from_first, whole
from games.engine.record import Record, final_state
from games.management.commands.tell_apart import COMPARISONS, Table, begun, chances, first_below, measured, pairs
from games.management.toml_rows import row_write
from tests.contract.played import Kind, kinds, play
from tests.first import first
from tests.games.copies import KINDS, are_there

TABLES = [kind for kind in kinds() if not kind.options and kind.policy == "random" and kind.number == 0]
LARGE = {table.key: table for table in TABLES}
each_table = pytest.mark.parametrize("table", TABLES, ids=str)


def openly(record: Record) -> tuple[str, Counter[str]]:
    """The essence of a record's last position, with all cards open, and the essences of the positions that may come
    next.
    """
    game, state = GAMES[record.game], final_state(record)
    after = [game.apply(state, action) for action in game.legal_actions(state)]
    return text_of(game, state), Counter(text_of(game, each) for each in after)


def text_of(game: AnyGame, state: object) -> str:
    return repr(game.essence(game.open_view(state)).facts)


@pytest.mark.half_second
@pytest.mark.parametrize("table", first([LARGE["maya"], LARGE["princes"]], of=TABLES), ids=str)
def test_what_can_follow_is_the_same_from_positions_of_one_essence(table: Kind) -> None:
    played = play(table)
    record = played.record(len(played.steps) * 6 // 10)
    compared = 0
    for kind in KINDS[table.key]:
        if are_there(kind, table.seats):
            for copy in islice(kind(record), 2):
                assert openly(copy) == openly(record), kind.__name__
                compared += 1
    assert compared


@each_table
def test_what_can_follow_from_different_actions_is_different(table: Kind) -> None:
    """Otherwise so much would be left out that honest games would be taken for copies."""
    played = play(table)
    for step in played.steps[len(played.steps) // 2 :: 7]:
        before = text_of(played.game, step.state)
        assert before != text_of(played.game, step.after)


@pytest.mark.parametrize("table", [table for table in TABLES if table.key in ("princes", "rapa_nui")], ids=str)
def test_it_makes_no_difference_which_number_a_seat_has(table: Kind) -> None:
    """Only the order of seats counts."""
    played, seats = play(table), table.seats
    for state in played.states[:: len(played.states) // 7]:
        now = {name: (getattr(state, name) + 1) % seats for name in ("active", "asked")}
        if getattr(state, "sun", None) is not None:
            now["sun"] = (state.sun + 1) % seats
        if hasattr(state, "returned"):
            now["returned"] = tuple((seat + 1) % seats for seat in state.returned)
        turned = replace(state, seats=from_first(state.seats, seats - 1), **now)
        assert text_of(played.game, turned) == text_of(played.game, state)
        for seat in range(seats):
            here = played.game.essence(played.game.recall(state, seat))
            there = played.game.essence(played.game.recall(turned, (seat + 1) % seats))
            assert there.facts == here.facts
            assert there.place((seat + 1) % seats, seats) == here.place(seat, seats)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_table_has_its_numbers(game: AnyGame) -> None:
    assert tuple(game.APART) == game.SEATS
    text = (Path(apart.__file__).parents[1] / "titles" / game.KEY / "rules" / apart.FILE).read_text()
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all("games of" in row for row in rows), "all rows are measured"


def test_a_game_without_names_compares_all_of_a_view_seat_by_seat() -> None:
    assert whole("view") == Essence("view", (), 0)
    essence = Essence("facts", first=2)
    assert [essence.place(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert from_first((0, 1, 2), 2) == (2, 0, 1)


def test_names_are_compared_until_the_facts_tell_enough() -> None:
    sight = apart.Sight(named=4, unnamed=10)
    one, other = Essence("facts", "reds"), Essence("facts", "blues")
    assert [sight.tells(progress) for progress in (3, 4, 10)] == [False, True, True]
    assert sight.compared(one, 9) != sight.compared(other, 9)
    assert sight.compared(one, 10) == sight.compared(other, 10)


# --- the measurement --------------------------------------------------------------------------------------------------


def looking(*fingerprints: str) -> Table:
    """A table at which everyone saw these fingerprints, one after another."""
    table = begun("rapa_nui", 2, {}, "0")
    table.fingerprints["everybody", True] = {
        (progress, (-1, fingerprint.encode())) for progress, fingerprint in enumerate(fingerprints)
    }
    return table


def test_two_tables_agree_where_one_looks_as_the_other_does_at_some_time() -> None:
    tables = [looking("a", "b", "c"), looking("a", "c", "d"), looking("a", "x", "y"), looking("a", "u", "v")]
    shares = chances(tables, ("everybody", True), 2)
    assert shares == {0: 7 / 6, 1: 2 / 6, 2: 2 / 6}


@pytest.mark.parametrize(
    ("shares", "first"),
    [({0: 0.0}, 0), ({0: 1.0, 3: 0.5, 5: 0.0, 6: 0.0}, 5), ({0: 0.0, 3: 0.5, 5: 0.0}, 5), ({0: 1.0, 4: 0.2}, 5)],
)
def test_games_are_told_apart_once_that_stays_so(shares: dict[int, float], first: int) -> None:
    assert first_below(shares) == first


@pytest.mark.parametrize("key", first(["rapa_nui"], of=["rapa_nui", "machu_picchu"]))
def test_what_is_measured_is_what_stands_in_the_file_or_less(key: str, tmp_path: Path) -> None:
    """With fewer games a chance can only come out larger."""
    with ProcessPoolExecutor(1) as processes:
        row = measured(key, 2, processes, games=150, level="casual", iterations=None, seed="test")
    path = tmp_path / apart.FILE
    path.write_text("# old\n2 = { everybody = [7, 7], own = [7, 7] }\n3 = { everybody = [8, 8], own = [8, 8] }\n")
    row_write(path, "# new", "2", row)
    lines = path.read_text().splitlines()
    assert lines == ["# new", row, "3 = { everybody = [8, 8], own = [8, 8] }"]
    assert "150 games of casual players, seed test" in row
    stands = GAMES[key].APART[2]
    assert "own = [0, 0]" in row or key == "machu_picchu", "there someone may happen to hold the same hand"
    assert f"everybody = [{stands.everybody.named}," in row


def test_so_few_games_show_nothing() -> None:
    assert 1 / pairs(141) >= apart.CHANCE > 1 / pairs(142)
    with pytest.raises(CommandError, match="too few games to show so small a chance"):
        call_command("tell_apart", "--games", "141")


def test_every_way_to_look_is_measured() -> None:
    assert {who for who, _named in COMPARISONS} == {"everybody", "own"}
