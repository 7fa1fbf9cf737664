"""The tests run on what the site runs on."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from machupicchu.celery import app


@pytest.mark.django_db
def test_sqlite_is_a_file_with_a_write_ahead_log():
    if connection.vendor != "sqlite":
        assert connection.vendor == "postgresql"
        return
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert str(connection.settings_dict["NAME"]).startswith(str(settings.FOLDER))


def test_valkey_is_real():
    cache.set("quipu", 7)
    assert cache.get("quipu") == 7
    with app.connection_for_write() as broker:
        assert broker.default_channel.client.ping()


def test_nothing_is_kept_in_the_checkout():
    assert settings.BASE_DIR not in settings.VAR_DIR.parents
