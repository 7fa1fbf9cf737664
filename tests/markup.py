"""Markup as tests read it, however a template breaks it into lines."""

import re


def squeezed(html: str) -> str:
    """The markup with one blank for every run of white space, and none beside a tag or between a tag and its text."""
    return re.sub(r"\s*([<>])\s*", r"\1", re.sub(r"\s+", " ", html))
