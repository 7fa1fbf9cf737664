"""Builds the wheel of the engine (PEP 517) from the folders of this repository, with only the standard library.

No code is duplicated. In the wheel the package `games` is renamed to `machupicchu_engine`, as `games` could clash with
other packages where the wheel is installed.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GAMES = ROOT / "games"
NAME = "machupicchu_engine"
FOLDERS = ("engine", "ai", "console")
OF_A_GAME = ("rules", "bot")
SUFFIXES = (".py", ".toml")
_OWN_NAME = re.compile(rf"\bgames(?=\.(?:{'|'.join((*FOLDERS, 'titles'))})\b)|(?<=-m )games\b")


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """No requirements."""
    return []


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Write the wheel, and return the name of its file. The same sources give the same bytes."""
    project = _project(HERE) | {"version": _project(ROOT)["version"]}
    info = f"{NAME}-{project['version']}.dist-info"
    files = {f"{NAME}/{name}": text for name, text in collected()}
    files[f"{info}/METADATA"] = _metadata(project)
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: collect\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_text(encoding="utf-8")
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    for name, text in files.items():
        digest = urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=").decode()
        rows.writerow((name, f"sha256={digest}", len(text.encode())))
    rows.writerow((f"{info}/RECORD", "", ""))
    files[f"{info}/RECORD"] = record.getvalue()
    wheel = f"{NAME}-{project['version']}-py3-none-any.whl"
    with ZipFile(Path(wheel_directory) / wheel, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = ZipInfo(name)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, text)
    return wheel


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Always raises RuntimeError: there is no sdist, as the sources are the whole repository."""
    raise RuntimeError("build a wheel, in a clone of the repository: pip wheel packages/engine")


def collected() -> Iterator[tuple[str, str]]:
    """Each file of the package: its path inside the package, and its text."""
    yield "py.typed", ""
    for path in sorted(GAMES.rglob("*")):
        place = path.relative_to(GAMES)
        if path.suffix in SUFFIXES and path.is_file() and _belongs(place.parts):
            text = path.read_text(encoding="utf-8")
            yield place.as_posix(), _OWN_NAME.sub(NAME, text) if path.suffix == ".py" else text


def _belongs(parts: tuple[str, ...]) -> bool:
    if parts[0] == "titles":
        modules = ("__init__.py", "manifest.py") if len(parts) == 2 else ("__init__.py", *OF_A_GAME)
        return parts[-1 if len(parts) == 2 else 2] in modules
    return parts[0] in (*FOLDERS, "__init__.py", "__main__.py")


def _project(folder: Path) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _metadata(project: dict[str, Any]) -> str:
    readme = (HERE / project["readme"]).read_text(encoding="utf-8")
    return (
        f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
        f"Summary: {project['description']}\nLicense-Expression: {project['license']}\nLicense-File: LICENSE\n"
        f"Requires-Python: {project['requires-python']}\nDescription-Content-Type: text/markdown\n\n{readme}"
    )
