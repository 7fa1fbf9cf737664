"""The language of a reader: their choice, or else their browser's; for messages, that of the browser used last."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import get_language

from accounts.models import User


def is_choice() -> bool:
    """Whether the site has more than one language."""
    return len(settings.LANGUAGES) > 1


def language_for_messages(user: User) -> str:
    """The language of what reaches `user` without a request of theirs: emails, pushes, news on open pages.

    The first of: their choice, the language of the browser they used last, the site's default.
    """
    offered = dict(settings.LANGUAGES)
    known = (language for language in (user.language, user.device_language) if language in offered)
    return next(known, settings.LANGUAGE_CODE)


def language_now() -> str:
    """The language of the requested page, to be stored for a new member; "" if there is no choice."""
    return (get_language() or "") if is_choice() else ""


def keep_choice(request: HttpRequest, response: HttpResponseBase) -> None:
    """Renew the cookie with a visitor's language on each page: otherwise it would expire however often they come."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if chosen not in dict(settings.LANGUAGES) or settings.LANGUAGE_COOKIE_NAME in response.cookies:
        return
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
