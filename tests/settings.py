"""The site's settings for tests: each test process has its own folder and Valkey, and no test sees `var/`."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from machupicchu import catalogues
from machupicchu.run.valkey import Valkey

catalogues.compile_stale()  # before the settings are read: they offer only languages that have a catalogue
FOLDER = Path(tempfile.mkdtemp(prefix="machupicchu-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
VALKEY = Valkey(FOLDER / "valkey")
"""Started for the session by tests/conftest.py."""
(FOLDER / "static").mkdir()  # where WhiteNoise looks
(FOLDER / "secret-key").touch(mode=0o600)
(FOLDER / "secret-key").write_text("of which the deals of a day come: the same ones at every run")

# In the environment, so that commands that a test runs as processes find the same folder and the same Valkey.
os.environ["VAR_DIR"] = str(FOLDER)
os.environ["REDIS_URL"] = VALKEY.url

from machupicchu.settings import *  # noqa: E402, F403 (the site's settings read the environment)
from machupicchu.settings import DATABASES, STORAGES  # noqa: E402

DATABASES["default"]["CONN_MAX_AGE"] = 0  # a test's threads must not keep the test database open
# Tables are made from the models, as migrating takes tens of seconds: tests/operating/test_tables.py compares both.
DATABASES["default"]["TEST"] = {"MIGRATE": False}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as on the site: SQLite in memory has neither WAL nor the site's locking.
    DATABASES["default"]["TEST"]["NAME"] = str(FOLDER / "test.sqlite3")
    # On the site each commit waits for the disk, to survive a power cut. That takes some disks 8 ms.
    _options = DATABASES["default"]["OPTIONS"]
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
PASSWORD_HASHERS = ["tests.hashers.QuickArgon2"]
LOGGING = {"version": 1, "disable_existing_loggers": False}
ANALYSE_BY_ITSELF = False  # tests start the analyses they need
