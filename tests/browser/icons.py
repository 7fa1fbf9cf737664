"""`make icons`: redraws the icons of the installed site from its favicon, and the pictures that other sites show beside
a link to one of our pages.
"""

import re
import struct
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from games.titles import GAMES, folder
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.stack.site import ROOT

IMAGES = ROOT / "static" / "img"
AT_THE_ROOT = ROOT / "static" / "root"
"""Files that browsers, phones and feed readers request by themselves, whatever a page says."""
SQUARE = "-1 -1 9 9"
ROUND = "-2 -2 11 11"
"""With enough margin for systems that cut out a circle."""
ICONS = {
    "icon-180.png": (180, SQUARE),
    "icon-192.png": (192, SQUARE),
    "icon-512.png": (512, SQUARE),
    "icon-maskable-512.png": (512, ROUND),
}
TOUCHED = ("apple-touch-icon.png", "apple-touch-icon-precomposed.png")
OF_TABS = (16, 32, 48)
"""The sizes in favicon.ico."""

CARD = {"width": 1200, "height": 630}
QUALITY = 80


def cards() -> dict[Path, str]:
    """The pictures beside links, as HTML by their file: the plate of a game, or the hills of the site."""
    sized = f'<svg width="{CARD["width"]}" height="{CARD["height"]}" '
    drawn = {}
    for game in GAMES:
        images = folder(game) / "static" / "img"
        plate = (images / f"plate-{game}.svg").read_text()
        drawn[images / f"card-{game}.jpg"] = plate.replace("<svg ", sized, 1)
    hills = b64encode((IMAGES / "tapestry.svg").read_bytes()).decode()
    logo = re.sub(
        r'viewBox="[^"]+"', f'viewBox="{SQUARE}" width="220" height="220"', (IMAGES / "favicon.svg").read_text()
    )
    drawn[IMAGES / "card.jpg"] = (
        f'<div style="box-sizing:border-box;width:{CARD["width"]}px;height:{CARD["height"]}px;padding-top:90px;'
        "text-align:center;background:#17234b url(data:image/svg+xml;base64,"
        f'{hills}) center bottom -6px/1440px auto repeat-x">{logo}</div>'
    )
    return drawn


def drawn(browser: Browser, sign: str, size: int, box: str) -> bytes:
    """The favicon as a PNG of this size."""
    page = browser.new_page(viewport={"width": size, "height": size})
    shown = re.sub(r'viewBox="[^"]+"', f'viewBox="{box}" width="{size}" height="{size}"', sign)
    shown = shown.replace('d="M-1-1h9v9h-9z"', 'd="M-2-2h11v11h-11z"')
    page.set_content(f'<body style="margin:0;line-height:0">{shown}</body>')
    picture = page.screenshot()
    page.close()
    return picture


def packed(pictures: Sequence[bytes]) -> bytes:
    """Square PNGs of the sizes OF_TABS as one .ico file: a directory, then each unchanged."""
    begin = 6 + 16 * len(pictures)
    head = struct.pack("<HHH", 0, 1, len(pictures))
    for size, picture in zip(OF_TABS, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), begin)
        begin += len(picture)
    return head + b"".join(pictures)


def main() -> None:
    """Write the files of ICONS, those at the root, and the cards, each into its folder."""
    sign = (IMAGES / "favicon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for name, (size, box) in ICONS.items():
            (IMAGES / name).write_bytes(drawn(browser, sign, size, box))
        for name in TOUCHED:
            (AT_THE_ROOT / name).write_bytes((IMAGES / "icon-180.png").read_bytes())
        pictures = [drawn(browser, sign, size, SQUARE) for size in OF_TABS]
        (AT_THE_ROOT / "favicon.ico").write_bytes(packed(pictures))
        for file, card in cards().items():
            page = browser.new_page(viewport=ViewportSize(width=CARD["width"], height=CARD["height"]))
            page.set_content(f'<body style="margin:0;line-height:0">{card}</body>')
            page.screenshot(path=file, type="jpeg", quality=QUALITY)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
