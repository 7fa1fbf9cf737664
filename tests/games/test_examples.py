"""The example games of the home page."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command

from games.engine import GAMES
from games.engine.record import read
from games.models import Match
from games.selectors.access import Visitor
from games.selectors.records.examples import example_code
from games.selectors.records.match_export import record_text
from games.services.records.examples import example_ensure


@pytest.mark.parametrize("game", GAMES)
def test_the_example_game_is_finished_and_its_record_replays(computers: object, game: str) -> None:
    assert example_ensure(game)
    match = Match.objects.get(code=example_code(game))
    assert match.status == Match.Status.FINISHED
    assert read(record_text(match, Visitor(AnonymousUser()))).result is not None


def test_the_command_may_run_twice(computers: object) -> None:
    call_command("example_game")
    call_command("example_game")
    assert Match.objects.count() == len(GAMES)
