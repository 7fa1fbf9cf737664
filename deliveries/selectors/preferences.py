"""The channels to each user, and the kinds of notifications that they want by each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from allauth.account.models import EmailAddress

from accounts.models import User
from games.models import Match
from notices.kinds import CALLS, Channel, Kind, is_usual
from notices.models import Browser, Notice, Preference, Webhook


@dataclass
class Channels:
    """The channels to one user: browsers with push, a confirmed email address, a webhook; and their preferences."""

    browsers: list[Browser] = field(default_factory=list)
    address: str = ""
    webhook: Webhook | None = None
    preferences: dict[tuple[str, str], bool] = field(default_factory=dict)

    def wants(self, kind: str, channel: str) -> bool:
        """Whether this user wants notifications of `kind` by `channel`."""
        if channel == Channel.PAGES:
            return kind not in CALLS  # open pages are updated at once on every turn anyway
        if kind == Kind.TEST:
            return True
        return self.preferences.get((kind, channel), is_usual(kind, channel))

    def available(self) -> list[str]:
        """The channels by which this user can be told now."""
        there = {Channel.PUSH: self.browsers, Channel.MAIL: self.address, Channel.WEBHOOK: self.webhook}
        return [Channel.PAGES, *(channel for channel, address in there.items() if address)]


def channels_of(users: Iterable[int]) -> dict[int, Channels]:
    """The channels to each of these users by primary key: four queries, however many there are."""
    keys = set(users)
    channels = {key: Channels() for key in keys}
    for browser in Browser.objects.filter(user__in=keys):
        channels[browser.user_id].browsers.append(browser)
    for address in EmailAddress.objects.filter(user__in=keys, primary=True, verified=True, user__is_active=True):
        channels[address.user_id].address = address.email
    for webhook in Webhook.objects.filter(user__in=keys, trouble=""):
        channels[webhook.user_id].webhook = webhook
    for preference in Preference.objects.filter(user__in=keys):
        channels[preference.user_id].preferences[preference.kind, preference.channel] = preference.wanted
    return channels


def channels_to(user: User) -> Channels:
    """The channels to one user."""
    return channels_of([user.pk])[user.pk]


def is_too_quick_for_mail(notice: Notice) -> bool:
    """Whether the notification calls for a decision in a live game, which is played in one sitting."""
    return notice.kind in CALLS and notice.match is not None and notice.match.pace == Match.Pace.LIVE
