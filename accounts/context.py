"""Template context of every page: the reader's preferences, and a confirmation email that could not be sent."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.letters import CONFIRMING, IN_THE_SESSION, letter_of
from accounts.models import Letter
from accounts.selectors import has_unconfirmed_address


def preferences(request: HttpRequest) -> dict[str, str]:
    """Attributes of the root element: `theme`, `board_colours`, `single_keys`, `chosen_zone`; "" for a default."""
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


def letters(request: HttpRequest) -> dict[str, object]:
    """`letter_that_failed`: the email asking the reader to confirm an address, if it could not be sent; else None."""
    return {"letter_that_failed": SimpleLazyObject(lambda: _failed(request))}


def _failed(request: HttpRequest) -> Letter | None:
    user, session = getattr(request, "user", None), getattr(request, "session", {})
    if user is None or not user.is_authenticated or IN_THE_SESSION not in session:
        return None
    letter = letter_of(request)
    if letter is not None and letter.is_waiting:
        return None
    if letter is not None and letter.has_failed and letter.template in CONFIRMING and letter.user_id == user.pk:
        return letter if has_unconfirmed_address(user, letter.address) else None
    del session[IN_THE_SESSION]  # it was sent, or does not matter any more
    return None
