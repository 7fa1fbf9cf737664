"""The exception for refused requests, with a message for the user."""

from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """The request was understood and refused; the message says why and what is allowed. Nothing was changed."""

    message = _("That’s not possible here.")

    def __init__(self, message: str | None = None) -> None:
        super().__init__(str(message or self.message))
