"""The cast of the games."""

from tests.games.conftest import two_play

__all__ = ["two_play"]
