"""The admin: values that no row can have are the client's error (400), and lists reveal only what they show."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest, FieldDoesNotExist
from django.db import DataError
from django.db.models.constants import LOOKUP_SEP
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


class OwnFilters:
    """Mixin for admin classes: a list is filtered only by what its page offers.

    Django would filter by any column that the URL names: `?deal__startswith=M` would reveal, letter by letter, what no
    page shows.
    """

    linked: tuple[str, ...] = ()
    """The other lookups that our own links use."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether the page offers to filter by this lookup, as it stands in the URL."""
        if lookup in self.linked:
            return True
        offered = {_column(each) for each in self.get_list_filter(request)} | {self.date_hierarchy}  # type: ignore[attr-defined]
        is_offered = lookup.partition(LOOKUP_SEP)[0] in offered
        return is_offered and bool(super().lookup_allowed(lookup, value, request))  # type: ignore[misc]


def _column(filtering: Any) -> str:
    """The column, or other parameter, of an entry of `list_filter`."""
    if isinstance(filtering, str):
        return filtering
    named: str = filtering[0] if isinstance(filtering, tuple) else filtering.parameter_name
    return named


class ReadOnly:
    """Mixin for admin classes: nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
