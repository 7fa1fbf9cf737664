"""A command of `games.console.comparing` as a Django command."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.console.comparing import Trouble, Unsound
from games.engine.contract import BadDeal


class Comparing(BaseCommand):
    """Subclasses set `arguments`, which adds the arguments, and `answer`, which returns the text to print."""

    requires_system_checks = []
    arguments: Callable[[ArgumentParser], None]
    answer: Callable[[Namespace], str]

    def add_arguments(self, parser: ArgumentParser) -> None:
        type(self).arguments(parser)

    def handle(self, **asked: Any) -> None:
        try:
            self.stdout.write(type(self).answer(Namespace(**asked)))
        except Unsound as wrong:
            self.stderr.write(str(wrong))
            raise SystemExit(1) from None
        except (Trouble, BadDeal) as wrong:
            raise CommandError(str(wrong)) from None
