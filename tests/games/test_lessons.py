"""The lessons: every step replays, its task can be done, and every choice gets a comment."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import GAMES
from games.pages.boards.lesson_script import SUBJECTS, Lesson, Step
from games.pages.titles import LESSONS
from tests.games.lessons import address, begun, legal, right_ones

STEPS = [(lesson, number) for lesson in LESSONS.values() for number in range(1, len(lesson.steps) + 1)]
every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
every_step = pytest.mark.parametrize(
    ("lesson", "number"), STEPS, ids=[f"{lesson.game}-{number}" for lesson, number in STEPS]
)


def wrong_ones(lesson: Lesson, number: int) -> list[str]:
    right = right_ones(lesson, number)
    return [text for text in legal(lesson, number) if text not in right]


def test_every_game_has_a_lesson() -> None:
    assert list(LESSONS) == list(GAMES)


@every_lesson
def test_a_lesson_is_short_and_tells_of_goal_turn_choices_scoring_and_end(lesson: Lesson) -> None:
    assert 5 <= len(lesson.steps) <= 10
    assert {subject for step in lesson.steps for subject in step.subjects} == set(SUBJECTS)


@every_lesson
def test_the_game_of_a_lesson_replays(lesson: Lesson) -> None:
    assert lesson.record.game == lesson.game
    assert max(step.plies for step in lesson.steps) <= len(lesson.record.plies)


@every_lesson
def test_a_lesson_calls_the_rival_by_the_name_that_stands_at_the_board(lesson: Lesson) -> None:
    (rival,) = (seat.user for seat in begun(lesson, 1).seats if seat.number != lesson.seat)
    assert rival is not None
    words = " ".join(
        str(says)
        for step in lesson.steps
        for says in (step.title, *step.tells, step.task, *(reply.says for reply in (step.right, *step.wrong)))
        if not callable(says)
    )
    assert f"the {rival.username}" in words
    assert re.findall(r"[Tt]he Llama\b(?! Pasture)", words) == []


@every_step
def test_the_learner_decides_and_both_right_and_wrong_can_be_chosen(lesson: Lesson, number: int) -> None:
    assert right_ones(lesson, number)
    assert wrong_ones(lesson, number)


@every_step
def test_every_choice_gets_a_word_and_every_word_is_said_to_some_choice(lesson: Lesson, number: int) -> None:
    scene_ = begun(lesson, number)
    step: Step = scene_.step
    for text in legal(lesson, number):
        is_right, says = step.reply(scene_.tried(text))
        assert is_right == (text in right_ones(lesson, number))
        assert len(says.split()) > 3, text
        assert "{" not in says, text
    answered = [
        next(reply.to for reply in (step.right, *step.wrong) if re.fullmatch(reply.to, text))
        for text in legal(lesson, number)
    ]
    assert {reply.to for reply in (step.right, *step.wrong)} == set(answered)


def test_the_wood_that_the_lesson_of_rapa_nui_advises_against_would_buy_nothing() -> None:
    lesson = LESSONS["rapa_nui"]
    (number,) = (number for number, step in enumerate(lesson.steps, 1) if step.right.to == "glory")
    scene_ = begun(lesson, number)
    after = scene_.tried("wood").after
    assert scene_.game.to_move(after) == lesson.seat
    assert [action for action in scene_.game.legal_actions(after) if str(action).startswith(("buy", "play moai"))] == []


@every_step
def test_what_follows_a_right_answer_can_be_played(lesson: Lesson, number: int) -> None:
    scene_ = begun(lesson, number)
    for text in right_ones(lesson, number):
        after = scene_.followed(text)
        assert after.legal == ()
        assert len(after.entries) == 1 + len(scene_.step.then)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lesson", "number"),
    [
        pytest.param(lesson, number, id=f"{lesson.game}-{number}", marks=[] if number == 2 else pytest.mark.long)
        for lesson, number in STEPS
    ],
)
def test_the_page_asks_explains_and_goes_on(client: Client, lesson: Lesson, number: int) -> None:
    page = client.get(address(lesson, number))
    assert page.status_code == 200
    step = lesson.steps[number - 1]
    for words in (step.title, step.task, *step.tells):
        assert str(words) in unescape(page.content.decode())
    for text in legal(lesson, number):
        assert f'name="action" value="{text}"' in page.content.decode()

    wrong = client.post(address(lesson, number), {"action": wrong_ones(lesson, number)[0]})
    assert wrong.status_code == 200
    assert wrong.context["verdict"].is_right is False
    assert "Nothing was played" in wrong.content.decode()
    assert 'id="act"' in wrong.content.decode()

    right = client.post(address(lesson, number), {"action": right_ones(lesson, number)[0]})
    assert right.context["verdict"].is_right is True
    assert 'id="act"' not in right.content.decode()
    assert 'id="next"' in right.content.decode()


@pytest.mark.django_db
def test_an_answer_is_named_as_the_reader_s_language_names_it(client: Client) -> None:
    answer = {"action": right_ones(LESSONS["rapa_nui"], 1)[0]}
    names = {}
    for language in ("en", "zh-hans"):
        page = client.post("/rules/rapa_nui/lesson/1/", answer, headers={"accept-language": language})
        names[language] = page.context["verdict"].choice
    assert " " in names["en"]
    assert "：" in names["zh-hans"]


@pytest.mark.django_db
@every_lesson
def test_the_rules_page_has_the_paragraph_each_step_refers_to(client: Client, lesson: Lesson) -> None:
    rules = client.get(reverse("rules", args=[lesson.game])).content.decode()
    for step in lesson.steps:
        assert f'id="{step.rule}"' in rules


@pytest.mark.half_second
@pytest.mark.django_db
def test_what_was_done_is_remembered_and_the_start_leads_on(client: Client) -> None:
    lesson = LESSONS["rapa_nui"]
    start = reverse("lesson_start", args=["rapa_nui"])
    assert client.get(start)["Location"] == address(lesson, 1)
    client.post(address(lesson, 1), {"action": right_ones(lesson, 1)[0]})
    client.post(address(lesson, 2), {"action": wrong_ones(lesson, 2)[0]})
    assert client.get(start)["Location"] == address(lesson, 2)
    for number in range(2, len(lesson.steps) + 1):
        client.post(address(lesson, number), {"action": right_ones(lesson, number)[0]})
    assert client.get(start)["Location"] == address(lesson, 1)
    assert [stop.is_done for stop in client.get(address(lesson, 1)).context["stops"]] == [True] * len(lesson.steps)


@pytest.mark.django_db
def test_nonsense_is_refused_with_the_reason_and_the_task_stays(client: Client) -> None:
    for text in ("", "play moai", "sing"):
        refused = client.post("/rules/rapa_nui/lesson/1/", {"action": text})
        assert refused.status_code == 422
        assert 'role="alert"' in refused.content.decode()
        assert 'id="act"' in refused.content.decode()
    assert client.get("/rules/rapa_nui/lesson/2/").context["stops"][0].is_done is False


@pytest.mark.django_db
@every_lesson
def test_a_lesson_reads_nothing_from_the_database(
    client: Client, lesson: Lesson, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    with django_assert_num_queries(0):
        assert client.get(address(lesson, len(lesson.steps))).status_code == 200


@pytest.mark.django_db
def test_there_is_no_other_lesson_and_no_other_step(client: Client) -> None:
    for path in (
        "/rules/chess/lesson/",
        "/rules/chess/lesson/1/",
        "/rules/rapa_nui/lesson/0/",
        "/rules/rapa_nui/lesson/99/",
    ):
        assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_htmx_gets_the_lesson_alone(client: Client) -> None:
    lesson = LESSONS["rapa_nui"]
    answer = {"action": right_ones(lesson, 1)[0]}
    part = client.post(address(lesson, 1), answer, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="lesson"')


@pytest.mark.django_db
def test_a_member_sits_in_the_lesson_under_the_own_name(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert ">Alice<" in client.get("/rules/rapa_nui/lesson/1/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("game", LESSONS)
def test_a_visitor_and_the_opponent_of_a_lesson_are_two_people(client: Client, game: str) -> None:
    """Neither is stored, so neither has a key, or a profile to link to."""
    page = client.get(f"/rules/{game}/lesson/1/").content.decode()
    assert "Guest" in page
    assert not re.search(r"Guest \d", page)
    assert "/people/Guest/" not in page


@pytest.mark.django_db
def test_the_last_step_ends_with_a_real_game_in_one_click(client: Client, computers: list[User]) -> None:
    lesson = LESSONS["rapa_nui"]
    last = len(lesson.steps)
    page = client.post(address(lesson, last), {"action": right_ones(lesson, last)[0]}).content.decode()
    assert 'action="/play/"' in page
    assert "The Chinchilla will sit down with you." in page
    assert 'name="game" value="rapa_nui"' in page
    assert 'id="result"' in page
