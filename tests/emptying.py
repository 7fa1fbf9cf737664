"""Empties the database after a test that commits, without writing again what migrating had written.

Django's `flush` deletes these rows too and has the signal `post_migrate` write them again: some hundred queries. It
also empties all tables that have no row: nearly all of a hundred.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import TransactionTestCase

MIGRATED = (ContentType, Permission)
"""The models of which a database has rows as soon as it is migrated."""

Rows = list[list[tuple[Any, ...]]]


def migrated_rows() -> Rows:
    """All rows of these models."""
    return [list(model._base_manager.order_by("pk").values_list()) for model in MIGRATED]


class Emptying:
    """Takes the place of `flush` after tests. The database must hold nothing but what migrating had written."""

    def __init__(self) -> None:
        self._migrated = migrated_rows()
        self._flush = TransactionTestCase._fixture_teardown
        kept = {model._meta.db_table for model in MIGRATED}
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        self._tables = [table for table in tables if table not in kept]

    def begin(self) -> None:
        """Empty the database in this way from now on."""
        emptying = self

        def teardown(test: TransactionTestCase) -> None:
            if not emptying.empty():
                emptying._flush(test)
                emptying._migrated = migrated_rows()

        TransactionTestCase._fixture_teardown = teardown

    def end(self) -> None:
        """Leave it to Django again."""
        TransactionTestCase._fixture_teardown = self._flush

    def empty(self) -> bool:
        """Delete the rows of all other models. False, and nothing is deleted, if those of `MIGRATED` have changed."""
        if migrated_rows() != self._migrated:
            return False
        deletes = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in self._tables_with_rows()]
        connection.ops.execute_sql_flush(deletes)  # in one transaction, as rows refer to each other
        return True

    def _tables_with_rows(self) -> list[str]:
        """Those to be emptied."""
        name = connection.ops.quote_name
        asked = [f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {name(table)})" for table in self._tables]
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(asked))
            return [table for (table,) in cursor.fetchall()]
