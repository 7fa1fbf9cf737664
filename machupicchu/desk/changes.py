"""Waiting for a change of the code that Django's own reloader cannot wait for, since the code cannot be read."""

import os
import time
from pathlib import Path

LOOK_SECONDS = 0.5

States = dict[str, int]
"""When each file was written, by its path."""


def written(folder: Path) -> States:
    """The Python files of a folder, without hidden folders and those of data."""
    found: States = {}
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "." and name not in ("__pycache__", "var", "node_modules")]
        for name in files:
            if name.endswith(".py"):
                file = os.path.join(place, name)
                try:
                    found[file] = os.stat(file).st_mtime_ns
                except FileNotFoundError:  # an editor has put another in its place just now
                    continue
    return found


def wait_for_change(folder: Path, since: States) -> None:
    """Return once some file is not as it was."""
    while written(folder) == since:
        time.sleep(LOOK_SECONDS)
