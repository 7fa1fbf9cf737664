"""The sources from which the site is prepared: see `machupicchu.run.prepare`."""

import hashlib
import os
from pathlib import Path

from machupicchu import env

BASE_DIR = Path(__file__).resolve().parents[2]
DATA, STATIC = "data", "static"
SOURCES = {
    DATA: ("accounts", "clubs", "cups", "daily", "games", "ladders", "notices", "puzzles", "machupicchu"),
    STATIC: ("static", "games/titles", "machupicchu"),
}
"""The subjects to prepare, with the folders that each depends on besides the installed packages."""


def fingerprint(subject: str) -> str:
    """A hash that changes with the subject's sources (by name, size and time), the packages and DATABASE_URL.

    Moving the data folder does not change it.
    """
    digest = hashlib.sha256(env.text("DATABASE_URL").encode())
    digest.update((BASE_DIR / "uv.lock").read_bytes())
    for source in SOURCES[subject]:
        for folder, folders, files in os.walk(BASE_DIR / source):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(files):
                file = Path(folder, name)
                status = file.stat()
                digest.update(f"{file}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()
