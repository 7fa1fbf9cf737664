"""The language of a reader: on pages their choice or their browser's, in mails their choice or the site's."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language

from accounts.models import User


def is_choice() -> bool:
    """Whether the site has more than one language."""
    return len(settings.LANGUAGES) > 1


def language_for_mails(user: User) -> str:
    """The language of what is sent to `user` without a browser to ask."""
    return user.language if user.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def language_now() -> str:
    """The language of the requested page, to be stored for a new member; "" if there is no choice."""
    return (get_language() or "") if is_choice() else ""
