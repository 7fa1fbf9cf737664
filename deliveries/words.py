"""Notifications as text: the same for email, push, webhook, open pages and the list of notifications."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from common.enumerating import gap
from common.times import moment_in_words, span_in_words
from deliveries.selectors.reach import is_reachable
from deliveries.sentences import events, matches
from deliveries.sentences.kinds import title_and_sentence
from games import catalogue
from games.paces import PACES
from games.pages.boards.brief import Brief
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice

URGENT = CALLS | {Kind.HALF, Kind.LAST, Kind.INVITATION, Kind.QUARANTINED}
"""Kinds for which others wait, or for which time is running out."""

_PAGES = {
    Kind.CLOSED: "tables",
    Kind.INVITATION: "tables",
    Kind.FRIEND: "friends",
    Kind.CAUTION: "account_cautions",
    Kind.CUP: "cups",
    Kind.LADDER: "ladders",
    Kind.CLUB: "clubs",
}
"""URL names to link to for notifications that are not about a match, or not about one that the reader may see; by
default, the list of notifications.
"""


@dataclass(frozen=True, slots=True)
class NoticeText:
    """A notification as text: a title for the subject line, a sentence, and the path of the page to go to."""

    kind: str
    game: str
    title: str
    text: str
    path: str
    subject: str
    """A key: of two notifications with the same subject, the later replaces the other on a screen."""
    brief: Brief | None = None
    """The pending decision and what happened before it: only in emails, which nobody but the reader sees."""
    picture: bytes | None = field(default=None, repr=False)
    """The position as a PNG, with public information only: only in emails."""

    @property
    def url(self) -> str:
        """The absolute URL of the page."""
        return settings.SITE_URL + self.path

    @property
    def deed(self) -> str:
        """The label of the button in an email."""
        if self.game:
            return _("Go to the table")
        match self.kind:
            case Kind.CLOSED:
                return _("See open tables")
            case Kind.FRIEND:
                return _("Answer")
            case Kind.CUP:
                return _("All cups") if self.path == reverse(_PAGES[Kind.CUP]) else _("See the cup")
            case Kind.LADDER:
                return _("See the ladder")
            case Kind.CLUB:
                return _("See the club")
            case Kind.CHALLENGE:
                return _("See the deal")
            case Kind.CAUTION:
                return _("Read it")
            case _:
                return _("See my notifications")

    @property
    def is_urgent(self) -> bool:
        """Whether the kind is urgent: others wait, or time is running out."""
        return self.kind in URGENT


def text_of(notice: Notice) -> NoticeText:
    """A notification as text. Its match, if any, must have its seats and their users prefetched.

    About what the reader may no longer see (`ask_reach`) it says no more than that.
    """
    title, text = _title_and_sentence(notice)
    return NoticeText(
        kind=notice.kind,
        game=notice.match.game if notice.match is not None else "",
        title=title,
        text=text,
        path=_path(notice),
        subject=_subject(notice),
    )


def _title_and_sentence(notice: Notice) -> tuple[str, str]:
    """What the notification says, from the function for its subject."""
    match, facts = notice.match, notice.facts
    key = match.game if match is not None else str(facts.get("game", ""))
    game = catalogue.name(key) if key else ""
    who = notice.about.shown_name if notice.about is not None else ""
    if _may_win(notice):
        return matches.win_or_play_on(game, who)
    if not is_reachable(notice):
        return _no_longer_seen(Kind(notice.kind), game, who)
    if notice.kind == Kind.CUP:
        return events.cup(facts, game)
    if notice.kind == Kind.LADDER:
        return events.ladder(facts, game, who)
    if notice.kind == Kind.CLUB:
        return events.club(facts, who)
    if notice.kind == Kind.CHALLENGE:
        return events.challenge(facts, game, who)
    if facts.get("sent_away"):
        return matches.removed(game, who)
    if match is None:
        return title_and_sentence(Kind(notice.kind), game, [], who)
    title, text = title_and_sentence(Kind(notice.kind), game, matches.others_of(match, notice), who)
    if notice.kind == Kind.LAST:
        text = matches.when_time_runs_out(match, notice.user_id) or text
    if notice.kind == Kind.FINISHED:
        return matches.won(match, notice.user_id, game) or (title, text)
    return title, f"{matches.table(match)}{gap()}{text}" if notice.kind == Kind.INVITATION else text


def _no_longer_seen(kind: Kind, game: str, who: str) -> tuple[str, str]:
    """Title and sentence about what the reader may no longer see."""
    title, _text = title_and_sentence(kind, game, "", who)
    if kind == Kind.INVITATION:
        return title, _("This invitation is no longer open.")
    return title, _("It is gone, or you can no longer see it.")


def text_now(notice: Notice) -> NoticeText:
    """A notification as text to be sent now: for a decision in a slow game, it also says how much time is left."""
    words, match = text_of(notice), notice.match
    if match is None or match.deadline is None or not PACES[match.pace].is_slow or not waits_for_reader(notice):
        return words
    left = span_in_words(match.deadline - timezone.now())
    until = moment_in_words(match.deadline, "SHORT_DATETIME_FORMAT")
    time_left = _("Time left: {left}, until {moment}.").format(left=left, moment=until)
    return replace(words, text=f"{words.text}{gap()}{time_left}")


def waits_for_reader(notice: Notice) -> bool:
    """Whether the notification is about a decision for which its match, as loaded, is waiting."""
    match = notice.match
    if match is None:
        return False
    return _may_win(notice) or (notice.kind in CALLS | REMINDERS and match.to_move == notice.seat)


def _path(notice: Notice) -> str:
    """The path of the page to go to."""
    if not is_reachable(notice):
        return reverse(_PAGES[Kind(notice.kind)])
    if notice.kind == Kind.CUP and notice.facts.get("cup"):
        return reverse("cup", args=[notice.facts["cup"]])
    if notice.kind == Kind.LADDER and notice.facts.get("game"):
        return reverse("ladder", args=[notice.facts["game"]])
    if notice.kind == Kind.CLUB and notice.facts.get("club"):
        page = "club_members" if notice.facts.get("event") == "asks" else "club"
        return reverse(page, args=[notice.facts["club"]])
    if notice.kind == Kind.CHALLENGE and notice.facts.get("challenge"):
        return reverse("challenge", args=[notice.facts["challenge"]])
    if notice.match is None:
        return reverse(_PAGES.get(Kind(notice.kind), "notices"))
    if notice.kind == Kind.QUARANTINED:
        return reverse("admin:games_match_change", args=[notice.match.pk])
    return notice.match.get_absolute_url()


def _subject(notice: Notice) -> str:
    """The `NoticeText.subject`: of two notifications about the same thing, only the later one stays on a screen."""
    if notice.kind == Kind.QUARANTINED:  # one for all matches, as a single fault may stop many
        return notice.kind
    about = notice.facts.get("cup", notice.pk) if notice.match is None else notice.match.code
    return f"{'call' if notice.kind in CALLS else notice.kind} {about}"


def _may_win(notice: Notice) -> bool:
    """Whether it is about a choice that is still open: to take the win, or to play on against a computer player."""
    return bool(notice.facts.get("may_win")) and notice.match is not None and notice.match.waits_for_claim
