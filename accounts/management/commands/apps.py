"""Register apps that people may authorize, and list them."""

import secrets
from typing import Any

from allauth.idp.oidc.models import Client
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.oauth import SCOPES, app_enter, app_remove
from common.refusals import Refused


class Command(BaseCommand):
    help = "Register someone else's app, so that people can let it in; remove an app; list all apps."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--enter",
            default="",
            metavar="NAME",
            help="register an app under this name, which people read when it asks to be let in",
        )
        parser.add_argument(
            "--at", nargs="+", default=[], metavar="ADDRESS", help="the addresses it may send people back to"
        )
        parser.add_argument(
            "--may",
            nargs="+",
            default=list(SCOPES),
            choices=list(SCOPES),
            help="what it may ask for (default: everything)",
        )
        parser.add_argument("--secret", action="store_true", help="give it a secret, for apps that run on a server")
        parser.add_argument(
            "--remove",
            default="",
            metavar="CLIENT_ID",
            help="remove the app with this client_id, and revoke all its rights",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["enter"]:
            self._enter(**options)
        if options["remove"] and not app_remove(key=options["remove"]):
            raise CommandError(f"there is no app with the client_id {options['remove']}")
        for app in Client.objects.order_by("name", "pk"):
            self.stdout.write(
                f"{app.pk}  {app.name}  {' '.join(app.get_scopes())}  {' '.join(app.get_redirect_uris())}"
            )
        if not settings.OAUTH:
            self.stderr.write("OAUTH is off, so nobody can let an app in.")

    def _enter(self, *, enter: str, at: list[str], may: list[str], secret: bool, **_: Any) -> None:
        if not at:
            raise CommandError("give --at the addresses it may send people back to")
        drawn = secrets.token_urlsafe(32) if secret else ""
        try:
            app = app_enter(name=enter, homes=at, scopes=may, secret=drawn)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"client_id: {app.pk}")
        if secret:
            self.stdout.write(f"client_secret: {drawn} (copy it now: it is not stored and not shown again)")
