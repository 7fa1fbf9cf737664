"""Mutual friendships, and keeping people away: blocks and mutes."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import normal
from accounts.selectors import user_with_profile
from common.refusals import Refused
from games.models import Block, Friendship, Invitation
from games.selectors.people.relations import between, is_apart
from notices.kinds import Kind
from notices.models import Notice
from notices.outbox import notify

MOST_ASKED = 50
"""How many unanswered friend requests one person may have sent."""

LATELY = timedelta(days=1)
"""Within this time, someone is told of only one request by a person, however often it is withdrawn and sent again."""


def friendship_ask(*, user: User, name: str) -> Friendship:
    """Send the member called `name` a friend request, and tell them; if they have sent one already, the two become
    friends.

    Raises Refused for a guest or a bot, for too many unanswered requests, and for oneself. Also when there is no such
    member, they are a bot or banned, or one of the two has blocked the other.
    """
    with transaction.atomic():
        other = _person_to_ask(user, name)
        try:
            with transaction.atomic():
                friendship = Friendship.objects.create(asker=user, asked=other)
        except IntegrityError:
            # The pair has a row: friends, asked before, or the other one has asked.
            Friendship.objects.filter(asker=other, asked=user, since=None).update(since=timezone.now())
            found = Friendship.objects.filter(between(user, other)).first()
            if found is None:  # it was ended at the same moment
                raise Refused(
                    _("Your friend request to %(name)s did not go through. Try again.") % {"name": other.username}
                ) from None
            return found
        if not _has_heard(other, user):
            notify(kind=Kind.FRIEND, users=[other], about=user)
    return friendship


def friendship_accept(*, user: User, name: str) -> None:
    """Accept a friend request. Raises Refused when it has been withdrawn."""
    asking = Friendship.objects.filter(asker__username__iexact=normal(name), asked=user, since=None)
    if asking.update(since=timezone.now()) != 1:
        raise Refused(_("This request is no longer open."))


def friendship_end(*, user: User, name: str) -> None:
    """End a friendship, decline a request, or withdraw the user's own. Does nothing without one.

    Raises Refused when nobody has this name.
    """
    Friendship.objects.filter(between(user, _somebody(name))).delete()


def block_create(*, user: User, name: str, only_mutes: bool = False) -> None:
    """Block someone from the user's tables, chats and invitations, or only mute them. Shared games continue. This holds
    for their bots too, and for the tables and invitations of the user's own bots.

    A block that was a mute before dates from now. Raises Refused when nobody has this name, for oneself, and for a
    computer player.
    """
    other = _somebody(name)
    if other == user:
        raise Refused(_("That’s you."))
    if other.is_computer:
        raise Refused(
            _(
                "You don’t need to mute or block computer players: they never chat, and sit only where "
                "someone puts them."
            )
        )
    with transaction.atomic():
        _lock(user.pk, other.pk)
        block, is_new = Block.objects.select_for_update().get_or_create(
            user=user, blocked=other, defaults={"only_mutes": only_mutes}
        )
        if not is_new and block.only_mutes != only_mutes:
            block.only_mutes, block.made_at = only_mutes, timezone.now()
            block.save(update_fields=["only_mutes", "made_at"])
        if only_mutes:
            return
        Friendship.objects.filter(between(user, other)).delete()
        own, theirs = (User.objects.filter(Q(pk=one.pk) | Q(owner=one)) for one in (user, other))
        hosted = Q(match__host__in=own, user__in=theirs) | Q(match__host__in=theirs, user__in=own)
        Invitation.objects.filter(hosted, state=Invitation.State.WAITING).delete()


def block_end(*, user: User, name: str) -> None:
    """Lift a block or mute. Does nothing without one. Raises Refused when nobody has this name."""
    Block.objects.filter(user=user, blocked=_somebody(name)).delete()


def blocks_wait(*, host: User) -> None:
    """Let blocks that concern `host`, or the owner of a bot, wait until the transaction ends: they lock these rows too.

    The race: someone blocks the host while being invited. Either the invitation finds the block, or the block finds the
    invitation and deletes it. It is enough to lock one side, and the host is locked already where a table is opened.
    """
    _lock(host.pk, host.household)


def _lock(*people: int) -> None:
    """Lock the rows of people, given by their keys, until the transaction ends.

    The race: one sends the other a request, who blocks them at this moment. Either the request finds the block, or the
    block finds the request and deletes it.
    """
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk").values_list("pk"))


def _person_to_ask(user: User, name: str) -> User:
    """The member called `name`, whom `user` may send a friend request; both are locked. Raises Refused."""
    other = user_with_profile(name)
    if user.is_guest:
        raise Refused(_("Guests have no friends list. Sign up first; you keep all your games."))
    if user.is_bot:
        raise Refused(_("Bots have no friends list."))
    if other is None or other.is_computer:
        raise Refused(_("No member is called “%(name)s”. Guests can’t be friends.") % {"name": name[:40]})
    if other == user:
        raise Refused(_("That’s you."))
    if other.is_bot:
        raise Refused(
            _("%(name)s is a bot and can’t be your friend, but you can invite it to a table.")
            % {"name": other.username}
        )
    _lock(user.pk, other.pk)
    if is_apart(user, other) or other.is_banned(timezone.now()):
        raise Refused(_("You can’t send %(name)s a friend request.") % {"name": other.username})
    if Friendship.objects.filter(asker=user, since=None).count() >= MOST_ASKED:
        raise Refused(
            _("%(count)s people haven’t answered your friend requests yet. Wait for some of them first.")
            % {"count": MOST_ASKED}
        )
    return other


def _has_heard(user: User, asker: User) -> bool:
    """Whether `user` has an unseen notification of a request by `asker`, or has had one lately."""
    heard = Q(seen_at=None) | Q(made_at__gt=timezone.now() - LATELY)
    return Notice.objects.filter(heard, user=user, kind=Kind.FRIEND, about=asker).exists()


def _somebody(name: str) -> User:
    """The user with this name, guests included. Raises Refused when nobody has it."""
    found = User.objects.filter(username__iexact=normal(name)).first()
    if found is None:
        raise Refused(_("Nobody here is called “%(name)s”.") % {"name": name[:40]})
    return found
