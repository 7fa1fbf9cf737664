"""The text of a game's options, as used in records, commands, the line protocol and the database."""

from __future__ import annotations

from games.engine.contract import Offered, Options


def options_text(options: Options) -> str:
    """`name=value` pairs joined by `;`, in the order of `options`; empty for the game as printed."""
    return ";".join(f"{name}={value}" for name, value in options.items())


def changed(game: Offered, options: Options) -> dict[str, str]:
    """Those of the `options` that differ from the printed game, in the order of `game`, which must have them all."""
    printed = {option.name: option.values[0] for option in game.OPTIONS}
    return {name: options[name] for name, value in printed.items() if options.get(name, value) != value}


def options_from(text: str) -> dict[str, str]:
    """Parse a text written by `options_text`. Raises ValueError with the reason."""
    options: dict[str, str] = {}
    for pair in text.split(";") if text else ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"{pair!r} is not name=value")
        if name in options:
            raise ValueError(f"the option {name} is repeated")
        options[name] = value
    return options
