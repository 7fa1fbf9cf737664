"""Background tasks: identifiers in, one service call out. Every task may run twice or die at any moment."""

from celery import shared_task
from django.utils import timezone

from games import jobs
from games.services.computer import analysing, hints, thinking
from games.services.fair_play import fingerprints
from games.services.live import broadcast
from games.services.lobby import old_tables
from games.services.play import timeouts
from games.services.ratings import finished
from games.services.records import dumps
from games.services.upkeep import heartbeat, statistics


@shared_task(name=jobs.THINK)
def think(code: str, ply: int) -> None:
    """Let a computer player decide: the one at log position `ply` of match `code`, or another whose turn it is now."""
    thinking.think_next(code=code, ply=ply)


@shared_task(name=jobs.THINK_AFTER_A_PAUSE)
def think_after_a_pause(code: str, ply: int) -> None:
    """Enqueue the next decision of an exhibition, now that people have seen the last action."""
    broadcast.pause_is_over(code, ply)


@shared_task(name=jobs.ADVISE)
def advise(code: str, ply: int) -> None:
    """Find the hint requested in match `code` at log position `ply`."""
    hints.advise(code=code, ply=ply)


@shared_task(name=jobs.ANALYSE, soft_time_limit=600, time_limit=660)
def analyse(analysis_id: int, upto: int) -> None:
    """Judge the next decisions of an analysis that has reached step `upto`. Patient: it runs at low priority."""
    analysing.analyse(analysis_id=analysis_id, upto=upto)


@shared_task(name=jobs.RATE)
def rate(game: str) -> None:
    """Rate the matches of `game` that have ended."""
    finished.ratings_apply(game=game)


@shared_task(name=jobs.CLOCKS)
def clocks() -> None:
    """Give back the time in which the site was down, then handle those whose time has run out; beat runs it every few
    seconds.

    While no page is served, nobody's time runs out.
    """
    heartbeat.beat()
    while heartbeat.is_up(timezone.now()) and timeouts.time_out_all() == timeouts.BATCH:
        heartbeat.beat()


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """Repeat work that got lost, and analyse matches while nobody is waiting; beat runs it every few seconds."""
    thinking.ask_again()
    finished.ask_again()
    analysing.ask_again()
    hints.ask_again()
    fingerprints.rebuild_missing()
    analysing.begin_by_itself()


@shared_task(name=jobs.TIDY)
def tidy() -> None:
    """Close tables that have waited too long for players; beat runs it once an hour."""
    old_tables.old_tables_close()


@shared_task(name=jobs.STATISTICS)
def count_anew() -> None:
    """Refresh the database's statistics, which keep lists fast; beat runs it once a day."""
    statistics.statistics_refresh()


@shared_task(name=jobs.DUMP, soft_time_limit=3300, time_limit=3600)
def dump() -> None:
    """Publish the finished games, and remove names that were withdrawn; beat runs it once a night, at low priority."""
    dumps.dumps_write()
