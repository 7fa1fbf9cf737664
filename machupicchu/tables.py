"""The release that the database tables belong to, and whether this release can work with them."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from machupicchu.version import commit, version

RELEASE = "machupicchu.release"
"""Not a real app: a row with this app name in the migrations table names the release that last used the database.

So every copy of the database names it too.
"""

FIRST_OF = {"0.5.0": ("games", "0031_at_device"), "0.4.0": ("games", "0026_probe")}
"""Migrations that identify releases which did not record their names, newest first."""


class TooNew(Exception):
    """The tables are those of a newer release; the text names both releases, and says what to do."""


def this_release() -> str:
    """The version of this release, with its commit if known."""
    return version() + (f" ({commit()[:8]})" if commit() else "")


def release_of_tables() -> str:
    """The release that last used the tables, or if it did not record its name, a guess from its migrations."""
    applied = MigrationRecorder(connection).applied_migrations()
    releases = [name for app, name in applied if app == RELEASE]
    if releases:
        return releases[0]
    return next((name for name, first in FIRST_OF.items() if first in applied), "an early release")


def unknown() -> list[str]:
    """The applied migrations of our own apps that this release does not have, as "app.name"."""
    here = {
        config.label: {file.stem for file in (Path(config.path) / "migrations").glob("[0-9]*.py")}
        for config in apps.get_app_configs()
        if Path(config.path).parent == settings.BASE_DIR
    }
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app in here and name not in here[app])


def refuse_newer() -> None:
    """Raise TooNew for tables of a newer release, unless ALLOW_NEWER_TABLES is set."""
    newer = unknown()
    if not newer or settings.ALLOW_NEWER_TABLES:
        return
    raise TooNew(
        f"The database was last used by release {release_of_tables()}, and this is release {this_release()}, which "
        f"does not know {', '.join(newer[:3])}{', …' if len(newer) > 3 else ''}. Nothing was changed. Start the newer "
        "release again; or put back the backup from before the update. Where CHANGELOG.md of the newer release says "
        "that you can go back without a backup, set ALLOW_NEWER_TABLES=true."
    )


def waiting() -> int:
    """The number of migrations that are not applied yet."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def hold_data() -> bool:
    """Whether the database has any user, computer players included."""
    with connection.cursor() as cursor:
        if "accounts_user" not in connection.introspection.table_names(cursor):
            return False
        cursor.execute("SELECT 1 FROM accounts_user LIMIT 1")
        return cursor.fetchone() is not None


def record() -> None:
    """Record that this release uses the tables, unless they are those of a newer one."""
    recorder = MigrationRecorder(connection)
    recorded = recorder.migration_qs.filter(app=RELEASE)
    if unknown() or [each.name for each in recorded] == [this_release()]:
        return
    recorded.delete()
    recorder.record_applied(RELEASE, this_release())
