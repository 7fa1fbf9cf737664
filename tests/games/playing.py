"""Plays matches through the services, as pages and tasks do."""

from random import Random

from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Action, Match, Seat
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, state_of
from games.services.lobby.matches import match_create, match_join
from games.services.play.advance import SETTLED, settle
from games.services.play.locking import locked
from games.services.play.turns import undo
from games.services.refusals import NothingToUndo
from machupicchu.development.playing import legal as legal
from machupicchu.development.playing import play_once as play_once
from machupicchu.development.playing import play_randomly as play_randomly

STAGES = {"rapa_nui": (0, 20, 70), "machu_picchu": (0, 6, 14), "maya": (0, 15, 30), "princes": (0, 20, 60)}
"""Log positions at the beginning, later, and late. Random games do not end within five more decisions."""
TABLES = [("rapa_nui", 2), ("machu_picchu", 2), ("maya", 2), ("princes", 2), ("princes", 5)]
"""Games and numbers of seats whose pages are unlike each other."""


def seated(game: str, people: list[User]) -> Match:
    """A match of `game` between `people`."""
    match = match_create(host=people[0], game=game, others=[None] * (len(people) - 1))
    for user in people[1:]:
        match = match_join(match=match, user=user)
    return match


def begin(game: str, seats: int, **headers: str) -> tuple[Match, dict[int, Client]]:
    """A match between people, and by user the browser of each, which sends these headers."""
    users = [User.objects.create_user(f"Player-{number}") for number in range(seats)]
    clients = {user.pk: Client(headers=headers) for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    return seated(game, users), clients


def decider(match: Match) -> User:
    """The user who decides in a match now."""
    assert match.to_move is not None
    user = match.seats.select_related("user", "stand_in").get(number=match.to_move).decider
    assert user is not None
    return user


def awaited(match: Match) -> Seat:
    """The seat that decides in a match now."""
    assert match.to_move is not None
    return match.seats.get(number=match.to_move)


def next_turn(match: Match) -> Match:
    """Play the first choices of the seat that decides until another one decides."""
    seat = match.to_move
    while match.to_move == seat:
        match = play_once(match, legal(match)[0])
    return match


def play_out(match: Match, rng: Random, *, until: int | None = None) -> Match:
    """As `play_randomly`, for tests of what comes after it: all but the last decision are written at once.

    Decision by decision, a match takes ten queries each. It still is in rated matches, which keep a series of all
    positions, and where seats have plans or standing orders. A match that is over stays as it is. Nobody is told of the
    decisions before the last.
    """
    if match.to_move is None or match.rated or any(seat.plan or seat.orders for seat in seats_of(match)):
        return play_randomly(match, rng, until=until)
    game, state, now = game_of(match), state_of(match), timezone.now()
    log: list[Action] = []
    last, before = 0, state
    while (mover := game.to_move(state)) is not None:
        legal, ply = game.legal_actions(state), match.ply + len(log)
        action, source = legal[0], Action.Source.FORCED
        if len(legal) > 1:
            if until is not None and ply >= until:
                break
            last, before = len(log), state
            action, source = rng.choice(legal), Action.Source.PERSON
        log.append(Action(match=match, ply=ply, seat=mover, text=str(action), source=source, made_at=now))
        state = game.apply(state, action)
    if not log:
        return match
    if last:
        with transaction.atomic():
            match, seats = locked(match, match.ply)
            settle(match, seats, before, log[:last])
            match.save(update_fields=SETTLED)
    return play_once(match, log[last].text)


def with_undos(match: Match, rng: Random, until: int) -> Match:
    """Play at random, undoing half of the actions that can be undone."""
    while match.ply < until and match.to_move is not None:
        user = decider(match)
        match = play_once(match, rng.choice(legal(match)))
        if rng.random() < 0.5 and match.status == Match.Status.RUNNING:
            try:
                match = undo(match=match, user=user, ply=match.ply)
            except NothingToUndo:
                continue
    return match
