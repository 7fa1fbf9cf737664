"""Other people: friends and friend requests, people blocked or muted, and reports to the moderators."""

from __future__ import annotations

from django.http import Http404
from ninja import Router

from accounts.models import User
from accounts.selectors import user_with_profile
from common.pausing import check_pauses
from common.visible import check_seen
from games.api.v1 import schemas
from games.api.v1.caller import ApiRequest, acting, match_of
from games.selectors.people import relations as select
from games.selectors.people.chat import message_for
from games.services.moderation.reports import message_report, person_report
from games.services.people import relations
from notices.seeing import requests_seen

router = Router(tags=["people"])


@router.get("friends", response=schemas.people.Friends, url_name="friends")
def friends(request: ApiRequest) -> schemas.people.Friends:
    """Your friends, and friend requests that are not answered yet."""
    user = acting(request)
    return schemas.people.Friends(
        friends=[each.username for each in select.friends_of(user)],
        asking=[each.username for each in select.asking(user)],
        asked=[each.username for each in select.asked_by(user)],
    )


@router.post("friends/ask", response=schemas.people.Relation, url_name="friend_ask")
def friend_ask(request: ApiRequest, whom: schemas.people.Somebody) -> schemas.people.Relation:
    """Send a member a friend request; if they have sent you one, you are friends."""
    user = _changing(request)
    asked = relations.friendship_ask(user=user, name=whom.name.strip())
    return schemas.people.Relation(relation="asked" if asked.since is None else "friends")


@router.post("friends/accept", response=schemas.people.Relation, url_name="friend_accept")
def friend_accept(request: ApiRequest, whom: schemas.people.Somebody) -> schemas.people.Relation:
    """Accept a friend request."""
    user = _changing(request)
    relations.friendship_accept(user=user, name=whom.name.strip())
    requests_seen(user_id=user.pk)
    return schemas.people.Relation(relation="friends")


@router.post("friends/end", response=schemas.people.Relation, url_name="friend_end")
def friend_end(request: ApiRequest, whom: schemas.people.Somebody) -> schemas.people.Relation:
    """End a friendship, decline a friend request, or withdraw your own."""
    user = _changing(request)
    relations.friendship_end(user=user, name=whom.name.strip())
    requests_seen(user_id=user.pk)
    return schemas.people.Relation(relation="none")


@router.get("blocks", response=schemas.people.Blocks, url_name="blocks")
def blocks(request: ApiRequest) -> schemas.people.Blocks:
    """The people whom you have blocked or muted, latest first."""
    found = select.blocks_of(acting(request))
    return schemas.people.Blocks(
        blocks=[
            schemas.people.Block(name=each.blocked.username, only_mutes=each.only_mutes, since=each.made_at)
            for each in found
        ]
    )


@router.post("blocks", response={204: None}, url_name="blocks")
def block(request: ApiRequest, whom: schemas.people.NewBlock) -> None:
    """Block someone: they can’t join your tables or invite you. With `only_mutes` you just no longer read them."""
    relations.block_create(user=_changing(request), name=whom.name.strip(), only_mutes=whom.only_mutes)


@router.post("blocks/end", response={204: None}, url_name="block_end")
def block_end(request: ApiRequest, whom: schemas.people.Somebody) -> None:
    """Lift a block or mute."""
    relations.block_end(user=_changing(request), name=whom.name.strip())


@router.post("reports/person", response={204: None}, url_name="report_person")
def report_person(request: ApiRequest, wish: schemas.people.PersonReport) -> None:
    """Report a member to the moderators."""
    user, person = acting(request), user_with_profile(wish.name.strip())
    if person is None:
        raise Http404
    check_seen(wish.text)
    check_pauses(request, "report", user)
    person_report(person=person, reporter=user, reason=wish.reason, text=wish.text)


@router.post("reports/message", response={204: None}, url_name="report_message")
def report_message(request: ApiRequest, wish: schemas.people.MessageReport) -> None:
    """Report a message to the moderators that you can read in the chat of a match; text is optional."""
    user, match = acting(request), match_of(request, wish.match)
    message = message_for(match, request.visitor, str(wish.message))
    check_pauses(request, "report", user)
    message_report(message=message, reporter=user, reason=wish.reason, text=wish.text)


def _changing(request: ApiRequest) -> User:
    """The caller, who changes friends or blocks. Raises TooOften, as the page does."""
    user = acting(request)
    check_pauses(request, "relations", user)
    return user
