"""Compile catalogues: `python -m machupicchu.catalogues locale/de/LC_MESSAGES/django.po` writes `django.mo` next to it.

GNU gettext is not needed. Babel's own command would reject a Chinese sentence that contains the number if the English
singular does not; `tests/site/test_catalogues.py` checks the placeholders instead.
"""

import os
import sys
from pathlib import Path

CATALOGUES = Path(__file__).resolve().parents[1] / "locale"


def compile_catalogue(source: Path) -> None:
    """Write the compiled catalogue, completely or not at all. Untranslated and `fuzzy` entries stay in English."""
    from babel.messages.mofile import write_mo  # here, since each `manage.py` command imports this module
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        words = read_po(file, locale=source.parents[1].name, abort_invalid=True)
    target, written = source.with_suffix(".mo"), source.with_suffix(f".{os.getpid()}.part")
    with written.open("wb") as file:
        write_mo(file, words)
    written.replace(target)


def compile_stale(folder: Path = CATALOGUES) -> None:
    """Compile every catalogue that is older than its source, or missing. Errors are printed to stderr."""
    for source in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        try:
            compile_catalogue(source)
        except Exception as error:  # whatever Babel finds wrong, go on with the other languages
            print(f"{source.relative_to(folder.parent)} cannot be compiled: {error}", file=sys.stderr)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_catalogue(Path(name))
