"""A copy of a running rated game is refused: a record that agrees with it as far as the asker may see."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.bots import bot_create
from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.record import Ply, Record, final_state, positions, read
from games.models import Fingerprint, FingerprintSeries, Match
from games.selectors.records.match_export import record_of
from games.services.fair_play import fingerprints
from games.services.fair_play.rated_games import check_match_not_a_rated_game
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.moderation.repairs import match_rebuild
from games.services.play.agreeing import end_agree
from games.services.play.resignation import resign
from games.services.play.turns import undo
from games.services.records import studies
from games.tasks import sweep
from tests.contract.played import Kind, kinds, play
from tests.first import first
from tests.games.advised import is_refused, rated
from tests.games.imagined import imagined
from tests.games.moments import BUSY, moment, tables
from tests.games.playing import decider, legal, play_once, play_randomly
from tests.games.staged import rewrite, staged
from tests.titles import record_path

EACH = {table.key: table for table in tables()}
some_games = pytest.mark.parametrize(
    "table", first([EACH["machu_picchu"], EACH["princes"]], of=EACH.values()), ids=EACH
)


def look_of(record: Record, state: Any) -> int:
    """The fingerprint of a position to everyone, at the table of the record."""
    return fingerprints.seen(GAMES[record.game], state, None, record.seats).fingerprint


def worlds(record: Record, seat: int | None, number: int = 8) -> Iterator[Record]:
    """The record, and versions of it with other facts in place of those hidden from `seat`."""
    yield record
    yield from (imagined(record, seat, Random(seed)) for seed in range(number))


# --- hidden facts could be guessed ------------------------------------------------------------------------------------


@pytest.mark.long
def test_no_task_cards_of_maya_are_told_by_what_is_refused(people: list[User], stranger: User) -> None:
    """For one's own seat 6,480 decks remain: all that differ in who has which cards are refused alike."""
    record = moment(EACH["maya"]._replace(seats=3, options=()), BUSY).record
    rated(record, people)
    head, _deck, deck = record.deal.partition("deck=")
    centre = final_state(record).towers[4][0]
    cards = deck.replace(centre, "")
    own, others = cards[:2], cards[2:]
    guesses = [f"{own}{''.join(order)}" for order in islice(permutations(others), 0, None, 37)]
    assert len(guesses) > 15
    for guess in (cards, *guesses):
        copy = replace(record, deal=f"{head}deck={centre}{guess}")
        assert is_refused(copy, people[0])
        assert is_refused(copy, stranger)
        assert is_refused(copy, None)


@pytest.mark.long
def test_no_deck_of_rapa_nui_near_the_end_is_told_by_what_is_refused(people: list[User], stranger: User) -> None:
    played = play(EACH["rapa_nui"])
    ply = next(ply for ply, step in enumerate(played.steps) if len(step.state.deck) <= 6)
    record = played.record(ply)
    rated(record, people)
    left = len(final_state(record).deck)
    orders = sorted({"".join(order) for order in permutations(record.deal[-left:])})
    assert len(orders) > 100
    for order in (record.deal[-left:], *orders[::9]):
        copy = replace(record, deal=record.deal[:-left] + order)
        assert is_refused(copy, people[0])
        assert is_refused(copy, stranger)


@pytest.mark.long
@some_games
def test_what_is_filled_in_for_what_a_player_cannot_see_does_not_matter(
    table: Kind, people: list[User], stranger: User
) -> None:
    record = moment(table, BUSY).record
    match = rated(record, people)
    for seat, user in [(0, people[0]), (1, people[1]), (None, stranger), (None, None)]:
        for world in worlds(record, seat, 1):
            assert is_refused(world, user)
            assert is_refused(replace(world, plies=world.plies[:-1]), user), "it agrees as far as it goes"
            assert is_refused(longer(world), user), "it agrees as far as the match has come"
    Match.objects.filter(pk=match.pk).update(rated=False)
    assert not is_refused(record, people[0])
    assert not is_refused(record, stranger)


@pytest.mark.long
@some_games
def test_it_does_not_matter_what_the_match_hides(table: Kind, people: list[User], stranger: User) -> None:
    record = moment(table, BUSY).record
    match = rated(record, people)
    for seat, user in [(1, people[1]), (None, stranger)]:
        for world in worlds(record, seat, 3):
            rewrite(match, world)
            fingerprints.forget(match)
            assert is_refused(record, user)
    rewrite(match, record)


def longer(record: Record) -> Record:
    """The record with a few more actions, if the game is not over before."""
    game, plies = GAMES[record.game], list(record.plies)
    state, rng = final_state(record), Random(1)
    while len(plies) < len(record.plies) + 3 and (mover := game.to_move(state)) is not None:
        action = rng.choice(game.legal_actions(state))
        plies.append(Ply(mover, str(action)))
        state = game.apply(state, action)
    return replace(record, plies=tuple(plies))


@some_games
def test_a_player_there_may_open_what_differs_from_what_they_hold(
    table: Kind, people: list[User], stranger: User
) -> None:
    """To everyone else it looks the same, so a friend may not."""
    record = moment(table, BUSY).record
    rated(record, people)
    seat, others = next((seat, found) for seat in range(record.seats) if (found := list(others_of(record, seat))))
    for other in others[:2]:
        assert not is_refused(other, people[seat])
        assert is_refused(other, stranger)
        assert is_refused(other, None)


def others_of(record: Record, seat: int) -> Iterator[Record]:
    """Records that look the same to everyone except this seat."""
    recall = GAMES[record.game].recall
    own = recall(final_state(record), seat)
    return (world for world in worlds(record, None, 6) if recall(final_state(world), seat) != own)


# --- other facts that everyone sees ----------------------------------------------------------------------------------


@pytest.mark.half_second
@some_games
def test_what_was_played_otherwise_is_another_game(table: Kind, people: list[User], stranger: User) -> None:
    record = moment(table, BUSY).record
    rated(record, people)
    here = [look_of(record, state) for state in positions(record)]
    other = next(
        copy
        for ply in range(len(record.plies) - 1, 0, -1)
        for copy in otherwise(record, ply)
        if not {look_of(copy, final_state(copy)), here[-1]} & {*here[:-1]}
        and look_of(copy, final_state(copy)) not in here
    )
    for user in (*people[: record.seats], stranger, None):
        assert not is_refused(longer(other), user)


def otherwise(record: Record, ply: int) -> Iterator[Record]:
    """The record up to a ply, followed by each of the other legal actions."""
    begun = replace(record, plies=record.plies[:ply], result=None)
    game, state = GAMES[record.game], final_state(begun)
    for action in game.legal_actions(state):
        if str(action) != record.plies[ply].text:
            yield replace(begun, plies=(*begun.plies, Ply(record.plies[ply].seat, str(action))))


@pytest.mark.parametrize("key", ["maya", "rapa_nui"])
def test_where_much_lies_open_from_the_start_the_deal_alone_is_the_game(
    key: str, people: list[User], stranger: User
) -> None:
    played = play(next(kind for kind in kinds() if kind.key == key and not kind.options and kind.seats == 3))
    begun = replace(played.record(1), plies=())
    for ply in (0, 3):
        match = rated(replace(begun, plies=played.record(3).plies[:ply]), people)
        assert is_refused(begun, people[0])
        assert is_refused(begun, stranger)
        assert is_refused(played.record(), stranger)
        match.delete()


def test_a_hand_tells_a_game_from_others_to_its_owner(people: list[User], stranger: User) -> None:
    """Before the first reveal in Machu Picchu, all games look the same to everyone else."""
    record = moment(EACH["machu_picchu"], "early").record
    begun = replace(record, plies=())
    rated(begun, people)
    for world in worlds(begun, 1, 3):
        assert is_refused(world, people[1])
        assert not is_refused(world, stranger)
        assert is_refused(world, people[0]) is (world == begun)


def test_a_player_has_no_copy_opened_by_a_bot_nor_a_bot_by_its_owner(people: list[User], stranger: User) -> None:
    """Each knows the hand of the other: one could open the copy, and have it analysed, for the other."""
    record = replace(moment(EACH["machu_picchu"], "early").record, plies=())
    alice, bob, *others = people
    bots = {owner: bot_create(owner=owner, name=name) for owner, name in ((alice, "RoboA"), (bob, "RoboB"))}
    rated(record, [alice, bots[bob], *others])
    for user in (alice, bots[alice], bob, bots[bob], bot_create(owner=bob, name="RoboC")):
        assert is_refused(record, user), user
    assert not is_refused(record, bot_create(owner=stranger, name="RoboS"))


@pytest.mark.half_second
def test_openings_belong_to_all_players(people: list[User], stranger: User, computers: list[User]) -> None:
    """Games of The Princes begin alike: a rated game must not block other games with the same opening."""
    finished = read(record_path("princes/four_seats.txt").read_text())
    begun = replace(finished, plies=finished.plies[:4], result=None)
    match = rated(begun, people)
    for user in (stranger, people[0]):
        study = studies.study_create(owner=user, record=finished)
        assert studies.play_on(match=study, user=user, step=2, seat=0, opponents=computers[:3]).inherited_plies == 2
    rewrite(match, replace(finished, plies=finished.plies[:30], result=None))
    fingerprints.forget(match)
    for user in (stranger, people[0]):
        with pytest.raises(Refused):
            studies.study_create(owner=user, record=finished)
    assert studies.play_on(match=study, user=stranger, step=2, seat=0, opponents=computers[:3]).inherited_plies == 2
    with pytest.raises(Refused):
        studies.play_on(match=study, user=stranger, step=20, seat=0, opponents=computers[:3])


# --- other names for the same things --------------------------------------------------------------------------------


def in_other_colours(record: Record) -> Record:
    """A record of Maya with the colours renamed, seen from the other side of the board."""
    colours = str.maketrans("roygtbpkn", "nkpbtgyor")
    towers, _deck, deck = record.deal.removeprefix("towers=").partition(";deck=")
    recoloured = "/".join(towers.translate(colours).split("/")[::-1])
    deal = f"towers={recoloured}" + (f";deck={deck.translate(colours)}" if deck else "")
    return replace(record, deal=deal, plies=tuple(Ply(ply.seat, _from_behind(ply.text)) for ply in record.plies))


def _from_behind(text: str) -> str:
    word, pair, level, end = re.fullmatch(r"(\w+) (\d-\d)(@\d)(.*)", text).groups()
    one, other = sorted(10 - int(number) for number in pair.split("-"))
    return f"{word} {one}-{other}{level}{end}"


def with_other_columns(record: Record) -> Record:
    """A record of Rapa Nui with the columns in another order."""
    colors, _deck, deck = record.deal.partition(";deck=")
    columns = [deck[first : first + 4] for first in (4, 12, 0, 8)]
    now = {"1": "3", "2": "1", "3": "4", "4": "2"}
    plies = tuple(
        Ply(ply.seat, re.sub(r"^(draw) (.)$", lambda m: f"{m[1]} {now[m[2]]}", ply.text)) for ply in record.plies
    )
    return replace(record, deal=f"{colors};deck={''.join(columns)}{deck[16:]}", plies=plies)


RENAMED = {"maya": in_other_colours, "rapa_nui": with_other_columns}


@pytest.mark.half_second
@pytest.mark.parametrize("key", first(["maya"], of=RENAMED))
def test_a_game_by_other_names_is_the_same_game(key: str, people: list[User], stranger: User) -> None:
    for record in (moment(EACH[key]._replace(options=()), BUSY).record, play(EACH[key]._replace(options=())).record(5)):
        copy = RENAMED[key](record)
        assert final_state(copy) != final_state(record)
        match = rated(record, people)
        for user in (people[0], people[1], stranger, None):
            assert is_refused(copy, user)
            assert is_refused(longer(copy), user)
        match.delete()


def test_a_duel_of_maya_by_other_names_is_the_same_game(people: list[User], stranger: User) -> None:
    record = read(record_path("maya/two_seats.txt").read_text())
    record = replace(record, plies=record.plies[:25], result=None)
    rated(record, people)
    assert is_refused(in_other_colours(record), stranger)
    assert is_refused(in_other_colours(record), people[0])


# --- copies of which the asker does not see all ----------------------------------------------------------------------


@pytest.mark.half_second
def test_a_copy_tells_nothing_of_what_others_hold_in_it(people: list[User], computers: list[User]) -> None:
    """Someone at another seat of a copy must not learn whether their cards there are their own of the rated game."""
    record = moment(EACH["machu_picchu"], BUSY).record
    rated(record, people)
    asks = people[0]
    for world in worlds(record, None, 6):
        elsewhere = staged(world, [people[1], asks, *people[2 : record.seats]])
        with pytest.raises(Refused):
            check_match_not_a_rated_game(elsewhere, asks)
    check_match_not_a_rated_game(staged(next(others_of(record, 0)), people[: record.seats]), asks)


# --- fingerprints ----------------------------------------------------------------------------------------------------


def walked(match: Match) -> list[tuple[int, int, bool]]:
    """The fingerprints as they should be, made from the log."""
    walked = fingerprints.walked(Match.objects.get(pk=match.pk))
    looks = [(ply, fingerprints.seen(GAMES[match.game], state, None, match.seat_count)) for ply, state in walked]
    return [(ply, public.fingerprint, public.tells) for ply, public in looks]


def stored(match: Match) -> list[tuple[int, int, bool]]:
    found = Fingerprint.objects.filter(series__match=match, series__ply=Match.objects.get(pk=match.pk).ply)
    return list(found.order_by("ply").values_list("ply", "value", "tells"))


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Alice and Bob have begun a rated game of Rapa Nui."""
    return match_join(
        match=match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(rated=True)), user=bob
    )


def test_a_rated_match_leaves_a_fingerprint_at_every_position(duel: Match) -> None:
    assert stored(duel) == walked(duel)
    match = play_randomly(duel, Random(1), until=12)
    assert stored(match) == walked(match)
    assert len(stored(match)) == 13


def test_an_undo_wipes_fingerprints_out(duel: Match) -> None:
    one, other, *_ = (text for text in legal(duel) if text.startswith("play"))
    match = play_once(duel, one)
    record = record_of(match)
    match = undo(match=match, user=decider(match), ply=match.ply)
    assert is_refused(record, None), "it is refused in case it is played again"
    assert stored(match) == walked(match)
    match = play_once(match, other)
    assert not is_refused(record, None)
    assert is_refused(record_of(match), None)
    assert stored(match) == walked(match)
    match = play_randomly(match, Random(2), until=8)
    assert stored(match) == walked(match)


@pytest.mark.half_second
def test_fingerprints_that_are_missing_are_made_anew_from_the_log(duel: Match, alice: User) -> None:
    match = play_randomly(duel, Random(1), until=9)
    record = record_of(match)
    spoil: list[Callable[[], object]] = [
        lambda: fingerprints.forget(match),
        lambda: FingerprintSeries.objects.update(form="0"),
        lambda: FingerprintSeries.objects.update(ply=3),
        lambda: end_agree(match=match, user=alice),
        lambda: match_rebuild(match=match),
    ]
    for each in spoil:
        each()
        match.refresh_from_db()
        assert is_refused(record, None)
        assert stored(match) == walked(match)
    assert stored(play_once(match, legal(match)[0])) == walked(match)


def test_the_sweep_makes_missing_fingerprints_before_a_member_waits_for_them(duel: Match) -> None:
    match = play_randomly(duel, Random(1), until=9)
    fingerprints.forget(match)
    sweep()
    assert stored(match) == walked(match)
    assert fingerprints.rebuild_missing() == 0


def test_a_match_that_does_not_replay_is_in_no_players_way(duel: Match, stranger: User) -> None:
    record = record_of(play_randomly(duel, Random(1), until=9))
    duel.actions.filter(ply=3).update(text="nonsense")
    fingerprints.forget(duel)
    assert not is_refused(record, stranger)
    with CaptureQueriesContext(connection) as again:
        assert not is_refused(record, stranger)
    assert not any("INSERT" in query["sql"] for query in again)


def test_nothing_is_left_of_a_match_that_is_over_and_nothing_of_an_unrated_one(
    duel: Match, two_play: Match, computers: list[User]
) -> None:
    play_randomly(two_play, Random(1), until=3)
    assert not FingerprintSeries.objects.exclude(match=duel).exists()
    match = play_randomly(duel, Random(1), until=9)
    record = record_of(match)
    assert resign(match=match, user=match.host).status == Match.Status.FINISHED
    assert not FingerprintSeries.objects.exists()
    assert not is_refused(record, None)


@pytest.mark.half_second
@pytest.mark.parametrize("key", first(["machu_picchu"], of=["rapa_nui", "machu_picchu"]))
def test_it_costs_the_same_however_many_matches_are_played(key: str, people: list[User], stranger: User) -> None:
    played = [play(EACH[key]._replace(number=number)) for number in range(8)]
    record = played[0].record(20)
    costs = []
    for each in played:
        rated(each.record(20), people)
        is_refused(record, None)  # makes the fingerprints
        with CaptureQueriesContext(connection) as asked:
            assert is_refused(record, stranger)
            assert is_refused(record, people[0])
        costs.append(len(asked))
    assert len(set(costs)) == 1
    assert costs[0] <= 2 * 5


LOOKS = {
    "machu_picchu": -3439895826482091963,
    "maya": 4033866377078276634,
    "princes": 1240907515590756202,
    "rapa_nui": 3708651508896782538,
}


@pytest.mark.parametrize("key", LOOKS)
def test_looks_stay_what_they_are_while_their_form_does(key: str) -> None:
    """Fingerprints of running matches are stored: if an essence has changed, raise `fingerprints.FORM`."""
    record = read(record_path(f"{key}/three_seats.txt").read_text())
    begun = replace(record, plies=record.plies[:30], result=None)
    assert fingerprints.FORM == "3"
    assert look_of(begun, final_state(begun)) == LOOKS[key]
