"""The engine can be published alone."""

import subprocess
import sys

import pytest
from django.conf import settings

IMPORT_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import games.engine, games.titles
packages = [games.engine, *(importlib.import_module(f"games.titles.{key}.rules") for key in games.titles.GAMES)]
for package in packages:
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
print(sum(name.startswith(tuple(f"{package.__name__}." for package in packages)) for name in sys.modules))
"""


@pytest.mark.half_second
def test_the_engine_needs_nothing_but_the_standard_library():
    # -S: without site-packages, so whatever is installed cannot be imported.
    command = [sys.executable, "-E", "-S", "-c", IMPORT_ALL, str(settings.BASE_DIR)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) > 80
