"""A bot that plays what your own function chooses: plug in any search.

    python search_bot.py https://games.example mp_… my_search:choose

`choose(game, options, view, seat, legal)` gets the name of the game, its variant, what the seat sees, its number, and
the legal actions in notation; it returns one of these. Without a function the longest text is played.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from machu_picchu import Client, Match, Problem

Choose = Callable[[str, str, Any, int, list[str]], str]


def longest(game: str, options: str, view: Any, seat: int, legal: list[str]) -> str:
    """Stands here for your search."""
    return max(legal, key=len)


def found(name: str) -> Choose:
    """The function `name`, written as `module:function`."""
    module, _colon, function = name.partition(":")
    chosen: Choose = getattr(import_module(module), function)
    return chosen


def decide(choose: Choose, match: Match) -> str:
    """What the function wants, checked: a search may be wrong, the bot goes on."""
    seat = match["seat"]
    assert seat is not None
    action = choose(match["game"], match["options"], match["view"], seat, match["legal"])
    return action if action in match["legal"] else match["legal"][0]


def main() -> None:
    site, token, *name = sys.argv[1:]
    client, choose = Client(site, token), found(name[0]) if name else longest
    for match in client.turns():
        try:
            client.play(match, decide(choose, match))
        except Problem as problem:  # someone else was faster: the next event says how it stands
            print(match["code"], problem)


main()
