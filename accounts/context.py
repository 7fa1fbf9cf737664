"""Template context of every page: its reader's preferences."""

from django.http import HttpRequest


def preferences(request: HttpRequest) -> dict[str, str]:
    """Attributes of the root element: `theme`, light or dark, `board_colours`, `single_keys`, `chosen_zone`.

    Empty where the reader uses the default.
    """
    user = getattr(request, "user", None)  # a page that fails early has none
    theme = getattr(user, "theme", "system")
    colours = getattr(user, "board_colours", "standard")
    keys = getattr(user, "single_keys", "on")
    return {
        "theme": "" if theme == "system" else theme,
        "board_colours": "" if colours == "standard" else colours,
        "single_keys": "" if keys == "on" else keys,
        "chosen_zone": getattr(user, "time_zone", ""),
    }
