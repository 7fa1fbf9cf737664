"""Normalised markup, so tests do not depend on how a template breaks it into lines."""

import re


def squeezed(html: str) -> str:
    """The markup with each run of white space as one blank, and none next to `<` or `>`."""
    return re.sub(r"\s*([<>])\s*", r"\1", re.sub(r"\s+", " ", html))
