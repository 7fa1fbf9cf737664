"""The timeline of a match: read once, extended by new entries, and equal to one that is read from the deal."""

from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games.engine import GAMES
from games.models import Action, Match
from games.selectors.access import Visitor, own_seat, seats_of
from games.selectors.position import timelines
from games.selectors.position.engines import deal_of, entries_that_count, game_of, states_after
from games.selectors.position.perspectives import Perspective
from games.selectors.position.positions import position, position_of
from games.selectors.position.timelines import LogEntry, Timeline, forget_timelines, timeline_of
from games.selectors.position.undo import undoable
from games.services.computer.hints import advise, hint_ask
from games.services.moderation.repairs import match_quarantine_by_hand, match_rebuild
from tests.games.playing import legal, play_once, play_randomly, seated, with_undos
from tests.games.spying import calls


def assert_same(one: Timeline, other: Timeline) -> None:
    """Check that two timelines agree in everything, as do the views that the first one has cached."""
    assert one == other
    for viewer, seen in one.views.items():
        for step, view in seen.items():
            assert view == Perspective(other, viewer).view_of(other.states[step])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_timeline_that_has_grown_is_the_one_that_the_log_gives(game: str, alice: User, bob: User) -> None:
    undos, visitors = 0, [Visitor(alice), Visitor(bob), Visitor(AnonymousUser())]
    for seed in range(8):
        match, rng = seated(game, [alice, bob]), Random(seed)
        while match.ply < 40 and match.to_move is not None:
            match = with_undos(match, rng, until=match.ply + rng.randint(1, 6))
            for visitor in visitors:
                position(match, visitor)
            grown = timeline_of(match)
            log = list(match.actions.order_by("ply"))
            assert list(grown.states) == states_after(match, entries_that_count(log))
            assert [entry.ply for entry in grown.log] == [entry.ply for entry in log if not entry.undone]
            read = Timeline.start(game_of(match), deal_of(match)).grown(map(LogEntry.of, log))
            assert_same(grown, read)
            for visitor in visitors:
                seats = seats_of(match)
                mine = own_seat(seats, visitor.user_id)
                assert position(match, visitor).entries == position_of(match, seats, read, mine).entries
        undos += sum(entry.kind == Action.Kind.UNDO for entry in log)
        if undos > 5:
            return
    assert undos


def test_a_hint_is_remembered_with_the_position_for_which_it_was_asked(two_play: Match) -> None:
    match = play_randomly(two_play, Random(3), until=7)
    seat = match.seats.get(number=match.to_move)
    state = timeline_of(match).state
    match = hint_ask(match=match, user=seat.user, ply=match.ply)
    assert advise(code=match.code, ply=match.ply, iterations=8)
    match.refresh_from_db()
    match = play_once(match, legal(match)[0])
    assert list(timeline_of(match).advised.values()) == [state]


def test_an_old_row_gets_its_own_timeline_and_harms_no_newer_one(two_play: Match) -> None:
    old = play_randomly(two_play, Random(3), until=9)
    new = play_randomly(Match.objects.get(pk=old.pk), Random(4), until=20)
    newest = timeline_of(new)
    assert timeline_of(old).ply == 9
    assert timeline_of(new) is newest


def test_what_a_moderator_makes_anew_is_read_anew(two_play: Match) -> None:
    match = play_randomly(two_play, Random(3), until=9)
    before = timeline_of(match)
    last = match.actions.get(ply=8)
    state, game = before.states[-2], game_of(match)
    other = next(str(action) for action in game.legal_actions(state) if str(action) != last.text)
    match.actions.filter(ply=8).update(text=other)
    match = match_quarantine_by_hand(match=match, trouble="the last action was another one")
    match = match_rebuild(match=match)
    assert timeline_of(match).played[8].text == other


@pytest.mark.half_second
def test_only_what_was_asked_for_last_is_kept(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_timelines()
    monkeypatch.setattr(timelines, "MOST_STATES", 50)
    matches = [play_randomly(seated("rapa_nui", [alice, bob]), Random(3), until=20) for _ in range(4)]
    read = [timeline_of(match) for match in matches]
    assert [timeline_of(match) is known for match, known in zip(matches[-2:], read[-2:], strict=True)] == [True, True]
    assert timeline_of(matches[0]) is not read[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_costs_no_more_however_long_the_match_is(game: str, alice: User, bob: User) -> None:
    """The engine is called for new entries only, however often people look, and never from the deal."""
    match, rng = seated(game, [alice, bob]), Random(5)
    costs = []
    for until in (6, 20):
        match = play_randomly(match, rng, until=until)
        for user in (alice, bob):
            position(match, Visitor(user), limit=40)
        before = match.ply
        match = play_once(match, legal(match)[0])
        with calls("apply", "parse", within="/rules/") as counted:
            for _again in range(3):
                for user in (alice, bob):
                    position(match, Visitor(user), limit=40)
        added = match.ply - before
        assert counted["parse"] == added
        costs.append(counted["apply"] / added)
    assert costs[0] == costs[1]


@pytest.mark.django_db
def test_rules_are_asked_what_an_action_reveals_only_for_the_seat_that_could_undo_it(alice: User, bob: User) -> None:
    match = seated("maya", [alice, bob])
    assert match.to_move is not None
    decided = match.to_move
    timeline = timeline_of(play_once(match, legal(match)[0]))
    with calls("reveals", within="titles/maya/rules") as asked:
        assert undoable(timeline, 1 - decided) is None
        assert asked["reveals"] == 0
        assert undoable(timeline, decided) == 0
        assert asked["reveals"] == 1


def test_no_player_undoes_what_has_shown_that_another_seat_had_only_one_choice() -> None:
    """At the end of Maya that may be due to task cards, which the others do not know."""
    game, rng, found = GAMES["maya"], Random(3), 0
    timeline = Timeline.start(game, game.deal(4, {}, rng))
    while (mover := game.to_move(timeline.state)) is not None:
        legal = game.legal_actions(timeline.state)
        hidden = [seat for seat in range(4) if game.hides_choice(game.view(timeline.state, seat))]
        might = [seat for seat in hidden if seat != mover and undoable(timeline, seat) is not None]
        source = Action.Source.FORCED if len(legal) == 1 else Action.Source.PERSON
        played = LogEntry(timeline.ply, mover, Action.Kind.PLAY, str(rng.choice(legal)), source, timezone.now())
        timeline = timeline.grown([played])
        if source == Action.Source.FORCED:
            assert [undoable(timeline, seat) for seat in might] == [None] * len(might)
            found += len(might)
    assert found
