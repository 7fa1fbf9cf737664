"""The release of the site, from pyproject.toml and nowhere else, and the commit, if it is known."""

import re
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMIT = re.compile(r"[0-9a-f]{40}")


@cache
def version() -> str:
    """The release, such as 1.2.0."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


@cache
def commit(root: Path = ROOT) -> str:
    """The commit of the files; empty if they are not in a clone.

    It is read from git's own files: whoever runs the site need not own the clone, and then git itself refuses.
    """
    try:
        folder = _git_folder(root / ".git")
        head = (folder / "HEAD").read_text().strip()
        found = _commit_of(folder, head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except OSError:
        return ""
    return found if COMMIT.fullmatch(found) else ""


def _git_folder(place: Path) -> Path:
    """Where git keeps the data of these files: in a second work tree, a file names it."""
    return place if place.is_dir() else place.parent / place.read_text().strip().removeprefix("gitdir: ")


def _commit_of(folder: Path, branch: str) -> str:
    """The commit of a branch, from its own file or from the list of all."""
    common = folder / "commondir"
    shared = folder / common.read_text().strip() if common.exists() else folder
    alone = shared / branch
    if alone.exists():
        return alone.read_text().strip()
    lines = (shared / "packed-refs").read_text().splitlines()
    return next((line.split()[0] for line in lines if line.endswith(f" {branch}")), "")
