"""What every page knows of the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The site's name, for titles and the header."""
    return {"site_name": settings.SITE_NAME}
