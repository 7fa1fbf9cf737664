"""A notice in words: the same for mail, push, webhook, open pages and the list of notices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Match
from games.paces import PACES
from games.pages import catalogue
from games.pages.clock import span_in_words
from games.pages.enumerating import listed
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice

URGENT = CALLS | {Kind.HALF, Kind.LAST, Kind.INVITATION, Kind.ASIDE}

_PAGES = {Kind.CLOSED: "tables", Kind.FRIEND: "friends", Kind.CAUTION: "account_cautions"}
"""The pages of what is about no match, but for the list of notices."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is said: a title for the subject line, one sentence, and the page to go to."""

    kind: str
    game: str
    title: str
    text: str
    path: str
    subject: str
    """Two that are about the same thing replace each other on a screen."""

    @property
    def url(self) -> str:
        """The whole address of the page."""
        return settings.SITE_URL + self.path

    @property
    def is_urgent(self) -> bool:
        """Whether somebody waits for an answer."""
        return self.kind in URGENT


def told(notice: Notice) -> Told:
    """The words for a notice. Its match, if any, has its seats and their users fetched."""
    match = notice.match
    key = match.game if match is not None else str(notice.facts.get("game", ""))
    game = catalogue.name(key) if key else ""
    others = _names(match, notice.user_id) if match is not None else ""
    who = notice.about.shown_name if notice.about is not None else ""
    is_sent_away = bool(notice.facts.get("sent_away"))
    title, text = _sent_away(game, who) if is_sent_away else _sentences(Kind(notice.kind), game, others, who)
    if _may_win(notice):
        title, text = _win_or_play_on(game, who)
    return Told(
        kind=notice.kind,
        game=match.game if match is not None else "",
        title=title,
        text=text,
        path=_path(notice),
        subject=_subject(notice),
    )


def told_now(notice: Notice) -> Told:
    """The words as they are sent: who is to decide in a slow game also reads how much time there is."""
    words, match = told(notice), notice.match
    if match is None or match.deadline is None or not PACES[match.pace].is_slow:
        return words
    if not _may_win(notice) and (notice.kind not in CALLS | REMINDERS or match.awaited != notice.seat):
        return words
    left = span_in_words(match.deadline - timezone.now())
    time_left = _("Time left: {left}.").format(left=left)
    return replace(words, text=f"{words.text} {time_left}")


def _path(notice: Notice) -> str:
    """The page to go to."""
    if notice.match is None:
        return reverse(_PAGES.get(Kind(notice.kind), "notices"))
    if notice.kind == Kind.ASIDE:
        return reverse("admin:games_match_change", args=[notice.match.pk])
    return notice.match.get_absolute_url()


def _subject(notice: Notice) -> str:
    """What it is about: of two about the same only the later one stays on a screen."""
    if notice.kind == Kind.ASIDE:  # when something is wrong with many matches, one line says it
        return notice.kind
    about = notice.pk if notice.match is None else notice.match.code
    return f"{'call' if notice.kind in CALLS else notice.kind} {about}"


def _sentences(kind: Kind, game: str, others: str, who: str) -> tuple[str, str]:
    """Title and sentence."""
    names = {"game": game, "others": others, "who": who or _("Somebody")}
    match kind:
        case Kind.TURN:
            title, text = (
                _("Your turn in {game}"),
                _("{others} wait for you.") if _many(others) else _("{others} waits for you."),
            )
        case Kind.QUESTION:
            title, text = _("A question for you in {game}"), _("The game with {others} goes on when you have answered.")
        case Kind.HALF:
            title, text = _("Half of your time in {game} is used up"), _("It is still your turn with {others}.")
        case Kind.LAST:
            title, text = (
                _("Little time left in {game}"),
                _("It is still your turn with {others}. When time is out, a computer player takes your seat."),
            )
        case Kind.INVITATION:
            title, text = _("{who} invites you to {game}"), _("Sit down, or decline; the table waits.")
        case Kind.CLOSED:
            title, text = (
                _("The table for {game} is closed"),
                _("{who} has closed it.") if who else _("It has waited for players long enough."),
            )
        case Kind.FRIEND:
            title, text = _("{who} wants to be your friend"), _("Friends see each other’s tables for friends.")
        case Kind.STARTED:
            title, text = _("{game} has begun"), _("You play with {others}. You will be told when it is your turn.")
        case Kind.FINISHED:
            title, text = _("{game} is over"), _("See how your game with {others} ended, and step through it.")
        case Kind.TAKEN_OVER:
            title, text = _("A computer player sits in for {who}"), _("Your game of {game} with {others} goes on.")
        case Kind.OFFER:
            title, text = _("{who} offers to end {game}"), _("The game ends as soon as everybody agrees.")
        case Kind.VACATION:
            title, text = _("{who} is on vacation"), _("The clocks in your game of {game} stand still for them.")
        case Kind.CAUTION:
            title, text = _("A moderator has written to you"), _("Please read it before you play or write again.")
        case Kind.ASIDE:
            title, text = (
                _("A game of {game} is set aside"),
                _("The game with {others} rests until somebody mends it or calls it off."),
            )
        case Kind.TEST:
            title, text = (
                _("This works"),
                _("This is the test that you asked for. Turns will reach you in the same way."),
            )
    return title.format(**names), text.format(**names)


def _may_win(notice: Notice) -> bool:
    """Whether it tells somebody of a choice that still waits: to take the win, or to play on against the computer."""
    return bool(notice.facts.get("may_win")) and notice.match is not None and notice.match.is_held


def _win_or_play_on(game: str, who: str) -> tuple[str, str]:
    """Title and sentence for that choice."""
    title = _("{who} is out of time in {game}")
    text = _("Take the win, or play on against a computer player: it waits for your choice.")
    return title.format(game=game, who=who or _("Somebody")), text


def _sent_away(game: str, who: str) -> tuple[str, str]:
    """Title and sentence for somebody for whom the table is closed, but for nobody else."""
    title, text = _("You no longer sit at the table for {game}"), _("{who} has given your seat to others.")
    return title.format(game=game), text.format(who=who or _("Somebody"))


def _many(others: str) -> bool:
    return listed(["", ""]) in others


def _names(match: Match, user_id: int) -> str:
    """Who else sits there: “Bob”, “Bob and Chinchilla”, “Bob, Chinchilla and Owl”."""
    names = [seat.user.shown_name for seat in match.seats.all() if seat.user is not None and seat.user_id != user_id]
    return listed(names) or _("nobody else")
