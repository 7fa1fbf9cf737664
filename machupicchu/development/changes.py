"""Waiting for a change of the code while it is broken, when Django's own reloader cannot run."""

import os
import time
from pathlib import Path

LOOK_SECONDS = 0.5
"""The time between two looks at the files."""

States = dict[str, int]
"""The modification time of each file in ns, by path."""


def written(folder: Path) -> States:
    """The states of the Python files in a folder, without hidden folders and data folders."""
    found: States = {}
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "." and name not in ("__pycache__", "var", "node_modules")]
        for name in files:
            if name.endswith(".py"):
                file = os.path.join(place, name)
                try:
                    found[file] = os.stat(file).st_mtime_ns
                except FileNotFoundError:  # an editor is replacing it right now
                    continue
    return found


def wait_for_change(folder: Path, since: States) -> None:
    """Return once the files differ from `since`."""
    while written(folder) == since:
        time.sleep(LOOK_SECONDS)
