"""The rules pages use readers' words in every language: none of the engine, the notation or the data files."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.adapters.vocabulary import VOCABULARY
from games.engine import GAMES
from games.titles import numbers
from games.titles.princes.rules.cards import CARDS
from tests.site.pseudo import Words

LANGUAGES = [code for code, _name in settings.LANGUAGES]
CODE = re.compile(r"\w+_\w+|[{}\[\]|]|None|True|False|['\"],|\.\.[A-Z]|[A-Z.]{4,}\d?\.|%\(|\(\(")
"""What only programs write: names with underscores, brackets, rows of a table of fields."""
CODES = {"princes": set(CARDS)}
"""Short names in deals. Those of districts are also on the board, where they are explained."""

NATIVE = {"hu": {"puma"}}
"""Engine words that are also words of a language."""


def strings(value: Any) -> Iterator[str]:
    """All strings in a value of a data file."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, str):
        yield value


def engine_words(game: str) -> set[str]:
    """The English words that the engine uses in actions and facts."""
    facts = [fact["value"] for table in numbers(game).values() for fact in table.values()]
    said = " ".join([*strings(facts), *VOCABULARY[game]])
    return {word for word in re.findall(r"[a-z]+", said) if len(word) > 2}


def rules_page(client: Client, game: str, language: str) -> str:
    """The HTML of a rules page in a language."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get(f"/rules/{game}/").content.decode()
    assert f'<html lang="{language.lower()}"' in page.replace("zh-Hans", "zh-hans")
    return page


def said(client: Client, game: str, language: str) -> str:
    """The text that readers of a language see on a rules page, and hear about its pictures."""
    page = rules_page(client, game, language)
    words = Words()
    words.SILENT = {"script", "style"}
    words.feed(page[page.index('<div class="wrap rules">') :])
    return "\n".join(words.said)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_rules_page_shows_an_engine_word(client: Client, game: str, language: str) -> None:
    text = said(client, game, language)
    found = set(CODE.findall(text))
    found |= CODES.get(game, set()) & set(re.findall(r"(?<![-\w])[A-Za-z]{2}\b", text))
    if language != "en":
        found |= (engine_words(game) - NATIVE.get(language, set())) & set(re.findall(r"\b[a-z]+\b", text))
    assert found == set()


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "word"), [("de", "Treppen"), ("hu", "Létrák"), ("zh-hans", "梯子")])
def test_ladders_at_towers_are_not_named_like_ladders_of_players(client: Client, language: str, word: str) -> None:
    heading = re.search(r'id="MAY-4\.3".*?</h3>', rules_page(client, "maya", language), re.DOTALL)
    assert heading is not None
    assert heading[0].removesuffix("</h3>").endswith(word)
