"""What every page knows of its reader's preferences."""

from django.http import HttpRequest


def preferences(request: HttpRequest) -> dict[str, str]:
    """`theme`: the value of `data-theme` on the root, light or dark; empty where the device decides."""
    user = getattr(request, "user", None)  # a page that fails early has none
    theme = getattr(user, "theme", "system")
    return {"theme": "" if theme == "system" else theme}
