"""Functions that run at the same moment."""

import threading
from collections.abc import Callable

from django.db import connections

from common.refusals import Refused


def race(*deeds: Callable[[], object]) -> list[str]:
    """Run all at the same moment. Returns the names of the refusals."""
    barrier, refused = threading.Barrier(len(deeds)), []

    def client(deed: Callable[[], object]) -> None:
        barrier.wait()
        try:
            deed()
        except Refused as refusal:
            refused.append(type(refusal).__name__)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=client, args=[deed]) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refused
