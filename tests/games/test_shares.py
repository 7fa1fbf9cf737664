"""Everyone who waits for computer players gets an equal share of them, however many tables they have."""

from collections import Counter, deque

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.ai import LEVELS
from games.models import Action, Hint, Match
from games.services.computer.leases import lease
from games.services.computer.shares import NOBODY, Question, as_one_of, in_turn, open_hints, open_questions, served
from games.services.computer.thinking import PATIENCE, how_many_wait, seconds_for, think
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from tests.games.playing import legal, play_once

pytestmark = pytest.mark.django_db


def asked(host: User, rival: User, *others: User, pace: str = "live", game: str = "rapa_nui", rivals: int = 1) -> Match:
    """A match of `host` and `others` in which a computer player is to decide."""
    match = match_create(
        host=host, game=game, others=[*[None] * len(others), *[rival] * rivals], terms=TableTerms(pace=pace)
    )
    for other in others:
        match = match_join(match=match, user=other, admitted=True)
    while match.asked_at is None:
        match = play_once(match, legal(match)[-1])
    return match


@pytest.fixture
def rivals(computers: list[User]) -> dict[str, User]:
    """The computer players by level."""
    return {user.level: user for user in computers}


def parts() -> Counter[int]:
    """Each person's share, in thousandths."""
    questions = open_questions()
    found: Counter[int] = Counter()
    for question in questions:
        part = 1000 / as_one_of(question.people, [one.people for one in questions])
        for person in question.people:
            found[person] += round(part / len(question.people))
    return found


def test_a_member_with_many_tables_shares_one_part_among_them(alice: User, bob: User, rivals: dict[str, User]) -> None:
    for _table in range(10):
        asked(alice, rivals["expert"], rivals=3)
    asked(bob, rivals["expert"])
    assert how_many_wait() == 2
    assert parts() == {alice.pk: 500, bob.pk: 500}


def test_the_parts_of_all_add_up_to_the_whole_at_any_tables(
    alice: User, bob: User, charlie: User, rivals: dict[str, User]
) -> None:
    asked(alice, rivals["expert"], bob)
    asked(alice, rivals["expert"])
    asked(charlie, rivals["expert"])
    asked(charlie, rivals["expert"], pace="1d")
    assert how_many_wait() == 3
    assert sum(parts().values()) == pytest.approx(1000, abs=3)
    alone = next(question for question in open_questions() if question.people == (charlie.pk,))
    assert as_one_of(alone.people, [one.people for one in open_questions()]) == 3


def test_alone_one_question_has_everything_and_a_hint_has_the_part_of_who_asked(alice: User, bob: User) -> None:
    one, other = (alice.pk,), (bob.pk,)
    assert as_one_of(one, [one]) == 1
    assert as_one_of(one, [one, one, one]) == 3
    assert as_one_of(one, [one, *[other] * 30]) == 2
    assert as_one_of(other, [one, *[other] * 30]) == 60
    assert as_one_of((), [one, other]) == 2, "a question that is no longer open"
    assert as_one_of(one, []) == 1


def test_a_match_that_all_people_have_left_counts_as_one_persons(
    alice: User, bob: User, rivals: dict[str, User]
) -> None:
    match = asked(alice, rivals["expert"], bob)
    match.seats.filter(user__level="").update(stand_in=rivals["beginner"])
    assert [question.people for question in open_questions()] == [(NOBODY,)]


def test_however_many_wait_it_takes_two_queries_to_know_them(alice: User, bob: User, rivals: dict[str, User]) -> None:
    for _table in range(3):
        asked(alice, rivals["expert"], bob)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert len(open_questions()) == 3
    assert len(queries) == 2


def test_people_are_served_one_after_the_other(alice: User, bob: User, charlie: User, rivals: dict[str, User]) -> None:
    for _table in range(3):
        asked(alice, rivals["beginner"])
    asked(bob, rivals["beginner"])
    asked(charlie, rivals["beginner"], bob)
    order = []
    while waiting := [one for one in in_turn(open_questions()) if one not in order]:
        served(waiting[0])
        order.append(waiting[0])
    assert [one.people for one in order[:2]] == [(alice.pk,), (bob.pk,)]
    assert set(order[2].people) == {bob.pk, charlie.pk}
    assert [one.people for one in order[3:]] == [(alice.pk,)] * 2


def test_what_a_worker_thinks_about_is_no_other_turn(alice: User, rivals: dict[str, User]) -> None:
    first, second = (asked(alice, rivals["beginner"]) for _table in range(2))
    with lease(first.code, first.ply):
        assert in_turn(open_questions()) == [Question((second.code, second.ply), (alice.pk,))]


@pytest.mark.half_second
def test_a_neighbour_is_answered_before_the_second_table_of_a_member_with_many_and_all_are_answered(
    alice: User, bob: User, rivals: dict[str, User]
) -> None:
    """The messages come in the order in which people asked, as the queue delivers them."""
    tables = [asked(alice, rivals["beginner"]) for _table in range(6)]
    tables.append(asked(bob, rivals["beginner"]))
    slow = asked(alice, rivals["beginner"], pace="1d")
    messages, seen, order = deque(one.decision for one in open_questions()), set(), []
    before = Counter[int]()
    while messages:
        seen |= set(messages)
        tasks.think(*messages.popleft())
        now = Counter(Action.objects.filter(source=Action.Source.COMPUTER).values_list("match_id", flat=True))
        order += (now - before).elements()
        before = now
        messages += [one.decision for one in open_questions() if one.decision not in seen]
    assert order[:2] == [tables[0].pk, tables[-1].pk]
    assert set(order) == {match.pk for match in tables}
    assert open_questions() == []
    tasks.think(slow.code, slow.ply)
    assert slow.actions.filter(source=Action.Source.COMPUTER).exists()


@pytest.mark.slow
def test_thirty_tables_of_four_experts_leave_a_neighbour_half_of_the_time(
    alice: User, bob: User, rivals: dict[str, User]
) -> None:
    many = [asked(alice, rivals["expert"], rivals=3) for _table in range(30)]
    neighbours = asked(bob, rivals["expert"], game="maya")
    thought = []
    for match in (neighbours, many[0]):
        assert think(code=match.code, ply=match.ply)
        thought.append(match.actions.get(ply=match.ply).thought_ms / 1000)
    half = PATIENCE * settings.AI_PROCESSES / 2
    most = min(LEVELS["expert"].seconds, half)
    assert thought[0] > most / 4, "it may decide earlier"
    assert thought[1] < most / 5, "a thirtieth, however busy the machine is"
    assert seconds_for(LEVELS["expert"], 60) * 30 == pytest.approx(half)


def test_a_hint_counts_as_a_question_of_the_player_who_asked(alice: User, bob: User, rivals: dict[str, User]) -> None:
    match = asked(bob, rivals["expert"])
    Hint.objects.create(match=match, ply=0, user=alice, asked_at=timezone.now())
    assert open_hints() == [(alice.pk,)]
    assert as_one_of((alice.pk,), [*(one.people for one in open_questions()), *open_hints()]) == 2
