"""A position that was reached first is nobody's copy: playing someone's game after them cannot stop their advice."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from common.refusals import Refused
from games.engine.record import Record, read, write
from games.models import Match
from games.selectors.records.match_export import record_of
from games.services.computer.analysing import analysis_ask
from games.services.computer.hints import hint_ask
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.resignation import resign
from games.services.records import studies
from tests.games.advised import is_refused
from tests.games.playing import decider, legal, play_once, play_out, play_randomly

Begun = Callable[..., Match]


@pytest.fixture
def begun(alice: User, bob: User, charlie: User, dora: User) -> Begun:
    """A function that starts a duel of Maya whose towers are built together, so that nothing depends on chance."""

    def table(*, rated: bool) -> Match:
        host, guest = (charlie, dora) if rated else (alice, bob)
        terms = TableTerms(options={"setup": "build"}, rated=rated)
        return match_join(match=match_create(host=host, game="maya", others=[None], terms=terms), user=guest)

    return table


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("Dora", password="quiet-terrace-7")


def follow(match: Match, record: Record) -> Match:
    """Play the remaining actions of the record."""
    while match.ply < len(record.plies):
        match = play_once(match, record.plies[match.ply].text)
    return match


def asks(match: Match) -> Match:
    """Ask for a hint as the player who decides."""
    return hint_ask(match=match, user=decider(match), ply=match.ply)


@pytest.fixture
def theirs(begun: Begun) -> Match:
    """The unrated game of Alice and Bob."""
    return play_out(begun(rated=False), Random(1), until=50)


@pytest.fixture
def copied(begun: Begun, theirs: Match) -> Match:
    """The same game, played after them by two others in a rated match."""
    return follow(begun(rated=True), record_of(theirs))


@pytest.mark.half_second
def test_a_game_that_others_copy_into_a_rated_one_goes_on_as_before(theirs: Match, copied: Match) -> None:
    assert is_refused(replace(record_of(theirs), occasion=replace(record_of(theirs).occasion, site="")), None)
    asks(theirs)
    play_once(theirs, legal(theirs)[0])


@pytest.mark.half_second
def test_a_game_that_was_copied_can_be_analysed_played_on_and_studied(
    theirs: Match, copied: Match, alice: User, bob: User, computers: list[User]
) -> None:
    over = resign(match=theirs, user=alice)
    assert analysis_ask(match=over).is_under_way
    later = studies.play_on(match=over, user=alice, step=48, seat=1, opponents=computers[:1])
    study = studies.study_create(owner=bob, record=read(write(record_of(over))))
    assert (later.inherited_plies, study.ply) == (48, 50)


@pytest.mark.half_second
def test_a_player_who_plays_on_from_it_is_as_early_as_it_was(
    theirs: Match, copied: Match, alice: User, computers: list[User]
) -> None:
    over = resign(match=theirs, user=alice)
    seat = over.actions.get(ply=48).seat
    later = studies.play_on(match=over, user=alice, step=48, seat=seat, opponents=computers[:1])
    asks(later)


@pytest.mark.half_second
def test_the_copy_is_refused_and_what_came_first_is_not(begun: Begun, copied: Match, theirs: Match) -> None:
    later = follow(begun(rated=False), record_of(copied))
    with pytest.raises(Refused):
        asks(later)
    asks(theirs)


@pytest.mark.half_second
def test_a_copy_that_guesses_what_comes_next_is_a_copy(begun: Begun) -> None:
    """It reached their first common position later, although it reached the last one earlier."""
    rated = play_randomly(begun(rated=True), Random(1), until=49)
    copy = play_once(follow(begun(rated=False), record_of(rated)), legal(rated)[0])
    follow(rated, record_of(copy))
    with pytest.raises(Refused):
        asks(copy)


@pytest.mark.half_second
def test_a_record_is_as_early_as_the_match_that_it_names_only_if_it_is_of_it(
    theirs: Match, copied: Match, alice: User
) -> None:
    record = record_of(theirs)
    assert not is_refused(record, None)
    other = replace(record, plies=record.plies[:-1])
    assert not is_refused(other, None)
    site = record.occasion.site
    for wrong in (site.replace(theirs.code, copied.code), site.replace("http", "https", 1), site + "replay/", ""):
        assert is_refused(replace(record, occasion=replace(record.occasion, site=wrong)), None)
    longer = follow(Match.objects.get(pk=copied.pk), record)
    longer = play_once(longer, legal(longer)[0])
    assert is_refused(replace(record_of(longer), occasion=record.occasion), None)


def test_a_match_that_hides_something_says_nothing_about_records_that_name_it(alice: User, bob: User) -> None:
    table = match_create(host=alice, game="rapa_nui", others=[None])
    match = play_randomly(match_join(match=table, user=bob), Random(1), until=8)
    record = record_of(match)
    guess = replace(record, deal=record.deal[:-34] + record.deal[-34:][::-1])
    answers = []
    for each in (record, guess):
        with CaptureQueriesContext(connection) as asked:
            answers.append(is_refused(each, None))
        answers.append(len(asked))
    assert answers[:2] == answers[2:]
