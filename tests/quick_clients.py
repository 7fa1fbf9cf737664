"""Django's test client without what a site does not do for each browser and for each part of a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.template.base import Template
from django.template.context import Context
from django.test import client
from django.test.utils import instrumented_test_render

MIDDLEWARE = ("_view_middleware", "_template_response_middleware", "_exception_middleware", "_middleware_chain")
"""The attributes of a handler that loading its middleware sets."""


@contextmanager
def one_middleware_for_all() -> Iterator[None]:
    """Load the middleware once, as a site does, instead of for each client; again where a test has other settings."""
    usual, loaded = settings._wrapped, dict[str, Any]()
    load = client.ClientHandler.load_middleware

    def load_middleware(handler: client.ClientHandler, is_async: bool = False) -> None:
        if settings._wrapped is not usual:
            load(handler, is_async)
            return
        if not loaded:
            load(handler, is_async)
            loaded.update({name: getattr(handler, name) for name in MIDDLEWARE})
        for name, value in loaded.items():
            setattr(handler, name, value)

    client.ClientHandler.load_middleware = load_middleware
    try:
        yield
    finally:
        client.ClientHandler.load_middleware = load


@contextmanager
def one_context_for_each_page() -> Iterator[None]:
    """Keep the context of a page for the test, instead of a copy for each of the hundred templates in it."""
    render, store = Template._render, client.store_rendered_templates

    def noted(template: Template, context: Context) -> str:
        is_part = context.template is not template
        return template.nodelist.render(context) if is_part else instrumented_test_render(template, context)

    def store_first(found: dict[str, Any], *about: Any, **more: Any) -> None:
        if "context" not in found:
            store(found, *about, **more)

    Template._render, client.store_rendered_templates = noted, store_first
    try:
        yield
    finally:
        Template._render, client.store_rendered_templates = render, store
