"""The cast of the games."""

from tests.games.conftest import decider, two_play

__all__ = ["decider", "two_play"]
