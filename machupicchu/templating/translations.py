"""Text in Jinja2 templates: escaping, and sentences in the tags of Django's templates, so `makemessages` finds them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import trim_whitespace
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup, escape

from common.sentences import ngettext, npgettext

END = "endblocktranslate"
"""The tag that closes a `blocktranslate`."""

SPOKEN = "_spoken"
"""The context variable with the translations for the language in which a template is rendered."""


class _Options:
    """What the words of an opening `blocktranslate` ask for."""

    def __init__(self, parser: Parser) -> None:
        """Read them, up to the end of the tag."""
        self.values: dict[str, nodes.Expr] = {}
        """The values given by name."""
        self.number: nodes.Expr = nodes.Const(None)
        """The value after `count`, which decides between one and many."""
        self.context: nodes.Expr = nodes.Const(None)
        self.target: nodes.Expr | None = None
        """The name after `asvar`, which the sentence is assigned to."""
        self.trimmed = bool(parser.stream.skip_if("name:trimmed"))
        counts = False
        while not parser.stream.current.test("block_end"):
            word = parser.stream.expect("name").value
            if parser.stream.skip_if("assign"):
                self.values[word] = parser.parse_expression()
                if counts:
                    self.number, counts = self.values[word], False
            elif word == "count":
                counts = True
            elif word == "context":
                self.context = parser.parse_primary()
            elif word == "asvar":
                self.target = parser.parse_assign_target(name_only=True)
            elif word != "with":
                parser.fail(f"unknown word in blocktranslate: {word}")


class Translations(Extension):
    """The tags of Django's `i18n` that are used here.

    `{% translate "Log" %}`, with `context "the match"` and `as name`; and `{% blocktranslate with name=player.name
    count points=row.points context "…" asvar name %}{{ name }} has {{ points }} point{% plural %}…{% endblocktranslate
    %}`. With a leading `trimmed` a sentence may span several lines: line breaks become spaces. Inserted values are
    escaped, the sentence itself is not.
    """

    tags = {"translate", "blocktranslate"}

    def parse(self, parser: Parser) -> nodes.Node:
        """The node of the tag that starts here."""
        tag = next(parser.stream)
        made = self._translate(parser) if tag.value == "translate" else self._block(parser)
        return made.set_lineno(tag.lineno)

    def _translate(self, parser: Parser) -> nodes.Node:
        words: nodes.Expr = parser.parse_primary()
        context: nodes.Expr = nodes.Const(None)
        if not isinstance(words, nodes.Const) or "%" in words.value:
            parser.fail("translate takes words without a percent sign")
        if parser.stream.skip_if("name:context"):
            context = parser.parse_primary()
        target = parser.parse_assign_target(name_only=True) if parser.stream.skip_if("name:as") else None
        return _said(_sentence_for(words, context), target)

    def _block(self, parser: Parser) -> nodes.Node:
        stream, options = parser.stream, _Options(parser)
        one, names = self._sentence(parser, options.trimmed)
        many: nodes.Expr | None = None
        if stream.current.test("name:plural"):
            next(stream)
            more, others = self._sentence(parser, options.trimmed)
            many, names = nodes.Const(more), names | others
        if not stream.current.test(f"name:{END}"):
            parser.fail(f"expected {END}")
        next(stream)
        pairs = [nodes.Pair(nodes.Const(n), options.values.get(n) or nodes.Name(n, "load")) for n in sorted(names)]
        if many is None:
            said: nodes.Expr = _sentence_for(nodes.Const(one), options.context)
        else:
            said = self.call_method("_counted", [nodes.Const(one), many, options.number, options.context])
        return _said(self.call_method("_filled", [said, nodes.Dict(pairs)]), options.target)

    def _sentence(self, parser: Parser, trimmed: bool) -> tuple[str, set[str]]:
        """The text up to the next tag in the form of the catalogues, and the names of its placeholders."""
        stream = parser.stream
        stream.expect("block_end")
        text, names = "", set()
        while not stream.current.test("block_begin"):
            if stream.current.test("data"):
                text += next(stream).value.replace("%", "%%")
            else:
                stream.expect("variable_begin")
                name = stream.expect("name").value
                stream.expect("variable_end")
                names.add(name)
                text += f"%({name})s"
        next(stream)
        return trim_whitespace(text) if trimmed else text, names

    @staticmethod
    def _counted(one: str, many: str, number: int, context: str | None) -> str:
        return ngettext(one, many, number) if context is None else npgettext(context, one, many, number)

    @staticmethod
    def _filled(said: str, values: Mapping[str, object]) -> SafeString:
        return SafeString(said % {name: escaped(value) for name, value in values.items()})


def _sentence_for(words: nodes.Expr, context: nodes.Expr) -> nodes.Expr:
    """The node for the translation of `words`."""
    return nodes.Getitem(nodes.Name(SPOKEN, "load"), nodes.Tuple([words, context], "load"), "load")


def _said(said: nodes.Expr, target: nodes.Expr | None) -> nodes.Node:
    """The node that outputs `said`, or assigns it to `target`."""
    return nodes.Output([said]) if target is None else nodes.Assign(target, said)


def escaped(value: Any) -> Any:
    """A value as text, escaped like with `markupsafe.escape`, but without new objects for values that need none.

    Four of five are safe strings, numbers or plain words. `markupsafe.escape` creates an object for each, which took a
    third of the time of a page.
    """
    kind = type(value)
    if kind is SafeString or kind is Markup or (kind is str and not _MARKED(value)):
        return value
    if kind is int:
        return str(value)
    return escaped(str(value)) if isinstance(value, Promise) else escape(value)


_MARKED = re.compile("[&<>\"']").search
