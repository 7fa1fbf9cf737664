"""Normalised markup, so tests do not depend on how a template breaks it into lines."""

import re
from typing import Any


def squeezed(html: str) -> str:
    """The markup with each run of white space as one blank, and none next to `<` or `>`."""
    return re.sub(r"\s*([<>])\s*", r"\1", re.sub(r"\s+", " ", html))


def words(answer: Any) -> str:
    """The text of a page in one line."""
    text = re.sub(r"<(style|script|svg).*?</\1>", " ", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))
