"""The cast of the games."""

from tests.games.conftest import computers, decider, owl, two_play

__all__ = ["computers", "decider", "owl", "two_play"]
