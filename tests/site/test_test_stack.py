"""The tests use the same software as the site."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.db import connection

from accounts.models import User
from accounts.moderators import moderator_appoint
from machupicchu.celery import app
from tests.emptying import MIGRATED, Emptying
from tests.first import first


@pytest.mark.django_db
def test_sqlite_is_a_file_with_a_write_ahead_log():
    if connection.vendor != "sqlite":
        assert connection.vendor == "postgresql"
        return
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (0,), "commits wait for the disk"
    assert str(connection.settings_dict["NAME"]).startswith(str(settings.FOLDER))


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_is_deleted_after_the_test_except_what_migrating_had_written():
    emptying = Emptying()
    moderator_appoint(user=User.objects.create_user("Alice"))
    assert emptying.empty()
    rows = {model: model._base_manager.count() for model in apps.get_models(include_auto_created=True)}
    assert {model for model, count in rows.items() if count} == set(MIGRATED)
    Permission.objects.filter(codename="add_user").update(name="Something else")
    assert not emptying.empty()


def test_commits_of_the_site_survive_a_power_cut():
    """Those of the tests need not, but of what the site does nothing else may be left out."""
    asked = (settings.BASE_DIR / "machupicchu" / "settings.py").read_text()
    assert "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;" in asked


def test_what_the_default_suite_tries_first_is_there():
    assert [bool(param.marks) for param in first(["maya"], of=["maya", "princes"])] == [False, True]
    with pytest.raises(ValueError, match="chess"):
        first(["chess"], of=["maya", "princes"])


def test_valkey_is_real():
    cache.set("quipu", 7)
    assert cache.get("quipu") == 7
    with app.connection_for_write() as broker:
        assert broker.default_channel.client.ping()


def test_nothing_is_kept_in_the_checkout():
    assert settings.BASE_DIR not in settings.VAR_DIR.parents


SIGN_UP = {"sign_up", "sign_up_by_page"}


@pytest.mark.half_second
def test_no_two_browser_tests_sign_up_members_of_one_name():
    # They share a site with earlier tests, and xdist distributes them differently in every run.
    trees = [ast.parse(file.read_text(), file.name) for file in Path("tests/browser").glob("*.py")]
    calls = [call for tree in trees for call in ast.walk(tree) if isinstance(call, ast.Call)]
    functions = [function for tree in trees for function in ast.walk(tree) if isinstance(function, ast.FunctionDef)]
    # Functions that sign up a person by a given name, such as `table_for_two(sit, "Marama")`.
    welcoming = {
        function.name
        for function in functions
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and _name(call) in SIGN_UP and isinstance(call.args[0], ast.Name)
    }
    names = Counter(
        argument.value
        for call in calls
        if _name(call) in {*SIGN_UP, *welcoming}
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value[:1].isupper()
    )
    assert len(names) > 20
    assert {"table_for_two", "seated"} <= welcoming
    assert [name for name, count in names.items() if count > 1] == []


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")
