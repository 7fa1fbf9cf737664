"""What every page knows of its reader's preferences."""

from django.http import HttpRequest


def preferences(request: HttpRequest) -> dict[str, str]:
    """What stands on the root: `theme`, light or dark, `board_colours`, `single_keys`; empty where all is as usual."""
    user = getattr(request, "user", None)  # a page that fails early has none
    theme = getattr(user, "theme", "system")
    colours = getattr(user, "board_colours", "standard")
    keys = getattr(user, "single_keys", "on")
    return {
        "theme": "" if theme == "system" else theme,
        "board_colours": "" if colours == "standard" else colours,
        "single_keys": "" if keys == "on" else keys,
    }
