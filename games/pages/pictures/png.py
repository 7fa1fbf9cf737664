"""The board of a match as a PNG, as a spectator sees it."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

from django.template.loader import render_to_string

from common.sentences import in_one_language
from games.models import Match, Seat
from games.pages.boards.presenter import Presenter
from games.pages.pictures.flat import Drawing, Flattener, sheets_of
from games.pages.pictures.styles import styles_of
from games.pages.titles import PRESENTERS
from games.selectors.position.positions import position_of
from games.selectors.position.timelines import Timeline

FONT = Path(__file__).with_name("archivo.ttf")
FAMILY = "Archivo"
"""The only font of pictures: the machine may have no other."""

WIDTHS = (800, 560)
"""Pixels, the sharper one first: email programs show them about 510 pixels wide."""

COLOURS = 256
"""The number of colours in the palette: drawings have fewer, but edges need some in between."""

MOST_BYTES = 150_000
"""The maximum size of a picture: one that is larger is drawn smaller, or left out."""

SHEETS = ("css/tokens.css", "css/dyes.css", "css/board.css", "css/avatars.css")
"""Style sheets that all drawings use; each game has one more."""

SMALL = ".only-wide { display: none } .only-narrow { display: inline }"
"""Emails are as narrow as phones, so they get the narrow version of a drawing."""


def picture_of(match: Match, seats: list[Seat], timeline: Timeline) -> bytes | None:
    """The current position of a match as everyone may see it: PNG, at most `MOST_BYTES`; None if the game has no
    drawing for it, or if it is larger.

    Makes no database queries. Its words are in the active language.
    """
    presenter = PRESENTERS[match.game]
    if not presenter.PICTURE:
        return None
    svg = _svg(presenter, match, seats, timeline)
    return next((png for width in WIDTHS if len(png := _png(svg, width)) <= MOST_BYTES), None)


def _png(svg: str, width: int) -> bytes:
    """Render the drawing with few colours."""
    import resvg_py  # only in the worker that draws, not in every process that could
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(FONT)], font_family=FAMILY
    )
    packed = BytesIO()
    with Image.open(BytesIO(drawn)) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


@in_one_language()
def _svg(presenter: Presenter, match: Match, seats: list[Seat], timeline: Timeline) -> str:
    """The drawing as a complete document."""
    seen = replace(position_of(match, seats, timeline, None, limit=1), entries=[])
    context = {"match": match, "position": seen, "board": presenter.board(seen, [])}
    names = (presenter.KIT, presenter.PICTURE)
    text = "".join(render_to_string(name, context) for name in names)
    drawing = Drawing.of(f"<svg>{text}</svg>")
    shown = drawing.root[-1]
    flat = Flattener(
        styles_of((*SHEETS, presenter.STYLE), SMALL), sheets_of(("icons.svg", f"img/{match.game}/drawings.svg"))
    )
    classes = (presenter.CLASS, f"table-grid--{match.game}")
    return flat.write(drawing, shown, classes, width=WIDTHS[0], font=FAMILY)
