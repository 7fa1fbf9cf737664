"""The terms of a table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.passwords import one_spelling
from common.refusals import Refused
from games.engine.contract import Options
from games.models import Match
from games.paces import PACES
from games.selectors.lobby.clubs import is_hidden, is_inside
from games.services.refusals import GuestsUnrated, NoLimitAmongStrangers


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms:
    """Who may join and watch a table, how the match is played, and when it starts.

    If seats are not drawn at random, people sit in the order in which they came, and only the start player is drawn.
    With `host_starts` a full table waits for its host. `rating_range` is the lowest and the highest rating that may
    join, `least_reliability` a percentage; None means no limit. Only members of `club`, a key, can join; it is fixed
    when the table is opened.
    """

    access: str = Match.Access.ANYBODY
    password: str = field(default="", repr=False)
    password_hash: str = field(default="", repr=False)
    options: Options = field(default_factory=dict)
    rated: bool = False
    pace: str = Match.Pace.LIVE
    weekends_off: bool = False
    host_starts: bool = False
    seats_drawn: bool = True
    rating_range: tuple[int | None, int | None] = (None, None)
    least_reliability: int | None = None
    club: int | None = None

    @property
    def asks_password(self) -> bool:
        """Whether people are asked for a password when they join."""
        return self.access == Match.Access.PASSWORD

    def hashed_password(self) -> str:
        """The password hash that the match stores; "" without a password. Slow: call it outside of a transaction."""
        if not (self.asks_password and self.password):
            return ""
        return self.password_hash or make_password(one_spelling(self.password))

    def hashed(self) -> TableTerms:
        """These terms with the hash of their password, for services that are called within a transaction."""
        return replace(self, password_hash=self.hashed_password())

    def columns(self) -> dict[str, object]:
        """These terms as columns of a match, except for its options, password and club."""
        lowest, highest = self.rating_range
        return {
            "access": self.access,
            "rated": self.rated,
            "pace": self.pace,
            "weekends_off": self.weekends_off and PACES[self.pace].is_slow,
            "host_starts": self.host_starts,
            "seats_drawn": self.seats_drawn,
            "lowest_rating": lowest,
            "highest_rating": highest,
            "least_reliability": self.least_reliability,
        }

    def check(self, host: User, *, is_full: bool = False) -> None:
        """Check that the host may open a table with these terms; `is_full`: no seat is free.

        Raises Refused for a guest whose table is rated, for friends, or limited by rating or reliability; for an empty
        range of ratings; for a table of a club to which the host does not belong; and for a public table without a time
        limit, unless it is full.
        """
        lowest, highest = self.rating_range
        if host.is_guest and (self.rated or (lowest, highest, self.least_reliability) != (None, None, None)):
            raise GuestsUnrated
        found = self.access in (Match.Access.ANYBODY, Match.Access.PASSWORD)
        if self.pace == Match.Pace.NONE and found and not is_full:
            raise NoLimitAmongStrangers
        if self.access == Match.Access.FRIENDS and host.is_guest:
            raise Refused(_("Guests have no friends list. Invite them by link instead."))
        if self.club is not None and not is_inside(self.club, host):
            raise Refused(_("Only members of the club can open a table for it."))
        if lowest is not None and highest is not None and lowest > highest:
            raise Refused(_("Nobody fits this range: the lowest rating is above the highest."))


def club_lock(club: int | None) -> None:
    """Lock the club with this key until the transaction ends. To write a row that refers to it is not enough: on
    PostgreSQL that takes its lock only with the commit.
    """
    if club is not None:
        clubs = apps.get_model("clubs", "Club").objects
        clubs.select_for_update(no_key=True).filter(pk=club).values_list("pk").first()


def check_access_of_club(club: int | None, access: str) -> None:
    """Refuse a table of a hidden `club` (a key) that others could see, and a members' table without a club. Raises
    Refused.

    The race: the club may be hidden at this very moment, which does not find a new table. So one is checked while the
    club is locked (`club_lock`); an open one while it is locked itself (`club_change`).
    """
    if club is None and access == Match.Access.CLUB:
        raise Refused(_("This table belongs to no club."))
    if club is not None and access not in (Match.Access.CLUB, Match.Access.LINK) and is_hidden(club):
        raise Refused(_("Only members see this club. Its tables can be for its members, or for people with your link."))
