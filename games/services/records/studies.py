"""Studies: records that someone has opened to look at. Also playing on from a step of a study or a finished match."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.engine.record import Record
from games.models import Action, Match, Seat
from games.selectors.position.engines import game_of, plays_of, states_after
from games.services.fair_play.rated_games import check_not_a_rated_game, check_open_match_not_a_rated_game
from games.services.fair_play.sealed_starts import check_not_sealed
from games.services.live import broadcast
from games.services.lobby.exhibitions import make_way_for_exhibition
from games.services.lobby.matches import check_is_here, check_may_open, check_may_play, commitment
from games.services.lobby.new_match import new_code, new_invite
from games.services.play.advance import SETTLED, settle
from games.services.records.match_import import match_from_record
from games.services.refusals import NotYourSeat

MOST_STUDIES = 100
"""How many studies one person may keep."""


def study_create(*, owner: User, record: Record) -> Match:
    """Keep `record` as a study of `owner`, visible to others only through its link.

    Raises Refused for someone who keeps too many or has closed the account, for a copy of a running rated game or of
    their own sealed one, and for a game that begins like a sealed deal; RecordError for a record that does not replay.
    """
    check_not_sealed(record)
    check_not_a_rated_game(record, owner)
    with transaction.atomic():
        check_is_here(owner)  # its lock: of two records sent at once the second finds the study of the first
        if Match.objects.filter(host=owner, status=Match.Status.STUDY).count() >= MOST_STUDIES:
            said = _(
                "You already have %(count)s studies, the most allowed. Delete one first: what you sent is still here."
            )
            raise Refused(said % {"count": MOST_STUDIES})
        return match_from_record(
            record,
            users=[None] * record.seats,
            source=Action.Source.RECORD,
            began=timezone.now(),
            pace=timedelta(0),
            code=new_code(),
            invite=new_invite(),
            access=Match.Access.LINK,
            host=owner,
            status=Match.Status.STUDY,
        )


def study_delete(*, match: Match, user: User) -> None:
    """Delete a study of `user`. Idempotent. Raises Refused for anything that is not their study."""
    if match.status != Match.Status.STUDY or match.host_id != user.pk:
        raise Refused(_("Only the owner of a study can delete it, and only studies can be deleted."))
    Match.objects.filter(pk=match.pk, status=Match.Status.STUDY, host=user).delete()


def play_on(
    *, match: Match, user: User, step: int, seat: int | None, opponents: Sequence[User], instead: bool = False
) -> Match:
    """Start a match that begins like `match` up to `step`, with `user` at `seat`.

    The other seats are for `opponents`, in turn order. Without a seat, `user` watches `opponents` play on at all of
    them, `instead` of their current exhibition. The deal stays the same, hidden parts included, so the match is never
    rated. Raises Refused for a match that is not over, for a copy of a running rated match, for a step from which
    nobody can play on, and for someone with too many tables. Raises NotYourSeat for a seat that does not exist, and
    StillWatching for a second exhibition at the same time.
    """
    played = plays_of(match)
    _check_can_fork(match, step, len(played), seat)
    state = states_after(match, played[:step])[-1]
    if game_of(match).to_move(state) is None:
        raise Refused(_("The game is over at this step. Choose an earlier one."))
    check_open_match_not_a_rated_game(match, user, step)
    with transaction.atomic():
        check_may_play(user)
        if seat is None:
            make_way_for_exhibition(user, instead=instead)
        check_may_open(user)
        begun = _fork(match, user, step, exhibition=seat is None)
        seats = _seats_of_fork(begun, user, seat, opponents)
        settle(begun, seats, state, _inherited(begun, played[:step]))
        begun.save(update_fields=SETTLED)
        broadcast.match_changed(begun, seats)
    return begun


def _check_can_fork(match: Match, step: int, last: int, seat: int | None) -> None:
    """Raise Refused for a match that is not over, and for a step or seat that it does not have."""
    if not match.is_open_book:
        raise Refused(_("This game is not over. You can only play on from a finished game or a study."))
    if not 0 <= step <= last:
        raise Refused(_("This game has steps 0 to %(last)s.") % {"last": last})
    if seat is not None and not 0 <= seat < match.seat_count:
        raise NotYourSeat(_("Choose one of this game’s seats."))


def _fork(match: Match, host: User, step: int, *, exhibition: bool) -> Match:
    """The row of a new match that plays on from a step of another one, with its deal and a salt of its own."""
    salt = secrets.token_hex(16)
    return Match.objects.create(
        code=new_code(),
        invite=new_invite(),
        game=match.game,
        seat_count=match.seat_count,
        options=match.options,
        rules_version=match.rules_version,
        access=Match.Access.LINK,
        exhibition=exhibition,
        host=host,
        status=Match.Status.RUNNING,
        deal=match.deal,
        salt=salt,
        commitment=commitment(salt, match.deal),
        state=match.state,
        is_fork=True,
        inherited_plies=step,
        started_at=timezone.now(),
    )


def _seats_of_fork(begun: Match, user: User, seat: int | None, opponents: Sequence[User]) -> list[Seat]:
    """The rows of the seats: `user` at `seat`, if there is one, and `opponents` at the others, in turn order."""
    waiting = iter(opponents)
    users = [user if number == seat else next(waiting) for number in range(begun.seat_count)]
    return Seat.objects.bulk_create(Seat(match=begun, number=number, user=taker) for number, taker in enumerate(users))


def _inherited(begun: Match, played: Sequence[Action]) -> list[Action]:
    """The first log entries of a fork: copies of what was played in the other match."""
    return [
        Action(
            match=begun, ply=ply, seat=entry.seat, text=entry.text, source=Action.Source.RECORD, made_at=entry.made_at
        )
        for ply, entry in enumerate(played)
    ]
