"""Planning one's next turn: what can be planned, what becomes of it, and that nobody else learns of it."""

import re
import sys
from collections.abc import Callable
from datetime import timedelta
from random import Random
from types import FrameType
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.engine.contract import on_turn
from games.models import Action, Match, Seat
from games.pages.boards import plan_context
from games.selectors.access import Visitor, seats_of
from games.selectors.position.engines import game_of, snapshot, state_of
from games.selectors.position.planning import MOST_PLANNED, prospects
from games.selectors.position.positions import position
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.planning import Outlook, plan_add, plan_keep
from games.services.play.resignation import resign
from games.services.play.timeouts import time_out_all
from games.services.play.turns import orders_set, undo
from games.services.refusals import NotRunning, NotYourSeat, PlanHasChanged
from notices.kinds import Kind
from notices.models import Notice
from tests.contract.played import Kind as Table
from tests.first import first
from tests.games.addresses import fetched
from tests.games.imagined import imagined
from tests.games.moments import moment, tables
from tests.games.planned import begun_day_game, plannable, waiting
from tests.games.playing import legal, play_once, play_out, play_randomly
from tests.games.staged import rewrite, staged
from tests.games.viewers import Buttons
from tests.visitors import visitor

PLAN = Action.Source.PLAN
Begin = Callable[[str], Match]


@pytest.fixture
def begin(people: list[User]) -> Begin:
    """A function that starts a day game of Alice and Bob."""

    def begun(game: str) -> Match:
        return begun_day_game(game, people[0], people[1])

    return begun


def plan(match: Match, seat: Seat, *texts: str) -> Seat:
    """The seat with these actions planned."""
    assert seat.user is not None
    for text in texts:
        place = len(Seat.objects.get(pk=seat.pk).plan)
        plan_add(match=match, user=seat.user, text=text, place=place)
    return Seat.objects.get(pk=seat.pk)


def until_turn_passes(match: Match, rng: Random) -> Match:
    """Play at random until someone else decides."""
    first = match.to_move
    while match.to_move == first and match.status == Match.Status.RUNNING:
        match = play_once(match, rng.choice(legal(match)))
    return match


def last_of_a_turn(match: Match, rng: Random) -> tuple[Match, str]:
    """The match, and an action after which the waiting seat has its turn, and not only a question."""
    for _step in range(400):
        game, state = game_of(match), state_of(match)
        for action in game.legal_actions(state):
            after = game.apply(state, action)
            mover = game.to_move(after)
            if mover == waiting(match).number and on_turn(after, mover) == mover and len(game.legal_actions(after)) > 1:
                return match, str(action)
        match = play_once(match, rng.choice(legal(match)))
    raise AssertionError("no turn ends")


def choices_after(match: Match, text: str) -> list[str]:
    """The legal actions after `text`."""
    game, state = game_of(match), state_of(match)
    return [str(action) for action in game.legal_actions(game.apply(state, game.parse(state, text)))]


def planned_entries(match: Match) -> list[tuple[int, str]]:
    return list(match.actions.filter(source=PLAN).order_by("ply").values_list("seat", "text"))


def calls(seat: Seat) -> int:
    return Notice.objects.filter(user=seat.user, match=seat.match, kind__in=[Kind.TURN, Kind.QUESTION]).count()


# --- what becomes of a plan -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_planned_action_is_played_when_its_turn_comes(begin: Begin, game: str) -> None:
    match, last = last_of_a_turn(play_randomly(begin(game), Random(1), until=8), Random(1))
    seat = waiting(match)
    text = next(text for text in choices_after(match, last) if text in plannable(match, seat))
    plan(match, seat, text)
    before = calls(seat)
    match = play_once(match, last)
    assert planned_entries(match) == [(seat.number, text)]
    seat.refresh_from_db()
    assert (seat.plan, seat.plan_dropped) == ([], "")
    entry = match.actions.get(source=PLAN)
    assert match.actions.get(ply=entry.ply - 1).text == last
    assert calls(seat) == before + (match.to_move == seat.number)
    states = game_of(match)
    assert states.to_move(state_of(match)) == match.to_move


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_that_has_become_impossible_is_dropped_and_the_player_is_called(begin: Begin, game: str) -> None:
    match, last = last_of_a_turn(play_randomly(begin(game), Random(2), until=8), Random(2))
    seat = waiting(match)
    Seat.objects.filter(pk=seat.pk).update(plan=["place Z 99", "draw 1"])  # as if these had been possible once
    before = calls(seat)
    match = play_once(match, last)
    seat.refresh_from_db()
    assert (seat.plan, seat.plan_dropped) == ([], "place Z 99")
    assert match.to_move == seat.number
    assert planned_entries(match) == []
    assert calls(seat) == before + 1
    html = visitor(seat.user).get(match.get_absolute_url()).content.decode()
    assert 'id="plan-dropped"' in html
    assert "place Z 99" in html
    play_once(match, legal(match)[0])
    seat.refresh_from_db()
    assert seat.plan_dropped == ""


def test_a_whole_turn_may_be_planned_and_the_player_before_is_called_anew(begin: Begin) -> None:
    match, last = last_of_a_turn(play_out(begin("maya"), Random(3), until=60), Random(3))
    seat, other = waiting(match), seats_of(match)[match.to_move or 0]
    text = next(text for text in choices_after(match, last) if text in plannable(match, seat))
    plan(match, seat, text)
    deadline, before = match.deadline, calls(other)
    match = play_once(match, last)
    assert match.to_move == other.number
    assert calls(other) == before + 1
    assert calls(seat) == Notice.objects.filter(user=seat.user, ply__lt=match.ply, kind=Kind.TURN).count()
    assert match.deadline is not None
    assert deadline is not None
    assert match.deadline > deadline
    reminders = Notice.objects.filter(user=other.user, match=match, kind=Kind.HALF, ply=match.ply)
    assert reminders.count() == 1


def test_several_actions_of_a_turn_are_played_one_after_the_other(begin: Begin) -> None:
    match, rng = begin("rapa_nui"), Random(4)
    while True:
        match, last = last_of_a_turn(match, rng)
        seat = waiting(match)
        first = next((text for text in plannable(match, seat) if text.startswith("buy")), "")
        then = [text for text in plannable(match, plan(match, seat, first)) if text.startswith("play")] if first else []
        if then and first in choices_after(match, last):
            break
        plan_keep(match=match, user=seat.user, count=0)
        match = play_once(match, last)
    plan(match, seat, then[0])
    match = play_once(match, last)
    assert planned_entries(match) == [(seat.number, first), (seat.number, then[0])]


@pytest.mark.half_second
def test_a_question_out_of_turn_leaves_the_plan_alone(begin: Begin) -> None:
    match, rng = begin("princes"), Random(5)
    while True:
        game, state = game_of(match), state_of(match)
        asking = next(
            (
                str(action)
                for action in game.legal_actions(state)
                if game.to_move(after := game.apply(state, action)) == waiting(match).number
                and on_turn(after, game.to_move(after)) != game.to_move(after)
                and len(game.legal_actions(after)) > 1
            ),
            "",
        )
        seat = waiting(match)
        if asking and plannable(match, seat):
            break
        match = play_once(match, rng.choice(legal(match)))
    planned = plannable(match, seat)[0]
    plan(match, seat, planned)
    match = play_once(match, asking)
    seat.refresh_from_db()
    assert match.to_move == seat.number
    assert seat.plan == [planned]
    html = visitor(seat.user).get(match.get_absolute_url()).content.decode()
    assert 'id="plan-drop-0"' in html


def test_undoing_what_was_planned_voids_the_plan_and_starts_a_fresh_clock(begin: Begin) -> None:
    match, last = last_of_a_turn(play_out(begin("maya"), Random(6), until=60), Random(6))
    seat = waiting(match)
    text = next(text for text in choices_after(match, last) if text in plannable(match, seat))
    plan(match, seat, text)
    match = play_once(match, last)
    Seat.objects.filter(pk=seat.pk).update(plan=[text])
    match = undo(match=match, user=seat.user, ply=match.ply)
    seat.refresh_from_db()
    assert (match.to_move, seat.plan) == (seat.number, [])
    assert match.deadline - timezone.now() > timedelta(days=1, hours=23)
    assert Notice.objects.filter(user=seat.user, kind=Kind.HALF, ply=match.ply - 1).exists()


def test_no_player_takes_back_an_action_that_a_plan_has_answered(begin: Begin) -> None:
    match, last = last_of_a_turn(play_out(begin("maya"), Random(6), until=60), Random(6))
    seat, other = waiting(match), seats_of(match)[match.to_move or 0]
    plan(match, seat, next(text for text in choices_after(match, last) if text in plannable(match, seat)))
    match = play_once(match, last)
    with pytest.raises(Refused, match="nothing to undo"):
        undo(match=match, user=other.user, ply=match.ply)


def test_who_leaves_or_runs_out_of_time_plans_nothing_any_more(people: list[User], computers: object) -> None:
    for leave in (lambda match, seat: resign(match=match, user=seat.user), _out_of_time):
        match = match_create(host=people[0], game="maya", others=[None, None], terms=TableTerms(pace="1d"))
        for user in people[1:3]:
            match_join(match=match, user=user)
        match.refresh_from_db()
        seat = seats_of(match)[((match.to_move or 0) + 1) % 3]
        plan(match, seat, plannable(match, seat)[0])
        leave(match, seat)
        seat.refresh_from_db()
        assert (seat.plan, seat.plan_dropped) == ([], "")
        assert seat.stand_in is not None


def _out_of_time(match: Match, seat: Seat) -> None:
    """Pretend that the seat with the plan is awaited, which never happens: its plan must go with the seat anyway."""
    Match.objects.filter(pk=match.pk).update(to_move=seat.number)
    time_out_all(now=timezone.now() + timedelta(days=9))


def test_the_end_of_a_match_forgets_plans(begin: Begin, computers: object) -> None:
    match = begin("maya")
    seat = waiting(match)
    plan(match, seat, plannable(match, seat)[0])
    resign(match=match, user=seats_of(match)[match.to_move or 0].user)
    seat.refresh_from_db()
    assert seat.plan == []


def test_dying_in_the_middle_plays_nothing_and_once_more_plays_once(begin: Begin) -> None:
    match, last = last_of_a_turn(play_out(begin("maya"), Random(7), until=60), Random(7))
    seat = waiting(match)
    text = next(text for text in choices_after(match, last) if text in plannable(match, seat))
    plan(match, seat, text)
    with transaction.atomic():
        play_once(match, last)
        transaction.set_rollback(True)  # as when the worker dies before the commit
    match.refresh_from_db()
    seat.refresh_from_db()
    assert (planned_entries(match), seat.plan) == ([], [text])
    match = play_once(match, last)
    orders_set(match=match, user=seat.user, orders={})  # settles once more
    assert planned_entries(match) == [(seat.number, text)]


# --- what may be planned ----------------------------------------------------------------------------------------------


@pytest.mark.half_second
@pytest.mark.parametrize("game", GAMES)
def test_every_planned_action_has_words(begin: Begin, game: str) -> None:
    match = play_randomly(begin(game), Random(8), until=9)
    for _turn in range(4):
        seat = waiting(match)
        shown = plan_context(position(match, Visitor(seat.user)), is_open=True)
        values = [choice.value for offered in shown["plannable"] for choice in offered.choices]
        assert len(set(values)) == len(values)
        assert set(values) <= set(plannable(match, seat))
        for value in Random(9).sample(values, min(3, len(values))):
            plan(match, seat, value)
            match = Match.objects.get(pk=match.pk)
            planned = plan_context(position(match, Visitor(seat.user)), is_open=False)["planned"]
            assert [(each.text, each.choice.value) for each in planned] == [(value, value)]
            plan_keep(match=match, user=seat.user, count=0)
        match = until_turn_passes(match, Random(10))


def test_a_draw_that_others_may_take_first_is_not_offered(begin: Begin) -> None:
    """In Rapa Nui another card may be on top of a column by then: a column's number means nothing yet."""
    match = begin("rapa_nui")
    seat = waiting(match)
    play = next(text for text in plannable(match, seat) if text.startswith("play"))
    plan(match, seat, play)
    shown = plan_context(position(match, Visitor(seat.user)), is_open=True)
    offered = {choice.value for each in shown["plannable"] for choice in each.choices}
    assert {"draw 1", "draw 2", "draw 3", "draw 4"} - offered
    assert "draw 1" in plannable(match, Seat.objects.get(pk=seat.pk))


def test_cards_and_stairs_are_planned_in_one_table(begin: Begin) -> None:
    match = begin("machu_picchu")
    seat = waiting(match)
    [offered] = plan_context(position(match, Visitor(seat.user)), is_open=True)["plannable"]
    client = visitor(seat.user)
    html = client.get(match.get_absolute_url(), {"plan": "1"}).content.decode()
    table = html.partition('class="plan__cross"')[2].partition("</table>")[0]
    assert [f'<th scope="row">{row}</th>' in table for row, _choices in offered.rows] == [True] * len(offered.rows)
    assert {row for row, _choices in offered.rows} == {choice.value.split()[1] for choice in offered.choices}
    assert table.count('name="action"') == len(offered.choices) > len(offered.rows)


def test_what_looks_impossible_is_refused(begin: Begin) -> None:
    match = begin("maya")
    seat = waiting(match)
    for text in ("", "fly", "swap 1-2@9", "x" * 4000):
        with pytest.raises(Refused, match="can’t plan"):
            plan_add(match=match, user=seat.user, text=text, place=0)


def test_the_same_twice_is_planned_once_and_another_place_is_refused(begin: Begin) -> None:
    match = begin("maya")
    seat = waiting(match)
    first, second = plannable(match, seat)[:2]
    plan(match, seat, first)
    assert plan_add(match=match, user=seat.user, text=first, place=0)
    with pytest.raises(PlanHasChanged):
        plan_add(match=match, user=seat.user, text=second, place=0)
    with pytest.raises(PlanHasChanged):
        plan_add(match=match, user=seat.user, text=second, place=5)
    assert Seat.objects.get(pk=seat.pk).plan == [first]


def test_what_was_seen_before_others_played_on_does_not_count(begin: Begin) -> None:
    match = begin("maya")
    seat = waiting(match)
    assert seat.user is not None
    text = plannable(match, seat)[0]
    with pytest.raises(Refused, match="can’t plan"):
        plan_add(match=match, user=seat.user, text="fly", place=0, outlook=Outlook(match.ply - 1, [], True))
    with pytest.raises(Refused, match="can’t plan"):
        plan_add(match=match, user=seat.user, text="fly", place=0, outlook=Outlook(match.ply, ["swap 1-2@9"], True))
    plan_add(match=match, user=seat.user, text=text, place=0, outlook=Outlook(match.ply - 1, [], False))
    assert Seat.objects.get(pk=seat.pk).plan == [text]


@pytest.mark.django_db(transaction=True)
def test_no_player_waits_while_one_looks_ahead(begin: Begin) -> None:
    match = begin("maya")
    seat = waiting(match)
    text, client = plannable(match, seat)[0], visitor(seat.user)
    looked: list[bool] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code is prospects.__code__:
            looked.append(connection.in_atomic_block)

    key = {"once": "a-key-that-a-page-has-shown"}
    sys.setprofile(note)
    try:
        client.post(reverse("match_plan", args=[match.code]), {"action": text, "place": "0"} | key)
    finally:
        sys.setprofile(None)
    assert Seat.objects.get(pk=seat.pk).plan == [text]
    assert looked
    assert not looked[0]


def test_only_who_plays_and_waits_may_plan(begin: Begin, people: list[User], computers: object) -> None:
    match = begin("maya")
    seat = waiting(match)
    text = plannable(match, seat)[0]
    mover = seats_of(match)[match.to_move or 0]
    with pytest.raises(Refused, match="your turn to decide"):
        plan_add(match=match, user=mover.user, text=text, place=0)
    with pytest.raises(NotYourSeat):
        plan_add(match=match, user=people[2], text=text, place=0)
    with pytest.raises(NotYourSeat):
        plan_keep(match=match, user=people[2], count=0)
    Seat.objects.filter(pk=seat.pk).update(plan=["x"] * MOST_PLANNED)
    with pytest.raises(Refused, match="at most"):
        plan_add(match=match, user=seat.user, text=text, place=MOST_PLANNED)
    resign(match=match, user=mover.user)
    with pytest.raises(NotRunning):
        plan_add(match=match, user=seat.user, text=text, place=0)


# --- the page ---------------------------------------------------------------------------------------------------------


def post(client: Client, match: Match, name: str, **fields: object) -> Any:
    return client.post(reverse(name, args=[match.code]), fields, follow=True)


@pytest.mark.half_second
@pytest.mark.parametrize("game", first(["maya"], of=GAMES))
def test_planning_by_plain_forms(begin: Begin, game: str) -> None:
    match = play_randomly(begin(game), Random(11), until=6)
    seat = waiting(match)
    client = visitor(seat.user)
    closed = client.get(match.get_absolute_url()).content.decode()
    assert 'id="plan-open"' in closed
    assert "http-equiv" in closed
    page = client.get(match.get_absolute_url(), {"plan": "1"}).content.decode()
    assert "http-equiv" not in page  # a page that reloads would close what is open
    text = plan_context(position(match, Visitor(seat.user)), is_open=True)["plannable"][0].choices[0].value
    assert f'name="action" value="{text}"' in page
    page = post(client, match, "match_plan", action=text, place="0").content.decode()
    assert 'id="plan-drop-0"' in page
    assert Seat.objects.get(pk=seat.pk).plan == [text]
    assert post(client, match, "match_plan", action="fly", place="1").status_code == 422
    assert post(client, match, "match_plan", action=text, place="7").status_code == 409
    assert post(client, match, "match_plan", action=text, place="x").status_code == 409
    page = post(client, match, "match_plan_keep", count="0").content.decode()
    assert 'id="plan-drop-0"' not in page
    assert Seat.objects.get(pk=seat.pk).plan == []


def test_who_decides_or_watches_is_offered_no_plan(begin: Begin, people: list[User]) -> None:
    match = begin("maya")
    for user in (seats_of(match)[match.to_move or 0].user, people[2], None):
        assert 'id="plan"' not in visitor(user).get(match.get_absolute_url(), {"plan": "1"}).content.decode()


def test_a_plan_that_looks_impossible_by_now_says_so(begin: Begin) -> None:
    match = begin("maya")
    seat = waiting(match)
    Seat.objects.filter(pk=seat.pk).update(plan=["swap 1-2@9"])
    html = visitor(seat.user).get(match.get_absolute_url()).content.decode()
    assert "plan__item--doubtful" in html


def test_a_page_with_a_plan_asks_no_more_queries_than_one_without(begin: Begin, django_assert_num_queries: Any) -> None:
    match = begin("maya")
    seat = waiting(match)
    client = visitor(seat.user)
    client.get(match.get_absolute_url())
    with CaptureQueriesContext(connection) as without:
        client.get(match.get_absolute_url())
    plan(match, seat, plannable(match, seat)[0])
    with django_assert_num_queries(len(without)):
        client.get(match.get_absolute_url(), {"plan": "1"})


# --- secrecy ----------------------------------------------------------------------------------------------------------

LARGE = {table.key: table for table in tables()}


@pytest.mark.slow
@pytest.mark.parametrize("table", LARGE.values(), ids=str)
def test_no_other_player_learns_of_a_plan(table: Table, people: list[User]) -> None:
    match = staged(moment(table, "middle").record, people[: table.seats])
    seat = seats_of(match)[((match.to_move or 0) + 1) % table.seats]
    others = [visitor(people[match.to_move or 0]), visitor(None)]
    before = [fetched(match, other) for other in others]
    Seat.objects.filter(pk=seat.pk).update(plan=plannable(match, seat)[:1] or ["swap 1-2@3"], plan_dropped="draw 1")
    assert [fetched(match, other) for other in others] == before


@pytest.mark.parametrize("table", LARGE.values(), ids=str)
def test_what_may_be_planned_tells_nothing_that_is_hidden(table: Table, people: list[User]) -> None:
    record = moment(table, "middle").record
    match = staged(record, people[: table.seats])
    seat = seats_of(match)[((match.to_move or 0) + 1) % table.seats]
    Seat.objects.filter(pk=seat.pk).update(plan=plannable(match, seat)[:1])

    def shown() -> dict[str, Any]:
        seen = plan_context(position(Match.objects.get(pk=match.pk), Visitor(seat.user)), is_open=True)
        assert seen["may_plan"]
        return seen

    real = shown()
    rewrite(match, imagined(record, seat.number, Random(5)))
    assert shown() == real


@pytest.mark.parametrize("game", GAMES)
def test_why_a_plan_was_dropped_tells_nothing_that_is_hidden(begin: Begin, game: str) -> None:
    match = play_out(begin(game), Random(12), until=20)
    engine, seat = game_of(match), seats_of(match)[match.to_move or 0]
    Seat.objects.filter(pk=seat.pk).update(plan_dropped="place Z 99")

    def why() -> str:
        words: str = plan_context(position(Match.objects.get(pk=match.pk), Visitor(seat.user)), is_open=False)[
            "dropped"
        ]
        assert "place Z 99" in words
        return words

    real = why()
    other = engine.determinize(engine.view(state_of(match), seat.number), Random(3))
    Match.objects.filter(pk=match.pk).update(state=snapshot(other))
    assert why() == real


# --- on the board -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_planned_is_planned_on_the_board_too(begin: Begin, game: str) -> None:
    match, _last = last_of_a_turn(play_randomly(begin(game), Random(1), until=8), Random(1))
    seat = waiting(match)
    browser = visitor(seat.user)
    address = match.get_absolute_url()
    assert 'form="plan-offer"' not in browser.get(address).content.decode()
    page = browser.get(f"{address}?plan=1").content.decode()
    offered = Buttons(page.split('id="plan-offer"')[1].split("</form>")[0])
    places = re.findall(r'<button class="[^"]*"\s+form="([^"]*)"\s+name="action"\s+value="([^"]*)"', page)
    assert {form for form, _text in places} == {"plan-offer"}
    on_the_board = {text for _form, text in places}
    assert on_the_board <= set(offered.menu)
    verbs = {text.split()[0] for text in offered.menu}
    assert {text.split()[0] for text in on_the_board} & verbs
    assert set(re.findall(r'href="#(act-[^"]*)"', page)) <= set(Buttons(page).ids)


@pytest.mark.parametrize(("game", "rows"), [("machu_picchu", r"\d+"), ("maya", r"\d–\d")])
def test_where_two_choices_cross_a_plan_is_one_table(begin: Begin, game: str, rows: str) -> None:
    match = begin(game)
    page = visitor(waiting(match).user).get(f"{match.get_absolute_url()}?plan=1").content.decode()
    [table] = re.findall(r'<table class="plan__cross">(.*?)</table>', page, re.S)
    lines = table.split("</tr>")[:-1]
    names = re.findall(r'<th scope="row">(.*?)</th>', table)
    assert len(names) == len(lines) > 2
    assert all(re.fullmatch(rows, name) for name in names)
    assert names == sorted(names, key=lambda name: [int(number) for number in re.findall(r"\d+", name)])
    assert len({line.count("<td>") for line in lines}) == 1, "each column stands under itself"
