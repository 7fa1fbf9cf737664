"""RAP 7: what is open and what is hidden."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from games.ai import scripted_bots
from games.engine import record
from games.engine.contract import AnyGame
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.rules.cards import CARDS, MOAI, WORDS, Counts, sorted_hand
from games.titles.rapa_nui.rules.data import START_HUNTERS
from games.titles.rapa_nui.rules.recall import RecalledSeat
from games.titles.rapa_nui.rules.state import Decision, Draw, Offer, Play, State, Step, View

from .positions import drawing, play, position, table, texts

COLORS = "ybr"
LETTERS = {word: letter for letter, word in WORDS.items()}
VIEWERS = [None, 0, 1, 2]


def offering() -> State:
    """A position in which seat 0, the builder, chooses the card to lay face down."""
    seats = {0: {"hand": "MLP", "wood": 9}}
    return play(position(COLORS, seats), "play moai", "offer fish", "offer grain")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_rap_7_hand_and_sacrifice_cards_are_seen_by_their_owner_only(viewer: int | None) -> None:
    state = position(COLORS)
    view = rapa_nui.view(state, viewer)
    for index, (seat, seen) in enumerate(zip(state.seats, view.seats, strict=True)):
        assert seen.hand == (seat.hand if index == viewer else None)
        assert seen.sacrifices == (seat.sacrifices if index == viewer else None)
        assert seen.face_down == (seat.face_down if index == viewer else None)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_rap_7_numbers_tables_wood_and_glory_are_open(viewer: int | None) -> None:
    state = position(COLORS, {1: {"wood": 7, "glory": 4, "table": table(moai=2), "hand": "LP"}})
    view = rapa_nui.view(state, viewer)
    seen = view.seats[1]
    assert (seen.color, seen.wood, seen.glory, seen.table) == ("b", 7, 4, table(moai=2))
    assert (seen.hand_size, seen.sacrifice_count, seen.face_down_count) == (2, 4, 0)
    assert (view.columns, view.deck_size, view.supply) == (state.columns, 34, (22, 22, 22, 22))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_rap_7_face_down_card_is_known_to_its_owner_only(viewer: int | None) -> None:
    state = play(offering(), "offer mulberry")
    view = rapa_nui.view(state, viewer)
    assert (view.stone_open, view.stone_hidden) == ((1, 0, 0, 1), 1)
    assert view.stone_own == ((0, 1, 0, 0) if viewer == 0 else (0, 0, 0, 0))
    assert view.seats[0].face_down_count == 1


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_rap_7_other_seats_cannot_tell_what_was_laid_face_down(viewer: int | None) -> None:
    views = {rapa_nui.view(play(offering(), text), viewer) for text in texts(offering())}
    assert len(views) == 1


def test_rap_7_owner_can_tell_what_was_laid_face_down() -> None:
    assert len({rapa_nui.view(play(offering(), text), 0) for text in texts(offering())}) == 4


@pytest.mark.parametrize("viewer", VIEWERS)
def test_rap_7_no_player_sees_the_order_of_the_deck(viewer: int | None) -> None:
    state = position(COLORS)
    assert rapa_nui.view(replace(state, deck=state.deck[::-1]), viewer) == rapa_nui.view(state, viewer)


def test_rap_7_everything_is_turned_up_at_the_end() -> None:
    owners: dict[int, dict[str, Any]] = {0: {"hand": "LP", "face_down": (2, 0, 0, 0)}, 1: {"face_down": (0, 0, 1, 0)}}
    state = play(drawing(seats=owners, columns=("P", "L", "L", "L"), deck="", stone=(0, 1, 0, 1)), "draw 1")
    for viewer in (None, 0, 1):
        view = rapa_nui.view(state, viewer)
        assert view.over
        assert (view.stone_open, view.stone_hidden, view.stone_own) == ((2, 1, 1, 1), 0, (0, 0, 0, 0))
        assert [seat.hand for seat in view.seats] == ["PPL", "fsg"]
        assert [seat.face_down for seat in view.seats] == [(2, 0, 0, 0), (0, 0, 1, 0)]
        assert view.draws_left == 0
        assert (view.to_move, view.decision) == (None, None)


def test_rap_7_open_view_shows_a_match_that_was_given_up() -> None:
    view = rapa_nui.open_view(play(offering(), "offer mulberry"))
    assert (view.seat, view.stone_open, view.stone_hidden) == (None, (1, 1, 0, 1), 0)
    assert all(seat.hand is not None and seat.sacrifices is not None for seat in view.seats)
    assert not view.over


def test_view_names_the_decision() -> None:
    state = position(COLORS, {0: {"hand": "MLP", "wood": 20}})
    seen = []
    for text in ("buy fish", "play moai", "offer fish", "offer fish", "offer fish", "add fish", "draw 1"):
        seen.append(rapa_nui.view(state, 1).decision)
        state = play(state, text)
    assert seen == [
        Decision.TURN,
        Decision.PLAY,
        Decision.OFFER,
        Decision.OFFER,
        Decision.OFFER_HIDDEN,
        Decision.ADD,
        Decision.DRAW,
    ]


def test_view_counts_the_draws_left_and_names_the_purchase() -> None:
    state = play(position(seats={0: {"hand": "fff", "wood": 9}}), "buy grain", "play fish x3", "draw 2")
    view = rapa_nui.view(state, 1)
    assert (view.draws_left, view.bought, view.last_column, view.active) == (2, "g", 2, 0)


def test_view_names_the_card_that_is_scored() -> None:
    seats = {1: {"table": table(fish=2)}}
    state = play(drawing(seats=seats, columns=("fP", "P", "P", "P"), supply=(0, 9, 9, 9)), "draw 1")
    view = rapa_nui.view(state, 0)
    assert (view.scored, view.to_move, view.due, view.active) == ("f", 1, 2, 0)


# Texts and undo


def test_rap_7_builders_offering_reads_as_hidden_to_others_until_the_end() -> None:
    before = offering()
    action = Offer("s")
    now = rapa_nui.apply(before, action)
    assert [rapa_nui.shown(before, action, now, viewer) for viewer in VIEWERS] == [
        "offer ?",
        "offer potato",
        "offer ?",
        "offer ?",
    ]
    final = play(drawing(COLORS, columns=("P", "L", "L", "L"), deck=""), "draw 1")
    assert {rapa_nui.shown(before, action, final, viewer) for viewer in VIEWERS} == {"offer potato"}


def test_rap_7_open_actions_read_alike_to_all_seats() -> None:
    before = play(position(COLORS, {0: {"hand": "MLP", "wood": 9}}), "play moai")
    now = rapa_nui.apply(before, Offer("s"))
    assert {rapa_nui.shown(before, Offer("s"), now, viewer) for viewer in VIEWERS} == {"offer potato"}


def test_rap_7_draw_that_turns_up_new_cards_reveals() -> None:
    state = drawing(columns=("P", "LL", "MM", "ff"))
    assert [rapa_nui.reveals(state, Draw(column)) for column in range(1, 5)] == [True, False, False, False]


def test_rap_7_open_offering_reveals_and_hidden_offering_does_not() -> None:
    before = play(position(COLORS, {0: {"hand": "MLP", "wood": 9}}), "play moai")
    assert rapa_nui.reveals(before, Offer("f"))
    assert not rapa_nui.reveals(offering(), Offer("f"))


def test_rap_7_play_reveals_nothing() -> None:
    assert not rapa_nui.reveals(position(), Play("b"))


# What the log implies


class Reader:
    """Follows a game by what everyone sees of it, and remembers."""

    def __init__(self, first: View) -> None:
        self.hands = [Counter(START_HUNTERS[seat.color]) for seat in first.seats]
        self.owned = [Counter("fbsg") for _ in first.seats]
        self.at_most: list[list[Counter[str]]] = [[] for _ in first.seats]

    def saw(self, before: View, seat: int, text: str, after: View) -> None:
        """One action of `seat`, as everyone can read it."""
        word, _blank, rest = text.partition(" ")
        now = after.seats[seat]
        if word == "draw":
            self.hands[seat][before.columns[int(rest) - 1][-1]] += 1
        played = [new - old for new, old in zip(now.table, before.seats[seat].table, strict=True)]
        self.hands[seat].subtract(dict(zip(CARDS, played, strict=True)))
        self.hands[seat][MOAI] -= after.discarded - before.discarded
        for owner, owned in enumerate(self.owned):
            had, has = (
                view.seats[owner].sacrifice_count + view.seats[owner].face_down_count for view in (before, after)
            )
            if has != had:
                named = LETTERS.get(rest) or after.columns[int(rest) - 1][-1]
                owned[named] += has - had
                for most in self.at_most[owner]:
                    most[named] = min(most[named], owned[named])
        if rest == "?":
            self.at_most[seat].append(Counter(self.owned[seat]))

    def recalled(self, seat: int) -> tuple[str, Counts, tuple[Counts, ...]]:
        """The hand of a seat, its sacrifice cards including face-down ones, and which cards may be face down."""
        hand = sorted_hand("".join(self.hands[seat].elements()))
        return hand, _counts(self.owned[seat]), tuple(map(_counts, self.at_most[seat]))


def _counts(cards: Counter[str]) -> Counts:
    return tuple(cards[letter] for letter in "fbsg")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rap_7_the_log_implies_what_is_recalled(seats: int) -> None:
    rng, face_down = Random(seats), 0
    for _game in range(6):
        deal, players = rapa_nui.deal(seats, {}, rng), scripted_bots.some_table(rng, seats)
        reader = Reader(rapa_nui.view(rapa_nui.start(deal), None))
        for step in scripted_bots.play(cast(AnyGame, rapa_nui), deal, players, rng):
            if rapa_nui.to_move(step.after) is None:
                break
            before, after = rapa_nui.view(step.state, None), rapa_nui.view(step.after, None)
            reader.saw(before, step.seat, rapa_nui.shown(step.state, step.action, step.after, None), after)
            for number, owner in enumerate(rapa_nui.recall(step.after, None).seats):
                hand, owned, at_most = reader.recalled(number)
                assert owner.hand == hand
                if isinstance(owner, RecalledSeat):
                    face_down += 1
                    assert (owner.owned, owner.sacrifices, owner.face_down) == (owned, None, None)
                    assert owner.at_most == at_most
                else:
                    assert owner.sacrifices == owned
    assert face_down


# Imagined positions


def test_recalled_hands_are_not_imagined() -> None:
    state = position(seats={1: {"table": table(lumberjack=1, fish=1, potato=1, grain=1), "hand": "MPL"}})
    for seed in range(20):
        imagined = rapa_nui.determinize(rapa_nui.recall(state, 0), Random(seed))
        assert [seat.hand for seat in imagined.seats] == [seat.hand for seat in state.seats]


def test_what_was_gained_or_shown_since_is_not_imagined_face_down() -> None:
    """Fish was gained after the offering, and both mulberries have been shown since."""
    laid = replace(offering().seats[0], sacrifices=(0, 2, 1, 1))
    state = play(replace(offering(), seats=offering().with_seat(0, laid)), "offer grain")
    owner = replace(state.seats[0], sacrifices=(1, 2, 1, 0))
    state = replace(state, seats=state.with_seat(0, owner), active=1, asked=0, step=Step.SACRIFICE)
    for _time in range(2):
        state = replace(play(state, "offer mulberry"), active=1, asked=0, step=Step.SACRIFICE)
    assert state.seats[0].at_most == ((0, 0, 1, 1),)
    recalled = rapa_nui.recall(state, 1)
    imagined = [rapa_nui.determinize(recalled, Random(seed)).seats[0] for seed in range(50)]
    assert {seat.face_down for seat in imagined} == {(0, 0, 1, 0), (0, 0, 0, 1)}
    assert {tuple(map(sum, zip(seat.sacrifices, seat.face_down, strict=True))) for seat in imagined} == {(1, 0, 1, 1)}


def test_a_match_that_was_stored_before_is_imagined_too() -> None:
    state = play(offering(), "offer mulberry")
    owner = replace(state.seats[0], at_most=())
    recalled = rapa_nui.recall(replace(state, seats=state.with_seat(0, owner)), 1)
    for seed in range(10):
        assert sum(rapa_nui.determinize(recalled, Random(seed)).seats[0].face_down) == sum(owner.face_down)


def test_of_recalled_sacrifice_cards_chance_says_which_lie_face_down() -> None:
    state = play(offering(), "offer mulberry")
    owner = state.seats[0]
    owned = [sum(pair) for pair in zip(owner.sacrifices, owner.face_down, strict=True)]
    guesses = set()
    for seed in range(100):
        imagined = rapa_nui.determinize(rapa_nui.recall(state, 1), Random(seed)).seats[0]
        assert [sum(pair) for pair in zip(imagined.sacrifices, imagined.face_down, strict=True)] == owned
        guesses.add(imagined.face_down)
    assert len(guesses) == sum(map(bool, owned)) > 1


def test_imagined_hand_holds_the_start_hunters_that_are_not_on_the_table() -> None:
    seats = {1: {"table": table(lumberjack=1, fish=1), "hand": "Lsg"}}
    view = rapa_nui.view(position(seats=seats), 0)
    for seed in range(20):
        hand = rapa_nui.determinize(view, Random(seed)).seats[1].hand
        assert set("sg") <= set(hand)


def test_imagined_cards_are_all_the_unseen_ones() -> None:
    """With one card that may be in two unknown places, each place gets it sooner or later."""
    state = position(seats={1: {"table": table(lumberjack=1, fish=1, potato=1, grain=1), "hand": "MLP"}})
    hands = {rapa_nui.determinize(rapa_nui.view(state, 0), Random(seed)).seats[1].hand for seed in range(200)}
    assert len(hands) > 10
    assert any("M" in hand for hand in hands)


def test_imagined_face_down_card_may_be_of_any_type_its_owner_could_have() -> None:
    view = rapa_nui.view(play(offering(), "offer mulberry"), 1)
    guesses = {rapa_nui.determinize(view, Random(seed)).seats[0].face_down for seed in range(100)}
    assert guesses == {(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)}


def test_own_face_down_card_is_not_imagined_otherwise() -> None:
    view = rapa_nui.view(play(offering(), "offer mulberry"), 0)
    for seed in range(20):
        assert rapa_nui.determinize(view, Random(seed)).seats[0].face_down == (0, 1, 0, 0)


def test_finished_position_is_imagined_as_it_is() -> None:
    path = Path(__file__).with_name("records") / "four_seats.txt"
    final = record.final_state(record.read(path.read_text(encoding="utf-8")))
    forgetful = replace(final, seats=tuple(replace(seat, at_most=()) for seat in final.seats))
    for viewer in (None, 0, 3):
        assert rapa_nui.determinize(rapa_nui.view(final, viewer), Random(1)) == forgetful
