"""Descriptions of the computer players: how strong each is, and what it is like to play against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import COMPUTER_NAMES
from games import catalogue
from games.ai import strength
from games.ai.levels import LEVELS
from games.engine import GAMES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Results:
    """How many of a hundred two-player games a computer player won against each neighbour; None if it has none."""

    game: str
    below: int | None
    above: int | None


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A computer player as pages describe it."""

    level: str
    strength: StrPromise
    """One or two words."""
    character: StrPromise
    """One line that sets it apart from the others, true in every game."""

    @property
    def name(self) -> str:
        """Its name."""
        return gettext(COMPUTER_NAMES[self.level])

    @property
    def username(self) -> str:
        """The name in the address of its profile."""
        return COMPUTER_NAMES[self.level]

    @property
    def ways(self) -> list[str]:
        """How it chooses its actions, in a few sentences that are true of the program."""
        level = LEVELS[self.level]
        knows = gettext("It knows what a person in its seat would know, and no more.")
        if level.noise is not None:
            return [knows, gettext("It looks one action ahead and forgets what was played before.")]
        exceptions = [
            gettext("In {game} it only looks one action ahead and forgets what was played before.").format(
                game=catalogue.name(key)
            )
            for key in GAMES
            if level.noise_in(key) is not None
        ]
        return [
            knows,
            gettext("It remembers everything that was played and draws its conclusions."),
            gettext("It thinks for up to {seconds} s per decision, less when many matches are waiting.").format(
                seconds=number_format(f"{level.seconds:g}")
            ),
            *exceptions,
        ]

    @property
    def below(self) -> ComputerPlayer | None:
        """The next weaker player; None for the weakest."""
        level = strength.below(self.level)
        return COMPUTER_PLAYERS[level] if level else None

    @property
    def above(self) -> ComputerPlayer | None:
        """The next stronger player; None for the strongest."""
        level = strength.above(self.level)
        return COMPUTER_PLAYERS[level] if level else None

    @property
    def results(self) -> list[Results]:
        """Its results in the arena, for each game."""
        shares, level, above = strength.SHARES, self.level, strength.above(self.level)
        return [Results(key, shares[key].get(level), 100 - shares[key][above] if above else None) for key in GAMES]


_DESCRIBED = (
    ComputerPlayer(
        "beginner", _("beginner"), _("Hops at whatever is nearest and overlooks the rest. Good company to start with.")
    ),
    ComputerPlayer(
        "casual", _("casual"), _("Sips here and there. Sees what’s good today, never what’s good tomorrow.")
    ),
    ComputerPlayer("solid", _("solid"), _("Thinks before it jumps, and lives off your mistakes.")),
    ComputerPlayer("strong", _("strong"), _("Sits perfectly still, and hardly anything escapes its eyes.")),
    ComputerPlayer("expert", _("expert"), _("Lies in wait for up to ten seconds. Then it shows no mercy.")),
)

COMPUTER_PLAYERS: Mapping[str, ComputerPlayer] = MappingProxyType({player.level: player for player in _DESCRIBED})
"""Every computer player by its level, weakest first."""
