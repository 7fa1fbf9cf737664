"""A developer's tools: commands that work on freshly fetched code, and a server that costs the site nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import load_command_class
from django.core.management.base import CommandParser

from machupicchu import catalogues

SERVED = """
import sys, django
django.setup()
import machupicchu.asgi, machupicchu.celery
from django.apps import apps
assert apps.is_installed("daphne")
print([name for name in sys.modules if name.partition(".")[0] in {"twisted", "autobahn"} or name == "daphne.server"])
"""


@pytest.mark.half_second
def test_daphne_is_an_installed_app_and_no_process_of_the_site_loads_its_server():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SERVED],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


@pytest.mark.half_second
def test_runserver_is_ours_on_daphnes_and_comes_before_all_others():
    from daphne.management.commands.runserver import Command

    names = [config.name for config in apps.get_app_configs()]
    assert names.index("machupicchu.development") < names.index("daphne") < names.index("django.contrib.staticfiles")
    ours = load_command_class("machupicchu.development", "runserver")
    assert isinstance(ours, Command)
    parser = CommandParser()
    ours.add_arguments(parser)
    assert parser.get_default("use_static_handler") is False, "WhiteNoise serves static files, as on the site"


def test_catalogues_that_are_missing_or_old_are_compiled(tmp_path, capsys):
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source, made = folder / "django.po", folder / "django.mo"
    source.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Turn"\nmsgstr "Zug"\n')
    catalogues.compile_stale(tmp_path)
    first = made.stat()
    assert b"Zug" in made.read_bytes()
    catalogues.compile_stale(tmp_path)
    assert made.stat().st_mtime_ns == first.st_mtime_ns
    source.write_text(source.read_text().replace("Zug", "Runde"))
    assert b"Zug" in made.read_bytes()
    os.utime(source, ns=(first.st_atime_ns, first.st_mtime_ns + 1))
    catalogues.compile_stale(tmp_path)
    assert b"Runde" in made.read_bytes()
    assert capsys.readouterr().err == ""


def test_a_catalogue_that_cannot_be_read_is_named_and_stops_nothing(tmp_path, capsys):
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_bytes(b'msgid "Turn"\nmsgstr "Z\xfcge"\n')
    catalogues.compile_stale(tmp_path / "locale")
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{Path('locale/de/LC_MESSAGES/django.po')} cannot be compiled: ")
