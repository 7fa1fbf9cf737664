"""Friendships, friend requests, blocks and mutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from games.models import Block, Friendship

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import User


def between(one: User, other: User) -> Q:
    """The friendship of a pair, no matter who asked."""
    return Q(asker=one, asked=other) | Q(asker=other, asked=one)


def is_apart(one: User, other: User) -> bool:
    """Whether either of the two has blocked the other."""
    apart = Q(user=one, blocked=other) | Q(user=other, blocked=one)
    return Block.objects.filter(apart, only_mutes=False).exists()


def relation(user: User, other: User) -> str:
    """The relation of two people as `user` sees it: "friends", "asked" or "asks" while a request is open, "apart" if
    one has blocked the other, otherwise "none".
    """
    if is_apart(user, other):
        return "apart"
    pair = Friendship.objects.filter(between(user, other)).first()
    if pair is None:
        return "none"
    if pair.since is not None:
        return "friends"
    return "asked" if pair.asker_id == user.pk else "asks"


def friends_of(user: User) -> list[User]:
    """The friends, sorted by name: one query."""
    pairs = [(pair.asker, pair.asked) for pair in _friendships(user).select_related("asker", "asked")]
    return sorted(
        (other if one == user else one for one, other in pairs), key=lambda friend: friend.username.casefold()
    )


def friend_keys(user: User) -> list[int]:
    """The keys of the friends: one query."""
    pairs = _friendships(user).values_list("asker_id", "asked_id")
    return [asked if asker == user.pk else asker for asker, asked in pairs]


def _friendships(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=user) | Q(asked=user), since__isnull=False)


def asking(user: User) -> list[User]:
    """The people whose friend requests to `user` are open, latest first."""
    found = Friendship.objects.filter(asked=user, since=None).select_related("asker")
    return [friendship.asker for friendship in found]


def asked_by(user: User) -> list[User]:
    """The people to whom `user` has sent friend requests that are open, latest first."""
    found = Friendship.objects.filter(asker=user, since=None).select_related("asked")
    return [friendship.asked for friendship in found]


def blocks_of(user: User) -> list[Block]:
    """The people whom `user` has blocked or muted, latest first."""
    return list(Block.objects.filter(user=user).select_related("blocked"))
