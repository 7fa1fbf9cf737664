"""Template context of every page: facts about the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The site's name for titles and the header, and whether the footer links to an imprint."""
    return {"site_name": settings.SITE_NAME, "has_imprint": has_imprint()}


def has_imprint() -> bool:
    """Whether the settings say who runs the site, or how to reach them."""
    return bool(settings.IMPRINT or settings.CONTACT_ADDRESS)
