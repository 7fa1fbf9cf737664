"""Background tasks, each one service call. They may run twice or die at any moment."""

from celery import shared_task

from ladders import jobs
from ladders.services import results, upkeep


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """End challenges that are decided: run by beat every few seconds, and triggered by nothing else."""
    results.ladders_go_on()


@shared_task(name=jobs.KEEP_UP)
def keep_up() -> None:
    """Keep up the ladders: end seasons, remove inactive people and place house rungs; run by beat every minute."""
    upkeep.ladders_keep_up()
