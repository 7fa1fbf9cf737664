"""The cast of the games."""

from tests.games.conftest import alice, bob, charlie, computers, decider, owl, two_play

__all__ = ["alice", "bob", "charlie", "computers", "decider", "owl", "two_play"]
