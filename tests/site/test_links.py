"""Links of templates."""

import re
from pathlib import Path

NAMES_A_FILE = re.compile(r"<a\b[^>]*\sdownload[\s>=]")


def test_no_link_keeps_whatever_is_answered_as_a_file() -> None:
    """`download` keeps a page that asks for the password or the login too; what is a file says so in its own answer."""
    pages = Path(__file__).resolve().parents[2] / "templates"
    assert [str(page) for page in pages.rglob("*.html") if NAMES_A_FILE.search(page.read_text())] == []
