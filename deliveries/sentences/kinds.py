"""The title and the sentence of each kind of notification."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.enumerating import listed
from notices.kinds import Kind

_OF_KINDS: dict[Kind, tuple[Promise, Promise]] = {
    Kind.TURN: (gettext_lazy("Your turn in {game}"), gettext_lazy("{others} is waiting for you.")),
    Kind.QUESTION: (
        gettext_lazy("A question for you in {game}"),
        gettext_lazy("The game with {others} continues once you have answered."),
    ),
    Kind.HALF: (gettext_lazy("Half your time in {game} is gone"), gettext_lazy("It’s still your turn with {others}.")),
    Kind.LAST: (
        gettext_lazy("Time is running out in {game}"),
        gettext_lazy("It is still your turn with {others}. When time runs out, a computer player takes your seat."),
    ),
    Kind.INVITATION: (
        gettext_lazy("{who} invites you to {game}"),
        gettext_lazy("Sit down or decline; the table is waiting."),
    ),
    Kind.CLOSED: (
        gettext_lazy("The table for {game} has been closed"),
        gettext_lazy("Too few players joined in time."),
    ),
    Kind.FRIEND: (
        gettext_lazy("{who} wants to be your friend"),
        gettext_lazy("Friends can see each other’s friends-only tables."),
    ),
    Kind.STARTED: (
        gettext_lazy("{game} has started"),
        gettext_lazy("You are playing with {others}. We will tell you when it is your turn."),
    ),
    Kind.FINISHED: (
        gettext_lazy("{game} is over"),
        gettext_lazy("See how your game with {others} ended, and watch the replay."),
    ),
    Kind.TAKEN_OVER: (
        gettext_lazy("A computer player has taken over a seat in {game}"),
        gettext_lazy("The game continues with {others}."),
    ),
    Kind.OFFER: (
        gettext_lazy("{who} offers to end {game}"),
        gettext_lazy("The game ends as soon as everyone agrees."),
    ),
    Kind.VACATION: (
        gettext_lazy("{who} is on vacation"),
        gettext_lazy("The clocks in your game of {game} are stopped for them."),
    ),
    Kind.CUP: (gettext_lazy("News from a cup"), gettext_lazy("See tables and standings.")),
    Kind.LADDER: (gettext_lazy("News from a ladder"), gettext_lazy("See the standings.")),
    Kind.CLUB: (gettext_lazy("News from a club"), gettext_lazy("See who is in it and what they play.")),
    Kind.CHALLENGE: (gettext_lazy("{who} has played your deal"), gettext_lazy("See how everyone did with it.")),
    Kind.CAUTION: (
        gettext_lazy("A moderator has written to you"),
        gettext_lazy("Please read it before you play or write again."),
    ),
    Kind.QUARANTINED: (
        gettext_lazy("A game of {game} is on hold"),
        gettext_lazy("The game with {others} is on hold until someone fixes it or calls it off."),
    ),
    Kind.TEST: (
        gettext_lazy("It works"),
        gettext_lazy("This is the test you asked for. Your turns will reach you the same way."),
    ),
}
"""Title and sentence of each kind. Those of CUP, LADDER, CLUB and CHALLENGE are fallbacks: see `events`."""


def title_and_sentence(kind: Kind, game: str, others: Sequence[str], who: str) -> tuple[str, str]:
    """Title and sentence of a notification of this kind, from `_OF_KINDS`; `others` are the names of other players."""
    names = {"game": game, "others": listed(others) or _("nobody else"), "who": who or _("Someone")}
    title, text = map(str, _OF_KINDS[kind])
    if kind == Kind.TURN and len(others) > 1:
        text = _("{others} are waiting for you.")
    if kind == Kind.CLOSED and who:
        text = _("{who} closed it.")
    return title.format(**names), text.format(**names)
