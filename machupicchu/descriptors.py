"""The number of files and connections a process may have open: as many as the machine allows."""

import contextlib
import resource


def raise_limit() -> None:
    """Raise the soft limit, often 1,024 for the sake of old programs, to the hard one; child processes inherit it."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # the machine's own limit was lowered since: then ours stays
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
