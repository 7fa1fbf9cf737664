"""Every paragraph of the rules pages that states a rule has tests named after it."""

from __future__ import annotations

import ast
import re

import pytest
from django.test import Client

from games.engine.contract import AnyGame
from tests.titles import TITLES, laws_of


def named(key: str) -> set[str]:
    """The paragraphs in the names of a game's tests: "3.2" for `test_rap_3_2_two_hunters_cost_one_wood`."""
    names = re.compile(rf"test_{laws_of(key).PREFIX.lower()}_(\d+(?:_\d+)?)_")
    functions = [
        node.name
        for file in (TITLES / key).glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    return {found[1].replace("_", ".") for name in functions if (found := names.match(name))}


def printed(client: Client, key: str) -> set[str]:
    """The paragraphs of a game's rules page."""
    page = client.get(f"/rules/{key}/").content.decode()
    return set(re.findall(rf'id="{laws_of(key).PREFIX}-(\d+(?:\.\d+)?)"', page))


def is_tested(paragraph: str, tests: set[str]) -> bool:
    """Whether a test is named after the paragraph or one of its parts; the page need not number all parts."""
    return any(test == paragraph or test.startswith(f"{paragraph}.") for test in tests)


@pytest.mark.django_db
def test_every_paragraph_that_states_a_rule_has_a_test(game: AnyGame, client: Client) -> None:
    paragraphs, tests = printed(client, game.KEY), named(game.KEY)
    assert {paragraph for paragraph in paragraphs if not is_tested(paragraph, tests)} == set(laws_of(game.KEY).NO_RULES)


@pytest.mark.django_db
def test_every_test_is_named_after_a_paragraph_or_a_chapter_of_the_page(game: AnyGame, client: Client) -> None:
    paragraphs = printed(client, game.KEY)
    assert {test for test in named(game.KEY) if not {test, test.partition(".")[0]} & paragraphs} == set()
