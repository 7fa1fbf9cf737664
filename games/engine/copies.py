"""Frozen values made quickly: copies with some fields changed, as `dataclasses.replace` makes them, and new ones.

Searches make hundreds of thousands of values a second, and a frozen class fills each field by a call of its own. So for
every class and every set of fields that is changed a function is made once, which fills an empty value of a class with
the same slots that is not frozen, and hands it over as one of the frozen class. Classes that add fields to those of
another one are laid out otherwise: their copies are made by `replace` itself.

`changed` looks that function up by the names of the fields. What is played all the time keeps it, see `copier`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

__all__ = ["changed", "copier", "maker"]

ValueT = TypeVar("ValueT")
FieldsP = ParamSpec("FieldsP")

if TYPE_CHECKING:
    changed = replace  # The same contract, and type checkers know the fields.
else:

    def changed(value: Any, /, **changes: Any) -> Any:
        """A copy of a frozen value with slots, with some fields changed. Raises TypeError for a field there is not."""
        return _kept_copier(value.__class__, *changes)(value, *changes.values())


def copier(cls: type[ValueT], *names: str) -> Callable[..., ValueT]:
    """A function that copies a value of a class, given first, and changes these fields to what it is given next.

    Fields that nobody gives (`init=False`) are as in a new value, if they are not among them.
    """
    made = fields(cls)  # type: ignore[arg-type]
    known = [field.name for field in made if field.init or field.name in names]
    if unknown := set(names).difference(known):
        raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(unknown))}")
    if cls.__base__ is not object:
        return lambda value, *changes: replace(value, **dict(zip(names, changes, strict=True)))
    return _filling(cls, ("value", *names), {name: name if name in names else f"value.{name}" for name in known})


_kept_copier = cache(copier)


def maker(cls: Callable[FieldsP, ValueT]) -> Callable[FieldsP, ValueT]:
    """What makes a value of a frozen class with slots that adds no fields to another one's, as the class itself does.

    Every field is given: defaults are for those who have time.
    """
    known = [field.name for field in fields(cls) if field.init]  # type: ignore[arg-type]
    return _filling(cls, known, {name: name for name in known})


def _filling(cls: Any, parameters: Sequence[str], filled: Mapping[str, str]) -> Callable[..., Any]:
    """A function of some parameters that makes a value: each field is filled with an expression of them."""
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
