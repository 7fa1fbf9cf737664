"""Backups: one file with a snapshot of the database, the keys that are stored in files, and a description.

Valkey is not included: lost work (thinking, emails) is queued again within seconds, and counts for rate limits expire
soon.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from accounts.programs import programs_revoke_all
from accounts.services import logins_end
from machupicchu import env
from machupicchu.operating.keys import Key, keys
from machupicchu.operating.stores import CannotBeCopied, Rows, store
from machupicchu.private import write_private
from machupicchu.version import version

FORMAT = 1
"""The number of the format of backups: one of another format is not restored."""

ABOUT = "about.json"
"""The file of a backup that says what it contains."""


class CannotBeRestored(Exception):
    """The backup cannot be restored; the text says why, and what to do. Nothing was changed."""


@dataclass(frozen=True)
class About:
    """The description in a backup."""

    format: int
    version: str
    made_at: str
    database: str
    migrations: list[str]
    rows: Rows
    keys: dict[str, str]
    """Fingerprints of the keys, by setting."""
    files: list[str]
    """Names of the key files in the backup."""
    settings: list[str]
    """Names of the environment variables that were set; their values are not in the backup."""


def backup(file: Path) -> About:
    """Write the backup file, completely or not at all, readable by its owner only. Raises CannotBeCopied, OSError."""
    if file.exists():
        raise CannotBeCopied(f"{file} exists already; a backup never takes the place of another")
    if not connection.introspection.table_names():
        raise CannotBeCopied("the database is empty. Do DATABASE_URL and VAR_DIR name the site that you mean?")
    kept = [key for key in keys() if key.is_in_its_file]
    database = store()
    with _workplace(file.parent) as place:
        dump = place / f"site.{database.suffix}"
        rows = database.dump(dump)
        about = About(
            format=FORMAT,
            version=version(),
            made_at=timezone.now().isoformat(timespec="seconds"),
            database=connection.vendor,
            migrations=applied(),
            rows=rows,
            keys={key.setting: key.fingerprint for key in keys()},
            files=[key.file.name for key in kept],
            settings=sorted(name for name in env.ASKED if os.environ.get(name, "").strip()),
        )
        if not database.is_packed:
            dump = _packed(dump)
        (place / ABOUT).write_text(json.dumps(asdict(about), indent=1))
        draft = place / "backup"
        with tarfile.open(draft, "x") as archive:
            archive.add(place / ABOUT, ABOUT)
            for key in kept:
                archive.add(key.file, key.file.name)
            archive.add(dump, dump.name)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        os.link(draft, file)  # unlike a rename, this does not replace a file that someone has created meanwhile
    return about


def restore(file: Path, *, other_keys: bool, keep_logins: bool) -> tuple[About, list[str]]:
    """Restore a backup into this empty site. Returns its description, and messages about keys, migrations and logins.

    The backup knows nothing of what has been ended since it was made: a login on a stolen phone, a token that got lost.
    So members are logged out and the access of programs is revoked, unless `keep_logins`.

    Raises CannotBeRestored, CannotBeCopied, OSError: then the database is as empty as before.
    """
    if connection.introspection.table_names():
        raise CannotBeRestored("this database is not empty. Restore into a new one: another VAR_DIR or DATABASE_URL")
    database = store()
    with _opened(file) as archive, _workplace(settings.VAR_DIR) as place:
        about = _read(archive)
        _check_versions(about)
        files = _files_to_put_back(about, other_keys=other_keys)
        dump = place / f"site.{database.suffix}"
        with _member(archive, dump.name + ("" if database.is_packed else ".gz")) as packed, dump.open("xb") as whole:
            _unpack(packed, whole, packed=not database.is_packed)
        database.fill(dump, about.rows)
        done = [_put_back(archive, key) for key in files]
    before = applied()
    call_command("migrate", interactive=False, verbosity=0)
    if newer := [name for name in applied() if name not in before]:
        done.append(f"The tables were made those of version {version()}: {len(newer)} migrations.")
    if not keep_logins:
        done.append(
            f"Members log in again, and programs need new tokens: {logins_end()} logins and {programs_revoke_all()} "
            "tokens were ended. Guests stay."
        )
    return about, done


def applied() -> list[str]:
    """The applied migrations of the database, as "app.name"."""
    return sorted(f"{app}.{name}" for app, name in MigrationLoader(connection).applied_migrations)


def _read(archive: tarfile.TarFile) -> About:
    try:
        with _member(archive, ABOUT) as file:
            return About(**json.load(file))
    except (ValueError, TypeError) as error:
        raise CannotBeRestored(f"this is no backup of a site: {error}") from None


def _check_versions(about: About) -> None:
    """Check that the backup fits the database and the code. Raises CannotBeRestored."""
    if about.format != FORMAT:
        raise CannotBeRestored(f"the backup was made by version {about.version} in a way that this one does not know")
    if about.database != connection.vendor:
        raise CannotBeRestored(
            f"the backup is of {about.database}, DATABASE_URL names {connection.vendor}. Restore it into its own kind"
            + (", then use manage.py move_to_postgres" if about.database == "sqlite" else "")
        )
    here = MigrationLoader(None).disk_migrations
    known = {*here, *(old for migration in here.values() for old in migration.replaces)}
    apps = {app for app, _name in known}
    for app, name in (name.split(".", 1) for name in about.migrations):
        if app in apps and (app, name) not in known:
            raise CannotBeRestored(
                f"the backup was made by version {about.version}; this is {version()}, which does not know "
                f"{app}.{name}. Install that version, restore, and then update"
            )


def _files_to_put_back(about: About, *, other_keys: bool) -> list[Key]:
    """The keys whose files must be replaced by those of the backup.

    Raises CannotBeRestored for other keys that differ, such as those from the environment, unless `other_keys`.
    """
    back = []
    for key in keys():
        if about.keys.get(key.setting) == key.fingerprint:
            continue
        if key.file.name in about.files and key.is_in_its_file:
            back.append(key)
        elif not other_keys:
            raise CannotBeRestored(
                f"{key.setting} is another one than that of the backup. Set the old one; or go on with --other-keys, "
                f"and then {key.lost}"
            )
    return back


def _put_back(archive: tarfile.TarFile, key: Key) -> str:
    """Write the key from the backup; rename the existing one, which was just created for the empty site."""
    aside = key.file.with_name(f"{key.file.name}.before-{timezone.now():%Y%m%d%H%M%S}")
    with _member(archive, key.file.name) as kept:
        value = kept.read().decode()
    key.file.rename(aside)
    write_private(key.file, value)
    return f"{key.file} is that of the backup; what lay there is {aside.name}."


def _packed(dump: Path) -> Path:
    """Compress a file and delete the original. The fastest level is enough: a database is mostly repetitive text."""
    packed = dump.with_name(f"{dump.name}.gz")
    with dump.open("rb") as whole, gzip.open(packed, "xb", compresslevel=1) as into:
        shutil.copyfileobj(whole, into, 1 << 20)
    dump.unlink()
    return packed


def _unpack(kept: IO[bytes], into: IO[bytes], *, packed: bool) -> None:
    if packed:
        with gzip.open(kept) as whole:
            shutil.copyfileobj(whole, into, 1 << 20)
    else:
        shutil.copyfileobj(kept, into, 1 << 20)


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    """Open a backup. Raises CannotBeRestored if the file is not one, or is truncated."""
    try:
        with tarfile.open(file) as archive:
            yield archive
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise CannotBeRestored(f"{file} is no whole backup: {error}") from None


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    try:
        found = archive.extractfile(name)
    except KeyError:
        found = None
    if found is None:
        raise CannotBeRestored(f"this is no whole backup: {name} is not in it")
    return found


@contextmanager
def _workplace(beside: Path) -> Iterator[Path]:
    """A temporary folder inside `beside`, for its owner only. Raises CannotBeCopied if nothing can be written there."""
    try:
        folder = TemporaryDirectory(prefix=".backup-", dir=beside)
    except OSError as error:
        raise CannotBeCopied(f"nothing can be written in {beside}: {error.strerror}") from None
    with folder as place:
        yield Path(place)
