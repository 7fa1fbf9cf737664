"""The cost of match pages and play requests on the server: queries and milliseconds, without the network."""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.selectors.access import seats_of
from games.selectors.position.engines import game_of, state_of
from games.services.lobby.matches import match_create, match_join
from games.services.play.turns import play

SWAP = {"HX-Request": "true"}
ROUNDS = 100
"""Actions played; halfway through them, the match is well under way."""


def measure() -> dict[str, tuple[int, float]]:
    """For page, fragment, look-ahead and play request: queries and milliseconds, each the median of all rounds."""
    users = [User.objects.create_user(f"bench-{time.time_ns()}-{seat}") for seat in range(2)]
    clients = {user.pk: Client(HTTP_HOST="localhost") for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    match = match_join(match=match_create(host=users[0], game="rapa_nui", others=[None]), user=users[1])
    address = match.get_absolute_url()
    found: dict[str, tuple[list[int], list[float]]] = {}

    def note(name: str, ask: Callable[[], Any]) -> None:
        queries, times = found.setdefault(name, ([], []))
        with CaptureQueriesContext(connection) as captured:
            started = time.perf_counter()
            response = ask()
            times.append((time.perf_counter() - started) * 1000)
        assert response.status_code == 200, response.content
        queries.append(len(captured))

    for number in range(ROUNDS):
        match.refresh_from_db()
        if match.to_move is None:
            break
        legal = game_of(match).legal_actions(state_of(match))
        mover = seats_of(match)[match.to_move].user
        assert mover is not None
        client, text = clients[mover.pk], str(legal[number % len(legal)])
        if number % 2:
            play(match=match, seat=match.to_move, user=mover, text=text, ply=match.ply)
            continue
        note("match page", partial(client.get, address))
        note("board fragment", partial(client.get, address, headers=SWAP))
        form: dict[str, str | int] = {"action": text, "ply": match.ply}
        note("look ahead", partial(client.get, f"{address}ahead/", form))
        note("play request", partial(client.post, f"{address}play/", form, headers=SWAP))
    return {
        name: (int(statistics.median(queries)), statistics.median(times)) for name, (queries, times) in found.items()
    }
