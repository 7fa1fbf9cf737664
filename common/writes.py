"""Fast writes of rows, with SQL that is put together once: for the statements of every action.

For these, too, Django takes several times as long to build the SQL as the database takes to run it (see
`common.lookups`). What is written is the same. Signals are not sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Generic

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.models import Field, Model, QuerySet
from django.db.models.constants import OnConflict
from django.db.models.sql import UpdateQuery

from common.lookups import KeptStatement, Row


class Insert(Generic[Row]):
    """Inserts rows of a model, like `bulk_create`, but does not tell them their keys.

    Rows that exist already, by the columns of `unique`, get the values of the columns of `update` instead.
    """

    def __init__(self, model: type[Row], *, unique: Sequence[str] = (), update: Sequence[str] = ()) -> None:
        self._model, self._unique, self._update = model, unique, update

    def __call__(self, rows: Sequence[Row]) -> None:
        """Insert the rows, in a transaction of the caller: very many take several statements."""
        most = max(connection.ops.bulk_batch_size(self._fields, rows), 1)
        for start in range(0, len(rows), most):
            some = rows[start : start + most]
            values = [value for row in some for value in _values(self._fields, row, add=True)]
            _run(f"{self._head} {', '.join([self._places] * len(some))}{self._tail}", values)

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        """The columns, except the key and what the database calculates."""
        return [field for field in self._model._meta.concrete_fields if not (field.primary_key or field.generated)]

    @cached_property
    def _places(self) -> str:
        return f"({', '.join(['%s'] * len(self._fields))})"

    @cached_property
    def _head(self) -> str:
        return f"INSERT INTO {_table(self._model)} ({', '.join(map(_column, self._fields))}) VALUES"

    @cached_property
    def _tail(self) -> str:
        if not self._unique:
            return ""
        update, unique = (
            [_field(self._model, name).column for name in names] for names in (self._update, self._unique)
        )
        return " " + connection.ops.on_conflict_suffix_sql(self._fields, OnConflict.UPDATE, update, unique)


class Update(Generic[Row]):
    """Writes these columns of a row, like `save` with `update_fields`."""

    def __init__(self, model: type[Row], names: Sequence[str]) -> None:
        self._model, self._names = model, names

    def __call__(self, row: Row) -> None:
        """Write the columns. Raises DatabaseError if there is no such row any more."""
        if _run(self._sql, [*_values(self._fields, row, add=False), row.pk]) != 1:
            raise DatabaseError(f"{self._model.__name__} {row.pk} is gone")

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        return [_field(self._model, name) for name in self._names]

    @cached_property
    def _sql(self) -> str:
        written = ", ".join(f"{_column(field)} = %s" for field in self._fields)
        return f"UPDATE {_table(self._model)} SET {written} WHERE {_column(self._model._meta.pk)} = %s"


class Stamp:
    """Writes a moment to the column `name` of the rows that `rows` returns for keys of these kinds, like `update`."""

    def __init__(self, rows: Callable[..., QuerySet[Any]], *kinds: type[int | str | datetime], name: str) -> None:
        self._rows, self._name = rows, name
        self._statement = KeptStatement(self._write, *kinds, datetime)

    def __call__(self, *keys: int | str | datetime, now: datetime) -> None:
        """Write the moment."""
        _run(*self._statement(*keys, now))

    def _write(self, *given: Any) -> tuple[str, tuple[Any, ...]]:
        *keys, now = given
        query: Any = self._rows(*keys).query.chain(UpdateQuery)
        query.add_update_values({self._name: now})
        sql, values = query.get_compiler(connection=connection).as_sql()
        return sql, values


def _values(fields: Sequence[Field[Any, Any]], row: Model, *, add: bool) -> list[Any]:
    """The values of a row, as the database takes them."""
    to = connections[DEFAULT_DB_ALIAS]  # `connection` would look this up for each value
    return [field.get_db_prep_save(field.pre_save(row, add), to) for field in fields]


def _run(sql: str, values: Sequence[Any]) -> int:
    """Run a statement that writes. Returns how many rows it wrote."""
    with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS), connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.rowcount


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    field: Any = model._meta.get_field(name)
    return field


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: Any) -> str:
    return connection.ops.quote_name(field.column)
