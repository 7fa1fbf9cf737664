"""The previous release, and its commit."""

from __future__ import annotations

import re
import subprocess

from django.conf import settings

GIT = ("git", "-C", str(settings.BASE_DIR), "-c", f"safe.directory={settings.BASE_DIR}")

RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) ", re.MULTILINE)
UNRELEASED = "## Unreleased"

WITHOUT_A_TAG = {
    "0.5.0": "4b93537c717aa1c9edea967a418f7b206af27e3a",
    "0.4.0": "b85021d6150128bd27d0850a14f3b0850074c65b",
}
"""The last commits of releases whose number no commit recorded at the time.

0.5.0 reached the main branch in one piece with later changes; the last commit before that has the tables of 0.4.0, so
updating from there is the longer way.
"""


def number_before(changes: str) -> str:
    """The release that sites update from, according to the change log: the newest that is already released."""
    found = RELEASE.findall(changes)
    return found[0] if f"\n{UNRELEASED}\n" in changes else found[1]


def release_before() -> str:
    """Git's name for its last commit: its tag, or else the commit before the change log got a new section."""
    changes = (settings.BASE_DIR / "CHANGELOG.md").read_text()
    number = number_before(changes)
    if number in WITHOUT_A_TAG:
        return WITHOUT_A_TAG[number]
    if _git("tag", "--list", number):
        return f"refs/tags/{number}"
    turns = _git("log", "--format=%H", f"-S{UNRELEASED}", "--", "CHANGELOG.md").split()
    begun = turns[0 if UNRELEASED in changes else 1 :][:1]
    return f"{begun[0]}~1" if begun else f"refs/tags/{number}"


def _git(*arguments: str) -> str:
    return subprocess.run([*GIT, *arguments], capture_output=True, text=True, check=False).stdout.strip()
