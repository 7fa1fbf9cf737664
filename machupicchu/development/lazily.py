"""daphne as an installed app, without importing its server."""

from django.apps import AppConfig


class Daphne(AppConfig):
    """Adds daphne's commands to Django, and imports nothing of daphne before one of them runs.

    daphne's own AppConfig imports its server, and with it Twisted. That costs every process 37 MB and a second at its
    start, for a server that most of them never run.
    """

    name = "daphne"
    verbose_name = "Daphne"
