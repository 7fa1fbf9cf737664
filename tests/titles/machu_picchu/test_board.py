"""Machu Picchu on a page: what is special about it, in random games. For what all games share see `test_boards`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import cos, dist, radians, sin
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from games.engine.record import Step
from games.models import Match
from games.pages.boards import match_context
from games.pages.boards.names import sentences
from games.pages.boards.result import BAR
from games.selectors.position.positions import Position
from games.services.lobby.matches import match_create, match_join
from games.titles.machu_picchu import rules as machu_picchu
from games.titles.machu_picchu.board import board, intro, log_detail, log_line, menu, stocks
from games.titles.machu_picchu.board.outlook import chances
from games.titles.machu_picchu.board.words import likely_move
from games.titles.machu_picchu.rules.data import NUMBERS
from games.titles.machu_picchu.rules.state import Decision, State
from tests.games.playing import play_out
from tests.games.viewers import NAMES, Buttons, drawn, entry_of, everybody, position_of
from tests.titles.machu_picchu.positions import position, revealed

RULES = "/rules/machu_picchu/"


@cache
def played(seats: int, seed: int) -> tuple[Step, ...]:
    """A random game."""
    rng = Random(seed)
    state = machu_picchu.start(machu_picchu.deal(seats, {}, rng))
    moments = []
    while (mover := machu_picchu.to_move(state)) is not None:
        actions = machu_picchu.legal_actions(state)
        action = rng.choice(actions)
        after = machu_picchu.apply(state, action)
        moments.append(Step(state, mover, action, after))
        state = after
    return tuple(moments)


def games() -> Iterator[tuple[Step, ...]]:
    for seats in machu_picchu.SEATS:
        for seed in range(3):
            yield played(seats, seed)


def moments() -> Iterator[Step]:
    for game in games():
        yield from game


def of_the_mover(state: State) -> Position:
    return position_of(machu_picchu, state, machu_picchu.to_move(state))


# --- the menu -------------------------------------------------------------------------------------------------------


def test_the_random_games_ask_every_question() -> None:
    assert {moment.state.decision for moment in moments()} == set(Decision)


@pytest.mark.half_second
@pytest.mark.parametrize("every", [9, pytest.param(2, marks=pytest.mark.slow)])
def test_panel_and_board_offer_all_that_is_legal_once(every: int) -> None:
    for game in games():
        for moment in game[::every]:
            html = drawn(of_the_mover(moment.state))
            offered = Buttons(html)
            legal_texts = [str(action) for action in machu_picchu.legal_actions(moment.state)]
            assert offered.menu == legal_texts
            assert sorted(offered.board) == sorted(legal_texts)
            assert len(offered.ids) == len(set(offered.ids))
            assert set(offered.links) <= set(offered.ids)
            assert "{{" not in html


def test_number_keys_lead_to_the_cards_of_the_hand() -> None:
    html = drawn(of_the_mover(played(3, 3)[0].state))
    keys = re.findall(r'href="#act-lay-(\d+)-N" data-target="[^"]*"\s+data-key="(\d)"', html)
    hand = machu_picchu.view(played(3, 3)[0].state, 0).seats[0].hand
    assert hand is not None
    assert keys == [(str(number), str(key)) for key, number in enumerate(hand, 1)]


def test_a_card_of_the_hand_points_at_all_its_places_on_the_stairs() -> None:
    html = drawn(of_the_mover(played(3, 3)[0].state))
    cards = re.findall(r'href="#act-lay-(\d+)-N" data-target="([^"]*)"', html)
    assert cards
    for number, targets in cards:
        assert targets.split() == [f"lay-{number}-{stair}" for stair in "NESW"]
        assert all(f'data-place="{target}"' in html for target in targets.split())


def test_a_free_stair_has_one_arrow_and_lights_up_for_the_card_chosen() -> None:
    state = played(3, 3)[0].state
    seen = of_the_mover(state)
    shown = board(seen, menu(seen))
    for stair in shown["stairs"]:
        assert [chip.number for chip in stair.chips] == [card.number for card in shown["hand_cards"]]
        assert [chip.place for chip in stair.chips] == [1, 2, 3, 4]
    html = drawn(seen)
    assert html.count('href="#free-stair"') == 4
    for card in shown["hand_cards"]:
        assert f'id="pick-{card.number}"' in html
        assert html.count(f'data-card="pick-{card.number}"') == 4
    watched = drawn(position_of(machu_picchu, state, None))
    assert 'type="radio"' not in watched
    assert "data-card" not in watched


def test_hints_of_the_orders_say_what_the_own_priests_get() -> None:
    checked = 0
    for moment in moments():
        if moment.state.decision is not Decision.ORDER:
            continue
        seat = machu_picchu.to_move(moment.state)
        assert seat is not None
        [group] = menu(of_the_mover(moment.state))
        for choice in group.actions:
            after = machu_picchu.apply(moment.state, machu_picchu.parse(moment.state, choice.value))
            gained = sum(
                now.value - was.value
                for number, (was, now) in enumerate(zip(moment.state.priests, after.priests, strict=True), 1)
                if str(number) in moment.state.seats[seat].pair
            )
            checked += gained != 0
            assert f"your priests {gained:+d},".replace("-", "−").replace("+0", "0") in choice.hint
    assert checked > 20


def test_orders_that_end_alike_say_so() -> None:
    kinds = set()
    for moment in moments():
        if moment.state.decision is Decision.ORDER:
            one, other = [machu_picchu.apply(moment.state, each) for each in machu_picchu.legal_actions(moment.state)]
            is_alike = replace(one, last=None) == replace(other, last=None)
            assert ("Both orders end the same way" in intro(of_the_mover(moment.state))) is is_alike
            kinds.add(is_alike)
    assert kinds == {True, False}


def test_the_last_card_is_promised_exactly_what_it_does() -> None:
    """When the other three are face up, the chance is certainty."""
    checked = 0
    for moment in moments():
        laid = [card for card in of_the_mover(moment.state).view.stairs if card is not None]
        if len(laid) < 3 or any(card.number is None for card in laid) or moment.state.decision is not Decision.LAY:
            continue
        for group in menu(of_the_mover(moment.state)):
            for choice in group.actions:
                checked += 1
                after = machu_picchu.apply(moment.state, machu_picchu.parse(moment.state, choice.value))
                _verb, number, stair = choice.value.split()
                [priest] = [
                    card.priest for card in machu_picchu.view(after, None).stairs if card and card.number == int(number)
                ]
                assert choice.hint.startswith(f"priest {priest} ")
    assert checked > 20


def test_the_chances_of_a_card_are_those_of_blind_draws() -> None:
    """MAC 6.3: the only card below all others moves priest 1 for sure, 50 moves priest 4; and all chances add up to
    one.
    """
    for moment in moments():
        if moment.state.decision is Decision.LAY:
            view = of_the_mover(moment.state).view
            for number in view.seats[view.to_move].hand:
                of_priests = chances(view, number)
                assert sum(of_priests) == pytest.approx(1)
                assert of_priests[3] == pytest.approx(1) if number == NUMBERS[-1] else True
    state = position(seats=4, sky="S1")
    first = machu_picchu.to_move(state)
    assert first is not None
    # Hand 5 to 8, and 46 unseen cards: 1 to 4 are below 5, so all three others are above with 42·41·40 / 46·45·44.
    assert chances(machu_picchu.view(state, first), 5)[0] == pytest.approx(42 * 41 * 40 / (46 * 45 * 44))


def test_a_card_says_which_priest_it_moves_and_how_surely() -> None:
    assert likely_move(3, 0.884) == "priest 3 moves: 88%"
    assert likely_move(4, 1.0) == "priest 4 moves"


# --- the board ------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_the_board_shows_every_stone_once() -> None:
    for moment in moments():
        shown = board(position_of(machu_picchu, moment.after, None), [])
        supply = [stone.value for kind in ("sun_stones", "fire_stones") for stone in shown[kind] if stone.value]
        won = [stone for depot in shown["depots"] for space in depot.spaces for stone in space]
        assert sorted([*supply, *map(abs, won)]) == sorted([1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10, *range(3, 11)])
        assert all(len(depot.spaces) == 5 for depot in shown["depots"])


def test_a_sixth_stone_shares_the_last_space() -> None:
    state = position(depots={4: (1, 2, 3, 4, 5, 5)})
    depot = board(position_of(machu_picchu, state, 0), [])["depots"][0]
    assert depot.spaces == [(1,), (2,), (3,), (4,), (5, 5)]
    assert depot.is_full


def test_a_depot_with_one_space_left_is_warned_of_before_it_is_full() -> None:
    warned = set()
    for game in games():
        for state in (*(moment.state for moment in game), game[-1].after):
            seen = board(position_of(machu_picchu, state, None), [])["nearly_full"]
            is_over = machu_picchu.to_move(state) is None
            stones = {number: len(priest.depot) for number, priest in enumerate(state.priests, 1)}
            assert seen == ([] if is_over else [number for number in (4, 3, 2, 1) if stones[number] == 4])
            if seen and not warned & set(seen):
                assert f"Priest {seen[0]} has one space left" in drawn(position_of(machu_picchu, state, None))
            warned |= set(seen)
    assert warned


def test_no_seat_wears_the_dye_of_a_priest() -> None:
    """Priests are red, blue, green and yellow in all sets of colours; a seat's dye is far from them.

    It holds on every page with the style sheet of the game, in frames and pictures too: each has its class.
    """
    folder = Path(machu_picchu.__file__).parents[1]
    style, colours = ((folder / name).read_text() for name in ("static/css/machu_picchu_drawings.css", "dyes.css"))
    priests = [oklab(found) for found in re.findall(r"--priest-\d: (oklch\([^)]*\))", colours)]
    seats = re.findall(r"^\.g-machu_picchu \.seat-\d \{\s+--f: (oklch\([^)]*\))", style, re.MULTILINE)
    assert (len(priests), len(seats)) == (8, 4)
    for seat in map(oklab, seats):
        assert min(dist(seat, priest) for priest in priests) > 0.1


def oklab(text: str) -> tuple[float, float, float]:
    """A colour in oklch(…) as lightness, green to red, and blue to yellow."""
    light, chroma, hue = map(float, text.removeprefix("oklch(").removesuffix(")").split())
    return light, chroma * cos(radians(hue)), chroma * sin(radians(hue))


def test_depots_tell_whose_they_are_as_far_as_the_viewer_knows() -> None:
    def owners(seats: int, seat: int | None) -> dict[int, tuple[bool, list[str], bool]]:
        depots = board(position_of(machu_picchu, position(seats=seats), seat), [])["depots"]
        return {
            depot.number: (depot.is_mine, [name for _n, name in depot.owners], depot.is_nobodys) for depot in depots
        }

    assert owners(2, 0) == {
        4: (True, [], False),
        3: (False, ["Bob"], False),
        2: (True, [], False),
        1: (False, ["Bob"], False),
    }
    assert owners(3, 1) == {4: (True, [], False), 3: (True, [], False), 2: (False, [], False), 1: (False, [], True)}
    assert owners(4, None) == dict.fromkeys((4, 3, 2, 1), (False, [], False))


def test_trails_lead_where_the_priests_went() -> None:
    for moment in moments():
        if moment.state.decision is not Decision.ORDER:
            continue
        view = machu_picchu.view(moment.after, None)
        shown = board(position_of(machu_picchu, moment.after, None), [])
        blocked = [trail.priest for trail in shown["trails"] if trail.is_blocked]
        assert blocked == [step.priest for step in view.last.steps if step.end == step.start]
        places = {figure.number: figure.at for figure in shown["figures"]}
        for trail, step in zip(shown["trails"], view.last.steps, strict=True):
            if step.end not in (None, step.start) or view.priests[step.priest - 1].field is None:
                assert trail.end == places[step.priest]


def test_the_rounds_tell_how_many_suns_and_moons_are_to_come() -> None:
    for game in games():
        shown = board(position_of(machu_picchu, game[0].state, None), [])
        assert (shown["suns_to_come"], shown["moons_to_come"]) == (4, len(shown["rounds"]) - 5)
        for moment in game:
            now = board(position_of(machu_picchu, moment.after, None), [])
            to_come = [cell for cell in now["rounds"] if cell.sky is None]
            assert len(to_come) == now["suns_to_come"] + now["moons_to_come"]
            assert [cell.number for cell in now["rounds"] if cell.is_now] == [moment.after.round]


def test_nothing_is_to_come_once_the_game_is_over() -> None:
    for game in games():
        last = game[-1]
        during = drawn(position_of(machu_picchu, last.state, None))
        after = drawn(position_of(machu_picchu, last.after, None, over=True))
        for sentence in ("Still to come:", "This is the last round."):
            assert sentence not in after
        assert "Still to come:" in during or "This is the last round." in during


def test_every_card_is_told_once_where_it_is() -> None:
    for game in games():
        for moment in game[::4]:
            shown = board(position_of(machu_picchu, moment.after, 0), [])
            where = [number.where for number in shown["numbers"]]
            view = machu_picchu.view(moment.after, 0)
            assert where.count("played") == len(view.discards)
            assert where.count("mine") == len(view.seats[0].hand or ())
            assert where.count("laid") == sum(card is not None and card.number is not None for card in view.stairs)


def test_two_priests_outside_stand_beside_the_wall() -> None:
    """MAC 8: priest 4 leaves by the north, so it is shown north of its field until it returns."""
    state = revealed(33, 2, 50, 17, fields={4: "a1", 3: "d2", 2: "d4", 1: "b1"}, round=8)
    after = machu_picchu.apply(state, machu_picchu.parse(state, "order 4-1"))
    shown = board(position_of(machu_picchu, after, None, over=True), [])
    [outside] = [figure for figure in shown["figures"] if figure.field is None]
    assert (outside.number, outside.at) == (4, (308, 194))
    assert outside.label == "Priest 4, outside"


# --- what is hidden -------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_a_card_face_down_is_never_named_to_others() -> None:
    hidden = 0
    for moment in moments():
        if moment.state.decision is not Decision.LAY or moment.after.decision is not Decision.LAY:
            continue
        mover = machu_picchu.to_move(moment.state)
        for seat in everybody(moment.state):
            entry = entry_of(machu_picchu, moment, seat, moment.after)
            seen = position_of(machu_picchu, moment.after, seat, [entry])
            line = strip_tags(log_line(seen, entry))
            if "?" in entry.text:
                hidden += 1
                assert seat != mover
                assert not re.search(r"\d", line.replace(NAMES[mover or 0], ""))
                [card] = [card for stair in board(seen, [])["stairs"] if (card := stair.card) and card.is_new]
                assert card.number is None
                assert "face-down" in card.label
                laid = [stock for stock in stocks(seen.view, seen.view, mover or 0) if stock.name == "laid"]
                assert "?" in [stock.count for stock in laid]
            else:
                assert str(moment.action.number) in line
    assert hidden > 100


@pytest.mark.half_second
def test_hands_and_priests_of_others_are_not_on_the_page() -> None:
    for game in games():
        for moment in game[::5]:
            if moment.after.decision is None:
                continue
            for seat in everybody(moment.after):
                shown = board(position_of(machu_picchu, moment.after, seat), [])
                assert shown["hands"] == [], "one's own hand lies on the board"
                view = machu_picchu.view(moment.after, seat)
                own = () if seat is None else view.seats[seat].hand
                assert tuple(card.number for card in shown["hand_cards"]) == own
                for number in range(len(view.seats)):
                    known = {stock.name for stock in stocks(view, view, number)} & {"priest", "unknown"}
                    knows = number == seat or (seat is not None and len(view.seats) == 2)
                    assert known == ({"priest"} if knows else {"unknown"})


def test_at_the_end_everything_is_open() -> None:
    for game in games():
        now = game[-1].after
        shown = board(position_of(machu_picchu, now, None, over=True), [])
        assert len(shown["hands"]) == len(now.seats)
        seats = range(len(now.seats))
        assert sum(len(depot.owners) for depot in shown["depots"]) == 2 * len(seats)
        mine = [
            depot.number for depot in board(position_of(machu_picchu, now, 0, over=True), [])["depots"] if depot.is_mine
        ]
        assert mine == [int(priest) for priest in now.seats[0].pair]
        hidden = next(m for m in game if "?" in entry_of(machu_picchu, m, None, m.after).text)
        assert str(hidden.action.number) in strip_tags(
            log_line(position_of(machu_picchu, now, None, over=True), entry_of(machu_picchu, hidden, None, now))
        )


# --- the log and the questions --------------------------------------------------------------------------------------


def test_the_log_tells_the_reveal_and_what_every_priest_does() -> None:
    for moment in moments():
        detail = str(
            sentences(
                log_detail(
                    position_of(machu_picchu, moment.after, None), entry_of(machu_picchu, moment, None, moment.after)
                )
            )
        )
        if moment.state.decision is Decision.LAY:
            revealed_now = moment.after.decision is Decision.ORDER
            assert all((f"priest {number} moves" in detail) == revealed_now for number in range(1, 5))
            assert ("From the stock" in detail) == (revealed_now and len(moment.state.seats) == 3)
        elif moment.state.decision is Decision.ORDER:
            assert all(f"Priest {number} " in detail for number in range(1, 5))
            assert ("the game is over" in detail or "so is the game" in detail) == (moment.after.decision is None)
        assert (f"Round {moment.after.round}:" in detail) == (moment.after.round > moment.state.round)


def test_what_is_won_and_lost_is_told_with_its_stones() -> None:
    state = revealed(48, 11, 40, 3, fields={4: "c2", 3: "c4", 2: "d4", 1: "b4"}, depots={1: (1, 2, 3, 4)})
    action = machu_picchu.parse(state, "order 4-1")
    after = machu_picchu.apply(state, action)
    detail = str(
        sentences(
            log_detail(
                position_of(machu_picchu, after, None),
                entry_of(machu_picchu, Step(state, 0, action, after), None, after),
            )
        )
    )
    assert detail.startswith("Priest 4 moves to c3, winning 5 and 5. Priest 3 is blocked on c4.")


def test_the_intro_says_how_the_card_will_lie() -> None:
    for moment in moments():
        if moment.state.decision is Decision.LAY:
            hidden = (
                "?" in entry_of(machu_picchu, moment, None, moment.after).text
                or moment.after.decision is Decision.ORDER
            )
            says_open = "will be face up" in str(intro(of_the_mover(moment.state)))
            assert says_open != hidden or moment.after.decision is Decision.ORDER


# --- the result -----------------------------------------------------------------------------------------------------


def test_the_result_adds_up_and_losses_lie_left_of_zero() -> None:
    below = 0
    for game in games():
        now = game[-1].after
        context = match_context(position_of(machu_picchu, now, 0, over=True))
        outcome = machu_picchu.outcome(now)
        assert outcome is not None
        assert context["mood"] == "done"
        assert context["reason"] in ("A priest’s depot is full", "The last round was played")
        assert [row.rank for row in context["results"]] == sorted(outcome.ranks)
        for row in context["results"]:
            assert sum(bar.points for bar in row.bars) == row.points == outcome.points[row.number]
            for bar in row.bars:
                below += bar.points < 0
                assert 0 <= round(bar.x) <= round(bar.x + bar.width) <= BAR
                assert bar.x + bar.width <= row.zero + 0.2 if bar.points < 0 else bar.x >= row.zero - 0.2
    assert below > 10


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    """Alice, Bob and Charlie play Machu Picchu."""
    match = match_create(host=alice, game="machu_picchu", others=[None, None])
    match_join(match=match, user=bob)
    return match_join(match=match, user=charlie)


def test_a_spectator_has_nothing_to_press_and_sees_no_hand(match: Match, client: Client) -> None:
    html = client.get(play_out(match, Random(1), until=12).get_absolute_url()).content.decode()
    assert "You’re watching" in html
    assert Buttons(html).menu == []
    assert "Your hand" not in html


# --- the rules page -------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_examples_of_the_rules_end_as_the_rules_say(client: Client) -> None:
    html = client.get(RULES).content.decode()
    examples = re.sub(r"<[^>]+>", " ", html[html.index('id="MAC-8"') : html.index('id="MAC-9"')])
    texts = [" ".join(example.split()) for example in examples.split("largest first")[1:]]
    assert texts[0].startswith("moves to a2 moves to d1 moves to d5 moves to c4 smallest first moves to c4")
    assert texts[1].startswith(
        "moves to c2, winning 1 is blocked on d2 moves to d3, winning 2 moves to b5 smallest first"
    )
    assert "smallest first is blocked on b1 moves to e4 moves to d3, winning 1 goes over the wall" in texts[2]
    assert texts[3].startswith("moves to c3, winning 5 and 5 is blocked on c4")


@pytest.mark.django_db
def test_what_a_priest_wins_in_an_example_and_one_who_leaves_are_coloured(client: Client) -> None:
    steps = re.findall(r'<li class="course(.*?)">(.*?)</li>', client.get(RULES).content.decode(), re.DOTALL)
    looks = {(css.strip(), "winning" in words, "over the wall" in words) for css, words in steps}
    assert looks == {("is-gain", True, False), ("is-loss", False, True), ("", False, False)}


@pytest.mark.django_db
def test_what_is_ours_is_marked_as_such(client: Client) -> None:
    html = client.get(RULES).content.decode()
    for paragraph, following in (("3", "3.1"), ("4", "5"), ("6.6", "6.7")):
        part = html[html.index(f'id="MAC-{paragraph}"') : html.index(f'id="MAC-{following}"')]
        assert "tag--recon" in part
    assert "the 45 layouts of five by five fields" in html
