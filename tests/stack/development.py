"""The site as a developer runs it: `manage.py runserver` with its Valkey and its workers."""

import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from tests.stack.site import PATIENCE, ROOT, START_SECONDS, RunningSite, wait_until

NOT_CODE = (".git", ".venv", "var", "tests", "node_modules", ".*_cache", ".hypothesis", ".ci", "*.mo")


class DevelopersSite(RunningSite):
    """A site served by `runserver`, from the code in `code`."""

    def __init__(self, folder: Path, *options: str, code: Path = ROOT, **environment: str) -> None:
        super().__init__(folder, **environment)
        self.code = code
        port = self._environment.pop("PORT")
        self._command = [sys.executable, "manage.py", "runserver", port, *options]

    def start(self) -> None:
        """Start it and wait until a page is served."""
        process = self.launch()
        wait_until(lambda: self.serves() or process.poll() is not None, START_SECONDS, self.log)
        assert process.poll() is None, self.log()

    def serves(self) -> bool:
        """Whether the start page is served."""
        try:
            with urllib.request.urlopen(self.url, timeout=PATIENCE) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            raise
        except OSError:
            return False

    def refusal(self) -> tuple[int, list[str]]:
        """The exit code of a start that is refused, and the lines it prints."""
        code = self.launch().wait(timeout=PATIENCE)
        return code, self.log().splitlines()


def copied(folder: Path) -> Path:
    """A copy of the site's code in its own folder, where tests may change it."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_CODE))
    return folder


class Commands(RunningSite):
    """A site of which nothing runs, for Django's commands with the code in `code`."""

    def __init__(self, folder: Path, code: Path = ROOT) -> None:
        super().__init__(folder)
        self.code = code
        self._lay()

    def manage(self, *arguments: str, said: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command with `said` as its input. Returns the finished process."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.code,
            env=self._environment | environment,
            input=said,
            capture_output=True,
            text=True,
            check=False,
            timeout=START_SECONDS,
        )
