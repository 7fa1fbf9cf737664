"""The subset of CSS that drawings need: rules for classes, custom properties, and colours as plain numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders

Values = Mapping[str, str]

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r'@import\s+"([^"]+)"[^;]*;')
_SELECTOR = re.compile(r"(?:\.[\w-]+)+(?: (?:\.[\w-]+)+)*")
_CALL = re.compile(r"(var|light-dark|oklch)\(([^()]*)\)")
_WITH_OPACITY = re.compile(r"rgba\[([^]]*)\]")
"""The form in which `_colour` writes translucent colours until no function call is left in the value."""
_NO_COLOUR = "none"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with class selectors: `classes` of the ancestors from the outside in, then those of the element."""

    classes: tuple[frozenset[str], ...]
    values: Values

    @property
    def weight(self) -> int:
        """Its specificity."""
        return sum(map(len, self.classes))

    def fits(self, ancestors: Sequence[Collection[str]], own: Collection[str]) -> bool:
        """Whether it applies to an element with these classes and ancestors."""
        if not self.classes[-1].issubset(own):
            return False
        places = iter(ancestors)
        return all(any(wanted.issubset(classes) for classes in places) for wanted in self.classes[:-1])


@dataclass(frozen=True, slots=True)
class Styles:
    """Rules by increasing specificity, and all custom properties."""

    rules: tuple[Rule, ...]
    root: Values

    def values_of(self, ancestors: Sequence[Collection[str]], own: Collection[str]) -> dict[str, str]:
        """The declarations that apply to an element."""
        found: dict[str, str] = {}
        for rule in self.rules if own else ():
            if rule.fits(ancestors, own):
                found |= rule.values
        return found


@lru_cache(maxsize=16)
def styles_of(sheets: tuple[str, ...], more: str = "") -> Styles:
    """The styles of static style sheets, including those that they import, in light colours; then `more`.

    Rules that depend on the window, a colour scheme or a state are left out, and so are those that are not for classes.
    """
    root: dict[str, str] = {}
    rules: list[Rule] = []
    for text in (*map(_text, sheets), more):
        for selectors, values in _blocks(text):
            for selector in selectors:
                if selector == ":root":
                    root |= values
                elif _SELECTOR.fullmatch(selector):
                    parts = tuple(frozenset(part.strip(".").split(".")) for part in selector.split(" "))
                    rules.append(Rule(parts, values))
    return Styles(tuple(sorted(rules, key=lambda rule: rule.weight)), root)


def plain(value: str, custom: Values) -> str:
    """A value without variables, in the light scheme, with colours that every program understands."""
    while (call := _CALL.search(value)) is not None:
        value = value[: call.start()] + _called(call[1], call[2].strip(), custom) + value[call.end() :]
    return _WITH_OPACITY.sub(lambda said: f"rgba({said[1].replace(' ', ',')})", value)


def _called(name: str, inside: str, custom: Values) -> str:
    if name == "var":
        variable, _comma, otherwise = inside.partition(",")
        return custom.get(variable.strip(), otherwise.strip() or _NO_COLOUR)
    if name == "light-dark":
        return inside.partition(",")[0].strip()
    return _colour(inside)


def _colour(inside: str) -> str:
    """The colour `oklch(…)`; none for a relative colour, since those are only on places that can be clicked."""
    said, _slash, alpha = inside.partition("/")
    opacity = float(alpha) if alpha.strip() else 1.0
    if said.startswith("from "):
        return _NO_COLOUR
    lightness, chroma, hue = map(float, said.split())
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    # https://bottosson.github.io/posts/oklab/
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    red, green, blue = (round(255 * _gamma(min(1.0, max(0.0, part)))) for part in linear)
    return f"#{red:02x}{green:02x}{blue:02x}" if opacity == 1 else f"rgba[{red} {green} {blue} {opacity}]"


def _gamma(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def static_text(name: str) -> str:
    """The text of a static file. Raises FileNotFoundError."""
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found).read_text(encoding="utf-8")


def _text(name: str) -> str:
    """A static style sheet, preceded by those that it imports."""
    text = _COMMENT.sub("", static_text(name))
    folder = name.rpartition("/")[0]
    return _IMPORT.sub(lambda said: _text(f"{folder}/{said[1]}"), text)


def _blocks(text: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """The unconditional rules of a sheet: selectors and declarations."""
    place = 0
    while (start := text.find("{", place)) >= 0:
        head, end, depth = text[place:start].strip(), start + 1, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if not head.startswith("@"):
            yield [" ".join(part.split()) for part in head.split(",")], _declared(text[start + 1 : end - 1])
        place = end


def _declared(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.split(";") if ":" in line)
    return {name.strip(): value.strip() for name, _colon, value in pairs}
