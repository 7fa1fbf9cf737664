"""Responses that omit what the page has from the previous one: an action changes about a tenth of `#match`.

A page names the response that it has kept (`Match-Pieces: NAME`, or `new`). In the next response `<!--=4-17-->` stands
for pieces 4 to 17 of the kept text, and a header names that response. A request that names none, or one that this
process does not know, gets the whole text; so does every page without our script.

The server keeps the pieces of each response as hashes, not their text. `static/js/patches.js` does the same in the
page: both must cut texts in the same way. To cut them in another way, rename the header, and the parameter by which
sockets ask for boards (`PIECES` in `games/pages/match/live_boards.py`): a page of another release then gets whole
texts.
"""

from __future__ import annotations

import re
import secrets
from array import array
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from itertools import pairwise
from threading import Lock
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse

HEADER = "Match-Pieces"
"""The header with the number of the response that the page shows, in requests and responses."""

MOST = 4_000
"""How many of the latest responses one process remembers; each takes two or three kilobytes."""

_START = re.compile("<(?:section|article|li|tr|form|g|details|button|div)[ >]")
"""Not at every `<svg`: most are icons, which rarely change alone, and would be half of all pieces."""
_TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]+')
"""Masked differently in each response; the previous one is just as valid."""

Pieces: TypeAlias = "array[int]"
"""A text as the hashes of its pieces, which ignore form tokens."""
_kept: OrderedDict[str, tuple[Hashable, Pieces]] = OrderedDict()
_lock = Lock()


def patched(request: HttpRequest, response: HttpResponse, reader: Hashable) -> HttpResponse:
    """The response without the parts that the requesting page has kept. A kept response counts only if it was given to
    the same `reader`.
    """
    asked = request.headers.get(HEADER)
    if asked is None:
        return response
    pieces = pieces_of(response.content.decode())
    numbers = numbered(pieces)
    with _lock:
        owner, before = _kept.get(asked, (None, None))
    if before is not None and owner == reader:
        response.content = patch(pieces, numbers, before)
    response[HEADER] = _keep(reader, numbers)
    return response


def pieces_of(text: str) -> list[str]:
    """Cut a text into pieces that join to the same text; each starts with the tag of a part that may change alone."""
    starts = [found.start() for found in _START.finditer(text)]
    if not starts or starts[0]:
        starts.insert(0, 0)
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def numbered(pieces: Sequence[str]) -> Pieces:
    """The hashes of the pieces."""
    return array("q", (hash(_TOKEN.sub("", piece) if "csrfmiddlewaretoken" in piece else piece) for piece in pieces))


def patch(pieces: Sequence[str], numbers: Pieces, before: Pieces) -> str:
    """The text of `pieces`, whose hashes are `numbers`, with a marker for each run of pieces that was in `before`."""
    places = {number: place for place, number in enumerate(before)}
    said: list[str] = []
    first, last = 0, -1
    for piece, number in zip(pieces, numbers, strict=True):
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
