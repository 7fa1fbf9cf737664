"""Addresses that people type, or copy out of a sentence: in capitals, with a blank or a bracket behind."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve
from django.utils.encoding import escape_uri_path

FOR_PROGRAMS = "/api/"
IN_SMALL_LETTERS = frozenset({"code", "club", "cup", "game", "day"})
"""Arguments of addresses that are never written in capitals; in others, as in the secret of a link, they count."""


class TypedAddressMiddleware:
    """Where nothing is found, leads to the address that was meant.

    That depends on the text of the address alone, so it tells nobody whether there is a match of this code.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        if request.path_info.startswith(FOR_PROGRAMS):
            return response
        address = meant(request.path_info)
        if address is None or address == request.path_info:
            return response
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(escape_uri_path(address) + (f"?{query}" if query else ""))


def meant(path: str) -> str | None:
    """The address of the site that `path` was to be; None if there is no such address."""
    words = [word for word in map(_bare, path.split("/")) if word]
    small = "/{}/".format("/".join(words).lower())
    try:
        arguments = resolve(small).kwargs
    except Resolver404:
        return None
    kept = {str(value) for name, value in arguments.items() if name not in IN_SMALL_LETTERS}
    return "/{}/".format("/".join(word if word.lower() in kept else word.lower() for word in words))


def _bare(word: str) -> str:
    """A part of an address without what stands around it, in plain letters."""
    plain = unicodedata.normalize("NFKC", word)
    ends = [place for place, letter in enumerate(plain) if letter.isalnum() or letter in "_-"]
    return plain[ends[0] : ends[-1] + 1] if ends else ""
