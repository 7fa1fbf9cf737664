"""Converts values to rows of non-negative numbers of fixed length, and back, so that learning programs can read a view.

The encoding is lossless: `read` returns what `write` was given, so two rows are equal exactly when the values are.
Small choices are one-hot, and amounts are a share of a usual amount. A flag precedes an optional value; its length
precedes a value of variable length. A value that does not fit is refused, never cut.

The encoding of a view follows from the types of its fields; a game's `bot/tensor.py` adds the rest, by the path of each
field: `seats[].hand` is the hand of each seat.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import accumulate, pairwise
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

LIST = 16
"""The maximum length of a list, unless its game says otherwise."""
TEXT = 8
"""The maximum length of a text, unless its game says otherwise."""
NUMBER = 1024
"""The largest value of a number, unless its game says otherwise; the smallest is its negative."""
USUAL = 16
"""The usual amount that such a number is divided by."""
ASCII = "".join(map(chr, range(128)))
"""The characters that texts in rows consist of."""

T = TypeVar("T")
Row = Sequence[float]


@dataclasses.dataclass(frozen=True, slots=True)
class Code:
    """The encoding of values of one kind: always as `size` numbers."""

    size: int
    write: Callable[[Any], list[float]]
    """Raises ValueError for a value that does not fit."""
    read: Callable[[Row], Any]
    most: tuple[float, ...]
    """The maximum of each number; the minimum is always 0."""
    parts: Mapping[str, slice] = dataclasses.field(default_factory=dict)
    """The slice of the row that holds each field of a dataclass, by name."""


@dataclasses.dataclass(frozen=True, slots=True)
class Exactly:
    """A tuple of exactly `length` entries."""

    length: int


@dataclasses.dataclass(frozen=True, slots=True)
class UpTo:
    """A tuple or text of at most `length` entries or letters."""

    length: int


TensorSpec = Mapping[str, Code | Exactly | UpTo]
"""The declarations of a game about the fields of its view, by path."""


def number(usual: int, most: int, least: int = 0) -> Code:
    """A whole number from `least` to `most`, divided by the usual amount: 1 is `usual` above the least."""

    def write(value: int) -> list[float]:
        if not least <= value <= most:
            raise ValueError(f"{value} is not from {least} to {most}")
        return [(value - least) / usual]

    return Code(1, write, lambda row: round(row[0] * usual) + least, ((most - least) / usual,))


def flag() -> Code:
    """False or true as 0 or 1."""
    return Code(1, lambda value: [float(value)], lambda row: row[0] == 1, (1.0,))


def one_of(values: Iterable[Any]) -> Code:
    """One of these values, one-hot."""
    listed = tuple(values)
    rows = {value: _hot(place, len(listed)) for place, value in enumerate(listed)}

    return Code(len(listed), lambda value: _known(rows, value), lambda row: listed[_place(row)], (1.0,) * len(listed))


def some_of(values: Iterable[Any]) -> Code:
    """A tuple of some of these values, each at most once and in their order: 1 for each that is present."""
    listed = tuple(values)
    places = {value: place for place, value in enumerate(listed)}

    def write(chosen: tuple[Any, ...]) -> list[float]:
        row = [0.0] * len(listed)
        for value in chosen:
            row[_known(places, value)] = 1.0
        if read(row) != tuple(chosen):
            raise ValueError(f"{chosen} is not in order")
        return row

    def read(row: Row) -> tuple[Any, ...]:
        return tuple(value for value, there in zip(listed, row, strict=True) if there == 1)

    return Code(len(listed), write, read, (1.0,) * len(listed))


def bag(alphabet: str, usual: int, most: int) -> Code:
    """A text with sorted letters: the count of each, divided by the usual number, up to the most."""
    counts = number(usual, most)

    def write(text: str) -> list[float]:
        row = [counts.write(text.count(letter))[0] for letter in alphabet]
        if read(row) != text:
            raise ValueError(f"{text!r} is not sorted like {alphabet!r}")
        return row

    def read(row: Row) -> str:
        return "".join(letter * counts.read([share]) for letter, share in zip(alphabet, row, strict=True))

    return Code(len(alphabet), write, read, counts.most * len(alphabet))


def letters(alphabet: str, room: int, from_behind: bool = False) -> Code:
    """A text of at most `room` letters, each one-hot; with `from_behind` the last letter comes first."""
    width = len(alphabet)
    rows = {letter: _hot(place, width) for place, letter in enumerate(alphabet)}

    def write(text: str) -> list[float]:
        _check(len(text), room)
        row: list[float] = []
        for letter in reversed(text) if from_behind else text:
            row += _known(rows, letter)
        return row + [0.0] * (room * width - len(row))

    def read(row: Row) -> str:
        each = [row[start : start + width] for start in range(0, room * width, width)]
        found = "".join(alphabet[_place(hot)] for hot in each if any(hot))
        return found[::-1] if from_behind else found

    return Code(room * width, write, read, (1.0,) * (room * width))


def packed(alphabet: str, room: int) -> Code:
    """A text of at most `room` letters, one number each: its place in the alphabet, from 1, as a share of all."""
    width = len(alphabet)
    places = {letter: place / width for place, letter in enumerate(alphabet, 1)}

    def write(text: str) -> list[float]:
        _check(len(text), room)
        return [_known(places, letter) for letter in text] + [0.0] * (room - len(text))

    def read(row: Row) -> str:
        return "".join(alphabet[round(share * width) - 1] for share in row if share)

    return Code(room, write, read, (1.0,) * room)


def code_of(cls: type[Any], spec: TensorSpec) -> Code:
    """The code for instances of a dataclass, given the declarations about its fields.

    Raises ValueError for a path that it does not have.
    """
    paths: set[str] = set()
    code = _fields(cls, "", spec, paths)
    if unknown := spec.keys() - paths:
        raise ValueError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")
    return code


def _hot(place: int, width: int) -> list[float]:
    return [float(place == other) for other in range(width)]


def _place(row: Row) -> int:
    return max(range(len(row)), key=row.__getitem__)


def _known(table: Mapping[Any, T], value: Any) -> T:
    if value not in table:
        raise ValueError(f"{value!r} is not one of {', '.join(map(str, table))}")
    return table[value]


def _check(length: int, room: int) -> None:
    if length > room:
        raise ValueError(f"there is room for {room}, not for {length}")


def _code(hint: Any, path: str, spec: TensorSpec, paths: set[str]) -> Code:
    """The code for values of a type, at a path: as declared, or as follows from the type. Adds the path to `paths`."""
    paths.add(path)
    if get_origin(hint) in (Union, UnionType):
        [inner] = [each for each in get_args(hint) if each is not NoneType]
        return _maybe(_code(inner, path, spec, paths))
    said = spec.get(path)
    if isinstance(said, Code):
        return said
    if hint is bool:
        return flag()
    if hint is int:
        return number(USUAL, NUMBER, -NUMBER)
    if hint is str:
        return packed(ASCII, said.length if said else TEXT)
    if get_origin(hint) is tuple:
        kinds = get_args(hint)
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            inner = _code(kinds[0], f"{path}[]", spec, paths)
            if isinstance(said, Exactly):
                return _row([inner] * said.length)
            return _listed(inner, said.length if said else LIST)
        return _row([_code(kind, f"{path}[]", spec, paths) for kind in kinds])
    if issubclass(hint, Enum):
        return one_of(hint)
    return _fields(hint, path, spec, paths)


def _maybe(inner: Code) -> Code:
    """An optional value: a flag, then the value, or zeros."""
    nothing = [0.0] * (1 + inner.size)

    def write(value: Any) -> list[float]:
        return nothing if value is None else [1.0, *inner.write(value)]

    return Code(1 + inner.size, write, lambda row: inner.read(row[1:]) if row[0] else None, (1.0, *inner.most))


def _listed(inner: Code, room: int) -> Code:
    """A tuple of at most `room` values of one kind: its length, then the values, then zeros."""
    length, width = number(room, room), inner.size

    def write(value: tuple[Any, ...]) -> list[float]:
        _check(len(value), room)
        row = length.write(len(value))
        for each in value:
            row += inner.write(each)
        return row + [0.0] * ((room - len(value)) * width)

    def read(row: Row) -> tuple[Any, ...]:
        starts = range(1, 1 + length.read(row) * width, width) if width else ()
        return tuple(inner.read(row[start : start + width]) for start in starts)

    return Code(1 + room * width, write, read, (1.0, *inner.most * room))


def _row(codes: list[Code]) -> Code:
    """A tuple of exactly these values, one after the other."""
    places = [slice(*ends) for ends in pairwise(accumulate((code.size for code in codes), initial=0))]

    def write(value: tuple[Any, ...]) -> list[float]:
        row: list[float] = []
        for code, each in zip(codes, value, strict=True):
            row += code.write(each)
        return row

    def read(row: Row) -> tuple[Any, ...]:
        return tuple(code.read(row[place]) for code, place in zip(codes, places, strict=True))

    size = places[-1].stop if places else 0
    return Code(size, write, read, tuple(most for code in codes for most in code.most))


def _fields(cls: type[Any], path: str, spec: TensorSpec, paths: set[str]) -> Code:
    """A dataclass: its fields one after the other. Adds their paths to `paths`."""
    hints = get_type_hints(cls)
    names = [field.name for field in dataclasses.fields(cls) if field.init]
    inner = {name: f"{path}.{name}" if path else name for name in names}
    codes = {name: _code(hints[name], inner[name], spec, paths) for name in names}
    ends = pairwise(accumulate((code.size for code in codes.values()), initial=0))
    parts = {name: slice(*place) for name, place in zip(names, ends, strict=True)}

    def write(value: Any) -> list[float]:
        row: list[float] = []
        for name, code in codes.items():
            try:
                row += code.write(getattr(value, name))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        return row

    def read(row: Row) -> Any:
        return cls(**{name: code.read(row[parts[name]]) for name, code in codes.items()})

    most = tuple(most for code in codes.values() for most in code.most)
    return Code(len(most), write, read, most, parts)
