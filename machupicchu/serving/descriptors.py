"""The limit on open files and connections of a process: as many as the machine allows."""

import contextlib
import resource


def raise_limit() -> None:
    """Raise the soft limit, often only 1,024 for old programs, to the hard one; child processes inherit it."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # the machine's own limit was lowered since: leave ours
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
