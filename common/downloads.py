"""Files generated while they are sent: a whole file is never in memory."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.http import StreamingHttpResponse

CHUNK = 64 * 1024
"""The minimum number of bytes per chunk, except for the last."""


class _Outlet:
    """A write target for a zip file that cannot seek; `take` returns the bytes written since the last call."""

    def __init__(self) -> None:
        self.held = bytearray()
        self.sent = 0

    def write(self, data: bytes) -> int:
        self.held += data
        return len(data)

    def tell(self) -> int:
        return self.sent + len(self.held)

    def flush(self) -> None:
        """Do nothing: there is no buffer below."""

    def take(self) -> bytes:
        taken = bytes(self.held)
        self.sent += len(taken)
        self.held.clear()
        return taken


def zipped(files: Iterable[tuple[str, datetime, bytes]]) -> Iterator[bytes]:
    """Yield a zip file of `files` (name, modification time, content) in chunks."""
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
    """A response that browsers save as `name`. Each of the `chunks` is generated when it is sent, in any thread."""
    response = StreamingHttpResponse(chunks, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    # Already compressed: this makes the gzip middleware leave it alone.
    response.headers["Content-Encoding"] = "identity"
    return response
