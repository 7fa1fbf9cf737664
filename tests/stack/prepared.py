"""Prepares a folder once for all sites of the tests, and copies it for each of them."""

import fcntl
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from machupicchu.run.sources import BASE_DIR, SOURCES, fingerprint

KEPT = BASE_DIR / ".pytest_cache" / "prepared"
PARTS = ("site.sqlite3", "static", *(f"prepared-{subject}" for subject in SOURCES))
"""The results of preparation, without the site's keys: every site has its own."""


def lay(folder: Path) -> None:
    """Copy what `make run` prepares before the first visitor into a folder, as if it had been made there."""
    made = _made()
    for part in PARTS:
        if (made / part).is_dir():
            shutil.copytree(made / part, folder / part)
        else:
            shutil.copy(made / part, folder / part)


def _made() -> Path:
    """The prepared folder for the current sources. The first process to ask makes it; others wait."""
    sources = sha256("".join(map(fingerprint, SOURCES)).encode()).hexdigest()
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = KEPT / sources
        if not made.exists():
            for other in KEPT.iterdir():
                if other.is_dir():
                    shutil.rmtree(other)
            draft = Path(mkdtemp(dir=KEPT))
            environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
            environment |= {"VAR_DIR": str(draft), "DJANGO_SETTINGS_MODULE": "machupicchu.settings"}
            command = [sys.executable, "-m", "machupicchu.run.prepare"]
            making = [  # at once, as all processes of the lane wait for both
                subprocess.Popen([*command, subject], cwd=BASE_DIR, env=environment, stdout=subprocess.DEVNULL)
                for subject in SOURCES
            ]
            codes = [process.wait() for process in making]
            assert codes == [0] * len(making), f"could not be prepared: {dict(zip(SOURCES, codes, strict=True))}"
            assert not list(draft.glob("site.sqlite3-*")), "everything is in the file that is copied"
            draft.rename(made)
    return made
