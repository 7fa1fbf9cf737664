"""Everything the site needs before its first visitor; repeated only when something has changed."""

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from machupicchu import settings

DATA, STATIC = "data", "static"
SOURCES = {DATA: ("accounts", "games", "notices", "machupicchu"), STATIC: ("static", "machupicchu")}
"""What there is to prepare, and the folders on which it depends, besides the installed packages."""


def fingerprint(subject: str) -> str:
    """Changes when a source of the subject (by name, size and time), a package or the database in use changes."""
    digest = hashlib.sha256(settings.DATABASE_URL.encode())
    digest.update((settings.BASE_DIR / "uv.lock").read_bytes())
    for source in SOURCES[subject]:
        for folder, folders, files in os.walk(settings.BASE_DIR / source):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(files):
                file = Path(folder, name)
                status = file.stat()
                digest.update(f"{file}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def needed() -> list[str]:
    """The subjects that must be prepared. A database elsewhere may be a new one at any time: then always."""
    database = settings.DATABASES["default"]
    known = database["ENGINE"] == "django.db.backends.sqlite3" and Path(database["NAME"]).exists()
    return [
        subject
        for subject in SOURCES
        if (subject == DATA and not known)
        or not _mark(subject).exists()
        or _mark(subject).read_text() != fingerprint(subject)
    ]


def prepare(subjects: Sequence[str]) -> None:
    """Tables, computer players, moderators, example game, statistics; static files. Harmless when there already."""
    before = {subject: fingerprint(subject) for subject in subjects}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
    import django

    django.setup()
    if DATA in subjects:
        _command("migrate", interactive=False, verbosity=0)
        _command("computer_players")
        _command("moderators")
        _command("example_game")
        _command("database_statistics")
    if STATIC in subjects:
        _command("collectstatic", interactive=False, verbosity=0)
    for subject in subjects:
        _mark(subject).write_text(before[subject])


def _command(name: str, **options: object) -> None:
    from django.core.management import call_command

    print(f"python manage.py {name}", flush=True)
    call_command(name, **options)


def _mark(subject: str) -> Path:
    return settings.VAR_DIR / f"prepared-{subject}"


if __name__ == "__main__":
    prepare(sys.argv[1:])
