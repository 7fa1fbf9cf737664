"""A named lock within transactions, for cases where there is no row yet that both sides could lock."""

from zlib import crc32

from django.db import connection


def pass_alone(name: str) -> None:
    """Acquire the lock `name`, waiting if necessary, and hold it until the transaction ends.

    Does nothing on SQLite, where a writing transaction is exclusive from its start (see DATABASES in the settings).
    """
    assert connection.in_atomic_block, "those who pass must leave again"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(name.encode())])
