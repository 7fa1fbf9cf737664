"""Everything the site needs before its first visitor; repeated only when something has changed."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from machupicchu import settings
from machupicchu.run.sources import DATA, SOURCES, STATIC, fingerprint


def needed() -> list[str]:
    """The subjects that must be prepared. A remote database may be a new one at any time: then always all."""
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
    """Tables, computer players, moderators, example game, puzzles, statistics; static files. Idempotent."""
    before = {subject: fingerprint(subject) for subject in subjects}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
    import django

    django.setup()
    if DATA in subjects:
        _command("migrate", interactive=False, verbosity=0)
        _command("computer_players")
        _command("moderators")
        _command("example_game")
        _command("shipped_puzzles")
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
