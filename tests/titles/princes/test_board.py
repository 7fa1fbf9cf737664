"""The Princes on a page: what is special about it, in random games. For what all games share see `test_boards`."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from accounts.models import User
from games.engine import record
from games.models import Match
from games.pages.boards.marks import Motion
from games.pages.boards.menu import Choice
from games.pages.boards.names import sentences
from games.selectors.access import Visitor
from games.selectors.position.engines import state_of
from games.selectors.position.positions import Position, position
from games.services.lobby.matches import match_create, match_join
from games.titles.princes import rules as princes
from games.titles.princes.board import KIT, TEMPLATE, WORDS, board, drawings, log_detail, log_line, menu, motions
from games.titles.princes.board.amounts import walk_text
from games.titles.princes.board.choices import _payable
from games.titles.princes.board.menu import Picking, Section
from games.titles.princes.board.sites import SITES, STAIRS
from games.titles.princes.board.words import card
from games.titles.princes.rules.actions import Return
from games.titles.princes.rules.cards import CARDS
from games.titles.princes.rules.data import GRANARY, LAST_DAY, PRICES, STABLE, SUMMIT
from games.titles.princes.rules.districts import DISTRICTS, NEAR, PRODUCTION, TEMPLES
from games.titles.princes.rules.goods import CORN, GOODS, LLAMA, WARES
from games.titles.princes.rules.scoring import gold
from games.titles.princes.rules.state import Decision, State, Step
from tests.games.playing import legal, play_once, play_out
from tests.games.viewers import NAMES, Buttons, drawn, entry_of, position_of

WEIGHTS = {"moon": 0.1, "done": 0.5, "take": 6, "hire": 3, "recall": 3, "offer": 2}
"""Weights for random players who like to build, so that their games contain everything."""


@cache
def played(seats: int, seed: int, start: str = "printed", goods: int = 0) -> tuple[record.Step, ...]:
    """A random game; with more goods at the start, more is bought, sacrificed and drawn."""
    rng = Random(seed)
    state = princes.start(princes.deal(seats, {"start": start}, rng))
    rich = (replace(seat, goods=tuple(count + goods for count in seat.goods)) for seat in state.seats)
    state = replace(state, seats=tuple(rich))
    moments = []
    while (mover := princes.to_move(state)) is not None:
        actions = princes.legal_actions(state)
        weights = [0.2 if "none" in str(action) else WEIGHTS.get(str(action).split()[0], 1) for action in actions]
        action = rng.choices(actions, weights)[0]
        after = princes.apply(state, action)
        moments.append(record.Step(state, mover, action, after))
        state = after
    return tuple(moments)


def games() -> Iterator[tuple[record.Step, ...]]:
    for seats in princes.SEATS:
        yield played(seats, seed=seats, goods=30)
    for seats in (2, 5):
        yield played(seats, seed=seats + 10, start="beginner", goods=8)


def of_the_mover(state: State) -> Position:
    return position_of(princes, state, princes.to_move(state))


def choices_of(position: Position) -> list[Choice]:
    return [choice for group in menu(position) for choice in group.actions]


sparsely_and_densely = pytest.mark.parametrize("every", [12, pytest.param(3, marks=pytest.mark.slow)])


def test_the_random_games_ask_every_question_and_end_both_ways() -> None:
    asked = {moment.state.decision for game in games() for moment in game}
    assert asked == set(Decision)
    outcomes = [princes.outcome(game[-1].after) for game in games()]
    assert {outcome.reason for outcome in outcomes if outcome} >= {"priests", "conquest"}


@pytest.mark.half_second
@sparsely_and_densely
def test_the_board_offers_only_what_is_legal_and_where_it_belongs(every: int) -> None:
    for game in games():
        for moment in game[::every]:
            position = of_the_mover(moment.state)
            legal_texts = {str(action) for action in position.legal}
            drawn = board(position, menu(position))
            for ground in drawn["districts"]:
                choice = ground.place.choice
                if choice is None:
                    assert ground.way == ""
                    continue
                assert choice.value in legal_texts
                verb, word = choice.value.split()
                assert verb in ("produce", "sacrifice") or ground.district.code in word.split("+")
                assert (ground.way == "ride") == (verb == "jump")
            for moon in drawn["moons"]:
                if moon.place.choice is not None:
                    assert moon.place.choice.value.split()[1] == moon.tile.word
            for column in drawn["market"]:
                for place, value in ((column.sell, "sell"), (column.buy, "buy")):
                    assert (place.choice is not None) == (f"{value} {column.good.word}" in legal_texts)
            for row in drawn["rows"]:
                assert (row.place.choice is not None) == (f"take {row.priest.word}" in legal_texts)


@sparsely_and_densely
def test_buttons_are_as_small_as_many_stand_side_by_side(every: int) -> None:
    shapes = {
        (group.columns, group.shape)
        for game in games()
        for moment in game[::every]
        for group in menu(of_the_mover(moment.state))
        if isinstance(group, Section)
    }
    assert shapes == {(1, ""), (2, "act--small"), (4, "act--col act--tile")}


@pytest.mark.half_second
def test_goods_to_offer_or_to_receive_are_picked_one_by_one() -> None:
    numbers = set()
    for game in games():
        for moment in game:
            decision = moment.state.decision
            if decision not in (Decision.OFFER, Decision.REWARD):
                continue
            position = of_the_mover(moment.state)
            [picking] = menu(position)
            assert isinstance(picking, Picking)
            listed = [choice.value for part in picking.parts for choice in part.actions]
            assert sorted(listed) == sorted(map(str, position.legal))
            sets = [value.split()[1].split("+") for value in listed if value != "offer none"]
            assert [ware.word for ware in picking.wares] == [word for word in GOODS if any(word in it for it in sets)]
            assert picking.number in (0, *map(len, sets))
            numbers.add((decision, picking.number))
    assert numbers == {(Decision.OFFER, 0), (Decision.REWARD, 3)}


@pytest.mark.half_second
@sparsely_and_densely
def test_all_but_sets_can_be_pressed_on_the_board(every: int) -> None:
    sets = re.compile(r"offer .*|goods .*|hire .*\+.*|return \w+ \w+")
    for game in games():
        for moment in game[::every]:
            position = of_the_mover(moment.state)
            drawn = board(position, menu(position))
            places = [ground.place for ground in drawn["districts"]] + [row.place for row in drawn["rows"]]
            places += [place for moon in drawn["moons"] for place in (moon.place, moon.decline)]
            places += [held.place for held in drawn["hand"]] + [drawn["leave"]] + drawn["answers"]
            places += [place for column in drawn["market"] for place in (column.sell, column.buy, *column.slots)]
            pressed = {place.choice.value for place in places if place.choice is not None}
            texts = {str(action) for action in position.legal}
            assert pressed <= texts
            assert all(sets.fullmatch(text) for text in texts - pressed)


@pytest.mark.half_second
@sparsely_and_densely
def test_every_walk_has_an_open_stair_and_no_ride_has_one(every: int) -> None:
    for game in games():
        for moment in game[::every]:
            position = of_the_mover(moment.state)
            walks = [action for action in position.legal if str(action).startswith("go ")]
            seat = moment.state.seats[moment.state.asked]
            stairs = board(position, menu(position))["stairs"]
            assert len(stairs) == (len(walks) if seat.prince is not None else 0)


@pytest.mark.half_second
def test_where_a_prince_starts_is_no_walk_next_door() -> None:
    told = set()
    for moment in played(2, seed=2, goods=30):
        starts = moment.state.seats[moment.state.asked].prince is None
        for group in menu(of_the_mover(moment.state)):
            if isinstance(group, Section) and group.actions[0].value.startswith("go "):
                told.add((starts, group.verb, group.title))
    assert told == {(True, "Start at the", ""), (False, "Walk to the", "Walk next door (free)")}


def test_the_drawing_joins_exactly_the_neighbours_of_the_engine() -> None:
    assert set(STAIRS) == {frozenset((one, other)) for one in DISTRICTS for other in NEAR[one]}
    assert tuple(SITES) == DISTRICTS
    assert [code for code, site in SITES.items() if site.incas and code != "SD"] == list(PRODUCTION)
    assert all(site.outline.startswith("M") and site.outline.endswith("Z") for site in SITES.values())


@pytest.mark.half_second
def test_hints_say_what_is_left_after_paying() -> None:
    checked = 0
    for game in games():
        for moment in game:
            mover = princes.to_move(moment.state)
            assert mover is not None
            if moment.state.decision not in (Decision.HIRE, Decision.OFFER):
                continue
            for choice in choices_of(of_the_mover(moment.state)):
                own = moment.state.seats[mover].goods
                words = ("corn", "llama", "coca", "pottery", "cloth")
                for number, word in re.findall(r"leaves (\d+) (\w+)", choice.hint):
                    checked += 1
                    index = words.index("llama" if word == "llamas" else word)
                    assert int(number) < own[index]
    assert checked > 50


def test_hints_of_walks_say_where_the_scout_will_stand() -> None:
    checked = 0
    for game in games():
        for moment in game:
            if moment.state.decision is not Decision.SACRIFICE or moment.after.summit:
                continue
            choices = {choice.value: choice for choice in choices_of(of_the_mover(moment.state))}
            promised = re.search(r"to field (\d+)", choices[str(moment.action)].hint)
            if promised:
                checked += 1
                assert moment.after.seats[moment.state.asked].scout == int(promised[1])
    assert checked > 10


@pytest.mark.parametrize(("cards", "gains"), [(2, "2 cards"), (1, "a card, 3 points"), (0, "6 points")])
def test_walks_past_the_summit_bring_points_once_the_deck_is_empty(cards: int, gains: str) -> None:
    assert walk_text(19, 22, cards) == f"22 steps to field 1: {gains}, 3 corn, 1 llama"


@pytest.mark.half_second
def test_the_log_tells_every_card_night_and_day() -> None:
    for moment, detail in details():
        put_back = len(moment.action.cards) if isinstance(moment.action, Return) else 0
        assert ("The summit" in detail) == (
            len(moment.after.deck) < len(moment.state.deck) + put_back
            or any(now.missing > was.missing for was, now in zip(moment.state.seats, moment.after.seats, strict=True))
        )
        if moment.after.day > moment.state.day and moment.after.step is not Step.OVER:
            assert f"Day {moment.after.day} starts" in detail


def test_cards_put_back_are_never_named_to_others() -> None:
    hidden = 0
    for game in games():
        for moment in game:
            if not isinstance(moment.action, Return):
                continue
            for seat in (None, *range(len(moment.state.seats))):
                entry = entry_of(princes, moment, seat, moment.after)
                if moment.after.step is Step.OVER:
                    continue
                hidden += 1
                line = strip_tags(log_line(position_of(princes, moment.after, seat), entry))
                named = any(card(letters).name in line for letters in CARDS)
                assert named == (seat == moment.state.asked)
    assert hidden > 20


def test_at_the_end_cards_put_back_are_named() -> None:
    game = played(3, seed=3, goods=30)
    now = game[-1].after
    moment = next(moment for moment in game if isinstance(moment.action, Return))
    line = strip_tags(log_line(position_of(princes, now, None, over=True), entry_of(princes, moment, None, now)))
    assert any(card(letters).name in line for letters in CARDS)


def test_hands_are_shown_to_their_owner_and_at_the_end_to_all() -> None:
    game = played(4, seed=4, goods=30)
    state = game[len(game) // 2].state
    for seat in range(4):
        drawn = board(position_of(princes, state, seat), [])
        assert tuple(held.card.letters for held in drawn["hand"]) == state.seats[seat].cards
        assert drawn["open_hands"] == []
    assert board(position_of(princes, state, None), [])["hand"] is None
    assert board(position_of(princes, state, None), [])["open_hands"] == []
    now = game[-1].after
    shown = board(position_of(princes, now, None, over=True), [])["open_hands"]
    assert [tuple(held.card.letters for held in hand.cards) for hand in shown] == [seat.cards for seat in now.seats]


def test_princes_travel_to_the_districts_they_go_to() -> None:
    for moment in played(2, seed=2, goods=30):
        entry = entry_of(princes, moment, None, moment.after)
        goal = moment.after.seats[entry.seat].prince
        moved = moment.state.seats[entry.seat].prince != goal
        goals = [
            motion.goal
            for motion in motions(position_of(princes, moment.after, None), entry)
            if motion.drawing.startswith("prince")
        ]
        assert goals == [f"district-{goal}"] * moved


@pytest.mark.half_second
def test_goods_travel_to_who_receives_them() -> None:
    seen = set()
    for game in games():
        for moment in game:
            entry = entry_of(princes, moment, None, moment.after)
            verb, *words = entry.text.split()
            shown = motions(position_of(princes, moment.after, None), entry)
            if verb not in ("buy", "collect", "goods"):
                assert not any(motion.start.startswith("district-SD") for motion in shown)
                continue
            gifts = ("trail", f"moon-{CORN}")
            sent = [
                motion for motion in shown if motion.goal == f"seat-{entry.seat}" and not motion.start.startswith(gifts)
            ]
            if verb not in seen:  # the piece sets out from a place on the page
                html = drawn(position_of(princes, moment.state, None))
                assert all(f'data-at="{motion.start}"' in html for motion in sent)
            seen.add(verb)
            assert sorted(motion.drawing for motion in sent) == sorted(f"good-{word}" for word in words[0].split("+"))
    assert seen == {"buy", "collect", "goods"}


@pytest.mark.half_second
def test_priests_and_all_corn_travel_to_who_receives_them() -> None:
    kit, seen = render_to_string(KIT, {"board": drawings()}), set()
    for game in games():
        for moment in game:
            entry = entry_of(princes, moment, None, moment.after)
            verb, *words = entry.text.split()
            shown = motions(position_of(princes, moment.after, None), entry)
            seat = f"seat-{entry.seat}"
            if verb == "take" and words[0] != "none":
                assert Motion(f"row-{words[0]}", seat, f"tile-{words[0]}") in shown
            if verb == "sell":
                assert Motion(f"ware-{words[0]}", seat, f"good-{CORN}") in shown
            for number, (was, now) in enumerate(zip(entry.before.seats, entry.after.seats, strict=True)):
                steps = (now.scout - was.scout) % SUMMIT
                for field, good in ((GRANARY, CORN), (STABLE, LLAMA)):
                    gets = any((was.scout + step) % SUMMIT == field for step in range(1, steps + 1))
                    assert (Motion(f"trail-{field}", f"seat-{number}", f"good-{good}") in shown) == gets
                back = CORN in was.tiles and CORN not in now.tiles
                assert (Motion(f"moon-{CORN}", f"seat-{number}", f"good-{CORN}") in shown) == back
            for motion in shown:
                if motion.start.startswith(("row", "trail", f"moon-{CORN}")) and motion.start not in seen:
                    assert f'data-at="{motion.start}"' in drawn(position_of(princes, moment.state, None))
                    assert f'id="{motion.drawing}"' in kit
                    seen.add(motion.start)
    assert seen >= {"row-virgin", "row-puma", "row-condor", f"trail-{GRANARY}", f"trail-{STABLE}", f"moon-{CORN}"}


@pytest.fixture
def princes_play(alice: User, bob: User) -> Match:
    """Alice and Bob play the Princes at a table that anyone may watch."""
    match = match_create(host=alice, game="princes", others=[None])
    return match_join(match=match, user=bob)


@pytest.mark.half_second
@pytest.mark.django_db
def test_a_spectator_has_nothing_to_press_and_sees_no_hand(princes_play: Match, charlie: User, client: Client) -> None:
    client.force_login(charlie)
    html = client.get(play_out(princes_play, Random(1), until=20).get_absolute_url()).content.decode()
    assert "You’re watching" in html
    assert Buttons(html).menu == []
    assert "Your cards" not in html


def board_drawn(seen: Position) -> str:
    context = {"board": board(seen, menu(seen))}
    return "".join(render_to_string(name, context) for name in (TEMPLATE, WORDS))


@pytest.mark.half_second
@pytest.mark.django_db
def test_readers_share_what_they_may_choose_nothing_in_and_it_looks_like_their_own(
    princes_play: Match, alice: User, bob: User
) -> None:
    match, rng = play_out(princes_play, Random(4), until=12), Random(4)
    kept = Counter[str]()
    for _action in range(30):
        readers = [position(match, Visitor(user)) for user in (AnonymousUser(), alice, bob)]
        for seen in readers:
            assert board_drawn(seen) == board_drawn(replace(seen, perspective=None))
        shared = [board(seen, menu(seen))["shared"] for seen in readers]
        kept.update(name for sections in shared for name in sections)
        assert shared[0].keys() == {"display", "market", "priests", "in_words"}
        for sections in shared:
            assert all(sections[name] is shared[0][name] for name in sections)
        match = play_once(match, rng.choice(legal(match)))
    assert kept["in_words"] == 90
    assert all(60 <= kept[name] <= 90 for name in ("display", "market", "priests")), kept
    assert kept["display"] < 90


@pytest.mark.half_second
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["market", "priests"])
def test_a_section_is_the_same_after_an_action_that_changes_nothing_there(princes_play: Match, name: str) -> None:
    match, rng = play_out(princes_play, Random(4), until=12), Random(4)
    sections = []
    for _action in range(60):
        sections.append(board(position(match, Visitor(AnonymousUser())), [])["shared"][name])
        match = play_once(match, rng.choice(legal(match)))
    same = [before is after for before, after in pairwise(sections)]
    drawn = [render_to_string(f"games/princes/{name}.html", {"board": section}) for section in sections]
    assert same == [before == after for before, after in pairwise(drawn)]
    assert {*same} == {True, False}


@pytest.mark.django_db
def test_the_shared_public_part_is_drawn_from_a_spectators_view_of_the_match(princes_play: Match, alice: User) -> None:
    match = play_out(princes_play, Random(4), until=30)
    seen = position(match, Visitor(alice))
    assert seen.seen_by_all == princes.view(state_of(match), None)
    imagined = replace(seen, view=princes.view(state_of(match), seen.seat))
    assert imagined.seen_by_all is None
    finished = position(play_out(match, Random(5)), Visitor(alice))
    assert finished.deciding_at(30).seen_by_all is None


@pytest.mark.half_second
@sparsely_and_densely
def test_all_visitors_read_what_all_have_and_how_the_game_ends(every: int) -> None:
    for game in games():
        for moment in game[::every]:
            state = moment.state
            for viewer in (None, moment.state.asked):
                seen = board(position_of(princes, state, viewer), [])
                assert [row.counts for row in seen["standings"]] == [
                    (*seat.incas, *seat.priests, len(seat.cards), seat.scout) for seat in state.seats
                ]
                assert (seen["end"].priests, seen["end"].cards) == (sum(state.rows), len(state.deck))
                assert seen["end"].is_today == (state.day == LAST_DAY)
        assert board(position_of(princes, game[-1].after, None), [])["end"] is None


def test_points_and_gold_as_they_stand_are_the_own_ones_and_those_of_the_result() -> None:
    for game in games():
        final = game[-1].after
        outcome = princes.outcome(final)
        assert outcome is not None
        for number, parts in enumerate(outcome.breakdown):
            seen = board(position_of(princes, final, number), [])
            assert seen["points"] == sum(part.points for part in parts if part.name != "gold")
            assert seen["gold"] == gold(final.seats[number])
        seen = board(position_of(princes, game[0].after, None), [])
        assert seen["points"] is None
        assert seen["gold"] is None


def test_hints_say_what_is_short_for_an_inca_or_a_priest() -> None:
    goods = (1, 0, 1, 1, 0)
    assert _payable(goods, [("Virgin", (0, 0, 1, 2, 0)), ("Puma", (0, 0, 1, 0, 0)), ("Condor", (3, 1, 0, 0, 0))]) == (
        "can afford: Puma; Virgin: 1 pottery short; Condor: 2 corn, 1 llama short"
    )


@cache
def details() -> list[tuple[record.Step, str]]:
    """Every action of the games, with the detail in the log of spectators."""
    return [
        (moment, strip_tags(sentences(log_detail(position_of(princes, moment.after, None), entry))))
        for game in games()
        for moment in game
        for entry in [entry_of(princes, moment, None, moment.after)]
    ]


def goods_told(detail: str, sentence: str) -> dict[str, int]:
    """The gains by name in a sentence of the log: "Corn from the trail: Alice 3, Bob 3."."""
    found = re.search(rf"{sentence}: ([^.]+)\.", detail)
    return {name: int(gain) for name, gain in (each.rsplit(" ", 1) for each in found[1].split(", "))} if found else {}


@pytest.mark.half_second
def test_the_log_tells_what_the_trail_brings() -> None:
    checked = 0
    for moment, detail in details():
        gains = [goods_told(detail, f"{good} from the trail") for good in ("Corn", "Llamas")]
        for number, (was, now) in enumerate(zip(moment.state.seats, moment.after.seats, strict=True)):
            more = [later - earlier for earlier, later in zip(was.due, now.due, strict=True)][:2]
            if max(more) > 0 <= min(more):  # what was due before is paid at the end of the turn
                checked += 1
                assert [of.get(NAMES[number], 0) for of in gains] == more
    assert checked > 10


@pytest.mark.half_second
def test_the_log_tells_the_corn_of_the_last_turn_and_every_moon_tile_that_is_settled_unasked() -> None:
    nights, tiles = 0, 0
    for moment, detail in details():
        assert ("The last turn of the day: 1 corn for" in detail) == ("Night falls" in detail)
        nights += "Night falls" in detail
        for number, (was, now) in enumerate(zip(moment.state.seats, moment.after.seats, strict=True)):
            if CORN in was.tiles and CORN not in now.tiles:
                tiles += 1
                assert f"Moon tile: 3 corn for {NAMES[number]}." in detail
            for steps in ("2", "3"):
                if steps in was.tiles and steps not in now.tiles:
                    tiles += 1
                    assert f"Moon tile: {steps} steps for {NAMES[number]}." in detail
    assert nights > 20
    assert tiles > 20


@pytest.mark.half_second
def test_what_is_taken_until_tomorrow_looks_so_and_nothing_else_does() -> None:
    emptied = 0
    for game in games():
        for moment in game[::9]:
            state = moment.state
            left = dict(zip(PRODUCTION, state.bonuses, strict=True)) | dict(zip(TEMPLES, state.stones, strict=True))
            for ground in board(position_of(princes, state, None), [])["districts"]:
                assert bool(ground.scene.emptied) == (left.get(ground.district.code, 1) == 0)
                emptied += bool(ground.scene.emptied)
    assert emptied > 20


def test_every_slot_of_the_market_says_its_price() -> None:
    html = drawn(position_of(princes, played(3, 0)[0].state, None))
    assert re.findall(r'data-price="(\d+)"', html) == [str(price) for _ware in WARES for price in PRICES]


def test_two_cards_to_put_back_are_picked_in_the_hand() -> None:
    asked = 0
    for game in games():
        for moment in game:
            if moment.state.summit is None or asked > 6:
                continue
            html = drawn(of_the_mover(moment.state))
            returns = moment.state.summit.returns
            picks = re.findall(r'data-pick="(\w+)"', html)
            cards = moment.state.seats[moment.state.asked].cards
            assert picks == (list(cards) if returns > 1 else [])
            assert (f'data-picks="{returns}"' in html) == (returns > 1)
            asked += returns > 1
            other = drawn(position_of(princes, moment.state, (moment.state.asked + 1) % len(moment.state.seats)))
            assert "data-pick" not in other
    assert asked


def test_two_cards_to_put_back_are_told_apart_as_in_each_language() -> None:
    summits = (moment.state for game in games() for moment in game if moment.state.summit is not None)
    state = next(state for state in summits if state.summit.returns == 2)
    for language, mark in (("en", "; "), ("de", "; "), ("zh-hans", "；")):
        with override(language):
            labels = [choice.label for choice in choices_of(of_the_mover(state))]
        assert {label.count(mark) for label in labels} == {1}
        assert language != "zh-hans" or not any("； " in label for label in labels)
