"""Converts states and views of every game to JSON values and back, driven by the type hints of their dataclasses.

A field may be a `str`, `int`, `bool`, an enum, a dataclass, `X | None`, `tuple[X, ...]` or `tuple[X, Y]`. A field with
a default may be missing, so data written before the field existed can still be read. Fields with `init=False` are left
out: they are derived from the others. A value of a subclass is written with the subclass's fields; data that has all of
them is read as the subclass.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum
from functools import cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
_Convert = Callable[[Any], Any]

_SIMPLE = {str: "a text", int: "a whole number", bool: "true or false"}


class CodecError(ValueError):
    """Raised for data that does not fit a class: `seats[1].wood: expected a whole number, not "7"`."""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.reason = reason
        self.path = path

    def within(self, step: str) -> CodecError:
        """The same error, seen from the enclosing value; `step` is the field name or `[index]` in it."""
        separator = "." if self.path and not self.path.startswith("[") else ""
        return CodecError(self.reason, step + separator + self.path)


def encode(value: object) -> Any:
    """Return the dataclass as dicts, lists, strings, numbers, booleans and None: what `json` can write."""
    cls: Any = type(value)
    return _encoder(cls)(value)


def decode(cls: type[T], data: object) -> T:
    """Return the instance of `cls` encoded as `data`. Raises CodecError with the path of a value that does not fit."""
    hint: Any = cls
    value: T = _decoder(hint)(data)
    return value


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls) if field.init}


def _optional(hint: Any) -> Any:
    """The X of `X | None`."""
    rest = [arg for arg in get_args(hint) if arg is not NoneType]
    if len(rest) != 1 or len(get_args(hint)) != 2:
        raise TypeError(f"the codec knows no union but X | None, not {hint}")
    return rest[0]


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _same(value: Any) -> Any:
    return value


@cache
def _encoder(hint: Any) -> _Convert:
    if hint in _SIMPLE:
        return _same
    if _is_union(hint):
        return _optional_encoder(_encoder(_optional(hint)))
    if get_origin(hint) is tuple:
        return _tuple_encoder(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda member: member.value
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _dataclass_encoder(hint)
    raise TypeError(f"the codec cannot write {hint}")


def _optional_encoder(convert: _Convert) -> _Convert:
    return lambda value: None if value is None else convert(value)


def _tuple_encoder(items: tuple[Any, ...]) -> _Convert:
    if len(items) == 2 and items[1] is Ellipsis:
        convert = _encoder(items[0])
        return list if convert is _same else lambda value: [convert(item) for item in value]
    converts = [_encoder(item) for item in items]
    return lambda value: [convert(item) for convert, item in zip(converts, value, strict=True)]


def _dataclass_encoder(cls: type) -> _Convert:
    fields = [(name, _encoder(hint)) for name, hint in _hints(cls).items()]

    def write(value: Any) -> Any:
        if type(value) is not cls:
            kind: Any = type(value)
            return _encoder(kind)(value)
        return {name: convert(getattr(value, name)) for name, convert in fields}

    return write


@cache
def _decoder(hint: Any) -> _Convert:
    if hint in _SIMPLE:
        return _simple_decoder(hint)
    if _is_union(hint):
        return _optional_encoder(_decoder(_optional(hint)))
    if get_origin(hint) is tuple:
        return _tuple_decoder(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_decoder(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _dataclass_decoder(hint)
    raise TypeError(f"the codec cannot read {hint}")


def _simple_decoder(kind: type) -> _Convert:
    def convert(data: Any) -> Any:
        # `type` and not isinstance: True is not a number here.
        if type(data) is not kind:
            raise CodecError(f"expected {_SIMPLE[kind]}, not {data!r}")
        return data

    return convert


def _enum_decoder(cls: type[Enum]) -> _Convert:
    members = {member.value: member for member in cls}
    allowed = ", ".join(map(str, members))

    def convert(data: Any) -> Enum:
        if not isinstance(data, (str, int)) or data not in members:
            raise CodecError(f"expected one of {allowed}, not {data!r}")
        return members[data]

    return convert


def _tuple_decoder(items: tuple[Any, ...]) -> _Convert:
    is_open = len(items) == 2 and items[1] is Ellipsis
    fixed = [_decoder(item) for item in (items[:1] if is_open else items)]

    def convert(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, (list, tuple)):
            raise CodecError(f"expected a list, not {data!r}")
        if not is_open and len(data) != len(fixed):
            raise CodecError(f"expected a list of {len(fixed)}, not of {len(data)}")
        result: list[Any] = []
        try:
            for inner, item in zip(repeat(fixed[0]) if is_open else fixed, data, strict=False):
                result.append(inner(item))
        except CodecError as error:
            raise error.within(f"[{len(result)}]") from None
        return tuple(result)

    return convert


def _dataclass_decoder(cls: type) -> _Convert:
    decoders = {name: _decoder(hint) for name, hint in _hints(cls).items()}
    needed = {field.name for field in dataclasses.fields(cls) if field.default is dataclasses.MISSING}

    def convert(data: Any) -> Any:
        if not isinstance(data, dict):
            raise CodecError(f"expected an object of {cls.__name__}, not {data!r}")
        if data.keys() != decoders.keys():
            kinds: Any = cls.__subclasses__()
            for kind in reversed(kinds):  # a class that `slots=True` replaced is listed before its replacement
                if _hints(kind).keys() == data.keys():
                    return _decoder(kind)(data)
            if missing := [name for name in decoders if name in needed and name not in data]:
                raise CodecError("is missing", missing[0])
            if unknown := [name for name in data if name not in decoders]:
                raise CodecError(f"{cls.__name__} has no such field", str(unknown[0]))
        values = {}
        name = ""
        try:
            for name, value in data.items():
                values[name] = decoders[name](value)
        except CodecError as error:
            raise error.within(name) from None
        return cls(**values)

    return convert
