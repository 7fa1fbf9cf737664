"""URLs that people type, or copy from a sentence: in capitals, or followed by a space or a bracket."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve
from django.utils.encoding import escape_uri_path

from common.normal_forms import LONGEST, normalized

FOR_PROGRAMS = "/api/"
IN_SMALL_LETTERS = frozenset({"code", "club", "cup", "game", "day"})
"""URL arguments that are always in lower case; in others, such as the secret of a link, case matters."""


class TypedAddressMiddleware:
    """Redirects a 404 to the URL that was meant, if there is one.

    That depends only on the text of the URL, so it does not reveal whether there is a match with this code.
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
    """The path of the site that was probably meant by `path`; None if no view has such a path."""
    if len(path) > LONGEST:
        return None
    words = [word for word in map(_bare, path.split("/")) if word]
    small = "/{}/".format("/".join(words).lower())
    try:
        arguments = resolve(small).kwargs
    except Resolver404:
        return None
    kept = {str(value) for name, value in arguments.items() if name not in IN_SMALL_LETTERS}
    return "/{}/".format("/".join(word if word.lower() in kept else word.lower() for word in words))


def _bare(word: str) -> str:
    """A segment of a path without punctuation around it, in NFKC."""
    plain = normalized("NFKC", word)
    ends = [place for place, letter in enumerate(plain) if letter.isalnum() or letter in "_-"]
    return plain[ends[0] : ends[-1] + 1] if ends else ""
