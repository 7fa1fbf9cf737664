"""Friends by mutual wish, and keeping people away: blocks and mutes."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import normal
from accounts.selectors import user_with_profile
from games.models import Block, Friendship, Invitation
from games.selectors.company import between, is_apart
from games.services.refusals import Refused
from notices.kinds import Kind
from notices.services.outbox import notify

MOST_ASKED = 50
"""How many people one may have asked who have not answered."""


def friendship_ask(*, user: User, name: str) -> Friendship:
    """Ask the member called `name` to be a friend, and tell them; somebody who has asked already becomes one at once.

    Raises Refused when there is no such member, one of the two has blocked the other, they are banned, or too many
    have not answered.
    """
    other = user_with_profile(name)
    if user.is_guest:
        raise Refused(_("Guests have no list of friends. Sign up first: all your games stay yours."))
    if other is None or other.is_computer:
        raise Refused(_("Nobody here is called “%(name)s”. Guests cannot be friends.") % {"name": name[:40]})
    if other == user:
        raise Refused(_("This is you."))
    if is_apart(user, other) or other.is_banned(timezone.now()):
        raise Refused(_("%(name)s cannot be asked by you.") % {"name": other.username})
    if Friendship.objects.filter(asker=user, since=None).count() >= MOST_ASKED:
        raise Refused(_("%(count)s people have not answered you yet. Wait for some of them.") % {"count": MOST_ASKED})
    try:
        with transaction.atomic():
            friendship = Friendship.objects.create(asker=user, asked=other)
            notify(kind=Kind.FRIEND, users=[other], about=user)
    except IntegrityError:  # the pair has a row: friends, asked before, or the other one has asked, perhaps just now
        Friendship.objects.filter(asker=other, asked=user, since=None).update(since=timezone.now())
        found = Friendship.objects.filter(between(user, other)).first()
        if found is None:  # it was ended at the same moment
            raise Refused(_("%(name)s cannot be asked just now. Try again.") % {"name": other.username}) from None
        return found
    return friendship


def friendship_accept(*, user: User, name: str) -> None:
    """Become a friend of somebody who has asked. Raises Refused when they do not ask any more."""
    asking = Friendship.objects.filter(asker__username__iexact=normal(name), asked=user, since=None)
    if asking.update(since=timezone.now()) != 1:
        raise Refused(_("This question does not wait for you any more."))


def friendship_end(*, user: User, name: str) -> None:
    """Be no friend any more, decline, or take the question back. Nothing happens where there is nothing."""
    Friendship.objects.filter(between(user, _somebody(name))).delete()


def block_create(*, user: User, name: str, only_mutes: bool = False) -> None:
    """Keep somebody from the user's tables, chats and invitations, or just from the user's eyes. Shared games go on.

    Raises Refused when there is nobody of this name.
    """
    other = _somebody(name)
    if other == user:
        raise Refused(_("This is you."))
    if other.is_computer:
        raise Refused(_("Computer players say nothing, and sit only where somebody has put them."))
    with transaction.atomic():
        Block.objects.update_or_create(user=user, blocked=other, defaults={"only_mutes": only_mutes})
        if only_mutes:
            return
        Friendship.objects.filter(between(user, other)).delete()
        hosted = Q(match__host=user, user=other) | Q(match__host=other, user=user)
        Invitation.objects.filter(hosted, state=Invitation.State.WAITING).delete()


def block_end(*, user: User, name: str) -> None:
    """Let somebody near again. Nothing happens where there is nothing."""
    Block.objects.filter(user=user, blocked=_somebody(name)).delete()


def _somebody(name: str) -> User:
    """Whoever has this name, guests too. Raises Refused."""
    found = User.objects.filter(username__iexact=normal(name)).first()
    if found is None:
        raise Refused(_("Nobody here is called “%(name)s”.") % {"name": name[:40]})
    return found
