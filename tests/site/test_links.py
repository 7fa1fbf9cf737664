"""Links of templates."""

import re

from tests.folders import template_folders

NAMES_A_FILE = re.compile(r'<a\b(?![^>]*\shref="data:)[^>]*\sdownload[\s>=]')
"""A link that holds the file itself asks for no page."""


def test_no_link_keeps_whatever_is_answered_as_a_file() -> None:
    """`download` would also save a page that asks for password or login; a response says itself if it is a file."""
    pages = [page for folder in template_folders() for page in folder.rglob("*.html")]
    assert [str(page) for page in pages if NAMES_A_FILE.search(page.read_text())] == []
