"""The database's statistics about its own tables."""

from django.db import connection


def statistics_refresh() -> None:
    """Refresh the index statistics of SQLite; PostgreSQL does so by itself.

    SQLite uses them to choose the index for a list. Without them (and a migration that copies a table loses them) the
    archive of 100,000 matches takes three times as long. Writers wait meanwhile: about a second for that many matches.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
