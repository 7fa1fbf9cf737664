"""Cups: many people, several rounds, one table of results."""
