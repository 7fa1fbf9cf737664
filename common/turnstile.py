"""Mutual exclusion for what two must not do at once although there is no row yet that both could lock."""

from zlib import crc32

from django.db import connection


def pass_alone(name: str) -> None:
    """Wait until nobody else is behind the turnstile `name`, and hold it until the transaction ends.

    On SQLite every writing transaction is exclusive from its start (see DATABASES in the settings).
    """
    assert connection.in_atomic_block, "whoever passes must leave again"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(name.encode())])
