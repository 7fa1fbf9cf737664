"""The channels to each user, and the kinds of notifications that they want by each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from allauth.account.models import EmailAddress

from accounts.models import User
from accounts.selectors import logged_in_at
from games.models import Match
from notices.kinds import CALLS, Channel, Kind, is_usual
from notices.models import Browser, Notice, Preference, Webhook


@dataclass
class Channels:
    """The channels to one user: browsers with push where they are logged in, a confirmed email address, a webhook; and
    their preferences.
    """

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
    """The channels to each of these users by primary key: four queries, and two more if any of them has browsers,
    however many there are.
    """
    keys = set(users)
    channels = {key: Channels() for key in keys}
    for browser in _reached(Browser.objects.filter(user__in=keys, user__is_active=True).select_related("user")):
        channels[browser.user_id].browsers.append(browser)
    for address in EmailAddress.objects.filter(user__in=keys, primary=True, verified=True, user__is_active=True):
        channels[address.user_id].address = address.email
    for webhook in Webhook.objects.filter(user__in=keys, user__is_active=True, trouble=""):
        channels[webhook.user_id].webhook = webhook
    for preference in Preference.objects.filter(user__in=keys):
        channels[preference.user_id].preferences[preference.kind, preference.channel] = preference.wanted
    return channels


def channels_to(user: User) -> Channels:
    """The channels to one user."""
    return channels_of([user.pk])[user.pk]


def devices_of(user: User) -> list[Browser]:
    """All browsers of a user with push, also those where they are logged out."""
    return list(Browser.objects.filter(user=user))


def is_too_quick_for_mail(notice: Notice) -> bool:
    """Whether the notification calls for a decision in a live game, which is played in one sitting."""
    return notice.kind in CALLS and notice.match is not None and notice.match.pace == Match.Pace.LIVE


def _reached(browsers: Iterable[Browser]) -> list[Browser]:
    """Those of the browsers that may show what is for their users: others may use them once these are logged out.

    Guests are logged in as long as their browsers are stored (`membership.adapter`). Browsers without a name are from
    before names were stored: their users were logged in there when they were added, so a login that old must last.
    """
    found = list(browsers)
    logins = logged_in_at({browser.user_id for browser in found if not browser.user.is_guest})
    named = {(user, name) for user, name, _since in logins}

    def is_theirs(browser: Browser) -> bool:
        if browser.user.is_guest:
            return True
        if browser.known_as:
            return (browser.user_id, browser.known_as) in named
        return any(user == browser.user_id and since <= browser.made_at for user, _name, since in logins)

    return [browser for browser in found if is_theirs(browser)]
