"""Example games that the home page replays to newcomers, one for each game, kept as records in the code."""

from datetime import timedelta

from django.db import IntegrityError
from django.utils import timezone

from accounts.services import computer_players_ensure
from games.engine.record import read
from games.models import Action, Match
from games.selectors.records.examples import example_code
from games.services.lobby.matches import commitment
from games.services.records.match_import import match_from_record
from games.titles import folder

SALT = "example"
"""Any would do: the deal of an example is no secret."""

PLAYERS = ("strong", "beginner")
"""The levels of the computer players at the seats, alternating."""
PACE = timedelta(seconds=20)
"""The time between two actions of an example."""


def example_ensure(game: str) -> bool:
    """Add the example game of `game` to the archive. False if it is there already; safe to run concurrently.

    Raises RecordError when the record file does not replay.
    """
    code = example_code(game)
    if Match.objects.filter(code=code).exists():
        return False
    record = read((folder(game) / "board" / "example.txt").read_text(encoding="utf-8"))
    assert record.result is not None, "an example game is a finished one"
    players = {user.level: user for user in computer_players_ensure()}
    users = [players[PLAYERS[number % len(PLAYERS)]] for number in range(record.seats)]
    try:
        match_from_record(
            record,
            users=users,
            source=Action.Source.COMPUTER,
            began=timezone.now() - PACE * len(record.plies),
            pace=PACE,
            code=code,
            status=Match.Status.FINISHED,
            salt=SALT,
            commitment=commitment(SALT, record.deal),
        )
    except IntegrityError:  # another process was faster
        return False
    return True
