"""Answers that leave out what the page has from the one before: an action changes a tenth of what `#match` shows.

A page names the answer that it has kept (`Match-Patch: NAME`, or `new`). In the next one `<!--=4-17-->` stands for
pieces 4 to 17 of the text that it keeps, and a header names that answer. Whoever names nothing, or an answer that this
process does not know, gets the whole text; so does every page without our script.

Kept is what pieces each answer had, as numbers, not what they said. `static/js/patches.js` is the other half: both cut
texts alike.
"""

from __future__ import annotations

import re
import secrets
from array import array
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse

HEADER = "Match-Patch"

MOST = 4_000
"""Answers that one process remembers: those that were given last. Each takes two or three kilobytes."""

_STARTS = re.compile(r"(?=<(?:section|article|li|tr|form|g|details|svg|button|div)[ >])")
_TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]+')
"""Masked anew for each answer; the one before is as good."""

Pieces: TypeAlias = "array[int]"
"""A text by its pieces: a number tells each from all others, but for form tokens."""
_kept: OrderedDict[str, tuple[Hashable, Pieces]] = OrderedDict()
_lock = Lock()


def patched(request: HttpRequest, response: HttpResponse, reader: Hashable) -> HttpResponse:
    """The response without what the asking page keeps. Only what `reader` was answered counts, whatever is named."""
    asked = request.headers.get(HEADER)
    if asked is None:
        return response
    text = response.content.decode()
    numbers = numbered(text)
    with _lock:
        owner, before = _kept.get(asked, (None, None))
    if before is not None and owner == reader:
        response.content = patch(text, numbers, before)
    response[HEADER] = _keep(reader, numbers)
    return response


def pieces_of(text: str) -> list[str]:
    """The pieces of a text, which together are the text: each begins with the tag of a part that may change alone."""
    pieces = _STARTS.split(text)
    return pieces if pieces[0] else pieces[1:]


def numbered(text: str) -> Pieces:
    """The text by its pieces."""
    return array("q", map(hash, pieces_of(_TOKEN.sub("", text))))


def patch(text: str, numbers: Pieces, before: Pieces) -> str:
    """The text, which is `numbered`, with a mark for each run of pieces that were there `before`."""
    places = {number: place for place, number in enumerate(before)}
    said: list[str] = []
    first, last = 0, -1
    for piece, number in zip(pieces_of(text), numbers, strict=True):
        place = places.get(number)
        if place is not None and place == last + 1 and last >= first:
            last = place
            continue
        if last >= first:
            said.append(f"<!--={first}-{last}-->")
        if place is None:
            first, last = 0, -1
            said.append(piece)
        else:
            first = last = place
    if last >= first:
        said.append(f"<!--={first}-{last}-->")
    return "".join(said)


def _keep(reader: Hashable, numbers: Pieces) -> str:
    name = secrets.token_urlsafe(9)
    with _lock:
        _kept[name] = reader, numbers
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return name
