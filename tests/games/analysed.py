"""Finished matches of our records, and their analyses."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.engine.record import read
from games.models import Action, Analysis, Match
from games.services.computer.analysing import analyse, analysis_ask
from games.services.records.match_import import match_from_record
from tests.titles import record_path


def finished(record: str, users: list[User | None], **columns: object) -> Match:
    """The finished match of a record."""
    facts = {"code": "over", "invite": "x", "host": users[0], "status": Match.Status.FINISHED} | columns
    return match_from_record(
        read(record_path(record).read_text()),
        users=users,
        source=Action.Source.PERSON,
        began=timezone.now(),
        pace=timedelta(minutes=1),
        **facts,
    )


def whole(match: Match) -> Analysis:
    """The analysis of the match, made in one go."""
    analysis = analysis_ask(match=match)
    analyse(analysis_id=analysis.pk, upto=analysis.upto, seconds=1000)
    analysis.refresh_from_db()
    assert analysis.finished_at is not None
    return analysis
