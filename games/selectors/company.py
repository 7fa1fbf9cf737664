"""Who is whose friend, who asks, and who is kept away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from games.models import Block, Friendship

if TYPE_CHECKING:
    from accounts.models import User


def between(one: User, other: User) -> Q:
    """The friendship of a pair, whoever asked."""
    return Q(asker=one, asked=other) | Q(asker=other, asked=one)


def is_apart(one: User, other: User) -> bool:
    """Whether one of the two has blocked the other."""
    apart = Q(user=one, blocked=other) | Q(user=other, blocked=one)
    return Block.objects.filter(apart, only_mutes=False).exists()


def friends_of(user: User) -> list[User]:
    """The friends by name: one query."""
    found = Friendship.objects.filter(Q(asker=user) | Q(asked=user), since__isnull=False)
    pairs = [(pair.asker, pair.asked) for pair in found.select_related("asker", "asked")]
    return sorted(
        (other if one == user else one for one, other in pairs), key=lambda friend: friend.username.casefold()
    )


def asking(user: User) -> list[User]:
    """Who would like to be a friend of `user`, the latest first."""
    found = Friendship.objects.filter(asked=user, since=None).select_related("asker")
    return [friendship.asker for friendship in found]


def asked_by(user: User) -> list[User]:
    """Whom `user` has asked without an answer, the latest first."""
    found = Friendship.objects.filter(asker=user, since=None).select_related("asked")
    return [friendship.asked for friendship in found]


def blocks_of(user: User) -> list[Block]:
    """Whom `user` has blocked or muted, the latest first."""
    return list(Block.objects.filter(user=user).select_related("blocked"))
