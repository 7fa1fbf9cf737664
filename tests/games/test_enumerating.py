"""Several things in one text, in every language."""

import pytest
from django.utils.translation import override

from games.pages.enumerating import clauses, enumerated, listed


@pytest.mark.parametrize(
    ("language", "three", "two", "parts"),
    [
        ("en", "2, 3 and 5", "8 and 9", "a; b"),
        ("de", "2, 3 und 5", "8 und 9", "a; b"),
        ("hu", "2, 3 és 5", "8 és 9", "a; b"),
        ("zh-hans", "2、3和5", "8和9", "a；b"),
    ],
)
def test_things_are_put_together_as_the_language_does(language: str, three: str, two: str, parts: str) -> None:
    with override(language):
        assert listed([2, 3, 5]) == three
        assert listed(iter([8, 9])) == two
        assert listed(["one"]) == "one"
        assert listed([]) == ""
        assert clauses("ab") == parts
        assert enumerated([]) == ""
