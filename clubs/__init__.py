"""Clubs: people who play together, on a page of their own."""
