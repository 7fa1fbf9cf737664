"""The score chart: right at the end, silent about what is hidden, fast for long games."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import GAMES
from games.engine.record import read
from games.models import Match
from games.pages.boards.curves import MARK, Picture, Subject, picture
from games.pages.replay.score_chart import score_chart_context
from games.pages.titles import PRESENTERS
from games.selectors.access import Visitor
from games.selectors.position.perspectives import OMNISCIENT, SPECTATOR
from games.selectors.position.positions import position
from games.services.lobby.matches import match_create, match_join
from games.services.records.studies import study_create
from tests.first import first
from tests.games.finished import FINISHED, a_game_of_each
from tests.games.playing import play_out
from tests.markup import squeezed
from tests.titles import game_of, record_path
from tests.visitors import visitor


def chart(match: Match, user: User, **where: object) -> dict[str, object]:
    return score_chart_context(position(match, Visitor(user), limit=1, **where))


@a_game_of_each
def test_the_curves_end_where_the_engine_ends(alice: User, path: Path) -> None:
    match = study_create(owner=alice, record=read(path.read_text()))
    seen = position(match, Visitor(alice), viewer=OMNISCIENT, step=match.ply, limit=1)
    found = score_chart_context(seen)["picture"]
    assert seen.outcome is not None
    assert tuple(curve.final for curve in found.curves) == seen.outcome.points
    # Only a conquest counts differently from the cards and the trail.
    assert found.is_counted_otherwise <= (match.reason == "conquest")


@pytest.mark.parametrize("game", first(["princes"], of=GAMES))
def test_before_the_end_all_readers_see_the_same_course(game: str, alice: User, bob: User, charlie: User) -> None:
    seats = GAMES[game].SEATS[-1]
    match = match_create(host=alice, game=game, others=[None] * (seats - 1))
    players = [alice, *(User.objects.create_user(f"Player-{number}") for number in range(1, seats))]
    for player in players[1:]:
        match = match_join(match=match, user=player)
    match = play_out(match, Random(4), until=60)
    assert match.status == Match.Status.RUNNING or game == "machu_picchu"
    pictures = [chart(match, user, step=20)["picture"] for user in (*players, charlie)]
    names = [[curve.subject.name for curve in found.curves] for found in pictures]
    assert [found.rows for found in pictures] == [pictures[-1].rows] * len(pictures)
    assert names == [names[-1]] * len(names)


@pytest.mark.parametrize("game", GAMES)
def test_other_eyes_see_what_lay_before_all_seats(game: str, alice: User) -> None:
    path = next(path for path in FINISHED if game_of(path) == game and read(path.read_text()).seats > 2)
    match = study_create(owner=alice, record=read(path.read_text()))
    title = str(PRESENTERS[game].score_chart.PUBLIC)
    for viewer in (SPECTATOR, 0, 2):
        assert str(chart(match, alice, viewer=viewer, step=5)["picture"].title) == title
    assert str(chart(match, alice, viewer=OMNISCIENT, step=5)["picture"].title) != title


@pytest.mark.half_second
def test_steps_lead_from_turn_to_turn(alice: User) -> None:
    match = study_create(owner=alice, record=read(record_path("rapa_nui/two_seats.txt").read_text()))
    step = 0
    turns = 0
    while step < match.ply:
        found = chart(match, alice, viewer=OMNISCIENT, step=step)
        assert step < found["turn_after"] <= match.ply
        after = position(match, Visitor(alice), viewer=OMNISCIENT, step=found["turn_after"])
        before = position(match, Visitor(alice), viewer=OMNISCIENT, step=found["turn_after"] - 1)
        assert after.view.active != before.view.active or found["turn_after"] == match.ply
        step = found["turn_after"]
        turns += 1
    assert turns > 20


@pytest.mark.half_second
def test_a_long_game_is_computed_once(alice: User, django_assert_num_queries: Callable[..., object]) -> None:
    match = study_create(owner=alice, record=read(record_path("princes/rescue_by_cards.txt").read_text()))
    client = visitor(alice)
    address = reverse("match_replay", args=[match.code])
    client.get(address)
    with django_assert_num_queries(6):
        page = client.get(address, {"step": 900}).content.decode()
    assert page.count("data-step=") == 60
    assert f"step={900 - 60}" in page


def test_the_page_links_every_line_and_the_table(alice: User) -> None:
    match = study_create(owner=alice, record=read(record_path("maya/two_seats.txt").read_text()))
    client = visitor(alice)
    address = reverse("match_replay", args=[match.code])
    page = squeezed(client.get(address, {"step": 10, "eyes": "0"}).content.decode())
    for step in range(1, 11):
        assert f'href="{address}?step={step}&amp;eyes=0"' in page
    assert re.search(r'<tr class="is-now"><th scope="row"><a href="[^"]*step=10', page)


def test_browsers_may_keep_the_parts_of_what_is_over(two_play: Match) -> None:
    client = Client()
    address = reverse("match_replay", args=[two_play.code])
    htmx = {"HX-Request": "true"}
    assert "no-store" in client.get(address, headers=htmx)["Cache-Control"]
    play_out(two_play, Random(1))
    kept = client.get(address, {"step": 3}, headers=htmx)
    assert kept["Cache-Control"] == "private, max-age=600"
    assert "HX-Request" in kept["Vary"]
    assert "no-store" in client.get(address, {"step": 3})["Cache-Control"]


# --- the geometry ---


def test_marks_never_hide_each_other() -> None:
    rng = Random(1)
    for seats in range(2, 10):
        subjects = [Subject(str(number), "", f"seat-{number}", number) for number in range(seats)]
        for _case in range(30):
            values = [tuple(rng.randrange(-20, 60) for _ in subjects) for _step in range(9)]
            marks = sorted(curve.mark for curve in picture("", subjects, values, 3, final=values[-1]).curves)
            assert all(after - before >= MARK - 0.2 for before, after in zip(marks, marks[1:], strict=False))
            assert 0 <= marks[0] <= marks[-1] <= Picture.height


@pytest.mark.parametrize("values", [[(0, 0)], [(5, -5), (700, -300)], [(1, 1)] * 3])
def test_every_value_lies_between_the_lines(values: list[tuple[int, int]]) -> None:
    subjects = [Subject("a", "", "seat-1", 0), Subject("b", "", "seat-2", 1)]
    found = picture("", subjects, values, 0, final=values[-1])
    labels = [line.label for line in found.grid]
    assert labels[0] <= min(map(min, values))
    assert labels[-1] >= max(map(max, values))
    assert len(labels) <= 7
    assert 0 in labels


@pytest.mark.parametrize(
    ("name", "first"), [("princes/four_seats", "Day 3"), ("machu_picchu/two_seats", "Round 1: moon")]
)
def test_days_and_rounds_are_marked_where_they_begin(alice: User, name: str, first: str) -> None:
    match = study_create(owner=alice, record=read(record_path(f"{name}.txt").read_text()))
    marks = chart(match, alice, viewer=OMNISCIENT, step=0)["marks"]
    assert marks[0].at == 0
    assert [mark.at for mark in marks] == sorted({mark.at for mark in marks})
    assert len(marks) > 4
    assert marks[0].label == first
    seen = position(match, Visitor(alice), viewer=OMNISCIENT, step=0, limit=1)
    chapter = PRESENTERS[match.game].chapter
    for mark in marks[1:]:
        step = round(mark.at * match.ply / 100)
        assert chapter(seen.view_at(step)) != chapter(seen.view_at(step - 1))
        assert mark.label in ("", chapter(seen.view_at(step)))
    client = visitor(alice)
    assert 'class="marks"' in client.get(reverse("match_replay", args=[match.code])).content.decode()


def test_moai_are_marked_where_they_are_built(alice: User) -> None:
    match = study_create(owner=alice, record=read(record_path("rapa_nui/two_seats.txt").read_text()))
    marks = chart(match, alice, viewer=OMNISCIENT, step=0)["marks"]
    seen = position(match, Visitor(alice), viewer=OMNISCIENT)
    built = [entry.step for entry in seen.entries if entry.text.startswith("play moai")]
    assert [round(mark.at * match.ply / 100) for mark in marks] == built
    assert len(built) > 4
    assert marks[-1].label in ("", f"{len(built)} Moai")


def test_games_without_days_have_no_marks(alice: User) -> None:
    match = study_create(owner=alice, record=read(record_path("maya/two_seats.txt").read_text()))
    assert chart(match, alice, viewer=OMNISCIENT, step=0)["marks"] == []
