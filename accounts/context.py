"""What every page knows of its reader's preferences."""

from django.http import HttpRequest


def preferences(request: HttpRequest) -> dict[str, str]:
    """What stands on the root: `theme`, light or dark, and `board_colours`; empty where nothing was chosen."""
    user = getattr(request, "user", None)  # a page that fails early has none
    theme = getattr(user, "theme", "system")
    colours = getattr(user, "board_colours", "standard")
    return {
        "theme": "" if theme == "system" else theme,
        "board_colours": "" if colours == "standard" else colours,
    }
