"""Programs of npm that benches run, as a lock file beside the bench pins them."""

import shutil
import subprocess
from pathlib import Path

from tests.stack.site import ROOT


def installed(npm: str, pins: Path) -> Path:
    """The `node_modules` of the package.json in the folder `pins`, installed by its lock file unless that is done.

    They lie below `.venv`, which git does not see and `make clean` removes. No script of a package is run.
    """
    folder = ROOT / ".venv" / pins.name
    lock = folder / "package-lock.json"
    if not lock.exists() or lock.read_bytes() != (pins / "package-lock.json").read_bytes():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(pins / "package.json", folder)
        shutil.copy(pins / "package-lock.json", folder)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        try:
            subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
        except BaseException:
            lock.unlink()  # so that the next run installs again
            raise
    return folder / "node_modules"
