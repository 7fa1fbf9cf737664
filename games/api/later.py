"""URL patterns that are imported with the first request for one of them."""

from __future__ import annotations

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


class Later(URLResolver):
    """The URLs of a module that takes long to import, and whose names are reversed only with its namespace.

    Django collects the names of all URL patterns before it serves the first page. This resolver then has none; names
    are looked up as `namespace:name` on demand.
    """

    def __init__(self, route: str, module: str, namespace: str) -> None:
        super().__init__(RoutePattern(route), module, app_name=namespace, namespace=namespace)

    def _populate(self) -> None:
        """Do nothing, so that the module need not be imported."""
