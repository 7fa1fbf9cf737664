"""Migrations lead to the tables that the tests use, which are made from the models."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.operating.sites import Site
from tests.stack.prepared import lay
from tests.tables import of_postgresql, of_sqlite


@pytest.mark.stack
@pytest.mark.django_db
def test_migrations_lead_to_the_tables_of_the_models_on_sqlite(tmp_path: Path) -> None:
    lay(tmp_path)
    with (
        closing(sqlite3.connect(tmp_path / "site.sqlite3")) as migrated,
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as made,
    ):
        assert of_sqlite(migrated) == of_sqlite(made)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_migrations_lead_to_the_tables_of_the_models_on_postgresql(tmp_path: Path) -> None:
    ours = connection.settings_dict
    name = f"migrated_{ours['NAME']}"
    server = f"postgres://{ours['USER']}:{ours['PASSWORD']}@{ours['HOST']}:{ours['PORT']}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as cluster:
        cluster.execute(f'CREATE DATABASE "{name}"')
        try:
            Site(tmp_path / "var", DATABASE_URL=f"{server}/{name}").manage("migrate", "--verbosity", "0")
            with psycopg.connect(f"{server}/{name}") as migrated, psycopg.connect(f"{server}/{ours['NAME']}") as made:
                assert of_postgresql(migrated) == of_postgresql(made)
        finally:
            cluster.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
