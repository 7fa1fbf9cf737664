"""Parameters of which `make test` tries some; `make thorough` tries the others too."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def first(chosen: Collection[Any], *, of: Iterable[Any]) -> list[ParameterSet]:
    """All values in `of` as parameters. Those that are not chosen are marked `long`.

    Raises ValueError if a chosen one is not there: then `make test` would no longer try what it should.
    """
    values = list(of)
    if missing := [value for value in chosen if value not in values]:
        raise ValueError(f"{missing} is not among {values}")
    return [pytest.param(value, marks=[] if value in chosen else pytest.mark.long) for value in values]
