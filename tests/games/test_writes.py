"""What is written with cached SQL equals what Django writes."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from common.writes import Insert, Stamp, Update
from games.models import Action, Match
from games.services.play.advance import SETTLED
from notices.kinds import Kind
from notices.models import Notice
from tests.games.playing import begin, decider, legal

pytestmark = pytest.mark.django_db

enter = Insert(Action)
call = Insert(Notice, unique=["user", "match", "ply", "kind"], update=["due"])
save = Update(Match, SETTLED)
see = Stamp(lambda user_id, ply: Notice.objects.filter(user=user_id, ply__lte=ply), int, int, name="seen_at")


def facts(rows: QuerySet[Any]) -> list[dict[str, Any]]:
    """Every column of the rows but the key, as the database has it, with its Python type."""
    names = [field.attname for field in rows.model._meta.concrete_fields if not field.primary_key]
    return [{name: (type(value := getattr(row, name)), value) for name in names} for row in rows.all()]


def entries(match: Match, count: int) -> list[Action]:
    """New entries of the log, not stored yet."""
    plies, now = range(1000, 1000 + count), timezone.now()
    return [
        Action(match=match, ply=ply, seat=ply % 2, text=f"“{ply}” %s", made_at=now, thought_ms=ply % 3 or None)
        for ply in plies
    ]


def notice(user: User, match: Match, ply: int) -> Notice:
    """A new notification, not stored yet."""
    return Notice(user=user, match=match, seat=0, ply=ply, kind=Kind.TURN, facts={"a": ["“b”", None, 1]})


@pytest.mark.parametrize("count", [1, 3])
def test_rows_are_inserted_as_django_inserts_them(
    count: int, two_play: Match, django_assert_num_queries: Callable[..., Any]
) -> None:
    rows, stored = entries(two_play, count), two_play.actions.filter(ply__gte=1000).order_by("ply")
    with django_assert_num_queries(1):
        enter(rows)
    ours = facts(stored)
    assert len(ours) == count
    stored.delete()
    Action.objects.bulk_create(rows)
    assert facts(stored) == ours


def test_no_row_is_no_query_and_very_many_are_all_inserted(
    two_play: Match, django_assert_num_queries: Callable[..., Any]
) -> None:
    with django_assert_num_queries(0):
        enter([])
    enter(entries(two_play, 400))
    assert two_play.actions.filter(ply__gte=1000).count() == 400


def test_a_row_that_exists_gets_only_the_columns_that_are_named(two_play: Match, alice: User, bob: User) -> None:
    first = notice(alice, two_play, 1000)
    call([first])
    kept = Notice.objects.filter(user=alice, ply=1000)
    (before,) = facts(kept)
    again = notice(alice, two_play, 1000)
    again.due, again.seat, again.facts = again.due + timedelta(days=1), 1, {}
    call([again, notice(bob, two_play, 1000)])
    assert facts(kept) == [before | {"due": (type(again.due), again.due)}]
    assert before["facts"] == (dict, {"a": ["“b”", None, 1]})
    assert Notice.objects.filter(user=bob, ply=1000).count() == 1


def test_what_the_database_refuses_rolls_the_transaction_back(two_play: Match) -> None:
    with transaction.atomic():
        with pytest.raises(IntegrityError):
            enter([Action(match=two_play, ply=1000, seat=9, text="a", made_at=timezone.now())])
        assert transaction.get_connection().needs_rollback
        transaction.set_rollback(True)
    assert not two_play.actions.filter(ply=1000).exists()


def test_columns_are_written_as_django_writes_them(
    two_play: Match, django_assert_num_queries: Callable[..., Any]
) -> None:
    stored = Match.objects.filter(pk=two_play.pk)
    two_play.state = {"a": ["“b”", None, 1.5]}
    two_play.ply, two_play.to_move, two_play.claimable_by = 1000, 1, 0
    two_play.changed_at = two_play.to_move_since = timezone.now()
    two_play.pace = "7d"  # no column that is written
    with django_assert_num_queries(1):
        save(two_play)
    ours = facts(stored)
    assert ours[0]["pace"][1] != "7d"
    assert ours[0]["ply"][1] == 1000
    two_play.save(update_fields=SETTLED)
    assert facts(stored) == ours
    two_play.to_move = two_play.to_move_since = two_play.claimable_by = two_play.deadline = None
    save(two_play)
    ours = facts(stored)
    assert ours[0]["to_move_since"][1] is None
    two_play.save(update_fields=SETTLED)
    assert facts(stored) == ours


def test_a_row_that_is_gone_is_not_written_unnoticed(two_play: Match) -> None:
    Match.objects.filter(pk=two_play.pk).delete()
    with pytest.raises(DatabaseError, match="is gone"):
        save(two_play)


def test_a_moment_is_written_to_the_rows_for_these_keys(
    two_play: Match, alice: User, bob: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    call([notice(user, two_play, ply) for user in (alice, bob) for ply in (1000, 1001)])
    now = timezone.now()
    see(alice.pk, 999, now=now)
    with django_assert_num_queries(1):
        see(alice.pk, 1000, now=now)
    seen = Notice.objects.filter(seen_at=now)
    assert [(each.user_id, each.ply) for each in seen.filter(ply__gte=999)] == [(alice.pk, 1000)]
    see(bob.pk, 1001, now=now)
    assert {(each.user_id, each.ply) for each in seen.filter(ply__gte=999)} == {
        (alice.pk, 1000),
        (bob.pk, 1000),
        (bob.pk, 1001),
    }


@pytest.mark.half_second
def test_an_action_puts_no_sql_together_for_what_it_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    match, clients = begin("rapa_nui", 2)

    def act() -> Match:
        form = {"action": legal(match)[0], "ply": match.ply}
        answer = clients[decider(match).pk].post(
            f"{match.get_absolute_url()}play/", form, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200
        return Match.objects.get(pk=match.pk)

    def again(_compiler: object) -> None:
        raise AssertionError("put together again")

    for _action in range(6):
        match = act()
    monkeypatch.setattr("django.db.models.sql.compiler.SQLInsertCompiler.as_sql", again)
    monkeypatch.setattr("django.db.models.sql.compiler.SQLUpdateCompiler.as_sql", again)
    for _action in range(6):
        ply, match = match.ply, act()
        assert match.ply > ply
