"""`make icons`: draws the icons of the installed site anew from the sign that stands in the tabs of browsers."""

import re

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.stack.site import ROOT

IMAGES = ROOT / "static" / "img"
SQUARE = "-1 -1 9 9"
ROUND = "-2 -2 11 11"
"""With so much room that systems may cut a circle out of it."""
ICONS = {
    "icon-180.png": (180, SQUARE),
    "icon-192.png": (192, SQUARE),
    "icon-512.png": (512, SQUARE),
    "icon-maskable-512.png": (512, ROUND),
}


def main() -> None:
    """Write the files of ICONS into `static/img`."""
    sign = (IMAGES / "favicon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for name, (size, box) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            drawn = re.sub(r'viewBox="[^"]+"', f'viewBox="{box}" width="{size}" height="{size}"', sign)
            drawn = drawn.replace('d="M-1-1h9v9h-9z"', 'd="M-2-2h11v11h-11z"')
            page.set_content(f'<body style="margin:0;line-height:0">{drawn}</body>')
            page.screenshot(path=IMAGES / name)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
