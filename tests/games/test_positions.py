"""What a viewer sees of a match while others act."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.record import HIDDEN
from games.models import Action, Match
from games.selectors.access import Visitor, match_for
from games.selectors.position.positions import position
from games.selectors.position.timelines import Unreadable
from games.services.play.turns import undo
from tests.games.playing import legal, play_once, play_out, play_randomly


def test_a_player_who_acts_between_two_reads_never_shows_another_seats_choices(two_play: Match) -> None:
    """The match's row is read first, then its log: an action in between must not be mixed in."""
    match = two_play
    rng = Random(8)
    for _turn in range(12):
        first = match.to_move
        while match.to_move == first:
            mover = match.seats.get(number=first).user
            assert mover is not None
            old, could = match_for(Visitor(mover), match.code), legal(match)
            match = play_once(match, rng.choice(could))
            seen = position(old, Visitor(mover))
            assert seen.step == old.ply
            assert [str(action) for action in seen.legal] == could


def test_an_undo_between_two_reads_is_not_mixed_in(two_play: Match, bob: User) -> None:
    mover = two_play.seats.get(number=two_play.to_move).user
    assert mover is not None
    before = legal(two_play)
    match = play_once(two_play, next(text for text in before if text.startswith("play")))
    old, could = match_for(Visitor(mover), match.code), legal(match)
    match = undo(match=match, user=mover, ply=match.ply)
    then, now = position(old, Visitor(mover)), position(match, Visitor(mover))
    assert (then.step, [str(action) for action in then.legal]) == (1, could)
    assert (now.step, [str(action) for action in now.legal]) == (0, before)


@pytest.mark.half_second
def test_why_a_choice_was_made_is_told_to_its_own_seat_only(two_play: Match) -> None:
    match = play_out(two_play, Random(3), until=30)
    for number in (0, 1):
        user = match.seats.get(number=number).user
        assert user is not None
        for entry in position(match, Visitor(user)).entries:
            assert bool(entry.source) == (entry.seat == number)
    finished = play_randomly(match, Random(3))
    assert {entry.source for entry in position(finished, Visitor(user)).entries} <= set(Action.Source.values)


def test_the_latest_entries_are_counted_up_to_the_step(two_play: Match) -> None:
    match = play_out(two_play, Random(3), until=40)
    seen = position(match, Visitor(match.host), step=20, limit=5)
    assert [entry.step for entry in seen.entries] == [16, 17, 18, 19, 20]


def test_an_entry_that_hides_nothing_is_read_once(two_play: Match) -> None:
    match = play_randomly(two_play, Random(3), until=30)
    for user in [seat.user for seat in match.seats.all()]:
        assert user is not None
        once, again = (position(match, Visitor(user)).entries for _time in range(2))
        assert once == again
        assert [entry for entry, same in zip(once, again, strict=True) if entry is not same] == [
            entry for entry in once if HIDDEN in entry.text
        ]


@pytest.mark.half_second
def test_an_earlier_step_hides_what_was_hidden_then(two_play: Match) -> None:
    """Also from readers of a finished match, whose log has been read with nothing hidden."""
    finished = play_randomly(two_play, Random(3))
    reader = Visitor(finished.host)
    last = position(finished, reader).last_step
    hidden = set()
    for viewer in (0, 1):
        assert not any(HIDDEN in entry.text for entry in position(finished, reader, viewer=viewer).entries)
        for step in range(last):
            seen = position(finished, reader, viewer=viewer, step=step)
            hidden |= {(viewer, entry.seat) for entry in seen.entries if HIDDEN in entry.text}
    assert hidden
    assert hidden <= {(0, 1), (1, 0)}


@pytest.mark.parametrize("break_it", ["a longer row", "a lost entry", "an entry that is no action"])
def test_a_match_whose_log_disagrees_is_set_aside_and_its_page_says_so(
    two_play: Match, client: Client, charlie: User, break_it: str
) -> None:
    match = play_randomly(two_play, Random(3), until=10)
    if break_it == "a longer row":
        Match.objects.filter(pk=match.pk).update(ply=12)
    elif break_it == "a lost entry":
        match.actions.get(ply=4).delete()
    else:
        match.actions.filter(ply=4).update(text="nonsense")
    client.force_login(charlie)
    with pytest.raises(Unreadable, match=match.code):
        position(match_for(Visitor(charlie), match.code), Visitor(charlie))
    assert client.get(match.get_absolute_url(), headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    for address in (match.get_absolute_url(), reverse("match_replay", args=[match.code])):
        answer = client.get(address)
        assert (answer.status_code, "can’t be shown" in answer.content.decode()) == (500, True)
    match.refresh_from_db()
    assert (match.status, match.deadline) == (Match.Status.BROKEN, None)
    assert "its log" in match.trouble
