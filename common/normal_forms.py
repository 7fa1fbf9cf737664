"""Unicode's normal forms of texts that anyone can send.

Python sorts combining characters in quadratic time: a form full of them would keep a whole process busy for minutes.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

LONGEST = 1000
"""Characters up to which a text is normalized, in a few milliseconds at most."""


def normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """`text` in a normal form; unchanged if it is longer than `LONGEST`."""
    return unicodedata.normalize(form, text) if len(text) <= LONGEST else text
