"""The administration: what no row can have is a mistake of whoever sends it, and no failure of ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest, FieldDoesNotExist
from django.db import DataError
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def careful(admin_view: Callable[..., View]) -> Callable[..., View]:
    """`AdminSite.admin_view` whose views answer 400 to keys too large for the database and to fields there are not.

    Django's own views look up what a form names before they ask whether it can be.
    """

    def careful_view(view: View, cacheable: bool = False) -> View:
        @wraps(view)
        def looked_up(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, *args, **kwargs)
            except (DataError, FieldDoesNotExist, OverflowError) as error:
                raise BadRequest(f"There cannot be such a row: {error}") from error

        return admin_view(looked_up, cacheable)

    return careful_view
