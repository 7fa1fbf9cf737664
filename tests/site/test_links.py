"""Links of templates."""

import re
from pathlib import Path

from django.conf import settings

NAMES_A_FILE = re.compile(r"<a\b[^>]*\sdownload[\s>=]")


def test_no_link_keeps_whatever_is_answered_as_a_file() -> None:
    """`download` would also save a page that asks for password or login; a response says itself if it is a file."""
    folders = [Path(folder) for engine in settings.TEMPLATES for folder in engine["DIRS"]]
    pages = [page for folder in folders for page in folder.rglob("*.html")]
    assert [str(page) for page in pages if NAMES_A_FILE.search(page.read_text())] == []
