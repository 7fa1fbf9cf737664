"""Sent deals: those of yours, one by its link, sending one, playing it once, and closing it.

Bots can read them, but neither send nor play them.
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from ninja import Router

from common.pausing import check_pauses
from games.api.v1 import schemas, shown
from games.api.v1.caller import ApiRequest, acting, match_of
from games.models import Challenge
from games.selectors.lobby import challenges as selectors
from games.selectors.lobby.deal_mark import PLAYED_HERE
from games.services.lobby import challenges

router = Router(tags=["sent deals"])


@router.get("deals", response=schemas.deals.Deals, url_name="deals")
def deals(request: ApiRequest) -> schemas.deals.Deals:
    """The deals you have sent, and those of others that you have begun."""
    user = acting(request)
    return schemas.deals.Deals(
        sent=[shown.deal_sent(each) for each in selectors.deals_sent_by(user)],
        received=[shown.deal_received(each) for each in selectors.deals_received_by(user)],
    )


@router.post("deals", response=schemas.deals.DealLink, url_name="deals")
def deal_send(request: ApiRequest, wish: schemas.deals.SendDeal) -> schemas.deals.DealLink:
    """Send the deal of a finished match: get the link behind which others play it. Asked again, it is the same link."""
    match, user = match_of(request, wish.match), acting(request)
    check_pauses(request, "challenge", user)
    challenge = challenges.challenge_send(match=match, user=user)
    return schemas.deals.DealLink(deal=challenge.token, path=challenge.get_absolute_url())


@router.get("deals/{challenge}", response=schemas.deals.SentDeal, url_name="challenge")
def deal(request: ApiRequest, challenge: str) -> schemas.deals.SentDeal:
    """A sent deal, by the secret part of its link. If you have played it, with everyone's results."""
    return shown.sent_deal_of(_challenge(challenge), request.visitor)


@router.post("deals/{challenge}/begin", response=schemas.deals.Begun, url_name="challenge_begin")
def begin(request: ApiRequest, response: HttpResponse, challenge: str) -> schemas.deals.Begun:
    """Begin your one game with a sent deal, or get the one you have begun. Bots are refused."""
    user, found = acting(request), _challenge(challenge)
    check_pauses(request, "challenge", user)
    attempt = challenges.attempt_begin(challenge=found, user=user, is_used=PLAYED_HERE.has(request, found.pk))
    if request.token is None:  # a browser: programs may act for several people
        PLAYED_HERE.add(request, response, found.pk)
    return schemas.deals.Begun(match=attempt.match.code)


@router.post("deals/{challenge}/close", response={204: None}, url_name="challenge_close")
def close(request: ApiRequest, challenge: str) -> None:
    """Close a deal you have sent: nobody else can begin it."""
    user = acting(request)
    challenges.challenge_close(challenge=_challenge(challenge), user=user)


def _challenge(token: str) -> Challenge:
    found = selectors.challenge_named(token)
    if found is None:
        raise Http404
    return found
