"""Permissions to read and write in the chat of a match.

Players write to each other, spectators to each other. Everyone who sees the match can read the players; the players
can read the spectators only when nothing is hidden any more, since their words could be advice. Until then the owner of
a bot that plays there, who can tell it what to do, reads no more than it does and writes to no spectators; the same
holds for a bot whose owner plays there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.selectors import of_household
from common.lookups import Numbers
from common.numbers import row_key
from games.models import Block, Match, Message, ReadMark, Seat, Silence
from games.selectors.access import Visitor, is_invited

if TYPE_CHECKING:
    from accounts.models import User

SHOWN = 60
"""How many messages a page shows."""


@dataclass(frozen=True, slots=True)
class Chat:
    """The latest messages for one reader, oldest first, how many are new, and where the reader may write."""

    messages: tuple[Message, ...]
    unread: int
    read_up_to: int
    channel: str | None
    silence: Silence | None


def chat_of(match: Match, visitor: Visitor) -> Chat:
    """The chat as `visitor`, who may see the match, reads it: three queries at most, one while nobody has written."""
    if not visitor.user.is_authenticated:
        return Chat(_latest(readable(match, visitor, plays=False)), 0, 0, None, None)
    user = visitor.user
    sits, plays, has_messages, is_silenced, read = _at_a_glance(user.pk, user.household, match.pk, timezone.now())
    latest: tuple[Message, ...] = ()
    if has_messages:
        latest = _latest(readable(match, visitor, plays=bool(plays)).exclude(unheard(user.pk)))
    return Chat(
        messages=latest,
        unread=sum(message.pk > read and message.user_id != user.pk for message in latest),
        read_up_to=read,
        channel=channel_of(match, user, sits=bool(sits), plays=bool(plays)),
        silence=silence_of(user) if is_silenced else None,
    )


def _latest(found: QuerySet[Message]) -> tuple[Message, ...]:
    return tuple(reversed(found.select_related("user").order_by("-id")[:SHOWN]))


def _glance(user_id: int, household: int, match_id: int, now: datetime) -> QuerySet[User, Any]:
    """Whether the user sits at the match, whether anyone of their household does, whether anyone has written there,
    whether the user is silenced, and the message up to which they have read.
    """
    of_them = Q(user=household) | Q(user__owner=household)
    read = ReadMark.objects.filter(match=match_id, user=user_id).values("message")
    return (
        get_user_model()
        .objects.filter(pk=user_id)
        .values_list(
            Exists(Seat.objects.filter(match=match_id, user=user_id)),
            Exists(Seat.objects.filter(of_them, match=match_id)),
            Exists(Message.objects.filter(match=match_id)),
            Exists(_silences(user_id, now)),
            Coalesce(Subquery(read[:1]), Value(0)),
        )
    )


_at_a_glance = Numbers(_glance, int, int, int, datetime)


def unread_by(user: User) -> Exists:
    """Whether a listed match at which `user` sits has a message from the other players that the user has not read."""
    marks = ReadMark.objects.filter(match=OuterRef("match"), user=user).values("message")
    said = Message.objects.filter(match=OuterRef("pk"), channel=Message.Channel.PLAYERS, removed=False)
    said = said.exclude(user=user).exclude(unheard(user.pk))
    unread = said.filter(pk__gt=Coalesce(Subquery(marks[:1]), Value(0)))
    return Exists(unread)


def unheard(user_id: int) -> Q:
    """Condition on messages: they are by people whom the user has blocked or muted, or by bots of these."""
    blocked = Block.objects.filter(user=user_id).values("blocked")
    return Q(user__in=blocked) | Q(user__owner__in=blocked)


def plays_at(match: Match, user: User) -> bool:
    """Whether someone of the user's household sits at the match."""
    return match.seats.filter(of_household(user)).exists()


def readable(match: Match, visitor: Visitor, *, plays: bool) -> QuerySet[Message]:
    """The messages that a player and their household (`plays`), or a spectator of the match may read."""
    if not plays and _is_outside(match, visitor):
        return Message.objects.none()
    hidden = Q(channel=Message.Channel.WATCHERS) if plays and not match.is_open_book else Q(pk=None)
    return Message.objects.filter(match=match).exclude(hidden)


def _is_outside(match: Match, visitor: Visitor) -> bool:
    """Whether a visitor who does not sit there only sees that there is a table: it waits for its players, behind a
    password that this visitor has not given.
    """
    if match.status != Match.Status.OPEN or match.access != Match.Access.PASSWORD or visitor.oversees:
        return False
    if visitor.has_invitation(match):
        return False
    user_id = visitor.user_id
    return user_id is None or not (
        match.host_id == user_id or Match.objects.filter(is_invited(user_id), pk=match.pk).exists()
    )


def channel_of(match: Match, user: User, *, sits: bool, plays: bool) -> str | None:
    """The channel to which `user`, who `sits` there or not, may write; None if they may not write.

    Guests and bots write only where they sit. Before a table starts it has no spectators; people whose household
    `plays` may not write to the spectators as long as they may not read them. A match on one device has no chat.
    """
    if match.at_device or match.status == Match.Status.STUDY:
        return None
    if sits:
        return Message.Channel.PLAYERS
    if plays and not match.is_open_book:
        return None
    return None if user.is_guest or user.is_bot or match.status == Match.Status.OPEN else Message.Channel.WATCHERS


def message_for(match: Match, visitor: Visitor, key: str) -> Message:
    """The message with this key, if it is one of the match and the visitor may read it. Raises Message.DoesNotExist."""
    number = row_key(key)
    if number is None:
        raise Message.DoesNotExist
    plays = visitor.user.is_authenticated and plays_at(match, visitor.user)
    return readable(match, visitor, plays=plays).select_related("user").get(pk=number)


def silence_of(user: User) -> Silence | None:
    """The silence that keeps `user`, or the owner of a bot, from writing now; None if there is none."""
    return _silences(user.pk, timezone.now()).order_by(F("until").desc(nulls_first=True)).first()


def _silences(user_id: int, now: datetime) -> QuerySet[Silence]:
    owner = get_user_model().objects.filter(pk=user_id).values("owner")
    return Silence.objects.filter(Q(until=None) | Q(until__gt=now), Q(user=user_id) | Q(user__in=owner))
