"""Compile catalogues: `python -m machupicchu.catalogues locale/de/LC_MESSAGES/django.po` writes `django.mo` next to it.

GNU gettext is not needed. Babel's own command rejects a Chinese sentence that contains the number where the English
singular does not: `tests/site/test_catalogues.py` checks the placeholders instead.
"""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: Path) -> None:
    """Write the compiled catalogue, completely or not at all. Untranslated and `fuzzy` entries stay English."""
    with source.open("rb") as file:
        words = read_po(file, locale=source.parents[1].name, abort_invalid=True)
    target, written = source.with_suffix(".mo"), source.with_suffix(".part")
    with written.open("wb") as file:
        write_mo(file, words)
    written.replace(target)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_catalogue(Path(name))
