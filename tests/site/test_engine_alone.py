"""The engine can be published alone."""

import subprocess
import sys

from django.conf import settings

IMPORT_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import games.engine
for module in pkgutil.walk_packages(games.engine.__path__, "games.engine."):
    importlib.import_module(module.name)
print(sum(name.startswith("games.engine.") for name in sys.modules))
"""


def test_the_engine_needs_nothing_but_the_standard_library():
    # -S: without site-packages, so whatever is installed cannot be imported.
    command = [sys.executable, "-E", "-S", "-c", IMPORT_ALL, str(settings.BASE_DIR)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) > 10
