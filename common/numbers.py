"""Whole numbers in what others send: addresses, forms, cursors, headers."""

MOST_DIGITS = 9
"""Longer numbers are no steps, seats or pixels."""

MOST_DIGITS_OF_KEYS = 18
"""Longer keys of rows do not exist."""


def whole_number(text: str | None, *, digits: int = MOST_DIGITS) -> int | None:
    """The number that `text` writes with the digits 0 to 9, at most this many; None for anything else.

    Python's own `int` also takes signs, blanks, underscores and the digits of other scripts.
    """
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) <= digits else None


def row_key(text: str | None) -> int | None:
    """The primary key that `text` writes, whether or not there is such a row; None for anything else."""
    return whole_number(text, digits=MOST_DIGITS_OF_KEYS)
