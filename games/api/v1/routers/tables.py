"""Tables waiting for players: list, open, find a game now, join, leave, invite, remove, start; rematches, and what is
being played.
"""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Router

from accounts.names import normal
from common.limits import address_of
from common.pausing import check_pauses
from common.refusals import Refused
from games.api.v1 import schemas, shown
from games.api.v1.ahead import ahead, ready
from games.api.v1.caller import ApiRequest, acting, match_of, reader
from games.api.v1.game_names import check_game
from games.models import Match
from games.selectors.access import match_for
from games.selectors.lobby.admission import is_password
from games.selectors.lobby.clubs import own_club
from games.selectors.lobby.playing import being_played
from games.selectors.lobby.sought import Sought
from games.selectors.records import lists
from games.services.lobby import invitations, matches, pairing, rematches
from games.services.lobby.computers import computers_at
from games.services.lobby.table_change import table_change

router = Router(tags=["tables"])


@router.get("tables", response=schemas.matches.Rows, url_name="tables")
def tables(
    request: ApiRequest,
    game: str = "",
    seats: schemas.shared.SeatCount | None = None,
    printed: bool | None = None,
    rated: bool | None = None,
    pace: schemas.shared.Pace | None = None,
    lowest: schemas.shared.Rating | None = None,
    highest: schemas.shared.Rating | None = None,
    joinable: bool = False,
    after: str = "",
) -> schemas.matches.Rows:
    """The open tables you can see, newest first; every parameter narrows them down.

    `printed=false`: only with a variant. `lowest` and `highest` are bounds of the host's rating. `joinable`: only where
    you may sit down without a password.
    """
    user = reader(request)
    sought = Sought(
        seats=seats,
        printed=printed,
        rated=rated,
        pace=pace or "",
        lowest=lowest,
        highest=highest,
        joinable=joinable,
    )
    found = lists.open_tables(user, game=game, sought=sought.condition(user), cursor=after)
    return shown.rows_page(found, request.visitor)


@router.get("running", response=schemas.matches.Rows, url_name="running")
def running(request: ApiRequest, game: str = "") -> schemas.matches.Rows:
    """The public matches that people are playing right now, at most 25, the one with the latest action first."""
    found = being_played(reader(request), limit=lists.PAGE, game=game)
    return shown.rows_page(lists.Stretch(keys=found, following=""), request.visitor)


@router.post("tables", response={201: schemas.tables.Opened}, url_name="tables")
def table_open(request: ApiRequest, table: schemas.tables.NewTable) -> schemas.tables.Opened:
    """Open a table and sit down at it. If it is full, the match starts at once."""
    check_game(table.game)
    host, taken = acting(request), 1 + len(table.computers)
    club = None if table.club is None else own_club(host, table.club)
    if table.club is not None and club is None:
        raise Http404
    seats = table.seats or max(2, taken)
    if taken > seats:
        raise Refused(_("You asked for more computer players than there are seats besides yours."))
    others = [*computers_at(table.computers), *[None] * (seats - taken)]
    password_hash = ready(request, hash_for_new, table)
    terms = replace(table.as_terms(club=None if club is None else club.key), password_hash=password_hash)
    match = matches.match_create(host=host, game=table.game, others=others, terms=terms)
    return shown.opened(match)


@ahead("tables", schemas.tables.NewTable)
def hash_for_new(request: ApiRequest, wish: schemas.tables.NewTable) -> str:
    """The hash of the table's password. Raises TooOften before it is hashed."""
    check_pauses(request, "table", acting(request))
    return wish.as_terms().hashed_password()


@router.post("tables/pair", response=schemas.matches.Done, url_name="pair")
def pair(request: ApiRequest, wish: schemas.tables.Pair) -> schemas.matches.Done:
    """Find a game now: join someone who waits at a live table, or wait there for the next person. Bots are refused.

    While you wait, stay connected to a stream, or read the match twice a minute: only people who are here are found.
    """
    user = acting(request)
    check_game(wish.game)
    check_pauses(request, "table", user)
    return shown.done(pairing.pair(user=user, game=wish.game))


@router.post("tables/{code}/change", response=schemas.matches.Done, url_name="change")
def change(request: ApiRequest, code: str, wish: schemas.tables.Terms) -> schemas.matches.Done:
    """Change your table; once someone else sits there, only who can join and when it starts.

    What you leave out is set as for a new table; only the password stays.
    """
    terms = replace(wish.as_terms(), password_hash=ready(request, hash_for_change, wish, code))
    return shown.done(table_change(match=match_of(request, code), host=acting(request), terms=terms))


@ahead("change", schemas.tables.Terms)
def hash_for_change(request: ApiRequest, wish: schemas.tables.Terms, code: str) -> str:
    """The hash of the table's password. Raises TooOften before it is hashed."""
    match_of(request, code)
    check_pauses(request, "table_change", acting(request))
    return wish.as_terms().hashed_password()


@router.post("tables/{code}/renew", response=schemas.tables.Opened, url_name="renew")
def renew(request: ApiRequest, code: str) -> schemas.tables.Opened:
    """Make a new invitation link for your table. The old one no longer works."""
    match, host = match_of(request, code), acting(request)
    check_pauses(request, "table_change", host)
    return shown.opened(invitations.invite_renew(match=match, host=host))


@router.post("tables/{code}/join", response=schemas.matches.Done, url_name="join")
def join(request: ApiRequest, code: str, wish: schemas.tables.Join) -> schemas.matches.Done:
    """Sit down. Taking the last free seat starts the match, unless the host starts it."""
    user, (match, admitted) = acting(request), ready(request, admission_of, wish, code)
    return shown.done(matches.match_join(match=match, user=user, admitted=admitted, number=wish.seat))


@ahead("join", schemas.tables.Join)
def admission_of(request: ApiRequest, wish: schemas.tables.Join, code: str) -> tuple[Match, bool]:
    """The table, and whether its password or link was sent along. Raises Refused for a wrong password."""
    visitor = request.visitor
    if wish.secret and Match.objects.filter(code=code, invite=wish.secret).exists():
        visitor = replace(visitor, invitations=visitor.invitations | {code})
    match = match_for(visitor, code)
    if visitor.has_invitation(match):
        return match, True
    if not wish.password:
        return match, False
    tried = f"{code} {address_of(request)}"
    check_pauses(request, "table_password", key=tried)
    if not is_password(match, wish.password):
        raise Refused(_("Wrong password. Ask the table’s host for the right one."))
    return match, True


@router.post("tables/{code}/leave", response={204: None}, url_name="leave")
def leave(request: ApiRequest, code: str) -> None:
    """Leave a table that has not started. If you are its host, it closes."""
    matches.match_leave(match=match_of(request, code), user=acting(request))


@router.post("tables/{code}/invite", response=schemas.matches.Done, url_name="invite")
def invite(request: ApiRequest, code: str, whom: schemas.tables.Invite) -> schemas.matches.Done:
    """Invite a member to your table by name."""
    match, user = match_of(request, code), acting(request)
    # Counted for its owner, who would otherwise have as many more as bots.
    check_pauses(request, "invite", user.owner or user)
    invitations.invitation_create(match=match, host=user, name=whom.name.strip())
    return shown.done(match)


@router.post("tables/{code}/remove", response=schemas.matches.Done, url_name="remove")
def remove(request: ApiRequest, code: str, whom: schemas.tables.Remove) -> schemas.matches.Done:
    """Remove someone who waits at your table; they come back only if you invite them."""
    match, user = match_of(request, code), acting(request)
    sitting = match.seats.filter(user__username__iexact=normal(whom.name.strip()))
    person = sitting.values_list("user_id", flat=True).first()
    matches.player_remove(match=match, host=user, user_id=person or 0)
    return shown.done(match)


@router.post("tables/{code}/rematch", response=schemas.matches.Done, url_name="rematch")
def rematch(request: ApiRequest, code: str) -> schemas.matches.Done:
    """Sit down for a rematch of a finished match of yours: at the table that is open for it, or at a new one.

    The answer is about that table. The others are invited; if they are all computer players, the match starts at once.
    """
    match, user = match_of(request, code), acting(request)
    check_pauses(request, "rematch", user)
    return shown.done(rematches.rematch(match=match, user=user))


@router.post("tables/{code}/decline", response={204: None}, url_name="decline")
def decline(request: ApiRequest, code: str) -> None:
    """Decline an invitation."""
    invitations.invitation_decline(match=match_of(request, code), user=acting(request))


@router.post("tables/{code}/start", response=schemas.matches.Done, url_name="start")
def start(request: ApiRequest, code: str, wish: schemas.tables.Start) -> schemas.matches.Done:
    """Start your own table if it is full, or with computer players of a `level` in the free seats."""
    match, user = match_of(request, code), acting(request)
    if wish.level is None:
        return shown.done(matches.match_start(match=match, user=user))
    [computer] = computers_at([wish.level])
    return shown.done(matches.match_start_with_computers(match=match, user=user, computer=computer))
