"""Background work: one service call. It may run twice or die at any moment."""

from celery import shared_task

from ladders import jobs
from ladders.services import settling, upkeep


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """End challenges that are decided: run every few seconds by beat, which is all that does so."""
    settling.ladders_go_on()


@shared_task(name=jobs.KEEP_UP)
def keep_up() -> None:
    """End seasons, let people slip out and put up house rungs: run now and then by beat."""
    upkeep.ladders_keep_up()
