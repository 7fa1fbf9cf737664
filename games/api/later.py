"""Addresses that are read when the first request for one of them comes."""

from __future__ import annotations

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


class Later(URLResolver):
    """Addresses of a module that takes long to import, and to which no page leads by name.

    Django asks every part of the site for its names before the first page is shown. This part has none then: they are
    looked up, as `namespace:name`, when someone asks for one.
    """

    def __init__(self, route: str, module: str, namespace: str) -> None:
        super().__init__(RoutePattern(route), module, app_name=namespace, namespace=namespace)

    def _populate(self) -> None:
        """Nothing: so the module need not be there."""
