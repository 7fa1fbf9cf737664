"""npm programs that benches run, pinned by a lock file beside the bench."""

import fcntl
import shutil
import subprocess
from pathlib import Path

from tests.stack.site import ROOT


def installed(npm: str, pins: Path) -> Path:
    """The `node_modules` of the package.json in the folder `pins`, installed from its lock file if it is not yet.

    It is below `.venv`, which git ignores and `make clean` removes. No package may run scripts. If another process is
    installing it, this waits until that is done.
    """
    folder = ROOT / ".venv" / pins.name
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "installing").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        lock = folder / "package-lock.json"
        if not lock.exists() or lock.read_bytes() != (pins / "package-lock.json").read_bytes():
            shutil.copy(pins / "package.json", folder)
            shutil.copy(pins / "package-lock.json", folder)
            command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
            try:
                subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
            except BaseException:
                lock.unlink()  # so that the next run installs again
                raise
    return folder / "node_modules"
