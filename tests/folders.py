"""The folders of the site, for tests that look through all of its code."""

from django.conf import settings

BESIDE = ("examples", "tests")
"""Packages that the site does not need."""

OURS = tuple(sorted({file.parent.name for file in settings.BASE_DIR.glob("*/__init__.py")} - set(BESIDE)))
