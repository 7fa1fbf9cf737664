"""Ladders: one order of people for each game for two, in which challenges move them."""
