"""The site for benches: only Django, set up as on the site, or all its processes."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

from machupicchu.private import take_over
from machupicchu.run.valkey import Valkey
from tests.stack.site import RunningSite


@contextmanager
def house(**environment: str) -> Iterator[None]:
    """The site's settings in a folder of its own, with a Valkey, static files under their final names, and tables.

    Uses SQLite, or the (empty, migrated by this) database of DATABASE_URL. `environment` is added to `os.environ`.
    """
    with tempfile.TemporaryDirectory(prefix="machupicchu-bench-") as folder:
        take_over(Path(folder))  # while it is empty: with Valkey in it, the settings would think it is another site's
        valkey = Valkey(Path(folder) / "valkey")
        os.environ |= {"VAR_DIR": folder, "REDIS_URL": valkey.url, "DJANGO_SETTINGS_MODULE": "machupicchu.settings"}
        os.environ |= environment
        server = subprocess.Popen(valkey.command(), stdout=subprocess.DEVNULL)
        try:
            assert valkey.wait(seconds=60)
            django.setup()
            from django.core.management import call_command

            call_command("collectstatic", verbosity=0, interactive=False)
            call_command("migrate", verbosity=0)
            call_command("computer_players", verbosity=0)
            yield
        finally:
            server.kill()
            server.wait()


@contextmanager
def whole_site(**environment: str) -> Iterator[RunningSite]:
    """All processes of a site in a folder of its own, with Django set up here on its database and Valkey.

    Uses SQLite, or the (empty) database of DATABASE_URL. `environment` is added to the site's environment.
    """
    with tempfile.TemporaryDirectory(prefix="machupicchu-bench-") as folder:
        os.environ.pop("REDIS_URL", None)
        database = {name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ}
        os.environ |= {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "machupicchu.settings"}
        with RunningSite(Path(folder), None, **database, **environment) as site:
            django.setup()  # only now: the settings read the address of the site's Valkey
            yield site
