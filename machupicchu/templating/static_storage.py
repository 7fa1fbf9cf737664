"""The static files storage: names with hashes, inlined imports of stylesheets, and compression."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTS = (r'(?P<matched>from "(?P<url>\./[^"]+)")', 'from "%(url)s"')
"""A pattern and its replacement, for Django. Its own patterns for imports fail on modules of other packages."""

BRINGS_IN = re.compile(r'^@import "(\w+\.css)"(?: layer\((\w+)\))?;$', re.MULTILINE)
"""An import of a stylesheet in the same folder; its text replaces it, in a block of the layer if one is named."""

Paths = dict[str, tuple[Storage, str]]
"""The storage and path of each file, by its name under `static/`."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Gives every file a name with its hash, rewrites imports between scripts, and compresses with brotli and gzip.

    Imports of stylesheets are replaced by the imported text: a page loads a few files, not a dozen.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", (IMPORTS,)))

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Inline stylesheets, then name and compress the collected files."""
        if not dry_run:
            paths |= {name: (self, name) for name in self._write_whole(paths)}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _write_whole(self, paths: Paths) -> list[str]:
        """Inline the imports of stylesheets; return the names of the files that were rewritten."""
        written = []
        for name in paths:
            if name.endswith(".css") and BRINGS_IN.search(text := _text(name, paths)):
                Path(self.path(name)).write_text(_whole(text, Path(name).parent, paths), encoding="utf-8")
                written.append(name)
        return written


def _whole(text: str, folder: Path, paths: Paths) -> str:
    def inlined(found: re.Match[str]) -> str:
        imported = _whole(_text(str(folder / found[1]), paths), folder, paths)
        return f"@layer {found[2]} {{\n{imported}}}" if found[2] else imported

    return BRINGS_IN.sub(inlined, text)


def _text(name: str, paths: Paths) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return file.read().decode()
