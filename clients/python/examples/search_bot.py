"""A bot that plays what your function chooses, so you can plug in any search.

    python search_bot.py https://games.example mp_… my_search:choose

`choose(game, options, view, seat, legal)` gets the game's name, its variant, what the seat sees, the seat's number, and
the legal actions in notation. It returns one of these actions. Without a function, the bot plays the longest one.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from machu_picchu import Client, Match, Problem

Choose = Callable[[str, str, Any, int, list[str]], str]


def longest(game: str, options: str, view: Any, seat: int, legal: list[str]) -> str:
    """A stand-in for your search."""
    return max(legal, key=len)


def found(name: str) -> Choose:
    """The function `name`, written as `module:function`."""
    module, _colon, function = name.partition(":")
    chosen: Choose = getattr(import_module(module), function)
    return chosen


def decide(choose: Choose, match: Match) -> str:
    """The chosen action if it is legal; otherwise the first legal one, so a faulty search doesn't stop the bot."""
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
        except (Problem, OSError) as problem:  # the match comes again
            print(match["code"], problem)


main()
