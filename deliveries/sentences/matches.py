"""Titles and sentences about one match: its table, its players, how it ended, what follows."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from common.enumerating import as_sentence, enumerated, listed, minus
from games.engine import GAMES
from games.engine.contract import teams_of
from games.models import Match, Seat
from games.pages.boards.names import stand_in_name, typed
from notices.kinds import CALLS, REMINDERS, Kind
from notices.models import Notice


def table(match: Match) -> str:
    """A table in a sentence: number of players, pace, whether rated."""
    seats = ngettext("%(seats)s player", "%(seats)s players", match.seat_count) % {"seats": match.seat_count}
    pace = match.get_pace_display()
    facts = [seats, pace[:1].lower() + pace[1:], _("weekends off") if match.weekends_off else ""]
    return as_sentence(enumerated(fact for fact in [*facts, _("rated") if match.rated else _("not rated")] if fact))


def others_of(match: Match, notice: Notice) -> list[str]:
    """The names of the other players; where the game waits for the reader or goes on, of those who decide at their
    seats now.
    """
    seats = [seat for seat in match.seats.all() if seat.user_id != notice.user_id]
    plays_on = notice.kind in CALLS | REMINDERS | {Kind.TAKEN_OVER}
    players = dict.fromkeys(seat.decider if plays_on else seat.user for seat in seats)
    return [player.shown_name for player in players if player is not None]


def won(match: Match, user_id: int, game: str) -> tuple[str, str] | None:
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


def win_or_play_on(game: str, who: str) -> tuple[str, str]:
    """Title and sentence for the choice to take the win or play on."""
    title = _("{who} ran out of time in {game}")
    text = _("Take the win, or play on against a computer player: the choice is yours.")
    return title.format(game=game, who=who or _("Someone")), text


def removed(game: str, who: str) -> tuple[str, str]:
    """Title and sentence for a player who was removed from a table that stays open for others."""
    title, text = _("You are no longer at the table for {game}"), _("{who} has given your seat to someone else.")
    return title.format(game=game), text.format(who=who or _("Someone"))


def when_time_runs_out(match: Match, user_id: int) -> str | None:
    """What the reader's running out of time leads to, unless a computer player then takes the seat."""
    deciders = [seat.decider for seat in match.seats.all() if seat.user_id != user_id]
    staying = [player for player in deciders if player is not None and not player.is_computer]
    if not staying:
        return _("It is still your turn. When your time runs out, the game is over.")
    if match.seat_count > 2:
        return None
    text = _("It is still your turn. When your time runs out, {others} can win the game.")
    return text.format(others=staying[0].shown_name)


def _name(seat: Seat, user_id: int | None = None) -> str:
    """The name of a seat; "you" for the reader's, if a reader is given. If its player has left, the points are those of
    the computer player that finished the game.
    """
    if user_id is not None and seat.user_id == user_id:
        return pgettext("in a list", "you")
    name = seat.user.shown_name if seat.user is not None else typed(seat.name_unclaimed)
    if seat.stand_in is None or seat.points is None:
        return name
    return stand_in_name(seat.stand_in.shown_name, name)
