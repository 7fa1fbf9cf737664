"""Background work: identifiers in, one service call out. Every task may run twice or die at any moment."""

from celery import shared_task
from django.utils import timezone

from games.services import analysing, heartbeat, hints, leaving, old_tables, ratings, statistics, tell, thinking, trails


@shared_task(name="games.think")
def think(code: str, ply: int) -> None:
    """Let the computer player decide that is on turn in match `code` at log position `ply`, or whose turn it is now."""
    thinking.think_next(code=code, ply=ply)


@shared_task(name="games.think_after_a_pause")
def think_after_a_pause(code: str, ply: int) -> None:
    """Let the computer player of an exhibition think, now that people have seen the last action."""
    tell.pause_is_over(code, ply)


@shared_task(name="games.advise")
def advise(code: str, ply: int) -> None:
    """Find the hint that was asked for in match `code` at log position `ply`."""
    hints.advise(code=code, ply=ply)


@shared_task(name="games.analyse", soft_time_limit=600, time_limit=660)
def analyse(analysis_id: int, upto: int) -> None:
    """Judge the next decisions of an analysis that has got as far as step `upto`. Patient: it runs at low priority."""
    analysing.analyse(analysis_id=analysis_id, upto=upto)


@shared_task(name="games.rate")
def rate(game: str) -> None:
    """Reckon the ratings of the matches of `game` that have ended."""
    ratings.ratings_apply(game=game)


@shared_task(name="games.clocks")
def clocks() -> None:
    """Give back the time in which the site was down, then see whose time has run out: every few seconds by beat.

    While no page is served nobody's time runs out.
    """
    heartbeat.beat()
    while heartbeat.is_up(timezone.now()) and leaving.time_out_all() == leaving.BATCH:
        heartbeat.beat()


@shared_task(name="games.sweep")
def sweep() -> None:
    """Make good what got lost: run every few seconds by beat."""
    thinking.ask_again()
    ratings.ask_again()
    analysing.ask_again()
    hints.ask_again()
    trails.follow_again()


@shared_task(name="games.tidy")
def tidy() -> None:
    """Close tables for which nobody has come: run once an hour by beat."""
    old_tables.old_tables_close()


@shared_task(name="games.statistics")
def count_anew() -> None:
    """Keep the lists quick: run once a day by beat."""
    statistics.statistics_refresh()
