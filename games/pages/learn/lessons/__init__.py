"""Shared by the lessons of all games: each plays moments of a fixed game on the real board."""
