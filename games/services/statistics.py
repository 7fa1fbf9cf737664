"""What the database knows of its own tables."""

from django.db import connection


def statistics_refresh() -> None:
    """Let SQLite count anew what its indexes hold; PostgreSQL does so by itself.

    By these counts SQLite chooses the index of a list. Without them, and a migration that copies a table loses them,
    the archive of 100,000 matches takes three times as long. Writers wait meanwhile: a second for as many matches.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
