"""Print the release of the site, and the state of its database."""

from __future__ import annotations

import platform
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from machupicchu import tables
from machupicchu.version import commit, version


class Command(BaseCommand):
    help = "Print the version of the site, of what it runs on, and how many migrations its database waits for."

    def handle(self, **_: Any) -> None:
        waiting, newer = tables.waiting(), tables.unknown()
        state = f"waits for {waiting}: manage.py migrate" if waiting else "up to date"
        if newer:
            state = f"of a newer release, {tables.release_of_tables()}, with {len(newer)} that this one does not know"
        rows = {
            "version": version(),
            "commit": commit() or "unknown",
            "migrations": state,
            "database": f"{connection.display_name} {'.'.join(map(str, connection.get_database_version()))}",
            "python": platform.python_version(),
        }
        for name, said in rows.items():
            self.stdout.write(f"{name + ':':<12}{said}")
