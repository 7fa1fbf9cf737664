"""The numbers of actions that the adapters use; for every registered game."""

from __future__ import annotations

from games.adapters.match import Match, action_numbers, replayed
from games.adapters.vocabulary import VOCABULARY
from games.engine import GAMES
from games.titles import bot_of
from tests.contract.played import Played


def test_every_game_has_its_vocabulary() -> None:
    assert set(GAMES) <= set(VOCABULARY)


def test_no_text_has_two_numbers() -> None:
    for texts in VOCABULARY.values():
        assert len(set(texts)) == len(texts)


def test_every_legal_action_has_a_number(played: Played) -> None:
    for step in played.steps:
        texts = {str(action) for action in played.game.legal_actions(step.state)}
        assert texts <= action_numbers(played.game.KEY).keys()


def test_every_text_that_a_seat_reads_is_known(played: Played) -> None:
    """Including texts for what is hidden from it: these are in `hidden` of the game's computer players."""
    known = {*VOCABULARY[played.game.KEY], *bot_of(played.game).hidden}
    assert len(known) == len(VOCABULARY[played.game.KEY]) + len(bot_of(played.game).hidden)
    for now, step in zip(played.steps[1:], played.steps, strict=False):
        for seat in (*range(played.seats), None):
            assert played.game.shown(step.state, step.action, now.state, seat) in known


def test_match_can_be_played_by_numbers(played: Played) -> None:
    key = played.game.KEY
    match = replayed(key, played.seats, played.options, played.game.deal_text(played.deal))
    for step in played.steps:
        number = action_numbers(key)[str(step.action)]
        assert number in match.legal_numbers()
        match = match.after(number)
    assert match.state == played.final
    assert replayed(key, played.seats, played.options, str(match)) == match


def test_utilities_order_the_seats_like_the_ranks(played: Played) -> None:
    match = Match(played.game, played.seats, played.options, played.deal, played.final)
    outcome = played.game.outcome(played.final)
    assert outcome is not None
    utilities = match.utilities()
    assert sum(utilities) == 0
    for seat, own in enumerate(utilities):
        assert outcome.ranks[seat] == 1 + sum(other > own for other in utilities)
