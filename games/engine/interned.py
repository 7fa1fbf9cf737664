"""Interned values: an action made twice is the same object.

Searches look up actions in lists of legal ones and store what they found by action, millions of times a second. Where
equality is identity, Python need not compare fields.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar, dataclass_transform

__all__ = ["interned"]

ClassT = TypeVar("ClassT")


class _Once(type):
    """Metaclass that interns the values of a class. All values are kept for ever, so there must be few."""

    def __init__(cls, *args: Any) -> None:
        super().__init__(*args)
        cls._made: dict[tuple[Any, ...], Any] = {}

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """The value with these fields, always the same object."""
        value = super().__call__(*args, **kwargs)
        return cls._made.setdefault(_of_fields(value), value)


@dataclass_transform(frozen_default=True)
def interned(cls: type[ClassT]) -> type[ClassT]:
    """Make a frozen dataclass with slots of which every value exists once, copied and pickled ones included."""
    body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    body["__reduce__"] = lambda value: (value.__class__, _of_fields(value))
    # Without `eq` values are equal only if they are identical, which values with the same fields are.
    made: Any = dataclass(frozen=True, slots=True, eq=False)(_Once(cls.__name__, cls.__bases__, body))
    return made  # type: ignore[no-any-return]


def _of_fields(value: Any) -> tuple[Any, ...]:
    return tuple([getattr(value, field.name) for field in fields(value)])
