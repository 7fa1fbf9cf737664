"""Fill an empty site with demo data for development."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from machupicchu.development.parts import MANAGE, RUNNER, Missing, again, check_database, prepare, running
from machupicchu.run.console import Console


class Command(BaseCommand):
    """Starts a Valkey and runs itself again with it, since events in matches are published there."""

    help = "Fill an empty site with people, tables and matches in every state."

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill the site, and print the users and their password."""
        if settings.PRODUCTION:
            raise CommandError("PRODUCTION is true, and this command adds people with a known password.")
        if RUNNER in os.environ:
            self._fill()
            return
        try:
            check_database()
            if people := User.objects.filter(level="").count():
                raise Missing(
                    f"This site already has people ({people}), and only an empty one can be filled. "
                    f"For a new site use another folder: VAR_DIR=… {MANAGE} migrate"
                )
            console = Console()
            own_valkey = not os.environ.get("REDIS_URL", "").strip()
            with running(
                settings.VAR_DIR, address="manage.py demo", own_valkey=own_valkey, workers=False, console=console
            ):
                prepare(console)
                if code := again():
                    sys.exit(code)
        except Missing as missing:
            raise CommandError(str(missing)) from None

    def _fill(self) -> None:
        from machupicchu.development.people import PASSWORD, cast_gather

        self.stdout.write("People are sitting down and playing; this takes a minute …")
        for name, what in cast_gather().items():
            self.stdout.write(f"  {name:<8} {what}")
        self.stdout.write(f"Each of them has the password {PASSWORD}")
