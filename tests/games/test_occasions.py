"""What a record contains besides the game: names, date, ratings, pace and site."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from games.engine.occasion import Occasion
from games.engine.record import read
from games.models import Match, RatingChange
from games.selectors.access import Visitor
from games.selectors.records.match_export import record_files, record_of, record_text
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.ratings.finished import ratings_apply
from games.services.records.studies import study_create
from games.skill import Skill
from tests.games.playing import play_randomly

LATE = datetime(2026, 11, 25, 23, 30, tzinfo=UTC)


@pytest.fixture
def late() -> Iterator[None]:
    """Half an hour before midnight in UTC."""
    with time_machine.travel(LATE, tick=False):
        yield


@pytest.fixture
def rated(late: None, alice: User, bob: User) -> Match:
    """Alice and Bob have begun a rated game of Maya at two days a turn."""
    match = match_create(
        host=alice, game="maya", others=[None], terms=TableTerms(pace="2d", rated=True, weekends_off=True)
    )
    return match_join(match=match, user=bob)


def names(match: Match) -> tuple[str, ...]:
    return tuple(match.seats.order_by("number").values_list("user__username", flat=True))


def test_a_running_match_tells_all_but_ratings(rated: Match) -> None:
    text = record_text(rated, Visitor(AnonymousUser()))
    assert text.split("\n")[5:9] == [
        f'[Site "{settings.SITE_URL}/match/{rated.code}/"]',
        '[Date "2026-11-25"]',
        f'[Names "{";".join(names(rated))}"]',
        '[Pace "2d, weekends off"]',
    ]


@pytest.mark.half_second
def test_a_rated_match_tells_the_ratings_with_which_the_seats_came(rated: Match, alice: User, bob: User) -> None:
    play_randomly(rated, Random(1))
    again = match_join(
        match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="2d", rated=True)), user=bob
    )
    again = play_randomly(again, Random(2))
    ratings_apply(game="maya")
    after = {change.user_id: change.rating for change in RatingChange.objects.filter(rated_match__match=rated)}
    assert len(set(after.values())) == 2
    seats = again.seats.order_by("number")
    ratings = record_of(Match.objects.get(pk=again.pk)).occasion.ratings
    assert ratings == tuple(str(after[seat.user_id]) for seat in seats)
    assert record_of(Match.objects.get(pk=rated.pk)).occasion.ratings == (str(Skill().rating),) * 2


@pytest.mark.half_second
def test_a_match_that_does_not_count_tells_no_ratings(alice: User, bob: User) -> None:
    match = match_join(
        match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="live")), user=bob
    )
    occasion = record_of(play_randomly(match, Random(1))).occasion
    assert (occasion.ratings, occasion.pace) == ((), "live")


@pytest.mark.half_second
def test_a_study_gives_out_what_its_record_told_and_nothing_of_its_own(rated: Match, alice: User, bob: User) -> None:
    text = record_text(play_randomly(rated, Random(1)), Visitor(AnonymousUser()))
    study = study_create(owner=alice, record=read(text))
    assert record_text(Match.objects.get(pk=study.pk), Visitor(alice)) == text
    bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("[S", "[D", "[N", "[P")))
    headers = "".join(line for line in text.splitlines(keepends=True) if line.startswith(("[Seats", "[Deal")))
    old = study_create(owner=alice, record=read(headers + bare))
    assert record_of(Match.objects.get(pk=old.pk)).occasion == Occasion()


@pytest.mark.long
def test_many_records_are_read_with_their_occasions_at_once(
    rated: Match, alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    play_randomly(rated, Random(1))
    for seed in range(2, 5):
        match = match_join(
            match=match_create(host=alice, game="maya", others=[None], terms=TableTerms(pace="2d", rated=True)),
            user=bob,
        )
        play_randomly(match, Random(seed))
    ratings_apply(game="maya")
    with django_assert_max_num_queries(7):  # one of them reads the keys, so no cursor stays open
        occasions = [read(content.decode()).occasion for _name, _ended, content in record_files(alice)]
    assert len(occasions) == 4
    assert all(set(occasion.names) == {"Alice", "Bob"} and len(occasion.ratings) == 2 for occasion in occasions)


@pytest.mark.django_db
def test_a_wrong_header_is_shown_with_its_line_where_records_are_opened(client: Client) -> None:
    text = '[Game "maya"]\n[Rules "1"]\n[Seats "2"]\n[Options "setup=build"]\n[Deal ""]\n[Names "Alice"]\n'
    page = client.post("/records/", {"text": text}).content.decode()
    assert "Line 6: Names: there must be 2 names with a semicolon between them, not 1." in page
