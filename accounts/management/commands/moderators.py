"""Create the group of moderators, and list its members."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.moderators import moderator_appoint, moderator_dismiss, moderators_ensure
from accounts.names import normal


class Command(BaseCommand):
    help = "Create the moderators' group with its rights; appoint or dismiss moderators by name; list them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--appoint", nargs="+", default=[], metavar="NAME", help="let these members moderate")
        parser.add_argument("--dismiss", nargs="+", default=[], metavar="NAME", help="let them moderate no more")

    def handle(self, *args: Any, **options: Any) -> None:
        appointed = [_member(name) for name in options["appoint"]]
        dismissed = [_member(name) for name in options["dismiss"]]
        group = moderators_ensure()
        for user in appointed:
            moderator_appoint(user=user)
        for user in dismissed:
            moderator_dismiss(user=user)
        for name in group.user_set.order_by("username").values_list("username", flat=True):
            self.stdout.write(name)


def _member(name: str) -> User:
    user = User.objects.filter(username__iexact=normal(name), is_guest=False, level="", owner=None).first()
    if user is None:
        raise CommandError(f"there is no member called {name}")
    return user
