"""The admin: values that no row can have are the client's error (400), not ours (500)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest, FieldDoesNotExist
from django.db import DataError
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def careful(admin_view: Callable[..., View]) -> Callable[..., View]:
    """Wrap `AdminSite.admin_view`: answer 400 to keys too large for the database, and to fields that do not exist.

    Django's own views query the database for such values without checking them first.
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


class ReadOnly:
    """Mixin for admin classes: nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
