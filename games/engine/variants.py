"""The text of a game's options, as used in records, commands, the line protocol and the database."""

from __future__ import annotations

from games.engine.contract import BadDeal, Offered, Options, check_options


def options_text(options: Options) -> str:
    """`name=value` pairs joined by `;`, in the order of `options`; empty for the game as printed."""
    return ";".join(f"{name}={value}" for name, value in options.items())


def changed(game: Offered, options: Options) -> dict[str, str]:
    """Those of the `options` that differ from the printed game, in the order of `game`, which must have them all."""
    printed = {option.name: option.values[0] for option in game.OPTIONS}
    return {name: options[name] for name, value in printed.items() if options.get(name, value) != value}


def as_stored(game: Offered, text: str) -> str:
    """The options in `text` as a match of `game` stores them: in the order of the game, without printed values.

    Raises BadDeal for a text that is not one of options, and for options that the game does not have.
    """
    try:
        options = options_from(text)
    except ValueError as error:
        raise BadDeal(str(error)) from error
    check_options(game, options)
    return options_text(changed(game, options))


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
