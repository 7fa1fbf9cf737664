"""`manage.py demo`: fills every page of an empty site, and leaves a site with people alone."""

import json

import pytest

from games.engine import GAMES
from tests.stack.development import Commands
from tests.stack.site import SmallSite
from tests.stack.visitor import Visitor

pytestmark = pytest.mark.stack

COUNT = """
import json
from collections import Counter
from games.models import Match
print(json.dumps(Counter(f"{game} {status}" for game, status in Match.objects.values_list("game", "status"))))
"""


def test_an_empty_site_is_filled_once_and_people_log_in_as_it_says(tmp_path):
    commands = Commands(tmp_path)
    done = commands.manage("demo")
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    password = said[-1].removeprefix("Each of them has the password ")
    names = [line.split()[0] for line in said if line.startswith("  ")]
    there = json.loads(commands.manage("shell", "-v0", "-c", COUNT).stdout)
    for game in GAMES:
        assert all(there.get(f"{game} {status}") for status in ("open", "running", "finished")), there
    again = commands.manage("demo")
    assert again.returncode == 1
    assert again.stderr.startswith("CommandError: This site already has people ")
    assert len(again.stderr.splitlines()) == 1
    with SmallSite(tmp_path, WEB_PROCESSES="1", AI_PROCESSES="1") as site:
        for name in names:
            visitor = Visitor(site.url)
            visitor.get("/account/login/")
            assert visitor.post("/account/login/", login=name, password=password).status == 302, name
            assert visitor.get("/").status == (403 if name == "felipe" else 200), "a banned user is told so"
        assert "Traceback" not in site.log()
