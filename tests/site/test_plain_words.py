"""The site speaks plain English: phrases that were weeded out never come back into the catalogues."""

import re

import pytest
from babel.messages.pofile import read_po

from machupicchu.settings import LOCALE_PATHS

BANNED = (
    r"all will read",
    r"nothing waits for you",
    r"nothing to do\b",
    r"here stands",
    r"moves on by itself",
    r"will bring you",
    r"^alone the most",
    r"what brought most",
    r"points? ahead of \{",
    r"computer advises",
    r"you look back",
    r"your decision waits",
    r"for all later ones",
    r"one tap, or one press",
    r"quiet sounds",
    r"all chance was drawn",
    r"lie face down, the others",
    r"step onto another priest is not made",
    r"what is still hidden decides",
    r"would find there now",
    r"you are asked as ever",
    r"perhaps not possible then",
    r"more cannot be planned",
    r"nobody’s time runs",
    r"reach behind",
    r"takes your last action back",
    r"the game is set up\. nobody",
    r"course of the score",
    r"look into your mail",
    r"unwanted mail",
    r"do not belong together",
    r"did not work yet",
    r"^do it$",
    r"^not this$",
    r"up to three hunters",
    r"in the hands",
    r"as my browser asks",
    r"what calls (you|me)",
    r"would end the|would rather play",
    r"this ends your turn",
    r"when we ask this",
    r"^on turn$",
    r"is asked now",
    r"nobody you can pay for",
    r"^emptied today",
    r"points that you keep now",
    r"multiplied for gold",
    r"you win, as",
    r"who joins stays",
    r"may come with any rating",
    r"you neither",
    r"of somebody muted",
    r"^be friends",
    r"not any more",
    r"to the first page",
    r"^go on$",
    r"is it you\?",
    r"ask once more",
    r"somebody, we hope",
    r"get this since",
    r"where was it decided",
    r"reckoned",
    r"those who run this site",
)


def source_texts() -> set[str]:
    """Every English text of the site, in all its numbers."""
    with (LOCALE_PATHS[0] / "de" / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale="de")
    texts: set[str] = set()
    for message in catalogue:
        texts.update([message.id] if isinstance(message.id, str) else message.id)
    return texts


@pytest.fixture(scope="module")
def texts() -> set[str]:
    return source_texts()


@pytest.mark.parametrize("phrase", BANNED)
def test_no_text_says(texts: set[str], phrase: str) -> None:
    found = [text for text in texts if re.search(phrase, text, re.IGNORECASE)]
    assert not found


def test_the_texts_are_read(texts: set[str]) -> None:
    assert len(texts) > 2000
    assert "You’re all caught up" in texts
