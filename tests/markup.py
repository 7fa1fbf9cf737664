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


def folded(page: str, button: str) -> str:
    """What is folded together with the button of this id, so that one tap does not press it.

    Raises AssertionError if the button stands in the open.
    """
    folds = re.findall(r"<details(?! open)[^>]*>(.*?)</details>", page, re.DOTALL)
    found = [fold for fold in folds if f'id="{button}"' in fold]
    assert found, f"{button} is not folded away"
    return str(found[0])


def comparable_text(text: str) -> str:
    """The markup of a response without what is random in each response or depends on the time."""
    text = re.sub(r'name="(csrfmiddlewaretoken|once)" value="[\w-]+"', "", text)
    return re.sub(r"<time [^>]*>.*?</time>", "", text, flags=re.DOTALL)
