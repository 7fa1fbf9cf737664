"""The tables of a database: what migrating leaves in it besides them, and what they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

if TYPE_CHECKING:
    import sqlite3

    import psycopg

SQLITE = (
    "SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
)

POSTGRESQL = """
    SELECT 'column', table_name, column_name, concat_ws(' ', data_type, character_maximum_length, numeric_precision,
        collation_name, is_nullable, column_default, is_identity, identity_generation, generation_expression)
    FROM information_schema.columns WHERE table_schema = 'public'
        AND (table_name, column_name) <> ('auth_group_permissions', 'id') -- Django's migrations leave it a bigint
    UNION ALL
    SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid) || ' ' || convalidated
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'index', tablename, indexname, replace(indexdef, indexname, '') FROM pg_indexes WHERE schemaname = 'public'
"""

BY_RULE = re.compile(r"\w+_([0-9a-f]{8}(_\w+)?|pkey|key|check)")
"""The names that Django and PostgreSQL give to constraints and indexes: they stay when a column is renamed."""


def record_migrations() -> None:
    """Record every migration as applied, in a database whose tables were made from the models."""
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    steps = MigrationLoader(None).disk_migrations
    recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in steps)


def of_sqlite(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Each column, constraint and index with its SQL. Their order does not count: migrations add at the end."""
    found = set[tuple[str, ...]]()
    for name, table, sql in database.execute(SQLITE):
        plain = re.sub(r"\s+", " ", sql)
        head, _bracket, parts = plain.partition(" (") if plain.startswith("CREATE TABLE") else (plain, "", "")
        found.add((name, table, head))
        found.update((name, table, part) for part in split(parts[:-1]))
    return found


def split(text: str) -> list[str]:
    """The parts between commas that stand in no brackets and no quotes."""
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def of_postgresql(database: psycopg.Connection) -> set[tuple[str, ...]]:
    """Each column, constraint and index with its definition, and with its name if we have given it."""
    rows = database.execute(POSTGRESQL).fetchall()
    return {
        (what, table, "" if what != "column" and BY_RULE.fullmatch(name) else name, definition)
        for what, table, name, definition in rows
    }
