"""A site with data of many kinds."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.models import Press, User
from accounts.services import computer_players_ensure
from games.models import Match
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.people.chat import message_write
from games.services.ratings.finished import ratings_apply
from membership.vacations import vacation_begin
from notices.models import Notice
from tests.games.playing import begin, play_randomly


@pytest.fixture
def full(transactional_db: None) -> None:
    """People with odd names, matches that are open, running and over, and everything related to them."""
    computer_players_ensure()
    match, _clients = begin("rapa_nui", 2)
    play_randomly(match, Random(1), until=12)
    alice, bob = User.objects.filter(username__startswith="Player-").order_by("pk")
    rated = match_join(
        match=match_create(host=alice, game="machu_picchu", others=[None], terms=TableTerms(rated=True)), user=bob
    )
    assert play_randomly(rated, Random(2)).status == Match.Status.FINISHED
    assert ratings_apply(game="machu_picchu") == 1
    message_write(match=match, user=alice, text="Grüße, 你好 \U0001f5ff '\"\\N")
    vacation_begin(user=alice, days=2)
    odd = User.objects.create_user("Őze", email="oze@nube.example", password="seven stone condors")
    match_create(host=odd, game="maya", others=[None], terms=TableTerms(pace="1d"))
    session = SessionStore()
    session["basket"] = [1.5, None, "ä"]
    session.save()
    for key in ("b", "B", "a", "ä", "_"):  # no two languages sort these alike
        Press.objects.create(mark=key, target="/\t\\N\n", user=odd)
    soon = timezone.now() + timedelta(microseconds=1)
    Notice.objects.create(user=odd, kind="test", facts={"deep": [{"b": 1e-300, "a": 2**53}]}, due=soon)
