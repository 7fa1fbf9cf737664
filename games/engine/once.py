"""Values of which there is one each: an action made twice is the same object.

Searches look for actions in lists of legal ones and keep what they found by action, millions of times a second. Where
equal means the same, Python need not read a field for it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar, dataclass_transform

__all__ = ["once"]

ClassT = TypeVar("ClassT")


class _Once(type):
    """The class of classes that make each value once; all values are kept, so there must be few."""

    def __init__(cls, *args: Any) -> None:
        super().__init__(*args)
        cls._made: dict[tuple[Any, ...], Any] = {}

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """The value with these fields, the same as ever."""
        value = super().__call__(*args, **kwargs)
        return cls._made.setdefault(_of_fields(value), value)


@dataclass_transform(frozen_default=True)
def once(cls: type[ClassT]) -> type[ClassT]:
    """A frozen dataclass with slots of which every value exists once, copied and pickled ones included."""
    body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    body["__reduce__"] = lambda value: (value.__class__, _of_fields(value))
    # Without `eq` two values are equal when they are the same, which is so for those with the same fields.
    made: Any = dataclass(frozen=True, slots=True, eq=False)(_Once(cls.__name__, cls.__bases__, body))
    return made  # type: ignore[no-any-return]


def _of_fields(value: Any) -> tuple[Any, ...]:
    return tuple([getattr(value, field.name) for field in fields(value)])
