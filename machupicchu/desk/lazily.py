"""daphne as an installed app, without what it imports."""

from django.apps import AppConfig


class Daphne(AppConfig):
    """Gives daphne's commands to Django, and imports nothing of it before one of them runs.

    daphne's own AppConfig imports its server, and that Twisted: 37 MB in every process of the site, and a second of its
    start, for a server that most of them never run.
    """

    name = "daphne"
    verbose_name = "Daphne"
