"""Notifications as text: the same for email, push, webhook, open pages and the list of notifications."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from common.enumerating import as_sentence, enumerated, gap, listed, minus
from common.times import moment_in_words, span_in_words
from deliveries.selectors.reach import is_reachable
from games import catalogue
from games.engine import GAMES
from games.engine.contract import teams_of
from games.models import Match, Seat
from games.paces import PACES
from games.pages.boards.brief import Brief
from games.pages.boards.names import stand_in_name
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
        return _win_or_play_on(game, who)
    if not is_reachable(notice):
        return _no_longer_seen(Kind(notice.kind), game, who)
    if notice.kind == Kind.CUP:
        return _cup(facts, game)
    if notice.kind == Kind.LADDER:
        return _ladder(facts, game, who)
    if notice.kind == Kind.CLUB:
        return _club(facts, who)
    if notice.kind == Kind.CHALLENGE:
        return _challenge(facts, game, who)
    if facts.get("sent_away"):
        return _sent_away(game, who)
    if match is None:
        return _sentences(Kind(notice.kind), game, [], who)
    title, text = _sentences(Kind(notice.kind), game, _others(match, notice), who)
    if notice.kind == Kind.LAST:
        text = _when_time_runs_out(match, notice.user_id) or text
    if notice.kind == Kind.FINISHED:
        return _won(match, notice.user_id, game) or (title, text)
    return title, f"{_table(match)}{gap()}{text}" if notice.kind == Kind.INVITATION else text


def _no_longer_seen(kind: Kind, game: str, who: str) -> tuple[str, str]:
    """Title and sentence about what the reader may no longer see."""
    title, _text = _sentences(kind, game, "", who)
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


_SENTENCES: dict[Kind, tuple[Promise, Promise]] = {
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
"""Title and sentence of each kind. Those of CUP, LADDER, CLUB and CHALLENGE are fallbacks: see `_cup` and so on."""


def _sentences(kind: Kind, game: str, others: Sequence[str], who: str) -> tuple[str, str]:
    """Title and sentence of a notification of this kind, from `_SENTENCES`; `others` are the names of other players."""
    names = {"game": game, "others": listed(others) or _("nobody else"), "who": who or _("Someone")}
    title, text = map(str, _SENTENCES[kind])
    if kind == Kind.TURN and len(others) > 1:
        text = _("{others} are waiting for you.")
    if kind == Kind.CLOSED and who:
        text = _("{who} closed it.")
    return title.format(**names), text.format(**names)


def _won(match: Match, user_id: int, game: str) -> tuple[str, str] | None:
    """Title and sentence about the end of a match: the winners and all points; None if nobody has won."""
    ranking = sorted(match.seats.all(), key=lambda seat: (seat.rank or match.seat_count, seat.number))
    winners = [seat for seat in ranking if seat.rank == 1]
    if not winners:
        return None
    names = listed(_name(seat) for seat in winners if seat.user_id != user_id)
    is_reader_one = any(seat.user_id == user_id for seat in winners)
    if len(winners) > len(teams_of(GAMES[match.game], match.seat_count)[0]):
        title = _("You and {names} share the win in {game}") if is_reader_one else _("{names} share the win in {game}")
    elif not is_reader_one:
        title = ngettext("{names} won {game}", "{names} won {game}", len(winners))
    else:
        title = _("You and {names} won {game}") if names else _("You won {game}")
    if any(seat.points is None for seat in ranking):
        text = _("The game ended early. Watch the replay to see what happened.")
    else:
        text = _("Points: {points}. Watch the replay to see how it happened.")
    points = enumerated(f"{_name(seat, user_id)} {minus(seat.points)}" for seat in ranking)
    return title.format(names=names, game=game), text.format(points=points)


def _cup(facts: dict[str, Any], game: str) -> tuple[str, str]:
    """Title and sentence about an event in a cup; `facts` come from `cups.services.telling`."""
    names = {key: facts.get(key, "") for key in ("name", "round", "place", "people")}
    names |= {"game": game, "club": facts.get("of", "")}
    match facts.get("event"):
        case "opened":
            title, text = _("{name}: a new cup of {club}"), _("See how it is played, and enter if you like.")
        case "begun":
            title, text = _("{name} has started"), _("Round {round}: {game}. Your table is set.")
        case "round":
            title, text = _("{name}: round {round}"), _("Round {round}: {game}. Your table is set.")
        case "sooner":
            title, text = _("{name}: round {round} ends sooner"), _("The host has changed the time limit of a round.")
        case "over":
            title, text = _("{name} is over"), _("Your place: {place} of {people}.")
        case "called_off":
            title, text = _("{name} was called off"), _("The host called off the cup before it started.")
            if facts.get("without_host"):
                text = _("Its host is no longer here, so it could not start.")
            elif facts.get("late"):
                text = _("It was open for a long time and did not start.")
        case "removed":
            title, text = _("You are no longer in {name}"), _("The host has removed you from the cup.")
        case _:
            title, text = _sentences(Kind.CUP, game, [], "")
    if facts.get("is_bye"):
        text = _("Round {round}: {game}. You skip this round and play again in the next.")
    return title.format(**names), text.format(**names)


def _ladder(facts: dict[str, Any], game: str, who: str) -> tuple[str, str]:
    """Title and sentence about an event on a ladder; `facts` come from `ladders.services.telling`."""
    until = facts.get("until", "")
    by = moment_in_words(datetime.fromisoformat(until), "SHORT_DATETIME_FORMAT") if until else ""
    names = {"who": who or _("Someone"), "game": game, "place": facts.get("place", ""), "until": by}
    match facts.get("event"):
        case "challenged":
            title = _("{who} challenges you on the ladder for {game}")
            text = _("Accept by {until}, or you swap places.") if until else _("Accept, or you swap places.")
        case "accepted":
            title, text = _("{who} has accepted your challenge in {game}"), _("Your game has started.")
        case "declined":
            title, text = _("{who} has declined your challenge in {game}"), _("See the standings.")
        case "moved":
            title, text = _("Ladder for {game}: your place is now {place}"), _("See the standings.")
        case "season":
            title = _("Ladder for {game}: the season is over, your place is {place}")
            text = _("The next one has started.")
        case "silent":
            title, text = _("You are no longer on the ladder for {game}"), _("You left challenges unanswered.")
        case "idle":
            title, text = (
                _("You are no longer on the ladder for {game}"),
                _("You have not played there for a long time."),
            )
        case _:
            title, text = _sentences(Kind.LADDER, game, [], who)
    return title.format(**names), text.format(**names)


def _club(facts: dict[str, Any], who: str) -> tuple[str, str]:
    """Title and sentence about an event in a club; `facts` come from `clubs.services.telling`."""
    names = {"who": who or _("Someone"), "name": facts.get("name", "")}
    match facts.get("event"):
        case "invited":
            title, text = _("{who} invites you to the club {name}"), _("See who is in it, and join if you like.")
        case "asks":
            title, text = _("{who} wants to join {name}"), _("You host the club: let them in, or decline.")
        case "admitted":
            title, text = _("You are in the club {name}"), _("{who} has let you in.")
        case "host":
            title, text = (
                _("You now host the club {name}"),
                _("See who is in it. You can also make someone else the host."),
            )
        case _:
            title, text = _sentences(Kind.CLUB, "", [], who)
    return title.format(**names), text.format(**names)


def _challenge(facts: dict[str, Any], game: str, who: str) -> tuple[str, str]:
    """Title and sentence about another player's result with a deal that the reader sent."""
    points, score = (minus(facts.get(key, "")) for key in ("points", "score"))
    names = {"who": who or _("Someone"), "game": game, "points": points, "score": score}
    match facts.get("event"):
        case "beaten":
            title, text = _("{who} beat your {score} in {game}"), _("Points with the same deal: {points}.")
        case "tied":
            title, text = _("{who} also scored {score} in {game}"), _("Points with the same deal: {points}.")
        case "missed":
            title, text = _("{who} did not beat your {score} in {game}"), _("Points with the same deal: {points}.")
        case "left":
            title, text = _("{who} gave up on your deal in {game}"), _("Your score stands: {score}.")
        case _:
            title, text = _sentences(Kind.CHALLENGE, game, [], who)
    return title.format(**names), text.format(**names)


def _table(match: Match) -> str:
    """A table in a sentence: number of players, pace, whether rated."""
    seats = ngettext("%(seats)s player", "%(seats)s players", match.seat_count) % {"seats": match.seat_count}
    pace = match.get_pace_display()
    facts = [seats, pace[:1].lower() + pace[1:], _("weekends off") if match.weekends_off else ""]
    return as_sentence(enumerated(fact for fact in [*facts, _("rated") if match.rated else _("not rated")] if fact))


def _name(seat: Seat, user_id: int | None = None) -> str:
    """The name of a seat; "you" for the reader's, if a reader is given. If its player has left, the points are those of
    the computer player that finished the game.
    """
    if user_id is not None and seat.user_id == user_id:
        return pgettext("in a list", "you")
    name = seat.user.shown_name if seat.user is not None else seat.name_unclaimed
    if seat.stand_in is None or seat.points is None:
        return name
    return stand_in_name(seat.stand_in.shown_name, name)


def _may_win(notice: Notice) -> bool:
    """Whether it is about a choice that is still open: to take the win, or to play on against a computer player."""
    return bool(notice.facts.get("may_win")) and notice.match is not None and notice.match.waits_for_claim


def _win_or_play_on(game: str, who: str) -> tuple[str, str]:
    """Title and sentence for the choice to take the win or play on."""
    title = _("{who} ran out of time in {game}")
    text = _("Take the win, or play on against a computer player: the choice is yours.")
    return title.format(game=game, who=who or _("Someone")), text


def _sent_away(game: str, who: str) -> tuple[str, str]:
    """Title and sentence for a player who was removed from a table that stays open for others."""
    title, text = _("You are no longer at the table for {game}"), _("{who} has given your seat to someone else.")
    return title.format(game=game), text.format(who=who or _("Someone"))


def _others(match: Match, notice: Notice) -> list[str]:
    """The names of the other players; where the game waits for the reader or goes on, of those who decide at their
    seats now.
    """
    seats = [seat for seat in match.seats.all() if seat.user_id != notice.user_id]
    plays_on = notice.kind in CALLS | REMINDERS | {Kind.TAKEN_OVER}
    players = dict.fromkeys(seat.decider if plays_on else seat.user for seat in seats)
    return [player.shown_name for player in players if player is not None]


def _when_time_runs_out(match: Match, user_id: int) -> str | None:
    """What the reader's running out of time leads to, unless a computer player then takes the seat."""
    deciders = [seat.decider for seat in match.seats.all() if seat.user_id != user_id]
    staying = [player for player in deciders if player is not None and not player.is_computer]
    if not staying:
        return _("It is still your turn. When your time runs out, the game is over.")
    if match.seat_count > 2:
        return None
    text = _("It is still your turn. When your time runs out, {others} can win the game.")
    return text.format(others=staying[0].shown_name)
