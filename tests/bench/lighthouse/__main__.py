"""`make lighthouse`: the Lighthouse scores of pages, and the bytes of a match, on a running site of its own."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.bench.lighthouse import weights
from tests.bench.npm import installed
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.furnish import Furniture
from tests.stack.site import RunningSite

HERE = Path(__file__).parent
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PAGES = {
    "home": ("/", ""),
    "lobby": ("/tables/", "member"),
    "match": ("/match/{princes-early}/", "member"),
    "replay": ("/match/{princes-finished}/replay/", ""),
    "rules": ("/rules/princes/", ""),
}
"""URL and reader of each page measured; The Princes have the largest board."""
RUNS = 3


def main() -> int:
    """Print both tables; scores and sizes are medians of several runs. Returns 1 when Node is missing."""
    npm = shutil.which("npm")
    if npm is None:
        print("Lighthouse needs Node and npm (on Debian and Ubuntu: apt-get install nodejs npm). Nothing was measured.")
        return 1
    command = installed(npm, HERE) / ".bin" / "lighthouse"
    with tempfile.TemporaryDirectory(prefix="machupicchu-lighthouse-") as folder, RunningSite(Path(folder)) as site:
        furniture = Furniture(**json.loads(site.python("-m", "tests.browser.furnish")))
        print(f"{'page':<16}{''.join(f'{name:>16}' for name in CATEGORIES)}{'kB':>8}")
        for name, (address, who) in PAGES.items():
            try:
                url, session = site.url + address.format(**furniture.parts), furniture.sessions.get(who)
                reports = [_report(command, url, session) for _run in range(RUNS)]
            except subprocess.CalledProcessError as failure:
                print(f"{name:<16} {failure.stderr.strip().splitlines()[-1]}", flush=True)
                continue
            scores = [median(report["categories"][part]["score"] or 0 for report in reports) for part in CATEGORIES]
            size = median(report["audits"]["total-byte-weight"]["numericValue"] for report in reports) / 1000
            print(f"{name:<16}{''.join(f'{score * 100:>16.0f}' for score in scores)}{size:>8.0f}", flush=True)
        print(f"\n{'over the wire':<16}{'first load kB':>16}{'later move kB':>16}{'the largest':>16}")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            for game, weight in weights.measure(browser, site.url, furniture):
                moves = f"{weight.middle / 1000:>16.1f}{weight.largest / 1000:>16.1f}"
                print(f"{game:<16}{weight.first / 1000:>16.1f}{moves}", flush=True)
            browser.close()
    return 0


def _report(command: Path, url: str, session: str | None) -> dict[str, Any]:
    """Lighthouse's report on a page, on its simulated slow phone. Raises CalledProcessError if three attempts fail."""
    headers = json.dumps({"Cookie": f"sessionid={session}"} if session else {})
    flags = f"--chrome-flags={' '.join(FLAGS)}"
    # On a busy machine Chromium sometimes loses the beginning of its trace.
    for _attempt in range(2):
        with contextlib.suppress(subprocess.CalledProcessError):
            return _asked(command, url, headers, flags)
    return _asked(command, url, headers, flags)


def _asked(command: Path, url: str, headers: str, flags: str) -> dict[str, Any]:
    done = subprocess.run(
        [command, url, "--quiet", "--output=json", "--output-path=stdout", f"--extra-headers={headers}", flags],
        env=os.environ | {"CHROME_PATH": CHROMIUM},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


if __name__ == "__main__":
    sys.exit(main())
