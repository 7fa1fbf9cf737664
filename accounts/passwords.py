"""What a new password means for whoever is logged in with the old one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from common.people import sessions_changed


class EndsSessions:
    """Not a rule for passwords: Django tells those of AUTH_PASSWORD_VALIDATORS of each new one, wherever it was set.

    A new password ends all other sessions. Sockets that are open hear of it at once.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Any password will do."""

    def password_changed(self, password: str, user: Any = None) -> None:
        """Called once it is stored."""
        if user is not None:
            sessions_changed(user.pk)

    def get_help_text(self) -> str:
        """What the administration says besides the rules."""
        return _("A new password logs the person out everywhere else.")
