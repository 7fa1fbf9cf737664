"""Files that are made while they are sent, so that no file is ever in memory as a whole."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.http import StreamingHttpResponse

CHUNK = 64 * 1024
"""Bytes sent together at least."""


class _Outlet:
    """What a zip file is written to: it cannot be rewound, and gives away what it has got."""

    def __init__(self) -> None:
        self.held = bytearray()
        self.sent = 0

    def write(self, data: bytes) -> int:
        self.held += data
        return len(data)

    def tell(self) -> int:
        return self.sent + len(self.held)

    def flush(self) -> None:
        """Nothing is kept back."""

    def take(self) -> bytes:
        taken = bytes(self.held)
        self.sent += len(taken)
        self.held.clear()
        return taken


def zipped(files: Iterable[tuple[str, datetime, bytes]]) -> Iterator[bytes]:
    """A zip file of `files` (name, time, content), in pieces."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", compression=zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for name, moment, content in files:
            entry = zipfile.ZipInfo(name, date_time=moment.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
            if len(outlet.held) >= CHUNK:
                yield outlet.take()
    yield outlet.take()


def download(name: str, chunks: Iterator[bytes]) -> StreamingHttpResponse:
    """An answer that browsers keep as the zip file `name`, sent while `chunks` are made, in the thread of the page."""
    response = StreamingHttpResponse(chunks, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    # Packed already: the middleware that packs pages leaves it alone.
    response.headers["Content-Encoding"] = "identity"
    return response
