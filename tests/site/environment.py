"""The environment variables of the site, as its code reads them."""

import re

from django.conf import settings

READ = re.compile(r'env\.[a-z_]+\(\s*"([A-Z_]+)"')
SOURCES = [settings.BASE_DIR / "machupicchu/settings.py", *(settings.BASE_DIR / "machupicchu/run").glob("*.py")]


def settings_read() -> set[str]:
    """The names of all environment variables that the site reads."""
    return {name for source in SOURCES for name in READ.findall(source.read_text())}
