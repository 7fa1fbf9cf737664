"""Lists of things within a text, with the punctuation of every language."""

import pytest
from django.template import Context, Template
from django.utils.html import format_html
from django.utils.translation import override

from common.enumerating import as_sentence, clauses, comma, enumerated, in_brackets, labelled, listed


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


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "a: 1, b. (c)"), ("de", "a: 1, b. (c)"), ("hu", "a: 1, b. (c)"), ("zh-hans", "a：1，b。 （c）")],
)
def test_punctuation_is_that_of_the_language(language: str, said: str) -> None:
    by_tags = Template("{% load shell %}{{ a }}{% colon %}{{ n }}{% comma %}{{ b }}{% full_stop %} {{ c|in_brackets }}")
    by_filters = Template("{% load shell %}{{ a|labelled:n }}{% comma %}{{ b|as_sentence }} {{ c|in_brackets }}")
    context = Context({"a": "a", "n": 1, "b": "b", "c": "c"})
    with override(language):
        assert f"{labelled('a', 1)}{comma()}{as_sentence('b')} {in_brackets('c')}" == said
        assert by_tags.render(context) == by_filters.render(context) == said


def test_what_is_no_html_stays_none_among_marks() -> None:
    template = Template(
        "{% load shell %}{{ b|as_sentence }} {{ a|labelled:b }} {{ a|as_sentence }} {{ a|in_brackets }}"
    )
    text = template.render(Context({"a": "<a>", "b": format_html("<b>{}</b>", "x")}))
    assert text.startswith("<b>x</b>. ")
    assert "<a>" not in text
    assert text.endswith(": &lt;b&gt;x&lt;/b&gt; &lt;a&gt;. (&lt;a&gt;)")
