"""A game between people is analysed once it is over, while nobody waits for the computer."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from common.refusals import Refused
from games.models import Analysis, Hint, Match
from games.services.computer import analysing
from games.services.computer.analysing import OF_LATE, TRIED_AGAIN_AFTER, begin_by_itself, starts_by_itself
from games.services.fair_play.rated_games import check_open_match_not_a_rated_game
from games.services.lobby.matches import match_create
from tests.games.analysed import finished, whole
from tests.markup import squeezed
from tests.visitors import visitor

pytestmark = pytest.mark.usefixtures("few_iterations")


@pytest.fixture(autouse=True)
def _by_itself(settings: Any) -> None:
    settings.ANALYSE_BY_ITSELF = True


@pytest.mark.half_second
def test_it_begins_once_and_after_another_the_next(over: Match, alice: User, owl: User) -> None:
    later = finished("maya/two_seats.txt", [owl, alice], code="later")
    Match.objects.filter(pk=over.pk).update(finished_at=timezone.now() - timedelta(minutes=1))
    analysis = begin_by_itself()
    assert analysis is not None
    assert analysis.match == later
    assert begin_by_itself() is None, "only one at a time"
    whole(later)
    analysis = begin_by_itself()
    assert analysis is not None
    assert analysis.match == over
    whole(over)
    assert begin_by_itself() is None


@pytest.mark.half_second
def test_the_pages_say_that_it_starts_by_itself_and_how_far_it_is(over: Match, alice: User) -> None:
    result, replay = over.get_absolute_url(), f"{over.get_absolute_url()}replay/?step=3"
    reader = visitor(alice)
    asks_again = 'hx-get="/match/over/analysis/'

    def said(where: str) -> tuple[str, str]:
        """The state beside the result, or in the replay, as a browser without scripts reads it; and its markup."""
        page = reader.get(where).content.decode()
        part = page.partition('id="analysis-state"' if where == result else 'id="analysis-waits"')[2]
        markup = part.partition("</small>" if where == result else "<form")[0]
        return squeezed(strip_tags(f"<i{markup}")), markup

    for where, words in ((result, "starts by itself"), (replay, "starts by itself as soon as the computer has time")):
        text, markup = said(where)
        assert words in text
        assert asks_again in markup
    assert 'content="20; url=' in reader.get(replay).content.decode()
    assert "no-store" in reader.get(replay, headers={"HX-Request": "true"}).headers["Cache-Control"]
    assert begin_by_itself() is not None
    assert "waiting in the queue" in said(result)[0]
    assert "Waiting in the queue" in said(replay)[0]
    assert 'content="5; url=' in reader.get(replay).content.decode()
    Analysis.objects.update(upto=7)
    assert "7 of" in said(result)[0]
    assert "Analysing the game: 7 of" in said(replay)[0]
    Analysis.objects.all().delete()
    whole(over)
    text, markup = said(result)
    assert "ready" in text
    assert asks_again not in markup


def test_steps_of_replays_ask_for_it_only_if_the_match_has_ended_of_late(
    over: Match, django_assert_num_queries: Any
) -> None:
    assert starts_by_itself(over)
    over.finished_at = timezone.now() - OF_LATE
    with django_assert_num_queries(0):
        assert not starts_by_itself(over)
    over.finished_at = None
    with django_assert_num_queries(0):
        assert not starts_by_itself(over)


@pytest.mark.half_second
def test_the_state_beside_a_result_is_brought_up_to_date_until_the_analysis_is_there(over: Match, alice: User) -> None:
    reader, asked = visitor(alice), {"path": "/match/over/analysis/?result=1", "headers": {"HX-Request": "true"}}
    assert "starts by itself" in reader.get(**asked).content.decode()
    whole(over)
    state = reader.get(**asked).content.decode()
    assert "ready" in state
    assert "hx-get" not in state


@pytest.mark.parametrize("page", ["", "replay/", "replay/?step=3"])
def test_result_and_replay_are_there_while_valkey_is_away(over: Match, alice: User, settings: Any, page: str) -> None:
    reader = visitor(alice)
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}}
    assert reader.get(f"{over.get_absolute_url()}{page}").status_code == 200


def test_an_old_game_promises_no_analysis(over: Match, alice: User) -> None:
    Match.objects.filter(pk=over.pk).update(finished_at=timezone.now() - OF_LATE)
    page = visitor(alice).get(f"{over.get_absolute_url()}replay/").content.decode()
    assert "starts by itself" not in page
    assert 'id="analyse"' in page
    assert "starts by itself" not in visitor(alice).get(over.get_absolute_url()).content.decode()


def test_it_can_be_left_out(over: Match, settings: Any) -> None:
    settings.ANALYSE_BY_ITSELF = False
    assert begin_by_itself() is None


def test_a_player_who_waits_for_the_computer_comes_first(over: Match, alice: User, owl: User) -> None:
    match = match_create(host=alice, game="maya", others=[owl])
    Match.objects.filter(pk=match.pk).update(asked_at=timezone.now())
    assert begin_by_itself() is None
    Match.objects.filter(pk=match.pk).update(asked_at=None)
    hint = Hint.objects.create(match=match, ply=0, user=alice, asked_at=timezone.now())
    assert begin_by_itself() is None
    hint.delete()
    assert begin_by_itself() is not None


def test_what_is_old_or_was_played_by_computers_waits_until_a_reader_asks(over: Match, owl: User) -> None:
    Match.objects.filter(pk=over.pk).update(finished_at=timezone.now() - OF_LATE)
    exhibition = finished("maya/two_seats.txt", [owl, owl], code="shown")
    Match.objects.filter(pk=exhibition.pk).update(exhibition=True)
    assert begin_by_itself() is None
    assert not Analysis.objects.exists()


def _refuse(monkeypatch: pytest.MonkeyPatch, *codes: str) -> None:
    """Let these matches be copies of running rated ones."""

    def checked(match: Match) -> None:
        if match.code in codes:
            raise Refused
        check_open_match_not_a_rated_game(match)

    monkeypatch.setattr(analysing, "check_open_match_not_a_rated_game", checked)


@pytest.mark.half_second
def test_those_that_may_not_be_analysed_hold_up_none_that_ended_earlier(
    over: Match, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    ended = timezone.now()
    copies = [finished("maya/two_seats.txt", [alice, bob], code=code) for code in ("copy", "other")]
    Match.objects.filter(pk__in=[copy.pk for copy in copies]).update(finished_at=ended)
    Match.objects.filter(pk=over.pk).update(finished_at=ended - timedelta(minutes=1))
    monkeypatch.setattr(analysing, "LOOKED_AT", 1)
    _refuse(monkeypatch, "copy", "other")
    assert [begin_by_itself(), begin_by_itself()] == [None, None]
    analysis = begin_by_itself()
    assert analysis is not None
    assert analysis.match == over
    whole(over)
    _refuse(monkeypatch)
    assert begin_by_itself() is None, "it was refused a moment ago"
    with time_machine.travel(timezone.now() + TRIED_AGAIN_AFTER):
        assert begin_by_itself() is not None


def test_those_in_which_no_person_has_played_are_not_even_tried(
    over: Match, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code in ("resigned", "copied"):
        unplayed = finished("maya/two_seats.txt", [alice, bob], code=code)
        if code == "resigned":
            unplayed.actions.all().delete()
        else:
            Match.objects.filter(pk=unplayed.pk).update(is_fork=True, inherited_plies=unplayed.ply)
    Match.objects.filter(pk=over.pk).update(finished_at=timezone.now() - timedelta(minutes=1))
    monkeypatch.setattr(analysing, "LOOKED_AT", 1)
    analysis = begin_by_itself()
    assert analysis is not None
    assert analysis.match == over


def test_it_costs_a_few_queries_each_time(over: Match, django_assert_max_num_queries: Any) -> None:
    whole(over)
    with django_assert_max_num_queries(5):
        assert begin_by_itself() is None
