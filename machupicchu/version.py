"""The release of the site, defined only in pyproject.toml, and the commit if known."""

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
    """The commit of the work tree; "" if this is not a git clone.

    Read from git's own files, since the git command refuses if another user owns the clone.
    """
    try:
        folder = _git_folder(root / ".git")
        head = (folder / "HEAD").read_text().strip()
        found = _commit_of(folder, head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except OSError:
        return ""
    return found if COMMIT.fullmatch(found) else ""


def _git_folder(place: Path) -> Path:
    """The folder with git's data; in a linked work tree, `place` is a file that names it."""
    return place if place.is_dir() else place.parent / place.read_text().strip().removeprefix("gitdir: ")


def _commit_of(folder: Path, branch: str) -> str:
    """The commit of a branch, from its own file or from packed-refs; "" if there is none."""
    common = folder / "commondir"
    shared = folder / common.read_text().strip() if common.exists() else folder
    alone = shared / branch
    if alone.exists():
        return alone.read_text().strip()
    lines = (shared / "packed-refs").read_text().splitlines()
    return next((line.split()[0] for line in lines if line.endswith(f" {branch}")), "")
