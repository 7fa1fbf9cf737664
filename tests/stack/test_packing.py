"""The running site compresses what it sends, and browsers fetch what never changes only once."""

import gzip
import re
from urllib.parse import urljoin
from urllib.request import Request, urlopen

import pytest

from tests.stack.site import PATIENCE, RunningSite

pytestmark = pytest.mark.stack

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
A_YEAR = 365 * 24 * 60 * 60
ADDRESS = re.compile(r"""(?:src|href)="(/static/[^"#]+)|url\(["']?([^"')#]+)|from "(\.[^"]+)\"""")
WRITTEN_TO_BE_READ = (".css", ".js")


def ask(address: str, packing: str = "") -> tuple[dict[str, str], bytes]:
    """The headers (names in lower case) and the body as it came over the wire."""
    with urlopen(Request(address, headers={"Accept-Encoding": packing}), timeout=PATIENCE) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def everything_loaded_by(page: str) -> dict[str, dict[str, str]]:
    """Headers by URL of all static files that `page` needs, including those that styles and scripts load."""
    found: dict[str, dict[str, str]] = {}
    texts = [(page, ask(page)[1].decode())]
    while texts:
        base, text = texts.pop()
        for groups in ADDRESS.findall(text):
            address = urljoin(base, "".join(groups))
            if address in found or address.startswith("data:"):
                continue
            found[address], _packed = ask(address, "br")
            if address.endswith(WRITTEN_TO_BE_READ):
                texts.append((address, ask(address)[1].decode()))
    return found


@pytest.mark.parametrize("path", ["/", "/rules/princes/"])
def test_static_files_are_hashed_packed_and_kept_for_a_year(site: RunningSite, path: str) -> None:
    files = everything_loaded_by(site.url + path)
    kinds = {address.rsplit(".", 1)[1] for address in files}
    assert kinds >= {"css", "js", "svg", "woff2"}
    for address, headers in files.items():
        assert HASHED.search(address), address
        kept = headers["cache-control"]
        assert "immutable" in kept, address
        assert int(re.findall(r"max-age=(\d+)", kept)[0]) >= A_YEAR, address
        if address.endswith(WRITTEN_TO_BE_READ) and int(headers["content-length"]) > 600:
            assert headers["content-encoding"] == "br", address


def test_pages_are_packed(site: RunningSite) -> None:
    plain, page = ask(site.url)
    packed, parcel = ask(site.url, "gzip")
    assert "content-encoding" not in plain
    assert packed["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed["vary"]
    assert len(parcel) < len(page) / 3
    assert b"<!doctype html>" in gzip.decompress(parcel)[:100]
