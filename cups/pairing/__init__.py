"""Pairings, seats and standings of cups: pure functions that import neither third-party packages nor the site.

People are numbers from 1. A round is a list of tables; a table is its people in seat order, and a table of one is a
bye.
"""
