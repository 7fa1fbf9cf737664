"""While the day lasts, playing the deal of the day is the only way to learn about it.

Alice plays today's deal. For everyone else, whether or not they have played it, every byte at every URL stays the same
when her game is overwritten with another deal and another course; about the match itself they get what they get about a
match that does not exist. Even Alice sees only what her seat sees.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tokens import token_create
from daily.models import Deal
from daily.services.drawing import deal_of_today
from daily.services.trying import try_begin
from games.engine import GAMES
from games.models import Friendship, Heartbeat, Match
from games.selectors.records.match_export import record_of
from games.services.play.resignation import resign
from tests.daily.playing import GAME, tried
from tests.games.addresses import differing, fetched, fetched_elsewhere
from tests.games.another_course import ACTIONS, another
from tests.games.imagined import imagined
from tests.games.moments import tables
from tests.games.staged import NOON, rewrite
from tests.visitors import visitor

WHO = {
    "nobody": "is not signed in",
    "friend": "is a friend of Alice, and has opened the link of the match",
    "guest": "plays without an account",
    "finished": "has finished the same deal",
    "program": "reads with a token of the friend",
    "keeper": "may do everything in the administration",
}
QUICK = ("nobody", "finished")
"""The readers tested in the default run, in the first game; the others and the other games are in the slow lane."""
EACH = [
    pytest.param(who, game, marks=[] if who in QUICK and game == GAME else pytest.mark.slow)
    for who in WHO
    for game in GAMES
]


class Bearer(Client):
    """A program with a token, which it sends to the API only."""

    token = ""

    def get(self, path: str, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        headers = dict(kwargs.pop("headers", None) or {})  # type: ignore[call-overload]
        if path.startswith("/api/v1/"):
            headers["Authorization"] = f"Bearer {self.token}"
        return super().get(path, *args, headers=headers, **kwargs)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _site_is_at_work(alice: User) -> None:
    Heartbeat.objects.update_or_create(pk=Heartbeat.ONLY, defaults={"last_beat_at": timezone.now()})


@pytest.fixture
def browser(alice: User, bob: User, charlie: User) -> Callable[[str, str], Client]:
    """A function for each reader's browser."""

    def of(who: str, game: str) -> Client:
        Friendship.objects.create(asker=alice, asked=bob, since=timezone.now())
        if who == "friend":
            client = visitor(bob)
            match = Match.objects.get(daily_try__user=alice)
            client.get(f"/match/{match.code}/invite/{match.invite}/")
            return client
        if who == "guest":
            return visitor(User.objects.create_user("Guest-7", is_guest=True))
        if who == "finished":
            resign(match=try_begin(user=charlie, game=game).match, user=charlie)
            client = visitor(charlie)
            client.get("/notices/")  # so no bell rings for it afterwards
            return client
        if who == "program":
            program = Bearer()
            program.token = token_create(user=bob, name="a bot", scopes=["read"], days=None)[1]
            return program
        if who == "keeper":
            return visitor(User.objects.create_superuser("Keeper", password="quiet-terrace-8"))
        return visitor(None)

    return of


@pytest.mark.long
@pytest.mark.parametrize(("who", "game"), EACH)
def test_nothing_of_a_game_that_others_may_play_is_told(
    who: str, game: str, alice: User, browser: Callable[[str, str], Client]
) -> None:
    match = tried(alice, game, decisions=ACTIONS)
    match.actions.update(made_at=NOON)  # as in the overwritten match: the times of actions are no secret of the deal
    client = browser(who, game)
    ask = (lambda: fetched(match, client)), (lambda: fetched_elsewhere(match, client))
    real = [each() for each in ask]
    rewrite(match, another(match, game))
    assert match.deal != deal_of_today(game).text
    imaginary = [each() for each in ask]
    assert [differing(*pair) for pair in zip(real, imaginary, strict=True)] == [set(), set()]


HIDING = dict.fromkeys(table.key for table in tables() if table.seats == 2)
"""The games that hide something from two players."""


@pytest.mark.long
@pytest.mark.parametrize("has_left", [False, True], ids=["plays", "has left"])
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == GAME else pytest.mark.slow) for game in HIDING]
)
def test_its_player_learns_of_it_what_the_seat_sees(game: str, has_left: bool, alice: User) -> None:
    match = tried(alice, game, decisions=ACTIONS)
    record = record_of(match)
    client, answers = visitor(alice), []
    for each in (record, imagined(record, deal_of_today(game).seat, Random(5))):
        rewrite(match, each)
        if has_left:
            ended = {"status": Match.Status.FINISHED, "to_move": None, "reason": "resigned", "finished_at": NOON}
            Match.objects.filter(pk=match.pk).update(**ended)
            match.seats.update(rank=1, ended_at=NOON)
        answers.append(fetched(match, client))
        Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    assert differing(*answers) == set()


@pytest.mark.half_second
def test_the_comparison_means_something(alice: User, travel: time_machine.Traveller) -> None:
    """The day after, everyone sees the difference."""
    match = tried(alice, decisions=ACTIONS)
    travel.shift(timedelta(days=1))
    differ = {"match", "match_replay", "match_record", "api_match", "api:match", "api:step", "api:record"}
    real = fetched(match, visitor(None), differ)
    rewrite(match, another(match, GAME))
    assert differing(real, fetched(match, visitor(None), differ)) >= differ


@pytest.mark.long
def test_no_page_has_the_deal_itself(alice: User) -> None:
    """Not even for its player: no response contains the text of a deal."""
    match = tried(alice)
    (text,) = Deal.objects.values_list("text", flat=True)
    client = visitor(alice)
    answers = fetched(match, client) | fetched_elsewhere(match, client)
    assert not [question for question, answer in answers.items() if text.encode() in answer]
