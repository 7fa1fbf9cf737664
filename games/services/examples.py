"""The finished games that the home page plays to newcomers, one for each game, kept as records in the code."""

from datetime import timedelta
from pathlib import Path

from django.db import IntegrityError
from django.utils import timezone

from accounts.services import computer_players_ensure
from games.engine.record import read
from games.models import Action, Match
from games.selectors.examples import example_code
from games.services.matches import commitment
from games.services.recorded import match_from_record

FOLDER = Path(__file__).resolve().parent.parent / "examples"
SALT = "example"
PLAYERS = ("strong", "beginner")
"""The levels of the computer players at the seats, in turn."""
PACE = timedelta(seconds=20)


def example_ensure(game: str) -> bool:
    """Put the example game of `game` into the archive. False when it is there already; twice at once is safe.

    Raises RecordError when the record file does not replay.
    """
    code = example_code(game)
    if Match.objects.filter(code=code).exists():
        return False
    record = read((FOLDER / f"{game}.txt").read_text())
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
