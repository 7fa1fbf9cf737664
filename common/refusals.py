"""Why a request was refused, in words for the person who made it."""

from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """The request is understood and refused; `message` says why and what is allowed, and nothing was changed."""

    message = _("That’s not possible here.")

    def __init__(self, message: str | None = None) -> None:
        super().__init__(str(message or self.message))
