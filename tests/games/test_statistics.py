"""The database's statistics about its tables are good enough to choose an index."""

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from games.models import Match
from games.tasks import count_anew


def counted() -> int:
    """The number of matches that the planner assumes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = 'games_match'")
        return cursor.fetchone()[0] or 0


def test_beat_lets_the_database_count_anew() -> None:
    assert count_anew.name in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}


@pytest.mark.parametrize("ask", [count_anew, lambda: call_command("database_statistics")], ids=["task", "command"])
def test_the_planner_learns_how_many_matches_there_are(db: None, ask: object) -> None:
    assert callable(ask)
    host = User.objects.create_user("Alice")
    Match.objects.bulk_create(Match(game="maya", seat_count=2, host=host, code=f"m{number}") for number in range(40))
    ask()
    if connection.vendor == "sqlite":  # PostgreSQL counts by itself
        assert counted() == 40
