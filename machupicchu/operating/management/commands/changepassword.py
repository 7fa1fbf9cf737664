"""Give someone who has lost their password a new one."""

from __future__ import annotations

import getpass
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth.management.commands import changepassword

from accounts.models import User


class Command(changepassword.Command):
    help = (
        "Set a new password for someone. It ends everything that the old one may have let in, as a reset by email does."
    )

    def handle(self, *args: Any, **options: Any) -> str:
        said = super().handle(*args, **options)
        get_adapter().replaced_lost_password(User.objects.get(username=options["username"] or getpass.getuser()))
        return f"{said}: logged out everywhere, the access of all programs is revoked, and a webhook is paused"
