"""Fast construction of frozen values: copies with some fields changed, like `dataclasses.replace`, and new ones.

Searches make hundreds of thousands of values a second, and a frozen class sets each field with a call of its own. So
for every class and set of changed fields a function is built once. It fills an empty instance of an unfrozen class with
the same slots, then turns that into an instance of the frozen class. Classes that add fields to those of a parent have
another layout: `dataclasses.replace` itself copies them.

`replace` looks the function up by the names of the fields. Hot code keeps the function, see `copier`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

__all__ = ["copier", "maker", "replace"]

ValueT = TypeVar("ValueT")
FieldsP = ParamSpec("FieldsP")

if TYPE_CHECKING:
    replace = dataclasses.replace  # The same contract, and type checkers know the fields.
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """Copy a frozen value with slots, with some fields changed. Raises TypeError for a field it does not have."""
        return _kept_copier(value.__class__, *changes)(value, *changes.values())


def copier(cls: type[ValueT], *names: str) -> Callable[..., ValueT]:
    """Return a function that copies a value, its first argument, and sets these fields to its further arguments.

    Fields with `init=False` that are not among them are as in a new value.
    """
    made = fields(cls)  # type: ignore[arg-type]
    known = [field.name for field in made if field.init or field.name in names]
    if unknown := set(names).difference(known):
        raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(unknown))}")
    if cls.__base__ is not object:
        return lambda value, *changes: dataclasses.replace(value, **dict(zip(names, changes, strict=True)))
    return _filling(cls, ("value", *names), {name: name if name in names else f"value.{name}" for name in known})


_kept_copier = cache(copier)


def maker(cls: Callable[FieldsP, ValueT]) -> Callable[FieldsP, ValueT]:
    """Return a fast constructor of a frozen class with slots that adds no fields to its parent's.

    Every field must be given: defaults are left to the class itself.
    """
    known = [field.name for field in fields(cls) if field.init]  # type: ignore[arg-type]
    return _filling(cls, known, {name: name for name in known})


def _filling(cls: Any, parameters: Sequence[str], filled: Mapping[str, str]) -> Callable[..., Any]:
    """Build a function of these parameters that makes a value, each field filled with an expression of them."""
    own = {field.name: field.default for field in fields(cls) if field.name not in filled}
    assert MISSING not in own.values(), "what is not given has a default"
    lines = [f"made.{name} = {value}" for name, value in filled.items()]
    lines += [f"made.{name} = own[{name!r}]" for name in own]
    body = ["made = blank()", *lines, "made.__class__ = cls", "return made"]
    blank = type(cls.__name__, (), {"__slots__": (*filled, *own)})
    scope: dict[str, Any] = {"cls": cls, "blank": blank, "own": own}
    exec("\n ".join([f"def filling({', '.join(parameters)}):", *body]), scope)
    made: Callable[..., Any] = scope["filling"]
    return made
