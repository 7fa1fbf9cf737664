"""Turns a page's drawing into a stand-alone one: no references to other files, and no style sheets."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from xml.etree.ElementTree import Element, fromstring

from django.templatetags.static import static

from games.pages.pictures.styles import Styles, plain, static_text

SVG = "http://www.w3.org/2000/svg"
"""The XML namespace of SVG."""

LETTERS = frozenset(map(chr, range(0x180))) | frozenset("‐–—‘’‚“”„•…‹›€−")
"""The letters in the font of pictures. Texts with other letters are left out."""

_STYLED = (
    *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap"),
    *("stroke-linejoin", "stroke-dasharray", "opacity", "font-size", "text-anchor", "paint-order", "clip-rule"),
)
"""Properties that can be set both by attributes and by style sheets."""

_GEOMETRY = (
    *("d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "transform"),
    *("viewBox", "preserveAspectRatio", "overflow", "clip-path", "marker-end", "vector-effect", "markerWidth"),
    *("markerHeight", "markerUnits", "orient", "refX", "refY", "patternUnits", "clipPathUnits"),
)
_LEFT_OUT = ("title", "desc", "defs", "symbol", "marker", "pattern", "clipPath")
"""Elements that are not drawn where they appear."""

_URL = re.compile(r"url\(#([^)]+)\)")
_FONT = re.compile(r"([\d.]+)px")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A parsed SVG, with the elements that can be referenced."""

    root: Element
    named: Mapping[str, Element]

    @classmethod
    def of(cls, text: str) -> Drawing:
        """The drawing in an SVG text."""
        root = fromstring(text.replace(f' xmlns="{SVG}"', ""))
        return cls(root, {name: element for element in root.iter() if (name := element.get("id"))})


@lru_cache(maxsize=8)
def sheet(name: str) -> Drawing:
    """A static file of drawings."""
    return Drawing.of(static_text(name))


@dataclass(frozen=True, slots=True)
class Around:
    """The context that an element inherits from its ancestors."""

    drawing: Drawing
    custom: Mapping[str, str]
    classes: tuple[Collection[str], ...] = ()
    colour: str = "#000"


@dataclass(slots=True)
class Flattener:
    """Rewrites a drawing with every reference replaced by what it refers to."""

    styles: Styles
    sheets: Mapping[str, Drawing]
    """Files of drawings, by their addresses on pages."""
    referred: dict[str, tuple[Element, Around]] = field(default_factory=dict)

    def write(self, drawing: Drawing, shown: Element, classes: Sequence[str], *, width: int, font: str) -> str:
        """The element `shown` of a drawing, with these classes around it, as a document `width` pixels wide."""
        around = Around(drawing, self.styles.root, (frozenset(classes),))
        body = "".join(part for child in shown for part in self._written(child, around))
        kept = "".join(self._kept(around))
        box = shown.get("viewBox", "")
        across, down = map(float, box.split()[2:])
        size = f'width="{width}" height="{round(width * down / across)}" viewBox="{box}"'
        return f'<svg xmlns="{SVG}" {size} font-family="{font}"><defs>{kept}</defs>{body}</svg>'

    def _kept(self, around: Around) -> Iterator[str]:
        """Elements that are referenced by name: clip paths, markers, patterns."""
        done: set[str] = set()
        while todo := self.referred.keys() - done:
            for name in sorted(todo):
                element, there = self.referred[name]
                done.add(name)
                yield from self._element(element, there, f' id="{name}"')

    def _written(self, element: Element, around: Around) -> Iterator[str]:
        if element.tag == "use":
            yield from self._used(element, around)
        elif element.tag not in _LEFT_OUT:
            yield from self._element(element, around)

    def _element(self, element: Element, around: Around, name: str = "") -> Iterator[str]:
        """The element with its content; nothing if it is not shown."""
        inside, attributes = self._styled(element, around)
        if attributes is None or not set(element.text or "") <= LETTERS:
            return
        yield f"<{element.tag}{name}{attributes}>{escape(element.text or '')}"
        for child in element:
            yield from self._written(child, inside)
            yield escape((child.tail or "").strip())
        yield f"</{element.tag}>"

    def _used(self, element: Element, around: Around) -> Iterator[str]:
        """The target of a `<use>`, in its place."""
        inside, attributes = self._styled(element, around, but=("x", "y", "width", "height", "transform"))
        if attributes is None:
            return
        file, _hash, name = element.get("href", "").partition("#")
        drawing = self.sheets[file] if file else around.drawing
        target = drawing.named[name]
        there = Around(drawing, inside.custom, inside.classes, inside.colour)
        at = f"{element.get('transform', '')} translate({element.get('x', 0)} {element.get('y', 0)})".strip()
        yield f'<g transform="{at}"{attributes}>'
        if target.tag == "symbol":
            yield from self._symbol(target, there, element)
        else:
            yield from self._element(target, there)
        yield "</g>"

    def _symbol(self, symbol: Element, around: Around, use: Element) -> Iterator[str]:
        """A symbol at the size at which it is used."""
        inside, attributes = self._styled(symbol, around)
        if attributes is None:
            return
        size = "".join(f' {name}="{use.get(name)}"' for name in ("width", "height") if use.get(name))
        tag = "svg" if symbol.get("viewBox") else "g"
        yield f"<{tag}{size if tag == 'svg' else ''}{attributes}>"
        for child in symbol:
            yield from self._written(child, inside)
        yield f"</{tag}>"

    def _styled(self, element: Element, around: Around, but: Sequence[str] = ()) -> tuple[Around, str | None]:
        """The context for the element's children, and its attributes as text; None if it is not shown."""
        own = frozenset(element.get("class", "").split())
        ruled = self.styles.values_of(around.classes, own)
        inside = _inherited(element, around, own, ruled)
        if ruled.get("display") == "none":
            return inside, None
        found = {name: value for name in _GEOMETRY if name not in but and (value := element.get(name)) is not None}
        found |= _look(element, ruled, inside)
        for value in found.values():
            for name in _URL.findall(value):
                self.referred.setdefault(name, (around.drawing.named[name], around))
        return inside, "".join(f' {name}="{escape(value)}"' for name, value in found.items())


def _inherited(element: Element, around: Around, own: Collection[str], ruled: Mapping[str, str]) -> Around:
    """What the element hands down to its children: its classes, custom properties and colour."""
    custom = around.custom
    new = {name: value for name, value in ruled.items() if name.startswith("--")}
    if new:
        custom = {**custom, **new}
        custom |= {name: plain(value, custom) for name, value in new.items()}
    colour = plain(ruled.get("color", element.get("color", around.colour)), custom)
    return Around(around.drawing, custom, (*around.classes, own) if own else around.classes, colour)


def _look(element: Element, ruled: Mapping[str, str], inside: Around) -> dict[str, str]:
    """The attributes for how the element looks: style sheets override its own."""
    values = {name: value for name in _STYLED if (value := element.get(name)) is not None}
    values |= {name: value for name, value in ruled.items() if name in _STYLED}
    if "font" in ruled and (size := _FONT.search(plain(ruled["font"], inside.custom))):
        values["font-size"] = size[1]
    return {name: plain(value, inside.custom).replace("currentColor", inside.colour) for name, value in values.items()}


def sheets_of(names: Sequence[str]) -> dict[str, Drawing]:
    """Static files of drawings by their addresses on pages."""
    return {static(name): sheet(name) for name in names}
