"""Rapa Nui on a page: what is special about it, in random games. For what all games share see `test_boards`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from django.contrib.staticfiles.finders import find
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from accounts.models import User
from games.engine.record import Step
from games.models import Match
from games.pages.boards import match_context
from games.pages.boards.names import sentences
from games.pages.boards.result import BAR
from games.selectors.position.positions import Position
from games.titles.rapa_nui import rules as rapa_nui
from games.titles.rapa_nui.board import board, log_detail, log_line, menu, motions, stocks
from games.titles.rapa_nui.board.words import KINDS, TYPES
from games.titles.rapa_nui.rules.cards import HUNTERS, MOAI
from games.titles.rapa_nui.rules.data import START_HUNTERS
from games.titles.rapa_nui.rules.display import fewest_draws
from games.titles.rapa_nui.rules.state import Decision, State
from tests.games.playing import play_out
from tests.games.viewers import NAMES, Buttons, drawn, entry_of, everybody, position_of
from tests.markup import squeezed
from tests.titles.rapa_nui.positions import position as place


@cache
def played(seats: int, seed: int, supply: int = 24) -> tuple[Step, ...]:
    """A random game; players build whenever they can, and a small supply makes stacks run out."""
    rng = Random(seed)
    state = rapa_nui.start(rapa_nui.deal(seats, {}, rng))
    state = replace(state, supply=(supply,) * len(HUNTERS))
    moments = []
    while (mover := rapa_nui.to_move(state)) is not None:
        actions = rapa_nui.legal_actions(state)
        moai = [action for action in actions if MOAI in getattr(action, "card", "")]
        action = rng.choice(moai or actions)
        after = rapa_nui.apply(state, action)
        moments.append(Step(state, mover, action, after))
        state = after
    return tuple(moments)


def games() -> Iterator[tuple[Step, ...]]:
    for seats in rapa_nui.SEATS:
        yield played(seats, seed=seats)
        yield played(seats, seed=seats + 10, supply=3)


def of_the_mover(state: State) -> Position:
    return position_of(rapa_nui, state, rapa_nui.to_move(state))


def test_the_random_games_ask_every_question() -> None:
    asked = {moment.state.decision for game in games() for moment in game}
    assert asked == set(Decision)


def test_every_legal_action_has_a_number_key() -> None:
    for game in games():
        for moment in game:
            choices = [choice for group in menu(of_the_mover(moment.state)) for choice in group.actions]
            assert [choice.key for choice in choices] == [str(n + 1) for n in range(len(choices))]


@pytest.mark.half_second
def test_the_board_offers_only_what_is_legal_and_where_it_belongs() -> None:
    for game in games():
        for moment in game:
            position = of_the_mover(moment.state)
            legal_texts = {str(action) for action in position.legal}
            drawn = board(position, menu(position))
            for column in drawn["columns"]:
                if column.place.choice is not None:
                    assert column.place.choice.value == f"draw {column.number}"
            for card in drawn["hand"]:
                if card.place.choice is not None:
                    plays = f"play {card.kind.word}" + (f" x{card.number}" if card.number > 1 else "")
                    assert card.place.choice.value in {plays, "discard moai"}
            for stack in (*drawn["supply"], *drawn["own"]):
                if stack.place.choice is not None:
                    assert stack.place.choice.value.split()[1] == stack.kind.word
                    assert stack.place.choice.value in legal_texts
            on_the_board = [place for thing in ("columns", "hand", "supply", "own") for place in drawn[thing]]
            pressed = {it.place.choice.value for it in on_the_board if it.place.choice is not None}
            pressed |= {place.choice.value for place in drawn["incomes"]}
            assert pressed == legal_texts
            if moment.state.decision is Decision.DRAW:
                assert all(column.place.choice is not None for column in drawn["columns"])


def test_hints_of_purchases_and_plays_say_what_is_left() -> None:
    checked = 0
    for game in games():
        for moment in game:
            seat = rapa_nui.to_move(moment.state)
            assert seat is not None
            position = of_the_mover(moment.state)
            choices = {choice.value: choice for group in menu(position) for choice in group.actions}
            for action in position.legal:
                promised = re.search(r"\((\d+) left\)", choices[str(action)].hint)
                if promised and moment.state.decision in (Decision.TURN, Decision.PLAY):
                    checked += 1
                    after = rapa_nui.apply(moment.state, action)
                    assert after.seats[seat].wood == int(promised[1])
    assert checked > 50


def test_hints_of_draws_say_who_gets_how_much() -> None:
    checked = 0
    for game in games():
        for moment in game:
            if moment.state.decision is not Decision.DRAW:
                continue
            choices = {choice.value: choice for group in menu(of_the_mover(moment.state)) for choice in group.actions}
            hint = choices[str(moment.action)].hint
            for of, words in (("wood", "Lumberjack scores wood: "), ("glory", "Priest scores glory: ")):
                if not hint.startswith(words):
                    continue
                checked += 1
                gains = dict(gain.rsplit(" ", 1) for gain in hint.removeprefix(words).split(", "))
                for number, (was, now) in enumerate(zip(moment.state.seats, moment.after.seats, strict=True)):
                    name = "you" if number == rapa_nui.to_move(moment.state) else NAMES[number]
                    assert int(gains.get(name, 0)) == getattr(now, of) - getattr(was, of)
    assert checked > 10


def test_a_draw_that_ends_the_game_says_so() -> None:
    for game in games():
        last = game[-1]
        choices = {choice.value: choice for group in menu(of_the_mover(last.state)) for choice in group.actions}
        assert "the game ends" in choices[str(last.action)].hint


def test_the_log_tells_every_gain_of_a_scoring() -> None:
    for game in games():
        for moment in game:
            entry = entry_of(rapa_nui, moment, None, moment.after)
            detail = strip_tags(sentences(log_detail(position_of(rapa_nui, moment.after, None), entry)))
            gained = [
                NAMES[number]
                for number, (was, now) in enumerate(zip(entry.before.seats, entry.after.seats, strict=True))
                if entry.text.startswith("draw")
                and (now.wood > was.wood or now.glory > was.glory or now.sacrifice_count > was.sacrifice_count)
            ]
            assert all(name in detail for name in gained)


def test_a_piece_flies_to_each_seat_that_a_scoring_brings_something() -> None:
    told = set()
    for game in games():
        for moment in game:
            seen = position_of(rapa_nui, moment.after, None)
            entry = entry_of(rapa_nui, moment, None, moment.after)
            verb = entry.text.split()[0]
            if verb not in ("draw", "glory", "wood"):
                continue
            gained = {
                f"seat-{number}"
                for number, (was, now) in enumerate(zip(moment.state.seats, moment.after.seats, strict=True))
                if (was.wood, was.glory, sum(was.sacrifices)) < (now.wood, now.glory, sum(now.sacrifices))
            }
            flown = [motion for motion in motions(seen, entry) if not motion.drawing.startswith("card-")]
            assert sorted(motion.goal for motion in flown) == sorted(gained)
            told |= {motion.drawing for motion in flown}
            assert all(motion.drawing == f"gain-{verb}" for motion in flown if verb != "draw")
    assert {"gain-wood", "gain-glory", "token-fish"} <= told


def test_a_hidden_offering_is_never_named_to_others() -> None:
    hidden = 0
    for game in games():
        for moment in game:
            if moment.state.decision is not Decision.OFFER_HIDDEN:
                continue
            hidden += 1
            for seat in (None, *range(len(moment.state.seats))):
                entry = entry_of(rapa_nui, moment, seat, moment.after)
                line = strip_tags(log_line(position_of(rapa_nui, moment.after, seat), entry))
                named = [kind.name for kind in TYPES if str(kind.name) in line]
                assert bool(named) == (seat == moment.state.active)
    assert hidden > 5


def test_at_the_end_hidden_offerings_are_named() -> None:
    game = played(2, seed=2)
    now = game[-1].after
    moment = next(moment for moment in game if moment.state.decision is Decision.OFFER_HIDDEN)
    line = strip_tags(log_line(position_of(rapa_nui, now, None, over=True), entry_of(rapa_nui, moment, None, now)))
    assert any(str(kind.name) in line for kind in TYPES)


def test_the_result_adds_up_and_its_bars_fill_the_best_row() -> None:
    for game in games():
        now = game[-1].after
        context = match_context(position_of(rapa_nui, now, 0, over=True))
        outcome = rapa_nui.outcome(now)
        assert outcome is not None
        assert [row.rank for row in context["results"]] == sorted(outcome.ranks)
        for row in context["results"]:
            assert sum(bar.points for bar in row.bars) == row.points == outcome.points[row.number]
        best = max(context["results"], key=lambda row: row.points)
        assert best.bars[-1].x + best.bars[-1].width == pytest.approx(BAR, abs=1)
        assert context["mood"] == "done"


def test_what_is_left_in_hand_is_named_by_player() -> None:
    """A name is a term of its own, with the hand and the sacrifice cards as its two descriptions."""
    for game in games():
        last = game[-1].after
        shown = drawn(position_of(rapa_nui, last, None, over=True))
        [left] = re.findall(r'<section class="panel ropen.*?</section>', shown, re.DOTALL)
        of_players = re.findall(r"<dt>(.*?)</dt>(.*?)</div>", left, re.DOTALL)
        assert [strip_tags(name).strip() for name, _left in of_players] == list(NAMES[: len(last.seats)])
        for (_name, cards_and_stacks), seat in zip(of_players, last.seats, strict=True):
            cards, stacks = cards_and_stacks.split("</dd>")[:2]
            assert cards.count("<li") == len(seat.hand)
            assert [int(number) for number in re.findall(r"<b>(\d+)</b>", stacks)] == list(seat.sacrifices)


def test_tables_show_the_strict_majority_only() -> None:
    state = played(3, seed=3)[0].state
    seats = tuple(
        replace(seat, table=table)
        for seat, table in zip(
            state.seats, ((2, 1, 2, 0, 0, 0, 3), (2, 0, 1, 0, 2, 0, 1), (0, 0, 3, 1, 0, 0, 0)), strict=True
        )
    )
    drawn = board(position_of(rapa_nui, replace(state, seats=seats), 0), [])
    most = [(row.number, cell.kind.word) for row in drawn["tables"] for cell in row.cells if cell.most]
    assert most == [(0, "grain"), (1, "mulberry"), (2, "lumberjack")]


def test_seats_show_the_cards_on_their_tables_with_signs_that_are_drawn() -> None:
    for steps in games():
        view = rapa_nui.view(steps[-1].after, 0)
        for number, seat in enumerate(view.seats):
            table = [stock for stock in stocks(view, view, number) if stock.name == "table"]
            assert sorted(stock.count for stock in table) == sorted(seat.table)
            for stock in table:
                assert f'id="{stock.symbol}"' in Path(str(find(stock.drawing))).read_text()


def test_every_seat_shows_whose_start_cards_it_has_from_the_first_move() -> None:
    for game in games():
        for state in (game[0].state, game[-1].state):
            for number, seat in enumerate(state.seats):
                for viewer in everybody(state):
                    view = rapa_nui.view(state, viewer)
                    tables = [stock for stock in stocks(view, view, number) if stock.name == "table"]
                    marked = {stock.css.split()[0]: str(stock.label) for stock in tables if "is-start" in stock.css}
                    assert set(marked) == {f"rk-{KINDS[letter].word}" for letter in START_HUNTERS[seat.color]}
                    for letter in START_HUNTERS[seat.color]:
                        in_hand = "still in hand" in marked[f"rk-{KINDS[letter].word}"]
                        assert not in_hand or letter in seat.hand


@pytest.mark.half_second
def test_a_player_with_a_hand_reads_their_points_as_they_stand_and_no_others() -> None:
    for game in games():
        final = game[-1].after
        outcome = rapa_nui.outcome(final)
        assert outcome is not None
        for number, points in enumerate(outcome.points):
            score = board(position_of(rapa_nui, final, number), [])["score"]
            assert score.points == points == sum(part for _label, part in score.parts)
        for moment in game:
            assert board(position_of(rapa_nui, moment.state, None), [])["score"] is None


def test_points_that_others_hide_are_not_counted() -> None:
    seats = {0: {"sacrifices": (2, 1, 0, 0), "wood": 5, "glory": 3}, 1: {"face_down": (0, 3, 0, 0)}}
    state = place(seats=seats, stone=(1, 0, 0, 0))
    score = board(position_of(rapa_nui, state, 0), [])["score"]
    assert [points for _label, points in score.parts] == [3, 0, 1, 2 * 3 + 1 * 2]


@pytest.mark.parametrize(
    ("columns", "deck", "fewest"),
    [(("M", "MMMM", "MMMM", "MMMM"), 0, 1), (("MM", "M", "MMMM", "MMMM"), 1, 2), (("MM", "MM", "MM", "MM"), 4, 4)],
)
def test_how_near_the_end_is_follows_from_columns_and_deck(columns: tuple[str, ...], deck: int, fewest: int) -> None:
    assert fewest_draws(columns, deck) == fewest


@pytest.mark.half_second
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_the_last_turn_is_announced_before_it_is_over_and_the_end_of_the_deck_always(every: int) -> None:
    for game in games():
        turns = [moment for moment in game if moment.state.decision in (Decision.TURN, Decision.PLAY)]
        ends = [board(position_of(rapa_nui, moment.state, None), [])["end"] for moment in turns]
        assert ends[-1].is_last
        assert ends[-1].is_near
        assert not ends[0].is_near
        assert board(position_of(rapa_nui, game[-1].after, None), [])["end"] is None
        for number, (moment, end) in enumerate(zip(turns, ends, strict=True)):
            assert end.is_near >= end.is_last
            if number % every and not end.is_last:
                continue
            html = drawn(position_of(rapa_nui, moment.state, None))
            deck = len(moment.state.deck)
            assert (
                f"{deck} card{'' if deck == 1 else 's'} in the deck: the game ends" if deck else "The deck is empty"
            ) in html
            assert ("may be the last turn" in html) == end.is_last


def test_an_own_hidden_card_counts_in_my_values_only() -> None:
    state = played(2, seed=2)[0].state
    mine = replace(state.seats[0], face_down=(0, 0, 0, 2))
    state = replace(state, seats=(mine, state.seats[1]), stone=(1, 0, 0, 0))
    seen = [[row.worth for row in board(position_of(rapa_nui, state, seat), [])["stone"]] for seat in (0, 1)]
    assert seen == [[2, 1, 1, 3], [3, 2, 2, 2]]


@pytest.mark.django_db
def test_a_spectator_is_told_so_and_has_nothing_to_press(two_play: Match, charlie: User, client: Client) -> None:
    client.force_login(charlie)
    html = client.get(play_out(two_play, Random(1), until=20).get_absolute_url()).content.decode()
    assert "You’re watching" in html
    assert Buttons(html).menu == []
    assert "Your hand" not in html


@pytest.mark.django_db
def test_a_standing_order_is_kept_and_shown(two_play: Match, alice: User, client: Client) -> None:
    client.force_login(alice)
    url = two_play.get_absolute_url()
    assert 'value="ask" id="order-moai_income-ask" checked' in squeezed(client.get(url).content.decode())
    client.post(f"{url}orders/", {"order-moai_income": "wood"})
    assert 'value="wood" id="order-moai_income-wood" checked' in squeezed(client.get(url).content.decode())


FITTED = r'<text x="{x}" y="195" class="[^"]*"(?: textLength="(\d+)"[^>]*)?>([^<]+)</text>'


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_what_a_card_brings_keeps_its_distance_from_the_bonus_for_most(language: str) -> None:
    """A letter takes up to eight units unless it is made narrower; both texts together have 102."""
    state = next(games())[0].state
    with override(language):
        kit = render_to_string("games/rapa_nui/kit.html", match_context(of_the_mover(state)))
    feet = re.findall(FITTED.format(x=38) + r"\s*" + FITTED.format(x=140), kit)
    assert len(feet) == len(KINDS) - 1, "all cards but the Moai"
    for income_fitted, income, bonus_fitted, bonus in feet:
        assert int(income_fitted or 8 * len(income)) + int(bonus_fitted or 8 * len(bonus)) <= 98


def test_texts_at_the_foot_of_a_card_are_no_longer_on_phones() -> None:
    """They are larger there, and narrower, so the distance above holds there too."""
    tokens = Path(find("css/tokens.css")).read_text()
    lengths = []
    for sheet in ("css/rapa_nui_cards.css", "css/rapa_nui_windows.css"):
        [rule] = re.findall(r"\.rk-text \{(.*?)\}", Path(find(sheet)).read_text(), re.DOTALL)
        [size], [stretch] = re.findall(r"(\d+)px", rule), re.findall(r"font-stretch: var\((.*?)\)", rule)
        lengths.append(int(size) * int(re.findall(rf"{stretch}: (\d+)%", tokens)[0]))
    wide, on_phones = lengths
    assert on_phones <= wide
