"""Fast look-up of rows by key, for the queries of every request.

For whole rows, Django takes several times as long to build the SQL and to find the converters of each column as the
database takes to answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=Model)

OPEN: dict[type, Any] = {int: 1_987_654_321, str: "\x01open\x01"}
"""Placeholders for the key while the SQL is built: values that stand nowhere else, and that a column can have."""


class Lookup(Generic[Row]):
    """Looks up the rows of the queryset that `rows` returns for a key of type `kind`.

    `along` names foreign keys whose rows are fetched too, like `select_related`. The SQL and the converters are worked
    out once per thread. A look-up with `select_for_update` needs a transaction as usual, but Django checks that only on
    the first call.
    """

    def __init__(
        self, rows: Callable[[Any], QuerySet[Row]], kind: type[int | str], *, along: Sequence[str] = ()
    ) -> None:
        self._rows, self._along = rows, along
        self._open = OPEN[kind]
        # Per thread: converters may belong to a connection.
        self._thread = threading.local()

    def __call__(self, key: int | str) -> list[Row]:
        """The rows for `key`, read from the database."""
        try:
            written: _Written[Row] = self._thread.written
        except AttributeError:
            written = self._thread.written = self._write()
        with connection.cursor() as cursor:
            cursor.execute(written.sql, [key if value == self._open else value for value in written.values])
            return [written.row(found) for found in cursor.fetchall()]

    def _write(self) -> _Written[Row]:
        rows = self._rows(self._open)
        references = [_Reference.of(rows.model, name) for name in self._along]
        columns = _fields(rows.model)
        names = [field.attname for field in columns]
        own = len(names)
        for reference in references:
            columns += _fields(reference.model)
            names += [f"{reference.field.name}__{name}" for name in reference.names]
        sql, values = rows.values_list(*names).query.sql_with_params()
        assert self._open in values, "the rows do not depend on the key"
        return _Written(rows.model, names[:own], references, sql, values, _conversions(columns))


class Numbers:
    """Looks up one row of numbers: the `values_list` that `rows` gives for keys of these kinds (int, str or datetime).

    Like `Lookup`, it writes the SQL once per thread.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, Any]], *kinds: type[int | str | datetime]) -> None:
        self._statement = KeptStatement(lambda *keys: rows(*keys).query.sql_with_params(), *kinds)

    def __call__(self, *keys: int | str | datetime) -> tuple[int, ...]:
        """The numbers as they are now, read from the database; none if there is no such row."""
        sql, values = self._statement(*keys)
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return tuple(cursor.fetchone() or ())


class KeptStatement:
    """A statement that `write` makes for keys of these kinds, with its parameters: written once per thread."""

    def __init__(self, write: Callable[..., tuple[str, tuple[Any, ...]]], *kinds: type[int | str | datetime]) -> None:
        self._write, self._kinds = write, kinds
        self._thread = threading.local()

    def __call__(self, *keys: int | str | datetime) -> tuple[str, list[Any]]:
        """The SQL, and the parameters for these keys."""
        try:
            sql, values, places = self._thread.written
        except AttributeError:
            sql, values, places = self._thread.written = self._written()
        given = [_sent(key) for key in keys]
        return sql, [value if at is None else given[at] for value, at in zip(values, places, strict=True)]

    def _written(self) -> tuple[str, tuple[Any, ...], list[int | None]]:
        """The SQL, its parameters, and for each parameter the index of its key, None for others."""
        keys = [_stand_in(kind, place) for place, kind in enumerate(self._kinds)]
        sql, values = self._write(*keys)
        sent = [_sent(key) for key in keys]
        places = [sent.index(value) if value in sent else None for value in values]
        assert {*places} >= {*range(len(keys))}, "the statement does not depend on a key"
        return sql, values, places


def _stand_in(kind: type[int | str | datetime], place: int) -> int | str | datetime:
    """A placeholder for a key while the SQL is written: no row has it, and each key has a different one."""
    if kind is datetime:
        return datetime(1, 2, 3 + place, tzinfo=UTC)
    return f"{OPEN[str]}{place}" if kind is str else OPEN[int] - place


def _sent(key: int | str | datetime) -> Any:
    """A key as it is sent to the database."""
    return connection.ops.adapt_datetimefield_value(key) if isinstance(key, datetime) else key


@dataclass(frozen=True)
class _Reference:
    """A foreign key whose row is fetched too, with its model and the names of its columns."""

    field: ForeignKey[Any, Any]
    model: type[Model]
    names: list[str]

    @classmethod
    def of(cls, model: type[Model], name: str) -> _Reference:
        """The foreign key `name` of a model."""
        field: Any = model._meta.get_field(name)
        assert isinstance(field, ForeignKey)
        related: Any = field.related_model
        return cls(field, related, [column.attname for column in _fields(related)])


@dataclass(frozen=True)
class _Written(Generic[Row]):
    """The SQL, its parameters with a placeholder for the key, and the converters: (column index, column, converter)."""

    model: type[Row]
    names: list[str]
    references: list[_Reference]
    sql: str
    values: tuple[Any, ...]
    conversions: list[tuple[int, Any, Callable[..., Any]]]

    def row(self, found: Sequence[Any]) -> Row:
        """A model instance from a database row, with its related instances."""
        values = list(found)
        for place, column, convert in self.conversions:
            values[place] = convert(values[place], column, connection)
        row = _made(self.model, self.names, values)
        start = len(self.names)
        for reference in self.references:
            end = start + len(reference.names)
            refers = getattr(row, reference.field.attname) is not None
            other = _made(reference.model, reference.names, values[start:end]) if refers else None
            reference.field.set_cached_value(row, other)
            start = end
        return row


def _conversions(columns: Sequence[Any]) -> list[tuple[int, Any, Callable[..., Any]]]:
    """The same converters as Django's SQL compiler uses, those of the database first."""
    return [
        (place, field.cached_col, convert)
        for place, field in enumerate(columns)
        for convert in (
            *connection.ops.get_db_converters(field.cached_col),
            *field.get_db_converters(connection),
        )
    ]


def _made(model: type[Row], names: Sequence[str], values: Sequence[Any]) -> Row:
    """A model instance as read from the database, made from its columns at one go: `from_db` sets each by itself."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=False))
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row


def _fields(model: Any) -> list[Field[Any, Any]]:
    return list(model._meta.concrete_fields)
