"""Decides who may join a table: the only place that does, for pages and services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.contrib.auth.hashers import check_password
from django.db.models import Exists, OuterRef, Q, TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.passwords import spellings
from games.engine import GAMES
from games.models import Block, Invitation, Match, Rating, Seat
from games.models.rating import ALL_SEATS, ALL_TIME
from games.selectors.lobby.clubs import keeps_out
from games.selectors.people.profiles import Record, record_of
from games.skill import Skill, mu_from

if TYPE_CHECKING:
    from accounts.models import User


class Obstacle(TextChoices):
    """The reasons why someone who can see a table may not join it, in words for that person."""

    GUEST = (
        "guest",
        _("For members only: guests have no rating and no record. Sign up first; you keep all your games."),
    )
    CLUB = "club", _("This table is for members of a club. Join the club, then sit down.")
    HOUSEHOLD = (
        "household",
        _("A bot and its owner, or two bots of the same owner, cannot play each other in a rated game."),
    )
    BLOCKED = "blocked", _("Someone at this table does not want to play with you. Please choose another table.")
    REMOVED = (
        "removed",
        _("The host of this table has freed your seat for someone else. You can come back if you are invited again."),
    )
    RATING = (
        "rating",
        _("Your rating is outside this table’s range. You can still join if the host invites you by name."),
    )
    RELIABILITY = (
        "reliability",
        _(
            "This table is for people who leave fewer games; your profile shows how many you have left. You can still "
            "join if the host invites you by name."
        ),
    )
    PASSWORD = "password", _("This table needs a password. Ask its host for it.")


def obstacle(match: Match, seats: Sequence[Seat], user: User, *, admitted: bool = False) -> Obstacle | None:
    """The obstacle that keeps `user`, who may see the match, from a free seat; None if there is none. `admitted`: the
    password was given.

    Someone who was invited by name needs no password, rating or reliability.
    """
    if user.is_guest and match.asks_membership:
        return Obstacle.GUEST
    if keeps_out(match, user):
        return Obstacle.CLUB
    others = [seat.user for seat in seats if seat.user is not None and seat.user_id != user.pk]
    if match.rated and user.household in {other.household for other in others}:
        return Obstacle.HOUSEHOLD
    # A bot counts as one with its owner, on both sides: otherwise a new bot would lead around every block.
    people = {match.host_id, *(key for other in others for key in (other.pk, other.household))} - {None, user.pk}
    if Block.objects.filter(user__in=people, blocked__in={user.pk, user.household}, only_mutes=False).exists():
        return Obstacle.BLOCKED
    invitation = Invitation.objects.filter(match=match, user=user).first()
    if invitation is not None:
        return Obstacle.REMOVED if invitation.state == Invitation.State.REMOVED else None
    if match.host_id == user.pk:
        return None
    if match.asks_rating and not _fits(match, ratings_of(user)[match.game]):
        return Obstacle.RATING
    if match.least_reliability is not None and not _is_reliable(record_of(user), match.least_reliability):
        return Obstacle.RELIABILITY
    if match.access == Match.Access.PASSWORD and not admitted:
        return Obstacle.PASSWORD
    return None


def is_password(match: Match, text: str) -> bool:
    """Whether `text` is the table's password. Slow on purpose: call it outside of transactions."""
    return match.access == Match.Access.PASSWORD and any(
        check_password(password, match.password) for password in spellings(text)
    )


def ratings_of(user: User) -> dict[str, int]:
    """The rating of `user` in each game, a newcomer's if there is none: one query."""
    found = {game: Skill().rating for game in GAMES}
    for rating in Rating.objects.filter(user=user, season=ALL_TIME, seats=ALL_SEATS):
        found[rating.game] = rating.skill.rating
    return found


def fitting(user: User) -> Q:
    """Tables whose rating range fits `user`, and for which they are reliable enough."""
    fits = Q()
    for game, rating in ratings_of(user).items():
        low = Q(lowest_rating__isnull=True) | Q(lowest_rating__lte=rating)
        high = Q(highest_rating__isnull=True) | Q(highest_rating__gte=rating)
        fits |= Q(game=game) & low & high
    share = record_of(user).reliability
    return fits if share is None else fits & (Q(least_reliability=None) | Q(least_reliability__lte=share))


def hosted_by(lowest: int | None, highest: int | None) -> Q:
    """Tables whose host is rated from `lowest` to `highest` in their game; a host without a rating counts as a
    newcomer.
    """
    known = Rating.objects.filter(user=OuterRef("host"), game=OuterRef("game"), season=ALL_TIME, seats=ALL_SEATS)
    within, newcomer = known, Skill().rating
    if lowest is not None:
        within = within.filter(mu__gte=mu_from(lowest))
    if highest is not None:
        within = within.filter(mu__lt=mu_from(highest + 1))
    hosted = Q(Exists(within))
    if (lowest is None or lowest <= newcomer) and (highest is None or newcomer <= highest):
        hosted |= ~Q(Exists(known))
    return hosted


def _is_reliable(record: Record, least: int) -> bool:
    """Whether someone with this record is reliable enough to join; without started games, nobody has left any."""
    return record.reliability is None or record.reliability >= least


def _fits(match: Match, rating: int) -> bool:
    return (match.lowest_rating is None or match.lowest_rating <= rating) and (
        match.highest_rating is None or rating <= match.highest_rating
    )
