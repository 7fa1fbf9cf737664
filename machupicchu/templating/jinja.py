"""The Jinja2 environment of the templates in each `jinja/`."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableMapping
from contextvars import ContextVar
from datetime import datetime
from functools import lru_cache
from types import CodeType
from typing import Any

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.template.defaultfilters import capfirst, striptags
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils.formats import date_format, localize
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language
from jinja2 import ChainableUndefined, Environment, Template, Undefined, pass_context
from jinja2.ext import Extension
from jinja2.runtime import Context
from jinja2.utils import missing

from accounts.templatetags.accounts import form_key
from common import enumerating
from common.sentences import gettext, in_one_language, sentences
from games import catalogue
from games.pages.boards.clock import pace_in_words
from games.pages.boards.lines import Line
from games.selectors.ratings.rating_changes import rating_changes
from games.templatetags import shell
from machupicchu.templating.translations import SPOKEN, Translations, escaped

PARTS = 8192
"""The number of drawn parts cached, half a kilobyte to two each: a board has up to twenty, and forty lines of a log."""

BOARDS = 256
"""The number of large parts cached, four of a board, which together take a hundred kilobytes."""


_looked_up: ContextVar[tuple[str, str | None] | None] = ContextVar("looked_up", default=None)


def prefix_and_language() -> tuple[str, str | None]:
    """The script prefix and the language, on which paths and parts depend besides what they are given.

    A rendering looks them up once: a board asks a hundred times, and Django takes as long each time as a small part.
    """
    return _looked_up.get() or (get_script_prefix(), get_language())


class Nothing(ChainableUndefined):
    """An undefined name: renders as empty, as in Django's templates, but cannot be used in arithmetic."""


class Direct(Context):
    """A context whose templates call functions directly.

    At each call Jinja2 would check whether the function takes the context, and none of ours does.
    """

    def call(
        self,
        function: Callable[..., Any],
        /,
        *given: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        """What the function returns."""
        return function(*given, **named)


class Compiled(Template):
    """A template that looks up the reader's language once, and escapes only where needed."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        """The template with this code, using our `escaped`, and drawn as one piece.

        Otherwise each piece of an included template would be handed through every template around it.
        """
        made = super().from_code(environment, code, globals, uptodate)
        draw = made.root_render_func
        draw.__globals__["escape"] = escaped

        def whole(context: Context) -> Iterator[str]:
            yield "".join(draw(context))

        made.root_render_func = whole
        return made

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Render in the active language, under the active script prefix."""
        token = _looked_up.set((get_script_prefix(), get_language()))
        try:
            with in_one_language():
                return super().render(*args, **kwargs)
        finally:
            _looked_up.reset(token)

    def new_context(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> Context:
        """The context of one rendering, with the translations of the active language; or that of an included template,
        which has the names of the one around it.
        """
        names = vars or {}
        if shared:
            own = {name: value for name, value in locals.items() if value is not missing} if locals else {}
        else:  # no template has globals of its own, so those of the environment are copied at one go
            names, own = {**self.environment.globals, **names}, {SPOKEN: sentences().marked}
        return self.environment.context_class(self.environment, {**names, **own}, self.name, self.blocks)


class Inlined(Extension):
    """Puts included templates into the one around them, so that a page is one function with one set of names.

    Jinja2 would find each, copy all names and call another function. That takes 0.008 ms, and a board includes 25. This
    is for templates that are loaded by name, and not while they are watched for changes.
    """

    priority = Extension.priority - 1  # before indentation goes

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with all templates that it includes by name."""
        if name is None or self.environment.auto_reload:
            return source
        return _INCLUDED.sub(lambda found: f"{{% with %}}{self._source(found[1])}{{% endwith %}}", source)

    def _source(self, name: str) -> str:
        assert self.environment.loader is not None
        source, _file, _is_current = self.environment.loader.get_source(self.environment, name)
        return self.preprocess(source, name)


_INCLUDED = re.compile(r'{% include "([^"]+)" %}')


def included(source: str) -> list[str]:
    """The names of the templates that `source` includes."""
    return _INCLUDED.findall(source)


class Unindented(Extension):
    """Removes the indentation of lines, since these fragments are sent with every action, and none has a `<pre>`."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source without indentation."""
        return _INDENTED.sub("\n", source)


_INDENTED = re.compile(r"\n[ \t]+")


def form_field(request: HttpRequest) -> dict[str, object]:
    """Context processor: the CSRF field, rendered once for all forms of a page, and only if used."""
    return {"csrf_input": SimpleLazyObject(lambda: csrf_input(request))}


def environment(**options: Any) -> Environment:
    """The environment of these templates; its functions and filters do the same as the tags in Django's templates."""
    options |= {"undefined": Nothing, "keep_trailing_newline": True, "extensions": [Translations, Inlined, Unindented]}
    made = Environment(**options)
    made.template_class, made.context_class = Compiled, Direct
    made.tests["none"] = _is_none
    made.globals |= {
        "_": _translated,
        "avatar": shell.avatar,
        "chip": shell.chip,
        "colon": enumerating.colon,
        "comma": enumerating.comma,
        "full_stop": enumerating.full_stop,
        "icon": shell.icon,
        "list_comma": enumerating.list_comma,
        "log_lines": log_lines,
        "moment": shell.moment,
        "form_key": form_key,
        "origin_of": shell.origin_of,
        "part": part,
        "person": shell.person,
        "rating_changes": rating_changes,
        "shared": shared,
        "sheet_of": shell.sheet_of,
        "static": lru_cache(static),
        "timezone_name": get_current_timezone_name,
        "url": url,
    }
    made.filters |= {
        "as_sentence": as_sentence,
        "capfirst": capfirst,
        "date": date,
        "computer_player": shell.computer_player,
        "enumerated": enumerating.enumerated,
        "game_name": catalogue.name,
        "in_brackets": in_brackets,
        "labelled": enumerating.labelled,
        "localized": localized,
        "minus": enumerating.minus,
        "pace_in_words": pace_in_words,
        "percent": shell.percent,
        "striptags": lru_cache(maxsize=1024)(striptags),
    }
    return made


def part(name: str, **facts: Hashable) -> SafeString:
    """The template `name`, drawn from these facts alone; equal facts are drawn once.

    From one action to the next, and from one player's board to another's, most parts of a board are equal. The
    template may depend on nothing but the facts and the language: not on the time, the zone or the request.
    """
    return _part(prefix_and_language(), name, **facts)


def log_lines(lines: Iterable[Line], replay_url: str, kept_query: str, step: int) -> SafeString:
    """The lines of a log, each drawn once like a `part`; that of `step` is marked as the step that is shown."""
    where, name = prefix_and_language(), "games/match/log_line.html"
    facts = {"replay_url": replay_url, "kept_query": kept_query}
    return mark_safe("".join([_part(where, name, line=line, **facts, is_now=line.step == step) for line in lines]))


def shared(name: str, **facts: Hashable) -> SafeString:
    """Like `part`, for a large part that only those have in common who are shown the same action: few are kept."""
    return _board(prefix_and_language(), name, **facts)


def _drawn(_where: tuple[str, str | None], name: str, **facts: Hashable) -> SafeString:
    return mark_safe(render_to_string(name, facts, using="jinja2"))


_part = lru_cache(maxsize=PARTS)(_drawn)
_board = lru_cache(maxsize=BOARDS)(_drawn)


def url(name: str, *args: object) -> str:
    """The path of the view `name`."""
    return _path(prefix_and_language()[0], name, args)


@lru_cache(maxsize=4096)
def _path(prefix: str, name: str, args: tuple[object, ...]) -> str:
    """The path of a view, cached by script prefix: a match page has fifty, and each costs as much as a log line."""
    return reverse(name, args=args)


def date(moment: datetime, form: str) -> str:
    """A moment in the reader's time zone, in a format of `machupicchu/formats/`."""
    return date_format(localtime(moment), form)


@pass_context
def localized(context: Context, value: object) -> str:
    """A number in the reader's format. It takes the context so that Jinja2 does not fold constants at compile time."""
    return str(localize(value))


def as_sentence(words: object) -> str:
    """Text with a full stop at the end. Safe text stays safe, since only text of the catalogue is added."""
    said = enumerating.as_sentence(words)
    return mark_safe(said) if isinstance(words, SafeData) else said


def in_brackets(remark: object) -> str:
    """A remark in brackets; safe text stays safe."""
    said = enumerating.in_brackets(remark)
    return mark_safe(said) if isinstance(remark, SafeData) else said


def _translated(words: str) -> SafeString:
    """The translation of a template's own text, as safe text."""
    return mark_safe(gettext(words))


def _is_none(value: object) -> bool:
    return value is None or isinstance(value, Undefined)
