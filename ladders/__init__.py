"""Ladders: an order of people for each two-player game, in which challenges move them."""
