"""Processor time and memory of a running site: of the command behind `make run` and all its descendants."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def site_cpu(command: int) -> float:
    """Seconds of processor time used by the command and all its descendants, including those that have ended."""
    return sum(sum(_stat(process)[11:15]) for process in _tree(command)) / TICKS


def site_memory(command: int) -> dict[int, int]:
    """Resident bytes by process."""
    return {process: _stat(process)[21] * PAGE for process in _tree(command)}


def _tree(root: int) -> list[int]:
    """A process and its living descendants."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if stat := _stat(int(folder.name)):
            children.setdefault(stat[1], []).append(int(folder.name))
    found, waiting = [], [root]
    while waiting:
        process = waiting.pop()
        if _stat(process):
            found.append(process)
        waiting += children.get(process, [])
    return found


def _stat(process: int) -> list[int]:
    """The fields of /proc/PID/stat after the name, as numbers (the state is 0); empty when the process is gone."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return []
    return [int(field) if field.lstrip("-").isdigit() else 0 for field in text.rpartition(")")[2].split()]
