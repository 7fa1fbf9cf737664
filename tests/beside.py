"""What another connection to PostgreSQL does while a test has a transaction open."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from django.db import connection, connections


class Beside:
    """Something that another connection does meanwhile: it is `over` with what it raised, if anything."""

    def __init__(self, deed: Callable[[], object]) -> None:
        self.trouble: Exception | None = None
        self._deed, self._pid = deed, 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            connection.ensure_connection()
            self._pid = connection.connection.info.backend_pid
            self._deed()
        except Exception as error:
            self.trouble = error
        finally:
            connections.close_all()

    def wait_until_it_waits(self) -> None:
        """Return once it waits for a lock, or has nothing left to do."""
        while self._thread.is_alive():
            with connection.cursor() as cursor:
                cursor.execute("SELECT FROM pg_locks WHERE pid = %s AND NOT granted", [self._pid])
                if cursor.fetchone() is not None:
                    return
            time.sleep(0.01)

    def over(self) -> Exception | None:
        """Wait for its end. Returns what it raised."""
        self._thread.join()
        return self.trouble
