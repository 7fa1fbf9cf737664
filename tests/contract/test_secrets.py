"""Secrets: what a seat may know, and what it may imagine; for every registered game."""

from __future__ import annotations

from dataclasses import fields
from math import isfinite
from random import Random
from typing import Any

from games.adapters.vocabulary import VOCABULARY
from games.engine import record
from games.engine.contract import AnyGame, IllegalAction
from tests.contract.played import Played
from tests.contract.scrambled import NOTED, OPEN, SCRAMBLED

SPARSELY = 7
"""Interval of the positions that slow tests look at."""
TRIED = 25
"""How many actions are tried at each of these, legal or not."""


def imagined(played: Played, state: Any, seat: int | None, seed: int = 1) -> Any:
    """A position that `seat` cannot tell from the real one."""
    return played.game.determinize(played.game.view(state, seat), Random(seed))


def is_open(played: Played) -> bool:
    """Whether nothing is hidden at this table, so the real position is the only one to imagine."""
    return (played.game.KEY, played.seats) in OPEN


def test_view_is_the_same_for_every_position_that_the_seat_cannot_tell_apart(played: Played) -> None:
    game = played.game
    for state in played.states:
        for seat in played.viewers:
            assert game.view(imagined(played, state, seat), seat) == game.view(state, seat)


def test_what_is_recalled_is_the_same_for_every_position_that_the_log_allows(played: Played) -> None:
    game = played.game
    for state in played.states[::SPARSELY]:
        for seat in played.viewers:
            recalled = game.recall(state, seat)
            other = game.determinize(recalled, Random(2))
            assert game.recall(other, seat) == recalled
            assert game.view(other, seat) == game.view(state, seat)


def test_what_is_legal_is_the_same_in_every_imagined_position_unless_the_choice_is_hidden(played: Played) -> None:
    game = played.game
    for state in played.states[::SPARSELY]:
        for seat in played.viewers:
            view = game.view(state, seat)
            if game.hides_choice(view):
                assert seat != game.to_move(state)
            else:
                worlds = [imagined(played, state, seat, seed) for seed in range(5)]
                assert {game.legal_actions(world) for world in worlds} == {game.legal_actions(state)}


def answer(game: AnyGame, state: Any, text: str) -> str:
    """What the seat that decides is told about the action `text`: its own notation, or why it is refused."""
    try:
        return str(game.parse(state, text))
    except IllegalAction as refusal:
        return str(refusal)


def test_a_refusal_tells_nothing_that_is_hidden(played: Played) -> None:
    """Anyone may try every action there is, as often as they like."""
    game, rng, scrambled = played.game, Random(6), SCRAMBLED[played.game.KEY]
    for step in played.steps[::SPARSELY]:
        other = scrambled(step.state, step.seat, rng)
        for text in rng.sample(VOCABULARY[game.KEY], TRIED):
            assert answer(game, other, text) == answer(game, step.state, text)


def test_view_tells_nothing_that_is_hidden(played: Played) -> None:
    """Positions that differ only in hidden facts have the same view; the game itself is not asked what is hidden."""
    game, rng, scrambled = played.game, Random(4), SCRAMBLED[played.game.KEY]
    for seat in played.viewers:
        others = [scrambled(step.state, seat, rng) for step in played.steps]
        assert (others == [step.state for step in played.steps]) is is_open(played)
        for step, other in zip(played.steps, others, strict=True):
            assert game.view(other, seat) == game.view(step.state, seat)


def test_what_is_recalled_tells_only_what_a_player_could_have_noted_down(played: Played) -> None:
    """Computer players, analyses and hints get what is recalled; the game itself is not asked what is hidden."""
    game, rng, scrambled = played.game, Random(5), NOTED[played.game.KEY]
    for seat in played.viewers:
        for step in played.steps[::SPARSELY]:
            other = scrambled(step.state, seat, rng)
            assert game.recall(other, seat) == game.recall(step.state, seat)


def test_imagined_positions_differ_from_the_real_one(played: Played) -> None:
    """This makes sure that the tests really compare positions with different hidden facts."""
    for seat in played.viewers:
        state = played.steps[len(played.steps) // 2].state
        assert all(imagined(played, state, seat, seed) == state for seed in range(5)) is is_open(played)


def test_a_game_says_with_how_many_seats_it_hides_nothing(played: Played) -> None:
    assert (played.seats in played.game.OPEN_SEATS) is is_open(played)


def test_mover_has_the_same_choices_in_an_imagined_position(played: Played) -> None:
    game = played.game
    for step in played.steps:
        state = imagined(played, step.state, step.seat)
        assert game.to_move(state) == step.seat
        assert game.legal_actions(state) == game.legal_actions(step.state)


def test_imagined_positions_can_be_played_to_the_end(played: Played) -> None:
    game, rng = played.game, Random(2)
    for step in played.steps[:: len(played.steps) // 5]:
        state = imagined(played, step.state, step.seat)
        for _ in range(game.LONGEST):
            if game.to_move(state) is None:
                break
            state = game.apply(state, rng.choice(game.legal_actions(state)))
        assert game.outcome(state) is not None


def test_imagination_draws_on_its_generator_only(played: Played) -> None:
    state = played.steps[len(played.steps) // 2].state
    for seat in played.viewers:
        assert imagined(played, state, seat, 3) == imagined(played, state, seat, 3)


def test_everything_is_open_at_the_end(played: Played) -> None:
    game = played.game
    assert game.view(played.final, None) == game.open_view(played.final)
    for seat in played.viewers:
        assert game.shown_deal(played.deal, played.final, seat) == game.deal_text(played.deal)
        for step in played.steps:
            assert game.shown(step.state, step.action, played.final, seat) == str(step.action)


def test_seats_read_their_own_actions(played: Played) -> None:
    for step in played.steps:
        assert played.game.shown(step.state, step.action, step.after, step.seat) == str(step.action)


def test_an_action_that_hides_nothing_from_a_seat_never_hides_anything_again(played: Played) -> None:
    game = played.game
    for place, step in enumerate(played.steps):
        for seat in played.viewers:
            known = str(step.action)
            texts = [game.shown(step.state, step.action, now, seat) for now in played.states[place + 1 :: SPARSELY]]
            hidden = [text for text in texts if record.HIDDEN in text]
            assert texts == hidden + [known] * (len(texts) - len(hidden))


def test_games_look_alike_only_at_first(played: Played) -> None:
    """Once a game can be told from others by what someone sees of it, it stays so."""
    game, apart = played.game, played.game.APART[played.seats]
    progress = [game.progress(game.view(state, None)) for state in played.states]
    assert progress == sorted(progress)
    for seat in played.viewers:
        assert [game.progress(game.recall(state, seat)) for state in played.states] == progress
        sight = apart.sight(is_own=seat is not None)
        assert sight.named <= sight.unnamed
    assert apart.own.named <= apart.everybody.named
    assert apart.own.unnamed <= apart.everybody.unnamed


def test_what_a_seat_reads_hides_and_never_lies(played: Played) -> None:
    half = played.record(len(played.steps) // 2)
    for seat in played.viewers:
        shown = record.shown(half, seat)
        assert [ply.seat for ply in shown.plies] == [ply.seat for ply in half.plies]
        for read, real in zip((*shown.plies, *[shown.deal]), (*half.plies, *[half.deal]), strict=True):
            assert hides(str(read), str(real))


def hides(read: str, real: str) -> bool:
    """Whether `read` is `real` with the hidden part replaced by `?`."""
    parts = read.split("?")
    return real.startswith(parts[0]) and real.endswith(parts[-1]) and len(read) <= len(real)


def test_what_reveals_nothing_can_be_foreseen(played: Played) -> None:
    """An action that reveals nothing looks the same in every position that a seat can imagine."""
    game = played.game
    for step in played.steps:
        if game.reveals(step.state, step.action):
            continue
        for seat in played.viewers:
            state = imagined(played, step.state, seat)
            if step.action in game.legal_actions(state):
                assert game.view(game.apply(state, step.action), seat) == game.view(step.after, seat)


def test_views_and_states_are_values(played: Played) -> None:
    game = played.game
    for value in (played.final, *(game.view(played.final, seat) for seat in played.viewers)):
        assert isinstance(hash(value), int)
        assert not hasattr(value, "__dict__")
        assert type(value).__dataclass_params__.frozen


def test_view_is_a_type_of_its_own(game: AnyGame) -> None:
    assert game.View is not game.State
    assert "seat" in {field.name for field in fields(game.View)}


def test_guess_is_one_number_a_seat(played: Played) -> None:
    for state in played.states:
        guess = played.game.evaluate(state)
        assert len(guess) == played.seats
        assert all(isfinite(number) for number in guess)


def test_guess_at_the_end_is_the_ranking(played: Played) -> None:
    outcome = played.game.outcome(played.final)
    assert outcome is not None
    guess = played.game.evaluate(played.final)
    assert outcome.ranks == tuple(1 + sum(other > own for other in guess) for own in guess)


def test_standing_order_answers_legally_or_asks(played: Played) -> None:
    game = played.game
    for step in played.steps:
        view = game.view(step.state, step.seat)
        assert game.automatic(view, {}) is None
        for order in game.STANDING_ORDERS:
            assert game.automatic(view, {order.name: "ask"}) is None
            for wish in order.values[1:]:
                answer = game.automatic(view, {order.name: wish})
                assert answer is None or answer in game.legal_actions(step.state)


def test_standing_orders_answer_for_their_own_seat_only(played: Played) -> None:
    game = played.game
    for step in played.steps:
        for seat in set(range(played.seats)) - {step.seat}:
            for order in game.STANDING_ORDERS:
                for wish in order.values:
                    assert game.automatic(game.view(step.state, seat), {order.name: wish}) is None
