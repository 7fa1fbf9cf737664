"""Puzzles: moments of games in which one action is clearly best, shown as the deciding seat saw them."""
